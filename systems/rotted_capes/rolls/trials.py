"""The d20: Advantage and Disadvantage, addends, what succeeds, and rolls that fail without a die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from domain.kit.rolls import (
    Judge,
    Roll,
    Throw,
    addend,
    advantage,
    decided,
    dice_of,
    reaches,
    roll,
    with_naturals,
    without_dice,
)
from domain.play.play import Play
from domain.vocabulary.log import Contribution
from systems.rotted_capes.windows import ROLLED, ROLLING, TARGETED, Trial, Tried

ATTACKING: Final = with_naturals(reaches, {1: "miss", 20: "critical"})
"""RC-ATK-06, RC-ATK-07: what comes of an attack roll."""


def attempt(play: Play, trial: Trial) -> Tried:
    """RC-EXH-01, rulings 1, 2 and 72: roll a d20 with Advantage or Disadvantage, and add what bears upon it.

    Natural 1 and 20 decide attacks alone. Raises Refused where the dice cannot be rolled.
    """
    trial = prepared(play, trial)
    decided = without_a_roll(play, trial)
    if decided is not None:
        return decided
    return ROLLED.open(play, trial.who, Tried(trial, rolled(play, trial, thrown(trial))))


def prepared(play: Play, trial: Trial) -> Trial:
    """Return a trial with all that bears upon it: by the character who rolls it, and by whom it is rolled against."""
    trial = ROLLING.open(play, trial.who, trial)
    return TARGETED.open(play, trial.against, trial) if trial.against else trial


def without_a_roll(play: Play, trial: Trial) -> Tried | None:
    """Return what came of a trial that fails or succeeds without a die; None where it has to be rolled."""
    without_die = decided(play, thrown(trial), failed=trial.failed, certain=trial.certain)
    return None if without_die is None else Tried(trial, without_die)


def rolled_for_all(play: Play, trials: Sequence[Trial]) -> list[Tried]:
    """Roll once for several trials of one roller, and judge each by its own addends and target.

    Those with Advantage have a roll of their own, and so have those with Disadvantage, as their dice are others.
    """
    shown: dict[str, int] = {}
    rolls: list[Tried] = []
    for trial in trials:
        tried = without_a_roll(play, trial)
        if tried is None:
            throw = thrown(trial)
            if throw.dice not in shown:
                shown[throw.dice] = _shared(play, trial, throw)
            reasons = _reasons(trial)
            tried = Tried(trial, without_dice(play, throw, shown[throw.dice], "one roll for all", rules=reasons))
        rolls.append(tried)
    return rolls


def _shared(play: Play, trial: Trial, throw: Throw) -> int:
    """Roll the dice that count for several; what they show. The one who rolls them may roll them again."""
    word = {1: "/advantage", -1: "/disadvantage"}.get(_edge(trial), "")
    common = throw._replace(kind=f"{trial.kind}{word}", target=None, addends=(), judge=reaches, about="", against="")
    trial = trial._replace(target=None, about="", against="")
    return ROLLED.open(play, trial.who, Tried(trial, roll(play, common))).natural


def _edge(trial: Trial) -> int:
    return advantage(len(trial.for_it), len(trial.against_it))


def thrown(trial: Trial) -> Throw:
    """Return the throw of a trial; one that is sure to hit has nothing to reach."""
    return Throw(
        trial.who,
        trial.kind,
        dice_of(20, _edge(trial)),
        None if trial.sure else trial.target,
        trial.addends,
        judge=judge_of(trial),
        about=trial.about,
        against=trial.against,
    )


def judge_of(trial: Trial) -> Judge:
    """RC-COND-13, RC-COND-16, ruling 46: return the measure of a roll; one that is sure to hit misses on a natural 1
    alone."""
    if trial.purpose != "attack":
        return reaches

    def judge(natural: int, total: int, target: int | None) -> str:
        outcome = "success" if trial.sure and 1 < natural < 20 else ATTACKING(natural, total, target)
        return "critical" if trial.deadly and outcome == "success" else outcome

    return judge


def rolled(play: Play, trial: Trial, throw: Throw) -> Roll:
    """Roll it, and cite the rules by which it has Advantage or Disadvantage."""
    return roll(play, throw._replace(rules=_reasons(trial)))


def _reasons(trial: Trial) -> tuple[str, ...]:
    """The rules by which a trial has Advantage or Disadvantage, or more than that."""
    reasons = (*trial.for_it, *trial.against_it, trial.sure, trial.deadly)
    return tuple(dict.fromkeys(reason for reason in reasons if reason.startswith("RC-")))


def ability_addend(play: Play, who: str, ability: str) -> tuple[Contribution, ...]:
    """Ruling 3: what an ability adds to a roll."""
    return addend(ability, play.value(who, f"modifiers.{ability}").total)
