"""Secrets one can search for: instances and events in whose every field a marker stands."""

from __future__ import annotations

import builtins
import types
import typing
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from domain.aggregates import Aggregate, begin, components_of
from domain.visibility.audience import Viewer
from domain.vocabulary import COMPONENTS
from domain.vocabulary.profile import Profile

MARKER = "zz-secret-zz"
NUMBER = 987654321

PLAYER = Viewer("ana", "player", frozenset({"character/hero"}))
OTHER = Viewer("ben", "player", frozenset({"character/friend"}))
OBSERVER = Viewer("olaf", "observer")
EVERYBODY = (PLAYER, OTHER, OBSERVER)

S = TypeVar("S", bound=msgspec.Struct)


def marked(kind: type[S], **given: Any) -> S:
    """One of these in which everything that is not given holds the marker; for everybody, unless told otherwise."""
    plain: dict[str, Any] = {"audience": "all", "shown_to": UNSET}
    values = {
        field: given[field] if field in given else plain[field] if field in plain else _marked(hint)
        for field, hint in get_type_hints(kind, include_extras=False).items()
        if field in kind.__struct_fields__
    }
    return kind(**values)


def _marked(hint: Any) -> Any:
    blank = {str: MARKER, int: NUMBER, bool: False, msgspec.Raw: msgspec.Raw(b"null")}
    if hint in blank:
        return blank[hint]
    parts = get_args(hint)
    match get_origin(hint):
        case None:
            return marked(hint)
        case types.UnionType | typing.Union:
            return _marked(next(part for part in parts if part not in (type(None), UnsetType)))
        case typing.Literal:
            return parts[0]
        case builtins.tuple:
            return tuple(_marked(part) for part in parts if part is not ...)
        case builtins.dict:
            return {MARKER: _marked(parts[1])}
        case _:
            raise TypeError(hint)


def creature(ref: str, audience: Any = "all", sheet: Any = "all", owners: tuple[str, ...] = ()) -> Aggregate:
    """An aggregate with a plain name, to be filled."""
    aggregate = begin(ref)
    name = ref.partition("/")[2]
    aggregate.profile = {"self": Profile(handle=name, name=name.title(), audience=audience, sheet=sheet, owners=owners)}
    return aggregate


def full_of_secrets(ref: str, audience: Any = "gm") -> Aggregate:
    """An aggregate everybody knows, with a marked instance for this audience only in each of its components."""
    aggregate = creature(ref) if not ref.startswith("campaign") else begin(ref)
    for component in components_of(type(aggregate)):
        if component != "profile":
            secret = marked(COMPONENTS[component].instance, audience=audience)
            setattr(aggregate, component, {MARKER: secret})
    return aggregate


class Worlds(dict[str, Aggregate]):
    """A world held in a dictionary, by reference."""

    def __init__(self, *aggregates: Aggregate) -> None:
        super().__init__({aggregate.ref: aggregate for aggregate in aggregates})

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.get(ref)

    def __repr__(self) -> str:
        return f"Worlds({', '.join(self)})"


def json_of(value: object) -> str:
    """What would go over the wire."""
    return msgspec.json.encode(value).decode()


def expect_no_secret(shown: object) -> None:
    """Neither the marker nor the marked number stands anywhere in what is shown."""
    assert MARKER not in json_of(shown)
    assert str(NUMBER) not in json_of(shown)
