"""The plan of a planner through the past: entries in effective order, differences at the head, and a hash."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.dice.provable import plan_hash
from domain.history.divergence import Divergence
from domain.history.plan import Owed, Plan, PlannedEntry, ValueChange, instance_differences
from domain.history.planner import RevisionPlanner
from domain.ledger.playing.draft import Draft
from domain.vocabulary.stored import encode_event


def plan_of(
    planner: RevisionPlanner,
    draft: Draft,
    shared: int,
    *,
    key: bytes,
    sent: object = None,
    filled: tuple[tuple[int, Owed], ...] = (),
    preview: bool = False,
) -> Plan:
    """The plan that a planner has come to; `shared` is the last entry that the campaign shares with one that it left, `key`
    the campaign's secret that its hash is keyed with, `sent` the dice and answers that were sent along."""
    ordered = sorted(planner.results.values(), key=lambda result: planner.script.place(result.entry))
    entries = tuple(
        PlannedEntry(
            entry=result.entry,
            outcome=result.outcome,
            before=result.before,
            after=result.after,
            refusal=result.refusal,
            because=result.because,
            owed=result.owed,
            played_under=result.played_under,
            insert=sorted(planner.inserts).index(result.entry) if result.entry in planner.inserts else None,
        )
        for result in ordered
    )
    changes = tuple(change for ref, twin in planner.worlds.heads().items() for change in _changes(ref, twin))
    known = sum(1 for planned in entries if planned.entry < draft.next)
    return Plan(
        hash=plan_hash(key, _content(entries, changes, draft.next, sent)),
        entries=entries,
        untouched=draft.head - shared - known,
        changes=changes,
        preview=preview,
        filled=filled,
    )


def _changes(ref: str, twin: Divergence) -> list[ValueChange]:
    """Every value that differs at the head."""
    return [
        change
        for slot in sorted(twin.differing)
        for change in instance_differences(
            ref, slot, *(world.instances(slot.component).get(slot.name) for world in (twin.old, twin.new))
        )
    ]


def _content(entries: Sequence[PlannedEntry], changes: Sequence[ValueChange], first_new: int, sent: object) -> bytes:
    """Outcomes, events, differences and what was sent; entries that are not written yet are named by their order."""

    def name(entry: int) -> str:
        return str(entry) if entry < first_new else f"new {entry - first_new}"

    outcomes = [
        (
            name(p.entry),
            p.outcome,
            [(h.ref, encode_event(h.event).decode()) for h in p.after],
            p.refusal and p.refusal.rule,
        )
        for p in entries
    ]
    content = msgspec.json.encode(
        (outcomes, [(c.path, c.before, c.after) for c in changes], sent), order="deterministic"
    ).decode()
    for number in range(first_new, first_new + 1 + len(entries)):
        content = content.replace(f'\\"{number}.', f'\\"new {number - first_new}.')  # keys of texts that come with it
    return content.encode()
