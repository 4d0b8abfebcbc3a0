"""The fields of events and instances, by what they are called."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from domain.visibility.view_fields import Fields
from domain.vocabulary import COMPONENTS, EVENTS
from domain.vocabulary.base import Instance
from projections.names import plain
from projections.phrases.durations import anchored, is_anchor
from projections.phrases.formulas import expressed, is_formula, value_term
from projections.phrases.messages import Part, listed, phrase, row, term
from projections.phrases.naming import Names, called_by_handle, name_of, named, source, who
from projections.phrases.values import signed, value
from projections.translation.terms import FIELD, MODIFIER, WORD

_PLUMBING: Final = frozenset(
    {
        *("type", "aggregate", "aggregate_id", "rules", "audience", "name", "struck", "title", "data", "shown_to"),
        *("tiebreak", "catalogue", "handle", "command"),
    }
)
"""Fields that details leave out, because they mean nothing to people or are said otherwise."""

_SELF_SAYING: Final = frozenset({"what", "kind", "severity"})
"""Fields whose value needs no label among others."""

_WRITTEN: Final = frozenset(
    {
        "title",
        "name",
        "text",
        "shown",
        "truth",
        "prompt",
        "detail",
        "catalogue",
        "called",
        "handle",
        "picked",
        "offered",
    }
)
"""Fields in which people write, or in which names stand."""

_PICKED: Final = frozenset({"picked", "offered"})
"""Fields that hold keys of catalogues, or what a person wrote."""

_KEY: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
"""A key of a catalogue."""

_SPACE: Final = re.compile(r"(?P<row>\d{1,3})/(?P<column>\d{1,3})")
"""A space of a grid by its row and column, which are counted from 0."""

_SIGNS: Final = re.compile(r"\W+")

_UNLABELLED: Final = frozenset({"because", "due", "state"})
"""Fields whose value never needs a label."""


def details(fields: Fields, names: Names, *, zeros: bool = False) -> Part:
    """The fields of an event or instance that say something, with names for references. Empty ones are left out, and so
    are zeros unless they are wanted."""
    flat: dict[str, Any] = {}
    for key, json in fields.items():
        carried = isinstance(json, dict) and not (is_anchor(json) or is_formula(json)) and key not in _PLUMBING
        flat |= json if carried else {key: json}
    telling = {key: json for key, json in flat.items() if key not in _PLUMBING and _tells(json, zeros=zeros)}
    ordered = sorted(telling, key=lambda key: key not in _SELF_SAYING)
    parts = {key: _detail(key, telling[key], names) for key in ordered if not _is_repeated(key, telling)}
    return listed(parts.values())


def _is_repeated(key: str, telling: Fields) -> bool:
    """Whether a field is the key of what another field says in words: `open-vein` beside `Open Vein`."""
    json = telling[key]
    if not (isinstance(json, str) and _KEY.fullmatch(json)):
        return False
    others = (other for name, other in telling.items() if name != key and isinstance(other, str) and other != json)
    return any(_SIGNS.sub("-", other.casefold().replace("'", "")).strip("-") == json for other in others)


def label(field: str) -> Part:
    """Return the label of a field, "" where its value says enough; a game's own field goes by its name."""
    if field in _UNLABELLED:
        return ""
    return phrase(f"field.{field}") if field in vocabulary_fields() else term(field.replace("_", " "), FIELD)


def argument(json: Any, names: Names) -> Part:
    """Return what a field of a command is given: names for references and handles, and words of the game for keys."""
    match json:
        case str() if cell := _SPACE.fullmatch(json):
            return phrase("value.place", row=int(cell["row"]) + 1, column=int(cell["column"]) + 1)
        case str():
            known = called_by_handle(names).get(json)
            return known or (term(plain(json)) if _KEY.fullmatch(json) else reference_value(json, names))
        case list() | tuple():
            return listed(argument(item, names) for item in json)
        case dict():
            given = {key: item for key, item in json.items() if item not in (None, "", [], {}, False)}
            if len(given) == 1:
                return argument(next(iter(given.values())), names)
            return listed(row(spaced(key, names), " ", argument(item, names)) for key, item in given.items())
        case _:
            return value(json)


def field_value(field: str, json: Any, names: Names) -> Part:
    """A field's value in words; "" where it says nothing."""
    match json:
        case dict() if is_anchor(json):
            return anchored(json, names)
        case None | "" | [] | ():
            return ""
        case False:
            return ""
        case str():
            return source(json, names) if field == "source" else _words(field, json, names)
        case list() | tuple():
            return listed(_part(field, item, names) for item in json)
        case dict():
            inner = ((key, item) for key, item in json.items() if item not in (None, "", [], {}))
            return listed(row(spaced(key, names), " ", _part(key, item, names)) for key, item in inner)
        case _:
            return value(json)


def _words(field: str, text: str, names: Names) -> Part:
    """The words in a field: what people write there stays, and words of the game are said in the reader's language."""
    if field in _PICKED and _KEY.fullmatch(text):
        return term(plain(text))
    return spaced(text, names, role="") if field in _WRITTEN else spaced(text, names)


def _part(field: str, json: Any, names: Names) -> Part:
    """Return a part of a value in words: what is false or nought says something within a list."""
    return field_value(field, json, names) if isinstance(json, str | list | tuple | dict) else value(json)


def reference_value(json: object, names: Names) -> Part:
    """A value with names where references stand; a text keeps its words."""
    if not isinstance(json, str):
        return _part("", json, names)
    bearer = who(json, names)
    known = named(bearer, names) if isinstance(bearer, str) else bearer
    return term(known) if isinstance(known, str) else known


def modified(modifier: Fields, names: Names, *, brief: bool = False) -> Part:
    """Return a modifier's effect on a value: `focus maximum −1`. A `brief` one leaves formulas out."""
    amount, operation = modifier.get("amount", 0), modifier.get("operation", "add")
    if brief and not isinstance(amount, int):
        return phrase("modifier.computed", value=value_term(modifier.get("path", "")))
    formula = "" if isinstance(amount, int) else row("(", expressed(amount, names), ")")
    path = value_term(modifier.get("path", ""))
    if operation == "add":
        return row(path, " ", row("+ ", formula) if formula else signed(amount))
    over = modifier.get("over", 1)
    if operation not in ("set", "cap", "floor"):
        return row(path, " × ", formula or value(amount), f" / {over}" if over != 1 else "")
    return phrase(f"modifier.{operation}", value=path, amount=formula or value(amount))


def changing(modifier: Fields, names: Names) -> Part:
    """Return a modifier's effect on a value, and its end: `focus maximum −1, until the end of the scene`."""
    return listed((modified(modifier, names), field_value("until", modifier.get("until"), names)))


def cause(modifier: Fields, names: Names) -> Part:
    """Return the cause of a modifier; "" where none is known. A title that is a key, as `helped_attack`, is a word of the game."""
    title = str(modifier.get("title") or "")
    return term(plain(title) if "_" in title else title, WORD if "_" in title else MODIFIER) or source(
        modifier.get("source", ""), names
    )


@cache
def carrying_fields() -> Mapping[str, type[Instance]]:
    """The fields in which events bring an instance of their component, with its type."""
    # Annotations are compared as they are written: to resolve those of all events takes a command line a tenth of its time.
    return {
        field: component.instance
        for component in COMPONENTS.values()
        for kind in component.events
        for field, annotation in kind.__annotations__.items()
        if annotation == component.instance.__name__
    }


@cache
def vocabulary_fields() -> frozenset[str]:
    """The names of all fields of events and of the instances that they bring, as far as they have a label."""
    kinds = (*EVENTS, *carrying_fields().values())
    return frozenset(field for kind in kinds for field in kind.__struct_fields__) - _UNLABELLED


def _tells(json: object, *, zeros: bool) -> bool:
    if isinstance(json, bool):
        return json
    return (zeros and json == 0) or json not in (None, "", [], {}, (), 0)


def _detail(key: str, json: Any, names: Names) -> Part:
    called: Part = "" if key in _SELF_SAYING else label(key)
    match json:
        case dict() if is_anchor(json):
            return anchored(json, names)
        case dict() if is_formula(json):
            return phrase("value.labelled", label=called, value=expressed(json, names))
        case dict():
            inner = listed(row(spaced(name, names), " ", reference_value(item, names)) for name, item in json.items())
            return phrase("value.labelled", label=called, value=inner)
        case list() | tuple():
            items = listed(reference_value(item, names) for item in json)
            squares = phrase("value.squares", count=len(json))
            return squares if key == "squares" else phrase("value.labelled", label=called, value=items)
        case str() if key == "source":
            return phrase("value.by", source=source(json, names))
        case str() if key == "location":
            return phrase("value.labelled", label=called, value=spaced(json.replace("/", " "), names))
        case str() if key in _WRITTEN:
            return phrase("value.labelled", label=called, value=named(json, names))
        case _:
            return phrase("value.labelled", label=called, value=reference_value(json, names))


def spaced(text: Part, names: Names, role: str = WORD) -> Part:
    """A text with names in it, and spaces for underscores; what is a phrase already stays. A whole text may be a word of the game;
    with the role "" it is not.
    """
    if not isinstance(text, str):
        return text
    known = names.get(text)
    part = named(text, names) if known is None or "." in text else name_of(known)
    if not isinstance(part, str):
        return part
    words = part.replace("_", " ")
    return term(words, role) if role and known is None else words
