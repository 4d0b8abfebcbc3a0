"""The features that costume is made of, by tier: those that the rulebook prices, and those that a campaign adds."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.messages import text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table

Tier = Annotated[
    Literal["low", "standard", "high"], Meta(description="How well it is made", extra={"catalogue": "quality"})
]

TIERS: Final[tuple[Tier, ...]] = ("low", "standard", "high")
"""WD-COS-01, from the bottom up."""


class Feature(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A feature of a piece of costume: its effects, and its price in dollars."""

    price: int = 0
    encumbrance: Annotated[int, Meta(description="Its load")] = 0
    armor: Annotated[int, Meta(description="Its wound slots")] = 0
    belt: Annotated[int, Meta(description="Its belt slots")] = 0
    fragile: Annotated[bool, Meta(description="Whether its last belt slot is fragile")] = False
    hidden: Annotated[bool, Meta(description="Whether what is in its slot is out of sight")] = False
    protects: Annotated[int, Meta(description="How many other pieces it keeps from being broken")] = 0
    adjacent: Annotated[bool, Meta(description="Whether those are its neighbours")] = False
    break_on: Annotated[int, Meta(description="What has to be rolled, or more, to break one of those")] = 0
    inventory: bool = False
    supply: bool = False
    reputation: Annotated[int, Meta(description="How much reputation comes each day")] = 0
    preserved_on: Annotated[int | None, Meta(description="What has to be rolled, or more, to keep that reputation")] = (
        None
    )
    exclusive: Annotated[bool, Meta(description="Whether that reputation works with one group alone")] = False
    social: Annotated[int, Meta(description="What is added to rolls with bystanders of that group")] = 0
    coverage: bool = False
    helmet: bool = False


class _Wardrobe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pieces: dict[str, Feature]


PRINTED: Final = table(__package__, "costume", _Wardrobe).pieces
"""WD-COS-05 to WD-COS-14: every piece with a printed price, by `<what>/<tier>`."""

KIND: Final = "costume"
"""The kind of the campaign's own pieces in its catalogue."""


def entry_of(key: str) -> str:
    """Return where the campaign's catalogue has a piece of its own."""
    return f"{KIND}/{key}"


def feature(play: Play, key: str) -> Feature:
    """Return a feature by `<what>/<tier>`: the campaign's own before the printed one. Raises Absent."""
    entry = play.campaign().catalogue.get(entry_of(key))
    if entry is None:
        return PRINTED[key] if key in PRINTED else play.missing(f"campaign/self.catalogue.{entry_of(key)}", _none(key))
    try:
        return msgspec.convert(entry.fields, Feature)
    except msgspec.ValidationError as wrong:
        raise Refused(
            "WD-COS-01", "The catalogue's {key} is no piece of costume: {wrong}. Define it anew.", key=key, wrong=wrong
        ) from wrong


def tiers_of(play: Play, what: str) -> list[Tier]:
    """WD-COS-01: the tiers that a piece comes in, from the bottom up."""
    catalogue = play.campaign().catalogue
    return [tier for tier in TIERS if f"{what}/{tier}" in PRINTED or entry_of(f"{what}/{tier}") in catalogue]


def tier_of(key: str) -> str:
    """The tier in a feature's key."""
    return key.rpartition("/")[2]


def _none(key: str) -> str:
    return text("There is no piece of costume called {key}; the game master can define it.", key=key)
