"""Refusals of commands, in words for their readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from domain.dice.supply import Missing
from domain.messages import filled, listed, text
from domain.vocabulary.questions import Question


class Refused(Exception):
    """A rule, or the lack of something, forbids the command.

    `player` is the sentence that everybody may read; `gm` the one with what only the game master may know (the same
    unless told otherwise). Both are templates, `{who} has no {item}.`, whose fields follow by name; a refusal without
    fields is one sentence. `message` and `gm_message` are the sentences as they can be said in another language, and
    `wording` puts either into the words of its reader. `rule` is a rule id, or a word in angle-free lower case for what every game has
    (`turn-order`, `not-there`). `missing` names the path of what no longer exists, where that is the reason.
    """

    slug = "refused"

    def __init__(
        self, rule: str, player: str, gm: str | None = None, /, *, missing: str = "", **fields: object
    ) -> None:
        self.rule = rule
        self.message = filled(player, fields)
        self.gm_message = filled(gm, fields) if gm else self.message
        self.player, self.gm = str(self.message), str(self.gm_message)
        self.missing = missing
        self.wording: Callable[[str], str] = str
        super().__init__(self.message)


class Absent(Refused):
    """The refusal of a command that needs something that does not exist. Not even a game master can force a command
    onto it."""

    slug = "absent"

    def __init__(self, path: str, player: str | None = None, gm: str | None = None, /, **fields: object) -> None:
        super().__init__("not-there", player or text("There is no {path}.", path=path), gm, missing=path, **fields)


class UnknownChoice(Refused):
    """An answer is none of the options of its question."""

    def __init__(self, question: Question, choice: str) -> None:
        self.question = question
        listed = ", ".join(question.options)
        template = "{choice!r} is no answer to {question}; choose one of {listed}."
        super().__init__("unknown-choice", template, choice=choice, question=question.key, listed=listed)


class DiceNeeded(Refused):
    """The campaign plays with table dice, or dice were given but too few: `rolls` lists what to roll."""

    slug = "dice-needed"

    def __init__(self, rolls: tuple[Missing, ...]) -> None:
        self.rolls = rolls
        certain, maybe = (_listed(roll for roll in rolls if roll.certain is which) for which in (True, False))
        sentence = text("Dice are missing: {certain}. Roll them and send their values under `dice`.", certain=certain)
        if maybe:
            sentence = text(
                "{missing} Depending on what they show, more is rolled: {maybe}.", missing=sentence, maybe=maybe
            )
        super().__init__("dice", sentence)


def _listed(rolls: Iterable[Missing]) -> str:
    return listed(text("{label} (a die with {sides} sides)", label=roll.label, sides=roll.sides) for roll in rolls)
