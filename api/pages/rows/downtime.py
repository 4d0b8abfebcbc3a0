"""Downtime as pages show it: plans with what is left of their slots, results with their reasons, and what would differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from api.pages.rows.timeline import Row, row
from domain.downtime import is_plan
from domain.ledger.downtime import DuePlan, Processed
from domain.paths import parse
from projections.names import Name
from projections.phrases import downtime as phrases
from projections.phrases.catalogue import Catalogue
from projections.phrases.naming import named
from projections.phrases.plans import change, only_counts
from projections.views.downtime import DoneView, Downtime, DowntimePreview, DowntimeReport, PlannedView, PlanOf
from projections.views.entry import EntryView
from projections.views.plans import ChangeView

Names = Mapping[str, Name]


class ShownAction(msgspec.Struct, frozen=True, kw_only=True):
    """An action of a plan. `type` is its command, `details` its arguments; `why` is what makes it impossible, by
    which `rule`. `row` is the entry that it became.
    """

    plan: str
    type: str
    details: str
    day: int
    slots: int
    state: str
    why: str = ""
    rule: str = ""
    entry: int | None = None
    row: Row | None = None

    @property
    def is_done(self) -> bool:
        """Whether it was carried out, so that the plan can leave it out no longer."""
        return self.state == "done"


class PlannedDowntime(msgspec.Struct, frozen=True, kw_only=True):
    """A character's plan; `mine` is whether the reader plays the character. `mark` is another after every change of the plan."""

    handle: str
    name: str
    slots: int
    used: int
    mine: bool
    mark: str
    actions: tuple[ShownAction, ...]

    @property
    def left(self) -> int:
        """The slots for which nothing is planned."""
        return max(0, self.slots - self.used)


class ActionOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an action that was due, as it is or would be. `needs` are the labels of the dice that it lacks."""

    who: str
    handle: str
    plan: str
    day: int
    type: str
    state: str
    sentence: str
    needs: tuple[str, ...]


class ShownResult(msgspec.Struct, frozen=True, kw_only=True):
    """A phase that was carried out, or tried. `waiting` says what the next day waits for; `changes` what would differ."""

    sentence: str
    outcomes: tuple[ActionOutcome, ...]
    needs: tuple[str, ...]
    waiting: tuple[str, ...]
    changes: tuple[str, ...]
    counting: int


def plans_shown(phase: Downtime, mine: Collection[str], names: Names, words: Catalogue) -> list[PlannedDowntime]:
    """Return the plans of a phase, one's own first; `mine` are the references of the reader's characters."""
    shown = [plan_shown(plan, plan.who in mine, {**names, **phase.names}, words) for plan in phase.plans]
    return sorted(shown, key=lambda plan: not plan.mine)


def plan_shown(plan: PlanOf, mine: bool, names: Names, words: Catalogue) -> PlannedDowntime:
    """Return a plan in the words of a catalogue."""
    return PlannedDowntime(
        handle=plan.handle,
        name=plan.name,
        slots=plan.slots,
        used=plan.used,
        mine=mine,
        mark=mark_of(plan),
        actions=tuple(_action(action, names, words, plan.who) for action in plan.actions),
    )


def mark_of(plan: PlanOf) -> str:
    """Return what tells a plan from what it was or will be: a form that was made of another is not taken."""
    return sha256(msgspec.json.encode(plan.actions, order="deterministic")).hexdigest()


def report_shown(report: DowntimeReport, names: Names, words: Catalogue) -> list[tuple[str, list[ShownAction]]]:
    """Return the results of a phase by character, each action with the entry that it became."""
    return [
        (person.name, [_done(each, names, words, person.who) for each in person.actions]) for person in report.people
    ]


def result_shown(result: Processed, names: Names, words: Catalogue) -> ShownResult:
    """Return a phase that was carried out, or tried, in the words of a catalogue."""
    tried = result if isinstance(result, DowntimePreview) else None
    known = {**names, **(tried.names if tried else {})}
    changes = tried.changes if tried else ()
    telling = [each for each in changes if not (only_counts(each) or _is_its_own(each))]
    return ShownResult(
        sentence=words.say(phrases.processed(result)),
        outcomes=tuple(_outcome(action, known, words) for action in result.actions),
        needs=_labels(need.label for need in result.needs),
        waiting=tuple(words.say(each) for each in phrases.open_ends(result, known)),
        changes=tuple(words.say(change(each, known)) for each in telling),
        counting=len(changes) - len(telling),
    )


def _is_its_own(change: ChangeView) -> bool:
    """Whether a value only keeps the phase and its plans, which the page shows otherwise."""
    path = parse(change.path)
    return path.component == "phases" or (path.component == "intents" and is_plan(path.name))


def _action(action: PlannedView, names: Names, words: Catalogue, whose: str, made: Row | None = None) -> ShownAction:
    return ShownAction(
        plan=action.plan,
        type=action.type,
        details=words.say(phrases.arguments(action, names, whose)),
        day=action.day,
        slots=action.slots,
        state=action.state,
        why=words.say(named(action.why, names)),
        rule=action.rule,
        entry=action.entry,
        row=made,
    )


def _done(done: DoneView, names: Names, words: Catalogue, whose: str) -> ShownAction:
    """Return an action with its entry, without the note in it that the plan was carried out."""
    entry = done.entry
    if isinstance(entry, EntryView):
        events = tuple(event for event in entry.events if event["type"] != "intent_changed")
        entry = replace(entry, events=events)
    made = None if entry is None else row(entry, names, words, titled=False)
    return _action(done.action, names, words, whose, made)


def _outcome(action: DuePlan, names: Names, words: Catalogue) -> ActionOutcome:
    who = names.get(action.who)
    return ActionOutcome(
        who=who.name if who else action.who,
        handle=who.handle if who else "",
        plan=action.plan,
        day=action.day,
        type=action.type,
        state=action.state,
        sentence=words.say(phrases.outcome(action, names)),
        needs=_labels(need.label for need in action.needs),
    )


def _labels(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(labels))
