"""The d20: what adds to it and stacks, combat advantage, natural 1 and 20, and rolls that fail or succeed without a die."""

from __future__ import annotations

from typing import Final

from domain.kit.rolls import Judge, Throw, addend, decided, reaches, roll
from domain.play.play import Play
from systems.orcus.sheet.stacking import without_repeats
from systems.orcus.windows import ROLLED, ROLLING, TARGETED, Trial, Tried

COMBAT_ADVANTAGE: Final = 2
"""OR-ATK-06: what combat advantage adds to an attack roll, whatever its causes."""


def attempt(play: Play, trial: Trial) -> Tried:
    """OR-CORE-01, OR-MOD-02, OR-ATK-06: roll a d20, add what bears upon it, and judge it.

    Natural 1 and 20 decide attacks alone. Raises Refused where the die cannot be rolled.
    """
    trial = ROLLING.open(play, trial.who, trial)
    if trial.against:
        trial = TARGETED.open(play, trial.against, trial)
    throw = _thrown(trial)
    without_die = decided(play, throw, failed=trial.failed, certain=trial.certain)
    if without_die is not None:
        return Tried(trial, without_die)
    return ROLLED.open(play, trial.who, Tried(trial, roll(play, throw)))


def _thrown(trial: Trial) -> Throw:
    """Return the throw of a trial; what gives combat advantage is cited."""
    favour = addend("combat advantage", COMBAT_ADVANTAGE if trial.advantage else 0, source="OR-ATK-06")
    return Throw(
        trial.who,
        trial.kind,
        "1d20",
        trial.target,
        without_repeats((*trial.addends, *favour)),
        judge=attacking if trial.purpose == "attack" else reaches,
        about=trial.about,
        against=trial.against,
        rules=_reasons(trial),
    )


def _reasons(trial: Trial) -> tuple[str, ...]:
    """The rules by which there is combat advantage, and the one that says what it is worth."""
    reasons = dict.fromkeys(reason for reason in trial.advantage if reason.startswith("OR-"))
    return (*reasons, "OR-ATK-06") if trial.advantage else ()


def _attack_outcome(natural: int, total: int, target: int | None) -> str:
    """OR-ATK-03, OR-CRIT-01, OR-CRIT-02: judge an attack roll."""
    hits = reaches(natural, total, target) != "failure"
    if natural == 1:
        return "miss"
    if natural == 20:
        return "critical" if hits else "success"
    return "success" if hits else "miss"


attacking: Final[Judge] = _attack_outcome
"""The measure of attack rolls."""
