"""Downtime: its phases, and what becomes of the actions that are planned in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from domain.dice.supply import Missing
from domain.ledger.downtime import DuePlan, Processed, State
from projections.phrases.details import argument
from projections.phrases.details import label as label_of
from projections.phrases.messages import Part, listed, phrase, term
from projections.phrases.naming import Names, refusal
from projections.phrases.naming import who as named_so
from projections.phrases.rolls import label
from projections.phrases.words import word
from projections.translation.games import TITLE, command_title
from projections.views.downtime import Downtime, PlannedView, PlanOf

STATES: Final[tuple[str, ...]] = get_args(State)
"""The states of an action that have words of their own."""


def outcome(action: DuePlan, names: Names) -> Part:
    """Return the result of an action that was due: with its entry and dice, what it lacks, or why it is impossible."""
    if action.needs:
        return phrase("downtime.needs", dice=_dice(action.needs, names))
    if action.rule:
        return state(action.state, action.why, action.rule, names)
    rolled = (phrase("downtime.rolled", label=label(die.label, names), value=die.value) for die in action.dice)
    return phrase(
        "downtime.came_to", state=_state(action.state), entry=action.entry or "", rolled=listed(rolled, "list.space")
    )


def state(of: str, why: str, rule: str, names: Names) -> Part:
    """Return the state of an action, with the reason and the rule where it is impossible."""
    if not rule:
        return _state(of)
    return phrase("downtime.because", state=_state(of), why=refusal(why, names), rule=rule)


def _state(of: str) -> Part:
    return phrase(f"downtime.{of}") if of in STATES else term(of)


def _dice(needs: Iterable[Missing], names: Names) -> Part:
    return listed(phrase("downtime.die", label=label(need.label, names), sides=need.sides) for need in needs)


def arguments(action: PlannedView, names: Names, whose: str = "") -> Part:
    """Return what an action is given, each field with its label; without the one `whose` plan it is."""
    given = {key: json for key, json in action.args.items() if json not in (None, "", [], {}, False, 0)}
    args = {key: json for key, json in given.items() if (key, json) != ("who", whose)}
    return listed(
        (phrase("value.pair", label=label_of(key), value=argument(json, names)) for key, json in args.items()),
        "list.semicolon",
    )


def title(type: str) -> Part:
    """Return what an action is called."""
    return term(command_title(type), TITLE)


def planned(action: PlannedView, names: Names, whose: str = "") -> Part:
    """Return an action that is planned: its day, what it is, its state, and why it is impossible."""
    return phrase(
        "downtime.action",
        day=action.day,
        action=title(action.type),
        details=arguments(action, names, whose),
        state=_state(action.state),
        reason=phrase("downtime.reason", why=refusal(action.why, names), rule=action.rule) if action.rule else "",
    )


def attempted(action: DuePlan, names: Names) -> list[Part]:
    """Return an action that was carried out, or that is impossible and why."""
    who = named_so(action.who, names)
    if not action.rule:
        return [phrase("downtime.attempted", day=action.day, who=who, action=title(action.type))]
    impossible = phrase("downtime.failed", day=action.day, who=who, action=title(action.type))
    return [impossible, phrase("downtime.reason", why=refusal(action.why, names), rule=action.rule)]


def phase(of: Downtime) -> Part:
    """Return a phase with its title and how much of it passed."""
    return phrase(
        "downtime.phase", number=of.number, title=of.title, state=word("state", of.state), passed=_days_passed(of)
    )


def report(number: int, state: str) -> Part:
    """Return the heading of a phase's report."""
    return phrase("downtime.report", number=number, state=word("state", state))


def _days_passed(of: Downtime) -> Part:
    return phrase("downtime.passed", passed=of.days_passed, count=of.days)


def slots_used(plan: PlanOf) -> Part:
    """Return how many slots a character's plan takes."""
    return phrase("downtime.plan", who=plan.name, used=plan.used, slots=plan.slots)


def processed(outcome: Processed) -> Part:
    """Return the state of a phase after it was carried out, or tried."""
    passed, becomes = outcome.days_passed, word("state", outcome.state)
    if outcome.preview:
        return phrase("downtime.tried", phase=outcome.phase, state=becomes, days=passed)
    return phrase("downtime.processed", phase=outcome.phase, state=becomes, days=passed)


def open_ends(outcome: Processed, names: Names) -> list[Part]:
    """Return what the next day of a phase waits for: dice, and an answer."""
    rolls: list[Part] = [phrase("downtime.roll_first", dice=_dice(outcome.needs, names))] if outcome.needs else []
    return rolls + ([] if outcome.asks is None else [phrase("downtime.asks", entry=outcome.asks)])


def nothing() -> Part:
    """Return that a campaign has had no downtime."""
    return phrase("downtime.nothing")


def idle(who: str) -> Part:
    """Return that a character has nothing planned."""
    return phrase("downtime.idle", who=who)


def group(who: str, entries: Iterable[int]) -> Part:
    """Return the entries in which a group changed."""
    return phrase("downtime.group", who=who, entries=listed(entries))
