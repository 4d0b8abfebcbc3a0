"""Protection: the five stages, what is worn, and what one is behind."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec

from domain.components.anchors import AnyAnchor
from domain.play.play import Play
from domain.rulebook import table
from systems.cthulhu_eternal import states
from systems.cthulhu_eternal.people import ARMOR

WORN: Final = "worn"
"""Where armor has to be to count."""

TRANSCENDENT: Final = "transcendent"


class _Rated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    form: Literal["body", "cover", "vehicle"]
    rating: int


class _Protection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    piercing: int
    armor: dict[str, _Rated]


PROTECTION: Final = table(__package__, "protection", _Protection)
"""CE-PROT-13, CE-PROT-18: what armor there is, with its rating, and what piercing without a number comes to."""


class Armor(NamedTuple):
    """The Armor ratings that stand between somebody and harm."""

    body: int
    cover: int


def armor(play: Play, who: str) -> Armor:
    """CE-PROT-06, CE-PROT-13, ruling 31: all that is worn, and grown, added up; and what one is behind."""
    items = play.where(who, "items", WORN).values()
    covers = play.where(who, "conditions", states.COVERED).values()
    return Armor(
        play.value(who, ARMOR).total + sum(int(item.data.get("armor") or 0) for item in items),
        sum(int(cover.data.get("armor") or 0) for cover in covers),
    )


def stopped(play: Play, who: str, piercing: int | None = 0) -> int:
    """CE-PROT-05, CE-PROT-06, CE-PROT-18, ruling 30: how much of an attack armor and cover take: all sources together,
    less what pierces, once. `piercing` is None where the weapon's description gives no number."""
    pierced = PROTECTION.piercing if piercing is None else piercing
    return max(0, sum(armor(play, who)) - pierced)


def covered(play: Play, who: str) -> bool:
    """Whether somebody is behind cover."""
    return states.has(play, who, states.COVERED)


def sealed(play: Play, who: str) -> bool:
    """CE-PROT-11: whether nothing reaches somebody until the cover around them is breached."""
    return any(cover.data.get("sealed") for cover in play.where(who, "conditions", states.COVERED).values())


def stage(play: Play, who: str) -> str:
    """CE-PROT-01, CE-PROT-04: how easily somebody is harmed: exposed, fragile, huge or transcendent. Armor and cover come
    on top of any of them."""
    if states.has(play, who, TRANSCENDENT):
        return TRANSCENDENT
    return str(play.character(who).profile["self"].data.get("protection") or "exposed")


def take_cover(play: Play, who: str, rating: int, until: AnyAnchor | None = None, source: str = "") -> str:
    """CE-PROT-06: from here on somebody is behind a cover of this Armor rating, in place of the one before, until it ends
    or they leave it."""
    states.end(play, who, states.COVERED, "behind another cover")
    return states.gain(play, who, states.COVERED, until=until, source=source, armor=rating)
