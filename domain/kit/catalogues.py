"""Catalogues: what a rulebook prints and what a campaign adds to it, looked up by a word.

A game's tables are data beside its rules. An invention of the table (a power, a monster, a weapon) is an addition to
the campaign's catalogue, named `<kind>/<word>`; its fields are those of the struct by which the game reads both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from domain.aggregates import CAMPAIGN
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.base import Audience, Scalar
from domain.vocabulary.catalogue import Addition, CatalogueAdded

S = TypeVar("S", bound=msgspec.Struct)


def name_of(kind: str, word: str) -> str:
    """Return the name under which the campaign's catalogue has something of its own."""
    return f"{kind}/{handle_of(word) or kind}"


def add(
    play: Play,
    name: str,
    kind: str,
    title: str,
    fields: Mapping[str, Scalar],
    *,
    tags: tuple[str, ...] = (),
    audience: Audience = "all",
    rules: tuple[str, ...] = (),
) -> str:
    """Add something to the campaign's catalogue under a name, and return the name. Refused where the name is taken."""
    addition = Addition(kind=kind, title=title, fields=dict(fields), tags=tags, audience=audience)
    play.emit(CAMPAIGN, CatalogueAdded(name=name, addition=addition, rules=rules))
    return name


def own(play: Play, kind: str) -> tuple[str, ...]:
    """Return the names of what the campaign has added of a kind."""
    return tuple(sorted(play.where(CAMPAIGN, "catalogue", kind)))


def has(play: Play, name: str) -> bool:
    """Whether the campaign has added something under a name."""
    return name in play.campaign().catalogue


def look_up(play: Play, kind: str, word: str, printed: Mapping[str, S], of: type[S]) -> S:
    """Return what is called by a word: the campaign's own of that kind, else what the rulebook prints.

    Absent where there is neither; the text names what there is.
    """
    name = name_of(kind, word)
    if has(play, name):
        return msgspec.convert(dict(play.campaign().catalogue[name].fields), of)
    if word not in printed:
        known = ", ".join(sorted((*printed, *(entry.partition("/")[2] for entry in own(play, kind)))))
        play.missing(
            f"{CAMPAIGN}.catalogue.{name}",
            "There is no {kind} {word!r}; there is {known}.",
            kind=kind,
            word=word,
            known=known or text("none yet"),
        )
    return printed[word]


def printed(play: Play, word: str, entries: Mapping[str, S]) -> S:
    """Return what the rulebook prints under a name. Absent where it prints no such thing; the text names what there is."""
    if word not in entries:
        listed = ", ".join(sorted(entries))
        play.missing(f"catalogue.{word}", "The catalogue has no {word!r}; it has {listed}.", word=word, listed=listed)
    return entries[word]


def of_struct(value: msgspec.Struct, *leave_out: str) -> dict[str, Scalar]:
    """Return the fields of a flat struct as a catalogue keeps them, without those at their defaults and those left out."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(type(value))}
    given = msgspec.structs.asdict(value)
    return {
        name: field_value
        for name, field_value in given.items()
        if name not in leave_out and field_value != defaults[name]
    }
