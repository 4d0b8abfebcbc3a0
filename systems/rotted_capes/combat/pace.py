"""Pace: how far a character moves in a turn, in Areas (in squares of an inch where the campaign has them), and what is
left."""

from __future__ import annotations

from typing import Final

from domain.kit import conditions, turns
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.turns import TurnChanged
from systems.rotted_capes.combat.actions import DEMANDING
from systems.rotted_capes.combat.areas import BLOCK
from systems.rotted_capes.combat.turns import MODES, PacedTurnData, placed
from systems.rotted_capes.fields import MODE_WORDS, Mode
from systems.rotted_capes.sheet.conditions import is_held
from systems.rotted_capes.sheet.exhaustion import crawls, is_spent
from systems.rotted_capes.sheet.people import LOAD, PACE_CAP, PENALTY, POWERED, PoweredData
from systems.rotted_capes.windows import PACING, Paced

DASHING: Final = "dashing"
HALVED: Final = "slowed_by_obstacle"
CLIMBING: Final = "climbing_line"
GONE: Final = "pace_spent"
"""RC-TURN-09: something took all the movement of the turn."""


def unit(play: Play) -> int:
    """RC-MOVE-05: return the units of movement in an Area of Pace: 4 squares where the map has squares of an inch, else
    1."""
    return BLOCK if in_squares(play) else 1


def in_squares(play: Play) -> bool:
    """RC-MOVE-05: whether movement counts squares of an inch."""
    return bool(play.option("one_inch_squares"))


def is_powered(play: Play, who: str, mode: Mode) -> bool:
    """Whether a Pace of a character comes from a power, feat or feature."""
    return any(PoweredData.of(trait).mode == mode for trait in play.where(who, "traits", POWERED).values())


def base(play: Play, who: str, mode: Mode) -> int:
    """RC-MOVE-01, RC-MODE-09, RC-MODE-10: the Pace of a mode, in Areas; that of a swing comes from the power score."""
    return PACING.open(play, who, Paced(who, mode, _own(play, who, mode))).areas


def _own(play: Play, who: str, mode: Mode) -> int:
    """RC-MODE-09, RC-MODE-10, RC-COND-08, RC-EXH-02, RC-ENC-02: return what a mode comes to; all that bears on a Pace bears on a swing."""
    if mode != "swing":
        return max(0, play.value(who, f"pace.{mode}").total)
    power = play.value(who, "modifiers.power").total
    on_line = power // 2 if conditions.has(play, who, CLIMBING) else power
    if is_held(play, who) or is_spent(play, who):
        return 0
    return max(0, on_line - sum(play.value(who, path).total for path in (PENALTY, LOAD)))


def full(play: Play, who: str, mode: Mode) -> int:
    """RC-ACT-02, RC-EXH-02, RC-TERR-04, RC-DEM-02, rulings 21 and 26: what a mode comes to in this turn, with all that bears
    on it. A character who is too tired for any Pace drags themselves 1 Area by a Dash."""
    whole = 0 if conditions.has(play, who, GONE) else base(play, who, mode)
    if not whole and conditions.has(play, who, DASHING) and crawls(play, who):
        return unit(play)
    if conditions.has(play, who, DASHING):
        whole *= 2
        if not play.option("dash_ignores_cap") and not is_powered(play, who, mode):
            whole = min(whole, PACE_CAP)
    if whole and conditions.has(play, who, HALVED):
        whole = max(1, whole // 2)
    if conditions.has(play, who, DEMANDING):
        whole = min(whole, 1)
    return whole * unit(play)


def used(play: Play, who: str, mode: Mode | None = None) -> int:
    """Return what movement has used up in this turn, in one mode or in all."""
    data = placed(play, who)
    return sum(getattr(data, each) for each in MODES if mode in (None, each))


def left(play: Play, who: str, mode: Mode) -> int:
    """RC-MOVE-03, RC-MOVE-04: return the Pace that is left for a mode: of the highest Pace among the modes used, and of
    its own."""
    return max(0, min(_whole(play, who, mode) - used(play, who), full(play, who, mode) - used(play, who, mode)))


def spend(play: Play, who: str, mode: Mode, cost: int, areas: int = 0) -> None:
    """Use up movement of a mode, and note how many Areas it covered; nothing where nobody fights."""
    encounter, name = turns.running(play), turns.place_of(play, who)
    if encounter is None or name is None:
        return
    entry = play.encounter(encounter).order[name]
    changed = PacedTurnData.changes(**{mode: getattr(PacedTurnData.of(entry), mode) + cost})
    play.emit(encounter, TurnChanged(name=name, moved=entry.moved + areas, data=changed))


def check(play: Play, who: str, mode: Mode, cost: int) -> None:
    """RC-MOVE-01, RC-MOVE-03, RC-MOVE-04, RC-DEM-02: refuse movement that is more than what is left of the turn."""
    remaining = left(play, who, mode)
    if cost <= remaining:
        return
    if conditions.has(play, who, DEMANDING):
        play.refuse("RC-DEM-02", "In the turn of a Demanding Action they move 1 Area at most.")
    elif cost <= _whole(play, who, mode) - used(play, who):
        play.refuse(
            "RC-MOVE-04", "Their {mode} Pace is used up; it limits what is covered in that mode.", mode=MODE_WORDS[mode]
        )
    else:
        rule = "RC-MOVE-03" if used(play, who) else "RC-MOVE-01"
        play.refuse(
            rule,
            "This takes {cost} of their Pace, and {remaining} is left in this turn.",
            cost=cost,
            remaining=remaining,
        )


def _whole(play: Play, who: str, mode: Mode) -> int:
    """RC-MOVE-04: return the highest Pace among the modes that are used in this turn."""
    data = placed(play, who)
    return max(full(play, who, each) for each in MODES if getattr(data, each) or each == mode)


OPTIONS = (
    OptionSpec(
        name="dash_ignores_cap",
        default=True,
        text="Whether a Dash doubles a Pace beyond the cap of 5 Areas.",
        rules=("RC-ACT-02", "RC-RULING-21"),
    ),
)
