"""Healing at night: of wounds, unless they are scarred or low morale holds them."""

from __future__ import annotations

from typing import Final

from domain.kit import conditions
from domain.play.play import Play
from domain.system import OptionSpec
from systems.weaverdice.checks import morale
from systems.weaverdice.harm import scars, wounds
from systems.weaverdice.moments import FULL_NIGHT

RECUPERATED: Final = "recuperated"
"""The condition of a character who used a slot of the downtime before this night to rest and recuperate."""


def healable(play: Play, who: str) -> list[str]:
    """Ruling 106: the wounds of the body that neither a scar nor low morale holds, the mildest first."""
    free = (n for n in wounds.body(play, who) if not scars.holds(play, who, n) and not morale.is_held(play, who, n))
    return sorted(free, key=lambda name: wounds.tier(play, who, name))


def heal(play: Play, who: str, name: str) -> None:
    """A wound has healed overnight."""
    wounds.mend(play, who, name, "a night's sleep")


def overnight(play: Play, who: str) -> None:
    """WD-MOR-07, ruling 106: wounds heal overnight after a slot of rest; where the campaign plays so, lesser ones always."""
    rested = conditions.has(play, who, RECUPERATED)
    nightly = bool(play.option("lesser_wounds_heal_nightly"))
    if not rested and not nightly:
        return
    with play.citing("WD-RULING-106"):
        for name in healable(play, who):
            if rested or not wounds.tier(play, who, name):
                heal(play, who, name)


OPTIONS = (
    OptionSpec(
        name="lesser_wounds_heal_nightly",
        default=False,
        choices=(False, True),
        text="Whether lesser wounds that are not scarred heal every night, also without a slot of rest.",
        rules=("WD-MOR-07", "WD-RULING-106"),
    ),
)

MOMENTS = {FULL_NIGHT: (overnight,)}
