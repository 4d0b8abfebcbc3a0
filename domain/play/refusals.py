"""Refusals of commands, in words for their readers."""

from __future__ import annotations

from domain.dice.supply import Missing
from domain.vocabulary.questions import Question


class Refused(Exception):
    """A rule, or the lack of something, forbids the command.

    `player` is the sentence that everybody may read; `gm` the one with what only the game master may know (the same
    unless told otherwise). `rule` is a rule id, or a word in angle-free lower case for what every game has
    (`turn-order`, `not-there`). `missing` names the path of what no longer exists, where that is the reason.
    """

    slug = "refused"

    def __init__(self, rule: str, player: str, gm: str | None = None, *, missing: str = "") -> None:
        self.rule = rule
        self.player = player
        self.gm = gm or player
        self.missing = missing
        super().__init__(player)


class Absent(Refused):
    """The refusal of a command that needs something that does not exist. Not even a game master can force a command
    onto it."""

    slug = "absent"

    def __init__(self, path: str, player: str | None = None, gm: str | None = None) -> None:
        super().__init__("not-there", player or f"There is no {path}.", gm, missing=path)


class UnknownChoice(Refused):
    """An answer is none of the options of its question."""

    def __init__(self, question: Question, choice: str) -> None:
        self.question = question
        listed = ", ".join(question.options)
        super().__init__("unknown-choice", f"{choice!r} is no answer to {question.key}; choose one of {listed}.")


class DiceNeeded(Refused):
    """The campaign plays with table dice, or dice were given but too few: `rolls` lists what to roll."""

    slug = "dice-needed"

    def __init__(self, rolls: tuple[Missing, ...]) -> None:
        self.rolls = rolls
        certain, maybe = (
            ", ".join(f"{roll.label} (a die with {roll.sides} sides)" for roll in rolls if roll.certain is which)
            for which in (True, False)
        )
        more = f" Depending on what they show, more is rolled: {maybe}." if maybe else ""
        super().__init__("dice", f"Dice are missing: {certain}. Roll them and send their values under `dice`.{more}")
