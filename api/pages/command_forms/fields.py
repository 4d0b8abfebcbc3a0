"""Forms of commands, made of their fields: what there is to fill in, and the arguments that were filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET

from api.calling.values import WrongValue, args_given, typed_args
from api.pages.fights.called import told_apart
from api.pages.forms import Form
from api.pages.visits import Visit
from api.paging import ListRequest
from api.reading import ReadRequest
from api.use_cases.campaigns import show_campaign
from api.use_cases.characters import list_characters
from api.use_cases.command_guides import CommandGuide, show_command
from api.use_cases.enclaves import list_enclaves
from api.use_cases.encounters import list_encounters
from api.use_cases.members import list_members
from api.use_cases.systems import list_campaign_catalogue
from domain.history.points import HEAD
from domain.instance_fields import InstanceNamed
from domain.messages import text as worded
from projections.translation.games import YES_NO, in_words
from projections.views.catalogue import CatalogueEntry
from projections.views.command_fields import CommandField

PREFIX: Final = "args."
"""The beginning of the names of a form's fields that are arguments."""

WHOLE: Final = "json"
"""The field that takes arguments as a JSON object, for what no other field can say."""

_OF_REFERENCES: Final = "handle or id"
"""The end of what fields mean that name a thing; a player who picks it from a list need not know how it is written."""

Kind = Literal["text", "words", "integer", "number", "choice", "choices", "suggestions", "lines", "fields", "json"]
"""The way a field is filled in. words: a longer text. suggestions: a text with words to pick from. lines: `name = value`, one a
line. fields: fields of its own.
"""


MapUse = Literal["", "square", "squares", "x", "y", "who"]
"""The ways in which a map fills in a field: with a square, a way of several, a column, a row, or a combatant who stands there."""


def guide_of(visit: Visit, type: str) -> CommandGuide:
    """Return everything about a command of the campaign of a page. Raises UnknownCommand."""
    return visit.ask(show_command, system=visit.ask(show_campaign).system, command=type)


class FormChoice(msgspec.Struct, frozen=True):
    """Something to pick: what is sent, and what a person reads. A word `of_game` is read in one's own language."""

    value: str
    title: str
    of_game: bool = False


class FormField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a form. `values` are what is filled in; `usual` is what holds where it is left empty. `catalogue` are
    the kinds of entries of the catalogue that it takes; one that is `open` may take other words than those to choose.
    The value of a `preset` field was put there for the reader, and not by them. `instance` says of what on a sheet it
    takes the name; on whose, says a field that `is_owner`."""

    name: str
    title: str
    meaning: str
    kind: Kind
    required: bool
    usual: str = ""
    choices: tuple[FormChoice, ...] = ()
    values: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    fields: tuple[FormField, ...] = ()
    map: MapUse = ""
    catalogue: tuple[str, ...] = ()
    open: bool = False
    preset: bool = False
    instance: InstanceNamed | None = None
    is_owner: bool = False

    @property
    def others(self) -> tuple[str, ...]:
        """Values that are filled in beside the choices."""
        offered = {choice.value for choice in self.choices}
        return tuple(value for value in self.values if value not in offered)

    @property
    def is_prominent(self) -> bool:
        """Whether it is seen at once: what is needed, and whom and where it concerns."""
        return self.required or bool(self.map)


Things = Mapping[str, tuple[FormChoice, ...]]
"""The things of a campaign that a field may name by their sort, and the entries of its catalogue by `catalogue/<kind>`."""


def things_of(visit: Visit) -> Things:
    """Return what a campaign has, as far as the person may know."""
    sorts: dict[str, tuple[FormChoice, ...]] = {
        "character": _choices(visit.listed(list_characters)),
        "encounter": _choices(visit.listed(list_encounters)),
        "enclave": _choices(visit.listed(list_enclaves)),
    }
    members = (FormChoice(str(each.member), each.name or str(each.member)) for each in visit.listed(list_members))
    whole = (choice for choices in sorts.values() for choice in choices)
    entries = groupby(
        visit.listed(list_campaign_catalogue, wanted=ReadRequest(HEAD, None), page=ListRequest()),
        lambda entry: entry.kind,
    )
    listed = {f"catalogue/{kind}": tuple(_choice(entry) for entry in kept) for kind, kept in entries}
    return {**sorts, **listed, "thing": tuple(whole), "member": tuple(members)}


def _choice(entry: CatalogueEntry) -> FormChoice:
    return FormChoice(entry.key, entry.name, of_game=not entry.own)


def _choices(things: Sequence[Any]) -> tuple[FormChoice, ...]:
    return tuple(FormChoice(*pair) for pair in told_apart((thing.handle, thing.name) for thing in things).items())


def form_fields(guide: CommandGuide, things: Things, filled: Mapping[str, Sequence[str]]) -> tuple[FormField, ...]:
    """Return the fields of a command's form; `filled` are the texts that stand in them, by path."""
    return tuple(_field(field, field.name, things, filled) for field in guide.fields)


def filled_in(form: Form) -> dict[str, list[str]]:
    """Return the texts of a form that was sent, by path."""
    return {name.removeprefix(PREFIX): values for name, values in form.fields.items() if name.startswith(PREFIX)}


def filled_with(guide: CommandGuide, args: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the texts by which arguments are typed, by path; as JSON where no field can say them."""
    words = typed_args(guide, args)
    if words[:1] == ["--args"]:
        return {WHOLE: [words[1]]}
    filled: dict[str, list[str]] = {}
    for word in words:
        path, _, text = word.partition("=")
        _fill(filled, guide.fields, path, text)
    return filled


def _fill(filled: dict[str, list[str]], fields: Sequence[CommandField], path: str, text: str) -> None:
    """Put a typed text into the field that takes it: what lies within a map is a line of it."""
    whole, _, rest = path.partition(".")
    field = next(each for each in fields if each.name == whole)
    while field.type == "fields" and rest:
        name, _, rest = rest.partition(".")
        field, whole = next(each for each in field.fields if each.name == name), f"{whole}.{name}"
    if rest:
        before = filled.get(whole, [""])[0]
        filled[whole] = [f"{before}\n{rest} = {text}".strip()]
    elif field.type == "list" and not text.startswith("["):
        filled[whole] = text.split(",")
    else:
        filled[whole] = [text]


def args_in(form: Form, guide: CommandGuide) -> dict[str, Any]:
    """Return the arguments that were filled in. Raises WrongValue."""
    filled = filled_in(form)
    pairs = [f"{path}={text}" for field in guide.fields for path, text in _typed(field, field.name, filled)]
    args = {name: value for name, value in args_given(guide, pairs).items() if value is not UNSET}
    whole = "".join(filled.get(WHOLE, ())).strip()
    return args | (_whole(whole) if whole else {})


def _whole(text: str) -> dict[str, Any]:
    """Return arguments that are typed as a JSON object. Raises WrongValue."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise WrongValue(worded("the arguments are no JSON object: {error}", error=error), WHOLE) from error


def _typed(field: CommandField, path: str, filled: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield what stands in a field and those within it, as it is typed."""
    if field.type == "fields":
        for inner in field.fields:
            yield from _typed(inner, f"{path}.{inner.name}", filled)
        return
    texts = [text.strip(" ") for text in filled.get(path, ()) if text.strip()]
    if not texts:
        return
    if field.type == "map" and not texts[0].startswith("{"):
        for line in filter(None, (line.strip() for line in texts[0].splitlines())):
            name, _, value = line.partition("=")
            yield f"{path}.{name.strip()}", value.strip()
        return
    yield path, ",".join(texts)


def _field(field: CommandField, path: str, things: Things, filled: Mapping[str, Sequence[str]]) -> FormField:
    item = field.item if field.type == "list" and field.item else field
    words = YES_NO if field.type == "yes-no" else map(str, item.choices)
    choices = things.get(item.refers_to, ()) or tuple(FormChoice(one, in_words(one), of_game=True) for one in words)
    catalogue = item.catalogue or field.catalogue
    is_open = field.type == "list" and item.type == "text" and bool(catalogue) and not choices
    if not choices and (field is item or is_open):
        choices = tuple(choice for kind in catalogue for choice in things.get(f"catalogue/{kind}", ()))
    inside = (_field(each, f"{path}.{each.name}", things, filled) for each in field.fields)
    inner = tuple(each if field.required else msgspec.structs.replace(each, required=False) for each in inside)
    return FormField(
        name=PREFIX + path,
        title=in_words(field.name),
        meaning="" if choices and field.meaning.endswith(_OF_REFERENCES) else field.meaning,
        kind=_kind(field, bool(choices)),
        required=field.required,
        usual=_usual(field.default),
        choices=choices,
        values=tuple(filled.get(path, ())),
        minimum=field.minimum,
        maximum=field.maximum,
        fields=inner,
        map=_map_use(field),
        catalogue=catalogue,
        open=is_open,
        instance=item.instance or field.instance,
    )


def _kind(field: CommandField, has_choices: bool) -> Kind:
    item = field.item
    match field.type:
        case "fields":
            return "fields"
        case "map":
            return "lines" if item is not None and item.type in ("text", "integer", "number") else "json"
        case "list" if item is not None and item.type in ("fields", "map", "json"):
            return "json"
        case "list":
            return "choices" if has_choices else "text"
        case "json":
            return "json"
        case _ if has_choices:
            return "suggestions" if field.open or field.refers_to == "thing" or _takes_other_words(field) else "choice"
        case "integer" | "number":
            return field.type
        case _:
            return "words" if field.meaning == "Free text" else "text"


def _takes_other_words(field: CommandField) -> bool:
    """Whether a field may take more than there is to choose: some that take keys of the catalogue do."""
    return bool(field.catalogue) and not field.choices


def _map_use(field: CommandField) -> MapUse:
    """Return what a map can give a field; a vector is two numbers, but no square."""
    if _is_square(field):
        return "square"
    if field.type == "list" and field.item is not None and _is_square(field.item):
        return "squares"
    if field.type == "integer" and field.name in ("x", "y"):
        return "x" if field.name == "x" else "y"
    item = field.item if field.type == "list" and field.item else field
    return "who" if item.refers_to == "character" else ""


def _is_square(field: CommandField) -> bool:
    pair = field.type == "list" and field.size == 2 and field.item is not None and field.item.type == "integer"
    return pair and "vector" not in field.meaning


def _usual(default: Any) -> str:
    if default in (None, "", [], {}, ()):
        return ""
    if isinstance(default, bool):
        return "yes" if default else "no"
    return default if isinstance(default, str) else msgspec.json.encode(default).decode()
