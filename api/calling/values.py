"""Arguments of commands as people type them, at a terminal and in the fields of a page.

The fields of the command say of what type a value is: `who=ramjet targets=thug,knight stats.guts=4`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

import msgspec
from msgspec import UNSET

from api.problems import BadBody, FieldProblem
from api.use_cases.command_guides import CommandGuide
from domain.messages import text as worded
from projections.views.command_fields import CommandField

YES: Final = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}

NULL: Final = "null"
"""The word that leaves a field out, or is no value where the field takes that."""

WORDS: Final = {"integer": worded("a whole number"), "number": worded("a number"), "yes-no": worded("yes or no")}


class WrongValue(BadBody):
    """A typed argument is none of the command, or its value does not fit."""

    slug = "wrong-value"
    status = 422
    title = "A field cannot be used"

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence, fields=(FieldProblem(field, sentence),) if field else ())


def args_given(guide: CommandGuide, pairs: Iterable[str]) -> dict[str, Any]:
    """Return the arguments that are typed as `key=value`; UNSET for a field that is left out. Raises WrongValue."""
    args: dict[str, Any] = {}
    for pair in pairs:
        path, equals, text = pair.partition("=")
        if not (path and equals):
            raise WrongValue(
                worded("an argument is written key=value, as {sample}, not {pair!r}", sample=_sample(guide), pair=pair)
            )
        _put(args, path.split("."), guide.type, guide.fields, text)
    return args


def _sample(guide: CommandGuide) -> str:
    return next(iter(typed_args(guide, guide.example)), "amount=4")


def field_at(guide: CommandGuide, path: str) -> CommandField:
    """Return the field at a path such as `stats.guts`. Raises WrongValue."""
    owner, (name, *rest) = guide.type, path.split(".")
    field = _named(guide.fields, name, owner)
    for step in rest:
        field, name = _inside(field, step, name), step
    return field


def _put(args: dict[str, Any], path: Sequence[str], owner: str, fields: Sequence[CommandField], text: str) -> None:
    """Put the value of a path such as `stats.guts` where it belongs."""
    name, *rest = path
    field = _named(fields, name, owner)
    for step in rest:
        args = args.setdefault(name, {})
        if not isinstance(args, dict):
            raise WrongValue(worded("{path} is given twice; give it once", path=".".join(path)))
        owner, name = name, step
        field = _inside(field, step, owner)
    value = value_given(field, text, ".".join(path))
    if name not in args:
        args[name] = value
    elif isinstance(args[name], list) and isinstance(value, list):
        args[name] += value
    else:
        raise WrongValue(worded("{path} is given twice; give it once", path=".".join(path)))


def _named(fields: Sequence[CommandField], name: str, owner: str) -> CommandField:
    names = [field.name for field in fields]
    if name in names:
        return fields[names.index(name)]
    near = get_close_matches(name, names, n=1)
    meant = worded("did you mean {near}? ", near=near[0]) if near else ""
    raise WrongValue(
        worded(
            "{owner} has no field {name!r}; {meant}its fields are {names}",
            owner=owner,
            name=name,
            meant=meant,
            names=", ".join(names) or worded("none"),
        )
    )


def _inside(field: CommandField, name: str, owner: str) -> CommandField:
    if field.type == "fields":
        return _named(field.fields, name, owner)
    if field.type == "map" and field.item is not None:
        return field.item
    if field.type == "json":
        return CommandField()
    raise WrongValue(
        worded(
            "{owner} has no fields of its own, so {owner}.{name} means nothing; write {owner}=VALUE",
            owner=owner,
            name=name,
        )
    )


def value_given(field: CommandField, text: str, name: str) -> Any:
    """Return the value that a text stands for; UNSET where the field is left out. Raises WrongValue."""
    if text == NULL and (field.nullable or not field.required):
        return None if field.nullable else UNSET
    if field.choices and (chosen := _choice(field.choices, text)) is not None:
        return chosen
    match field.type:
        case "list":
            return _items(field, text, name)
        case "map" | "fields":
            return _object(text, name)
        case "json":
            return _json(text)
        case "text" if not field.choices or field.open:
            return text
        case "text":
            raise WrongValue(
                worded(
                    "{name} is one of {choices}, not {text!r}",
                    name=name,
                    choices=", ".join(map(str, field.choices)),
                    text=text,
                )
            )
        case _:
            value = YES.get(text.casefold()) if field.type == "yes-no" else _number(field, text)
    if value is None:
        raise WrongValue(
            worded(
                "{name} is {words}{bounds}, not {text!r}",
                name=name,
                words=WORDS[field.type],
                bounds=_bounds(field),
                text=text,
            )
        )
    return value


def _choice(choices: Sequence[Any], text: str) -> Any:
    return next((choice for choice in choices if str(choice).casefold() == text.casefold()), None)


def _number(field: CommandField, text: str) -> float | None:
    try:
        number = int(text) if field.type == "integer" else float(text)
    except ValueError:
        return None
    low = field.minimum is None or number >= field.minimum
    return number if low and (field.maximum is None or number <= field.maximum) else None


def _bounds(field: CommandField) -> str:
    if field.minimum is None or field.maximum is None:
        return "" if field.minimum is None else worded(" from {least}", least=field.minimum)
    return worded(" from {least} to {most}", least=field.minimum, most=field.maximum)


def _items(field: CommandField, text: str, name: str) -> Any:
    if text.startswith("["):
        value = _json(text)
        if not isinstance(value, list):
            raise WrongValue(worded("{name} is a list; write a,b,c or a JSON array", name=name))
        return value
    item = field.item or CommandField()
    return [value_given(item, part.strip(), name) for part in text.split(",")] if text else []


def _object(text: str, name: str) -> Any:
    value = _json(text)
    if not isinstance(value, dict):
        raise WrongValue(
            worded(
                "{name} has fields of its own; write {name}.FIELD=VALUE or a JSON object, not {text!r}",
                name=name,
                text=text,
            )
        )
    return value


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def typed_args(guide: CommandGuide, args: Mapping[str, Any]) -> list[str]:
    """Return arguments as they are typed: the words that `args_given` reads as these; as `--args JSON` where none do."""
    words = [
        word for field in guide.fields if field.name in args for word in _words(field, args[field.name], field.name)
    ]
    try:
        if args_given(guide, words) == msgspec.to_builtins(args):
            return words
    except WrongValue:
        pass
    return ["--args", msgspec.json.encode(args).decode()]


def _words(field: CommandField, value: Any, path: str) -> list[str]:
    inner = {inside.name: inside for inside in field.fields}
    if isinstance(value, Mapping) and value and field.type in ("map", "fields"):
        item = field.item or CommandField()
        return [word for name, part in value.items() for word in _words(inner.get(name, item), part, f"{path}.{name}")]
    if isinstance(value, list | tuple) and value and all(isinstance(part, str | int) for part in value):
        joined = ",".join(map(_word, value))
        return [f"{path}={joined}" if joined.count(",") == len(value) - 1 else f"{path}={_encoded(value)}"]
    plain = field.type != "json" and isinstance(value, str | int | float | None)
    return [f"{path}={_word(value) if plain else _encoded(value)}"]


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NULL if value is None else str(value)


def _encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()
