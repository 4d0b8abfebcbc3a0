"""Numbers and names as people read them: who and what stands where there is a reference, a path or an id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from domain.aggregates import CAMPAIGN
from domain.paths import parse
from projections.names import INSTANCE, REFERENCE, Name, plain

Names = Mapping[str, Name]
"""What is called how: aggregates by reference, instances by path, people by id, moments by `moment/` and their name."""

_PLACE: Final = re.compile(r"[a-z][a-z_]+(?:-\d+)+")
"""What a rule calls a place in an order of turns that is nobody's."""

_MENTIONED: Final = re.compile(rf"{REFERENCE}(?:\.{INSTANCE})?")


def signed(amount: int) -> str:
    """A number with its sign, the minus as typographers write it."""
    return f"−{-amount}" if amount < 0 else f"+{amount}"


def number(value: object) -> str:
    """A value as it is read: minus signs are long, nothing is a dash, what has parts is told shortly."""
    match value:
        case None:
            return "—"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"−{-value}" if value < 0 else str(value)
        case dict():
            return ", ".join(f"{key} {number(item)}" for key, item in value.items() if item not in (None, "", [], {}))
        case list() | tuple():
            return ", ".join(map(number, value))
        case _:
            return str(value)


def who(ref: str, names: Names) -> str:
    """How an aggregate is called, also by the id that its place in an order of turns has; as it stands where unknown."""
    if ref == CAMPAIGN:
        return "The campaign"
    found = names.get(ref) or names.get(f"character/{ref}")
    return ref if found is None else found.name


def whose_turn(place: str, names: Names) -> str:
    """Who has a place in an order of turns; one that is nobody's goes by what it is: `horde-39` is a horde."""
    told = who(place, names)
    return plain(told) if told == place and _PLACE.fullmatch(place) else told


def whose(ref: str, names: Names) -> str:
    """The same before what they have: `Kestrel's`."""
    return f"{who(ref, names)}'s"


def thing(path: str, names: Names) -> str:
    """How an instance is called; where that is not known, what its own name says."""
    known = names.get(path)
    at = parse(path)
    own = at.name.replace("_", " ") if at.component in ("tracks", "attributes") else plain(at.name)
    return own if known is None else known.name


def named(text: str, names: Names) -> str:
    """A text with names where references and paths stand."""
    return _MENTIONED.sub(lambda found: _mentioned(found[0], names), text)


def _mentioned(mention: str, names: Names) -> str:
    ref, dot, _ = mention.partition(".")
    if not dot:
        return who(ref, names)
    if parse(mention).component == "grids":
        return f"the grid of {thing(mention, names)}"
    return f"{whose(ref, names)} {thing(mention, names)}"
