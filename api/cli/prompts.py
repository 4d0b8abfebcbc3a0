"""Prompts for the dice and answers that a revision lacks."""

from __future__ import annotations

from typing import Any

import rich_click as click
from msgspec.structs import replace

from api.cli.exits import Ended, Exit
from api.cli.output import say, words
from api.languages.reader import spoken
from domain.commands import DiceGiven
from domain.history.plan import RevisionRequest
from projections.phrases.naming import Names, named
from projections.views.plans import OwedDie, OwedView, PlanView
from projections.views.questions import OpenQuestion


def asked_for(request: RevisionRequest, seen: PlanView, names: Names) -> RevisionRequest:
    """The request with the next thing that its plan lacks: the dice of one label, or one answer.

    Only that much is asked at once, because what it comes to says what else is needed.
    """
    owed = seen.owed[0]
    if owed.dice:
        label, roller = owed.dice[0].label, owed.dice[0].roller
        dice = [die for die in owed.dice if (die.label, die.roller) == (label, roller)]
        values = tuple(_rolled(owed, die, number, len(dice)) for number, die in enumerate(dice, 1))
        several = any(die.label == label and die.roller != roller for die in owed.dice)
        return _with(request, owed, {f"{label}/{roller}" if several else label: values}, {})
    question = owed.questions[0]
    return _with(request, owed, {}, {question.key: _chosen(owed, question, names)})


def _rolled(owed: OwedView, die: OwedDie, number: int, of: int) -> int:
    which = f" (die {number} of {of})" if of > 1 else ""
    rolled: int = prompted(
        f"Entry {owed.entry}: {die.roller} rolls {die.notation} for {die.label}{which}. What does the d{die.sides} show?",
        type=click.IntRange(1, die.sides),
    )
    return rolled


def _chosen(owed: OwedView, question: OpenQuestion, names: Names) -> str:
    say(words(spoken(named(f"Entry {owed.entry} asks: {question.prompt or question.key}", names))))
    among = click.Choice(question.options, case_sensitive=False) if question.options else click.STRING
    chosen: str = prompted("Answer", type=among, default=question.default)
    return chosen


def agreed(question: str) -> bool:
    """Whether the person says yes; breaking off means no."""
    try:
        return click.confirm(question, err=True)
    except (click.Abort, KeyboardInterrupt):
        return False


def prompted(words: str, **asked: Any) -> Any:
    """Ask until the input fits, and return it. Raises Ended where the person breaks off."""
    try:
        return click.prompt(words, err=True, **asked)
    except (click.Abort, KeyboardInterrupt) as broken:
        raise Ended(Exit.NOTHING, "nothing was written") from broken


def _with(
    request: RevisionRequest, owed: OwedView, dice: dict[str, tuple[int, ...]], responses: dict[str, str]
) -> RevisionRequest:
    """The request with these dice and answers for what an entry owes, or an insert that is not written yet."""
    if owed.insert is not None:
        inserts = list(request.insert) if isinstance(request.insert, tuple) else [request.insert]
        command = inserts[owed.insert].command
        given = replace(command, dice={**_labelled(command.dice), **dice}, responses={**command.responses, **responses})
        inserts[owed.insert] = replace(inserts[owed.insert], command=given)
        return replace(request, insert=tuple(inserts))
    key = str(owed.entry)
    more = {**_labelled(request.dice.get(key, {})), **dice}
    choices = {**request.responses.get(key, {}), **responses}
    return replace(
        request,
        dice={**request.dice, key: more} if dice else request.dice,
        responses={**request.responses, key: choices} if responses else request.responses,
    )


def _labelled(dice: DiceGiven) -> dict[str, tuple[int, ...]]:
    if isinstance(dice, dict):
        return dict(dice)
    if dice:
        raise Ended(Exit.NOTHING, "dice were given as one list; give them by label, so that more can be added")
    return {}
