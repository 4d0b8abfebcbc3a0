"""Flanking: two on opposite sides of an opponent."""

from __future__ import annotations

from typing import Final

from domain.kit.conditions import has
from domain.kit.maps.lines import flanks
from domain.play.play import Play
from domain.system import OptionSpec
from systems.orcus.board.places import next_to, space_of, standing
from systems.orcus.combat.sides import hostile
from systems.orcus.sheet.conditions import can_act, can_flank
from systems.orcus.sheet.people import kind_of
from systems.orcus.windows import AIMED, Strike

HARMLESS: Final = "harmless"
"""The condition of who has no attacks."""

OPTIONS: Final = (
    OptionSpec(
        name="flank_melee_only",
        default=False,
        text="Whether only melee attacks profit from flanking",
        rules=("OR-FLNK-01",),
    ),
)


def flanked_by(play: Play, by: str, target: str) -> tuple[str, ...]:
    """OR-FLNK-01, OR-FLNK-02, ruling 48: return the allies with whom a character flanks a target."""
    here, target_space = space_of(play, by), space_of(play, target)
    if here is None or target_space is None or not next_to(play, by, target) or not can_flank(play, by):
        return ()
    near = standing(play, by, around=(target_space,))
    opposite = (other for other, space in near.items() if other != target and flanks(here, target_space, space))
    return tuple(other for other in opposite if _threatens(play, by, other, target))


def _threatens(play: Play, by: str, other: str, target: str) -> bool:
    """OR-FLNK-02: whether an ally next to the target could attack it, and may flank; neighbours always have line of effect."""
    return (
        not hostile(play, by, other)
        and next_to(play, other, target)
        and can_act(play, other)
        and can_flank(play, other)
        and kind_of(play, other) != "object"
        and not has(play, other, HARMLESS)
    )


def flank(play: Play, by: str, strike: Strike) -> Strike:
    """OR-FLNK-01, ruling 48: give combat advantage to an attacker who flanks the target, by default with any attack."""
    if play.option("flank_melee_only") and strike.attack.origin != "melee":
        return strike
    if not flanked_by(play, by, strike.target):
        return strike
    return strike._replace(trial=strike.trial.favoured("OR-FLNK-01"))


WINDOWS: Final = {AIMED: (flank,)}
