"""Death saves: three failures kill, three successes make stable, and 20 or more wakes a character who has a recovery."""

from __future__ import annotations

from typing import Final

from domain.kit import counters, pools
from domain.kit.conditions import has
from domain.kit.rolls import count_as
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment
from systems.orcus.harm.dying import FAILED, PASSED, die, stabilize
from systems.orcus.harm.healing import HP, RECOVERIES, spend_recovery
from systems.orcus.moments import SHORT_REST, TURN_OVER, TURN_START
from systems.orcus.rolls.saves import ENOUGH, SAVES
from systems.orcus.rolls.trials import attempt
from systems.orcus.sheet.conditions import DYING, is_dead
from systems.orcus.sheet.stacking import rolls_changed
from systems.orcus.windows import Trial, Tried

AWAKENS: Final = 20
"""OR-DEATH-07: the result of a death save that lets a character spend a recovery."""

OF_A_KIND: Final = 3
"""OR-DEATH-05: the failures that kill, and the successes that make stable."""

OPTIONS: Final = (
    OptionSpec(
        name="death_save_timing",
        default="start",
        text="Whether death saves are rolled as the turn of the dying begins, or as it ends.",
        choices=("start", "end"),
        rules=("OR-RULING-27",),
    ),
    OptionSpec(
        name="three_successes",
        default="stable",
        text="What three successful death saves bring: the dying become stable, or nothing.",
        choices=("stable", "nothing"),
        rules=("OR-RULING-28",),
    ),
)


def death_save(play: Play, who: str) -> None:
    """OR-DEATH-04, OR-DEATH-05, OR-COND-07, ruling 51: roll one death save, with all that adds to saving throws."""
    bonus = (*play.value(who, SAVES).contributions(), *rolls_changed(play, who, "save"))
    with play.citing("OR-DEATH-04"):
        tried = attempt(play, Trial(who, "death", "death", ENOUGH, addends=bonus))
    if tried.roll.total >= AWAKENS and _awakens(play, who, tried):
        return
    counter = PASSED if tried.success else FAILED
    with play.citing("OR-DEATH-05"):
        counters.count(play, who, counter, what="death-saves", until=AtMoment(moment=SHORT_REST, subject=who))
        if counters.times(play, who, counter) >= OF_A_KIND:
            _decided(play, who, passed=tried.success)


def _awakens(play: Play, who: str, tried: Tried) -> bool:
    """OR-DEATH-07, OR-DEATH-08, ruling 29: 20 lets them spend a recovery; who has none left, or wants none, has passed with a 19."""
    with play.citing("OR-DEATH-07"):
        if not pools.current(play, who, RECOVERIES):
            count_as(play, tried.roll, AWAKENS - 1, "no recovery is left", rules=("OR-DEATH-07",))
            return False
        prompt = "A recovery may be spent to wake. Is it?"
        if play.offer("recovery", who, ("spend", "keep"), "spend", prompt, about=(who,), price="a recovery") == "keep":
            return False
        spend_recovery(play, who)
    return True


def _decided(play: Play, who: str, *, passed: bool) -> None:
    """OR-DEATH-05, ruling 28: the third of a kind decides."""
    if not passed:
        die(play, who)
    elif play.option("three_successes") == "stable":
        stabilize(play, who)


def at_start(play: Play, who: str) -> None:
    """OR-DEATH-04, ruling 27: a death save is due as the turn begins, after persistent damage and regeneration."""
    if play.option("death_save_timing") == "start":
        _if_due(play, who)


def at_end(play: Play, who: str) -> None:
    """OR-COND-07, ruling 27: a death save is due as the turn ends, by option."""
    if play.option("death_save_timing") == "end":
        _if_due(play, who)


def _if_due(play: Play, who: str) -> None:
    if not is_dead(play, who) and has(play, who, DYING) and pools.current(play, who, HP) <= 0:
        death_save(play, who)


MOMENTS: Final = {TURN_START: (at_start,), TURN_OVER: (at_end,)}
