"""Plans as a page shows them: values side by side, what becomes of entries, and what stands in the way."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from projections.names import Name
from projections.phrases.catalogue import Catalogue
from projections.phrases.messages import phrase
from projections.phrases.plans import OUTCOMES, change, conflicts, newcomers, only_counts, owed
from projections.views.plans import OwedView, PlanView


class ShownOutcome(msgspec.Struct, frozen=True):
    """Entries with one outcome, and the sentence for it."""

    outcome: str
    sentence: str
    entries: tuple[int, ...]


class ShownPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A plan in sentences. `conflicting` are the entries for which one has to decide; `owed` what has to be supplied."""

    hash: str
    changes: tuple[str, ...]
    counting: int
    outcomes: tuple[ShownOutcome, ...]
    untouched: int
    hidden: int
    conflicts: tuple[str, ...]
    conflicting: tuple[int, ...]
    owes: tuple[str, ...]
    owed: tuple[OwedView, ...]
    rules: Mapping[str, str]
    preview: bool


def plan_shown(seen: PlanView, names: Mapping[str, Name], words: Catalogue) -> ShownPlan:
    """Return a plan in the words of a catalogue."""
    say = words.say
    known = {**newcomers(seen), **names, **seen.names}
    telling = [each for each in seen.changes if not only_counts(each)]
    by_outcome = {outcome: tuple(e.entry for e in seen.entries if e.outcome == outcome) for outcome in OUTCOMES}
    return ShownPlan(
        hash=seen.plan,
        changes=tuple(say(change(each, known)) for each in telling),
        counting=len(seen.changes) - len(telling),
        outcomes=tuple(
            ShownOutcome(one, say(phrase(f"plan.{one}")), entries) for one, entries in by_outcome.items() if entries
        ),
        untouched=seen.untouched,
        hidden=seen.hidden,
        conflicts=tuple(say(each) for each in conflicts(seen, known)),
        conflicting=seen.conflicts,
        owes=tuple(say(each) for one in seen.owed for each in owed(one, known)),
        owed=seen.owed,
        rules=seen.rules_cited,
        preview=seen.preview,
    )
