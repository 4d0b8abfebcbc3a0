"""Plans as a page shows them: values side by side, what becomes of entries, and what stands in the way; and the form under them,
in which one decides what happens to entries that conflict, and supplies dice and answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

import msgspec

from api.pages.command_forms.dice import dice_in
from api.pages.forms import Form
from api.pages.rows.questions import QuestionRow, question_row
from domain.commands import DiceGiven
from domain.history.plan import Policy
from projections.names import Name
from projections.phrases.catalogue import Catalogue
from projections.phrases.messages import phrase
from projections.phrases.outcomes import MarkedPiece, outcome_told
from projections.phrases.plans import OUTCOMES, conflicts, newcomers, only_counts, owed, sides
from projections.phrases.telling import between_of
from projections.views.plans import ChangeView, OwedDie, OwedView, PlannedEntryView, PlanView


class ShownMark(msgspec.Struct, frozen=True):
    """A piece of an entry's sentence, and whether it differs on the other side."""

    text: str
    differs: bool


class PlannedRow(msgspec.Struct, frozen=True):
    """An entry as it is and as it would be; without pieces where nothing can be told."""

    entry: int
    before: tuple[ShownMark, ...]
    after: tuple[ShownMark, ...]

    @property
    def is_same(self) -> bool:
        """Whether both sides say the same."""
        return not any(mark.differs for mark in (*self.before, *self.after))


class ShownOutcome(msgspec.Struct, frozen=True):
    """Entries with one outcome, and the sentence for it. `rows` tell the entries that come out otherwise."""

    outcome: str
    sentence: str
    entries: tuple[int, ...]
    rows: tuple[PlannedRow, ...] = ()


class ShownValue(msgspec.Struct, frozen=True):
    """A value before and after; of what has no two sides, `what` is the whole sentence."""

    what: str
    before: str | None
    after: str | None


class ShownChanges(msgspec.Struct, frozen=True):
    """The values of one thing that differ."""

    subject: str
    values: tuple[ShownValue, ...]


class ShownOwed(msgspec.Struct, frozen=True):
    """The dice and the answers that an entry lacks."""

    entry: int
    dice: tuple[OwedDie, ...]
    questions: tuple[QuestionRow, ...]


class ShownPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A plan in sentences. `conflicting` are the entries for which one has to decide; `owed` what has to be supplied."""

    hash: str
    changes: tuple[ShownChanges, ...]
    counting: int
    outcomes: tuple[ShownOutcome, ...]
    untouched: int
    hidden: int
    conflicts: tuple[str, ...]
    conflicting: tuple[int, ...]
    owes: tuple[str, ...]
    owed: tuple[ShownOwed, ...]
    rules: Mapping[str, str]
    preview: bool


def plan_shown(seen: PlanView, names: Mapping[str, Name], words: Catalogue) -> ShownPlan:
    """Return a plan in the words of a catalogue."""
    say = words.say
    known = {**newcomers(seen), **names, **seen.names}
    telling = [each for each in seen.changes if not only_counts(each)]
    by_outcome = {outcome: [e for e in seen.entries if e.outcome == outcome] for outcome in OUTCOMES}
    return ShownPlan(
        hash=seen.plan,
        changes=changes_shown(telling, known, words),
        counting=len(seen.changes) - len(telling),
        outcomes=tuple(
            ShownOutcome(
                outcome,
                say(phrase(f"plan.{outcome}")),
                tuple(entry.entry for entry in entries),
                () if outcome == "confirmed" else tuple(_planned(entry, known, words) for entry in entries),
            )
            for outcome, entries in by_outcome.items()
            if entries
        ),
        untouched=seen.untouched,
        hidden=seen.hidden,
        conflicts=tuple(say(each) for each in conflicts(seen, known)),
        conflicting=seen.conflicts,
        owes=tuple(say(each) for one in seen.owed for each in owed(one, known)),
        owed=tuple(_owed(each, known, words) for each in seen.owed),
        rules=seen.rules_cited,
        preview=seen.preview,
    )


def _owed(owed: OwedView, names: Mapping[str, Name], words: Catalogue) -> ShownOwed:
    return ShownOwed(owed.entry, owed.dice, tuple(question_row(each, names, words) for each in owed.questions))


def _planned(entry: PlannedEntryView, names: Mapping[str, Name], words: Catalogue) -> PlannedRow:
    outcome = outcome_told(entry, names, words.say)
    return PlannedRow(entry.entry, *(tuple(_mark(each, words) for each in side) for side in outcome))


def _mark(marked: MarkedPiece, words: Catalogue) -> ShownMark:
    return ShownMark(words.say(between_of(marked.piece)) + words.say(marked.piece.text), marked.differs)


def changes_shown(
    telling: Iterable[ChangeView], names: Mapping[str, Name], words: Catalogue
) -> tuple[ShownChanges, ...]:
    """Return the values that differ, those of one thing together, in the order in which the plan has them."""
    say = words.say
    by_subject: dict[str, list[ShownValue]] = {}
    for each in telling:
        subject, values = sides(each, names)
        by_subject.setdefault(say(subject), []).extend(
            ShownValue(say(what), *(None if side is None else say(side) for side in ends)) for what, *ends in values
        )
    return tuple(ShownChanges(subject, tuple(values)) for subject, values in by_subject.items())


def policies_in(form: Form) -> dict[str, Policy]:
    """Return the policies that were chosen, by entry."""
    policies: dict[str, Policy] = {}
    for name in form.fields:
        kind, _, entry = name.partition(".")
        for policy in get_args(Policy):
            if kind == "policy" and form.text(name) == policy:
                policies[entry] = policy
    return policies


def dice_of_entries(form: Form) -> dict[str, DiceGiven]:
    """Return the dice that were typed, by entry. Raises WrongValue."""
    parted = ((name.partition("."), form.text(name)) for name in form.fields)
    typed = ((entry, dice_in(text)) for (kind, _, entry), text in parted if kind == "owed")
    return {entry: dice for entry, dice in typed if dice}


def responses_in(form: Form) -> dict[str, dict[str, str]]:
    """Return the answers that were chosen, by entry and by the question's key."""
    responses: dict[str, dict[str, str]] = {}
    for name in form.fields:
        kind, _, rest = name.partition(".")
        if kind == "answer" and form.text(name):
            entry, _, key = rest.partition(".")
            responses.setdefault(entry, {})[key] = form.text(name)
    return responses
