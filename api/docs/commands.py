"""Every command of the installed games as a schema of its own, and the kinds of rolls and questions that it may bring.

The names of the components are names of classes, since generators make classes of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from api.docs.schemas import REF, Json, any_value, plain
from api.use_cases.commands import CommandRequest
from domain.system import CommandSpec, Registry

COMMAND: Final = "Command"
"""The component that is one of all commands; its discriminator maps a command's type to its component."""

ENVELOPE: Final = "CommandEnvelope"
"""The component that has the fields of every command, besides `type` and `args`."""

ROLLS_OF: Final = "rolls-"
"""The prefix of the component for a game's kinds of rolls, followed by the game's id."""

QUESTIONS_OF: Final = "questions-"
"""The same for its kinds of questions."""


def class_name(words: str) -> str:
    """Return the name of a class: `my-game.drop_in` is `MyGameDropIn`."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", words))


def args_name(words: str) -> str:
    """Return the name of the component for a command's own fields, or for a struct within them."""
    return f"{class_name(words)}Args"


def commands(registry: Registry) -> Iterator[tuple[str, Json]]:
    """Yield the components of the commands of all games: the one of all, the envelope, each command and its own fields."""
    kinds = dict(_kinds(registry))
    own_fields = dict(_own_fields(kinds))
    yield from own_fields.items()
    _, envelopes = msgspec.json.schema_components([CommandRequest], ref_template=REF + "{name}")
    envelope = plain(envelopes[CommandRequest.__name__])
    shared = {name: field for name, field in envelope["properties"].items() if name not in ("type", "args")}
    yield (
        ENVELOPE,
        {"title": ENVELOPE, "description": "The fields of every command.", "type": "object", "properties": shared},
    )
    for type, kind in kinds.items():
        needs_args = bool(own_fields[args_name(type)].get("required"))
        yield class_name(type), _command(registry, type, kind, needs_args=needs_args)
    names = {type: REF + class_name(type) for type in kinds}
    mapping = {"propertyName": "type", "mapping": names}
    yield COMMAND, {"oneOf": [{"$ref": name} for name in names.values()], "discriminator": mapping}


def rolls_and_questions(registry: Registry) -> Iterator[tuple[str, Json]]:
    """Yield the kinds of rolls and of questions that may come of a game's commands, each with its sentence: what the labels
    of `dice` and the keys of `responses` begin with."""
    for id, system in sorted(registry.systems.items()):
        rolls, questions = registry.roll_kinds(system), registry.question_kinds(system)
        yield ROLLS_OF + id, _words(ROLLS_OF + id, {name: kind.text for name, kind in rolls.items()})
        yield QUESTIONS_OF + id, _words(QUESTIONS_OF + id, {name: kind.text for name, kind in questions.items()})


def examples(registry: Registry) -> Json:
    """Return the example of each command, by its type."""
    return {
        type: {"summary": kind.summary, "value": {"type": type, "args": dict(kind.example)}}
        for type, kind in _kinds(registry)
    }


def _kinds(registry: Registry) -> Iterator[tuple[str, CommandSpec]]:
    for _, system in sorted(registry.systems.items()):
        yield from sorted(system.kinds.items())


def point_at_commands(properties: Json, field: str) -> None:
    """Say of a field that holds commands which ones there are; whether it is a list, or may be null, stays as it is."""
    reference = {"$ref": REF + COMMAND}
    described = properties[field]
    if "items" in described:
        described["items"] = reference
    elif "anyOf" in described:
        described["anyOf"] = [reference, {"type": "null"}]
    else:
        properties[field] = reference


def _command(registry: Registry, type: str, kind: CommandSpec, *, needs_args: bool) -> Json:
    own = {"type": {"type": "string", "const": type}, "args": {"$ref": REF + args_name(type)}}
    system = type.partition(".")[0]
    inputs = registry.inputs(registry.system(system), type)
    return {
        "title": class_name(type),
        "description": kind.summary,
        "allOf": [
            {"$ref": REF + ENVELOPE},
            {"type": "object", "properties": own, "required": ["type", "args"] if needs_args else ["type"]},
        ],
        "unevaluatedProperties": False,
        "x-by": kind.by,
        "x-rules": list(kind.rules),
        "x-rolls": REF + ROLLS_OF + system,
        "x-questions": REF + QUESTIONS_OF + system,
        **({"x-dice-labels": list(inputs.rolls)} if inputs.rolls else {}),
        **({"x-question-keys": list(inputs.questions)} if inputs.questions else {}),
    }


def _own_fields(kinds: Mapping[str, CommandSpec]) -> Iterator[tuple[str, Json]]:
    """Yield the schemas of the commands' own fields, and of the structs within these."""
    references, parts = msgspec.json.schema_components(
        [kind.args for kind in kinds.values()], ref_template=REF + "{name}", schema_hook=any_value
    )
    own = [reference["$ref"].removeprefix(REF) for reference in references]
    within = _short([name for name in parts if name not in own])
    names = within | {name: args_name(type) for type, name in zip(kinds, own, strict=True)}
    for type, name in zip(kinds, own, strict=True):
        yield args_name(type), {**_renamed(parts[name], names), "title": args_name(type)}
    for name, short in within.items():
        yield short, {**_renamed(parts[name], names), "title": short}


def _short(names: Sequence[str]) -> dict[str, str]:
    """Shorten the names of structs: each gets its own name where no other struct here has it; of several, each is named
    after its command.
    """
    own = {name: name.rpartition(".")[2] for name in names}
    times = Counter(own.values())
    return {name: args_name(short if times[short] == 1 else name) for name, short in own.items()}


def _renamed(schema: Json, names: Mapping[str, str]) -> Json:
    """Return a schema, made plain, that refers to structs by these names."""
    renamed: Json = _with_references(plain(schema), names)
    return renamed


def _with_references(value: Any, names: Mapping[str, str]) -> Any:
    match value:
        case str() if value.startswith(REF):
            return REF + names[value.removeprefix(REF)]
        case dict():
            return {key: _with_references(item, names) for key, item in value.items()}
        case list():
            return [_with_references(item, names) for item in value]
        case _:
            return value


def _words(title: str, texts: Mapping[str, str]) -> Json:
    """A schema of names, each with what it means."""
    listed = "\n".join(f"- `{name}`: {texts[name]}" for name in sorted(texts))
    return {"type": "string", "title": title, "enum": sorted(texts), "description": listed}
