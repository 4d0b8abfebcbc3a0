"""The d20: Advantage and Disadvantage, addends, what succeeds, and rolls that fail without a die."""

from __future__ import annotations

from typing import Final

from domain.events.log import Contribution
from domain.kit.rolls import Judge, Roll, Throw, addend, advantage, dice_of, reaches, roll, with_naturals, without_dice
from domain.play.play import Play
from systems.rotted_capes.windows import ROLLED, ROLLING, TARGETED, Trial, Tried

ATTACKING: Final = with_naturals(reaches, {1: "miss", 20: "critical"})
"""RC-ATK-06, RC-ATK-07: what comes of an attack roll."""


def attempt(play: Play, trial: Trial) -> Tried:
    """RC-EXH-01, rulings 1, 2 and 72: roll a d20 with Advantage or Disadvantage, and add what bears upon it.

    Natural 1 and 20 decide attacks alone. Raises Refused where the dice cannot be rolled.
    """
    trial = ROLLING.open(play, trial.who, trial)
    if trial.against:
        trial = TARGETED.open(play, trial.against, trial)
    throw = thrown(trial)
    if trial.failed:
        found = without_dice(
            play, throw._replace(judge=lambda *_: "failure"), 0, "it fails without a roll", rules=(trial.failed,)
        )
        return Tried(trial, found)
    if trial.certain:
        sure = throw._replace(judge=lambda *_: "success")
        return Tried(trial, without_dice(play, sure, 0, "it succeeds without a roll", rules=(trial.certain,)))
    return ROLLED.open(play, trial.who, Tried(trial, rolled(play, trial, throw)))


def thrown(trial: Trial) -> Throw:
    """Return the throw of a trial; one that is sure to hit has nothing to reach."""
    return Throw(
        trial.who,
        trial.kind,
        dice_of(20, advantage(len(trial.for_it), len(trial.against_it))),
        None if trial.sure else trial.target,
        trial.addends,
        judge=judge_of(trial),
        about=trial.about,
        against=trial.against,
    )


def judge_of(trial: Trial) -> Judge:
    """RC-COND-13, RC-COND-16, ruling 46: what comes of a roll; one that is sure to hit misses on a natural 1 alone."""
    if trial.purpose != "attack":
        return reaches

    def judge(natural: int, total: int, target: int | None) -> str:
        outcome = "success" if trial.sure and 1 < natural < 20 else ATTACKING(natural, total, target)
        return "critical" if trial.deadly and outcome == "success" else outcome

    return judge


def rolled(play: Play, trial: Trial, throw: Throw) -> Roll:
    """Roll it, and cite the rules by which it has Advantage or Disadvantage."""
    reasons = (*trial.for_it, *trial.against_it, trial.sure, trial.deadly)
    return roll(
        play, throw._replace(rules=tuple(dict.fromkeys(reason for reason in reasons if reason.startswith("RC-"))))
    )


def ability_addend(play: Play, who: str, ability: str) -> tuple[Contribution, ...]:
    """Ruling 3: what an ability adds to a roll."""
    return addend(ability, play.value(who, f"modifiers.{ability}").total)
