"""Plans: what a change of the past would do, as one viewer may see it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.aggregates import Slot, components_of
from domain.history.plan import Owed, Plan, PlannedEntry, ValueChange
from domain.paths import Path, parse
from domain.play.refusals import Refused
from domain.records.entries import Header
from domain.visibility.audience import may_see, shows_field
from domain.visibility.event_views import EventFields, event_fields, seen_events
from domain.vocabulary import COMPONENTS
from domain.vocabulary.base import Instance
from projections.names import Name
from projections.reader import Reader
from projections.views.questions import OpenQuestion, decision


class PlannedEntryView(msgspec.Struct, frozen=True, kw_only=True):
    """A revision's effect on one entry: its events before and after and, where it cannot stand, the rule and the
    sentence, or the path of the missing thing. `because` is the entry it follows. `played_under` is the version of the
    rules that it was played under, where only newer ones refuse it. `brought_from` is the entry of a fork that it comes from.
    """

    entry: int
    outcome: str
    because: int | None
    before: tuple[EventFields, ...]
    after: tuple[EventFields, ...]
    rule: str | None = None
    sentence: str | None = None
    missing: str | None = None
    played_under: int | None = None
    brought_from: int | None = None


class OwedDie(msgspec.Struct, frozen=True):
    """A die that the table has to roll: the `index`-th that the `roller` rolls under its label, from 0."""

    label: str
    index: int
    sides: int
    notation: str
    roller: str


class OwedView(msgspec.Struct, frozen=True, kw_only=True):
    """The dice and answers that an entry lacks in the changed past: dice for the table to roll, given under `dice`, and
    questions to answer, given under `responses`, both by the number of the entry. For an insert they are given with its
    command: `insert` is the insert's index, from 0.
    """

    entry: int
    insert: int | None
    dice: tuple[OwedDie, ...]
    questions: tuple[OpenQuestion, ...]


class ChangeView(msgspec.Struct, frozen=True, kw_only=True):
    """A value at the head, old and new. `path` takes a handle in place of the id; `aggregate_id` is the reference."""

    path: str
    aggregate_id: str
    before: Any
    after: Any


class PlanView(msgspec.Struct, frozen=True, kw_only=True):
    """A plan. `untouched` and `hidden` count entries that are not listed: those that stay as they are, and those that
    the viewer may not know more of. `by_rule` lists the entries that a rule refuses, or whose events cite it on one
    side alone; `by_sheet` the paths that differ, by handle. `conflicts` are the numbers of entries that conflict with
    it. `owed` lists the dice and answers that it still lacks, `filled` those that the server and defaults give (`owed`:
    `fill`); results that depend on those still lacking assume some die and the default. `preview` is whether new dice
    in it are examples: those of a late offer are rolled when it is taken.
    """

    plan: str
    entries: tuple[PlannedEntryView, ...]
    untouched: int
    hidden: int
    conflicts: tuple[int, ...]
    changes: tuple[ChangeView, ...]
    rules_cited: dict[str, str]
    names: dict[str, Name]
    owed: tuple[OwedView, ...] = ()
    filled: tuple[OwedView, ...] = ()
    by_rule: dict[str, tuple[int, ...]] = {}
    by_sheet: dict[str, tuple[str, ...]] = {}
    preview: bool = False


def plan_view(plan: Plan, reader: Reader, headers: Mapping[int, Header] | None = None) -> PlanView:
    """Return the plan as the reader may see it.

    `headers` are those of its entries, as far as they are written: an entry is shown to players where they see any of
    its events, or where a player gave its command and they belong to its audience.
    """
    views = [_planned(planned, reader, (headers or {}).get(planned.entry)) for planned in plan.entries]
    entries = tuple(view for view in views if view is not None)
    unsure = _changing_hands(plan)
    changes = tuple(change for value in plan.changes if (change := _change(value, reader, unsure)) is not None)
    shown, filled = {view.entry for view in entries}, dict(plan.filled)
    return PlanView(
        plan=plan.hash,
        entries=entries,
        untouched=plan.untouched,
        hidden=len(views) - len(entries),
        conflicts=tuple(planned.entry for planned in plan.conflicts if planned.entry in shown),
        changes=changes,
        rules_cited=reader.words(_rules(entries)),
        names=reader.names.within(msgspec.to_builtins((entries, changes))),
        owed=tuple(_owed(planned, planned.owed, reader) for planned in plan.owing if planned.entry in shown),
        filled=tuple(_owed(one, filled[one.entry], reader) for one in plan.entries if one.entry in {*filled} & shown),
        by_rule=_by_rule(entries),
        by_sheet=_by_sheet(changes),
        preview=plan.preview,
    )


def _planned(planned: PlannedEntry, reader: Reader, header: Header | None) -> PlannedEntryView | None:
    reader = reader.afresh()
    before, after = seen_events(reader.visible, planned.before), seen_events(reader.visible, planned.after)
    if not reader.viewer.is_gm and all(one.event is None for one in (*before, *after)):
        players = header is not None and not header.by_gm
        if header is None or not players or not may_see(reader.viewer, header.audience):
            return None
    refusal, text_of = planned.refusal, reader.visible.wording.text
    return PlannedEntryView(
        entry=planned.entry,
        outcome=planned.outcome,
        because=planned.because,
        before=tuple(fields for one in before if (fields := event_fields(reader.visible, one))),
        after=tuple(fields for one in after if (fields := event_fields(reader.visible, one))),
        rule=refusal.rule if refusal else None,
        sentence=_refusal_sentence(reader, refusal) if refusal else None,
        missing=(text_of(refusal.missing) or None) if refusal else None,
        played_under=planned.played_under,
        brought_from=planned.brought_from,
    )


def _owed(planned: PlannedEntry, owed: Owed, reader: Reader) -> OwedView:
    reader = reader.afresh()
    label = reader.visible.wording.label
    dice = (OwedDie(label(die.label), die.index, die.sides, die.notation, label(die.roller)) for die in owed.dice)
    questions = (decision(reader.visible, question, "", is_open=True) for question in owed.questions)
    asked = tuple(filter(None, questions))
    return OwedView(entry=planned.entry, insert=planned.insert, dice=tuple(dice), questions=asked)


def _refusal_sentence(reader: Reader, refusal: Refused) -> str:
    return reader.visible.wording.refusal_sentence(
        refusal.gm if reader.viewer.is_gm else refusal.player, refusal.missing
    )


_WHO = frozenset({"audience", "sheet", "owners", "owner", "known_by", "known_to"})
"""Fields that say who may see their instance, or, in a profile, their aggregate."""


def _changing_hands(plan: Plan) -> set[str]:
    """Return the parts of the world whose audience changes: paths of instances, and references of whole aggregates."""
    paths = [parse(change.path) for change in plan.changes]
    changing = [path for path in paths if path.field in _WHO]
    return {path.ref if path.component == "profile" else _at(path) for path in changing}


def _at(path: Path) -> str:
    return f"{path.ref}.{path.component}.{path.name}"


def _change(change: ValueChange, reader: Reader, unsure: set[str]) -> ChangeView | None:
    path = parse(change.path)
    before, after = change.before, change.after
    if not reader.viewer.is_gm:
        if path.ref in unsure or _at(path) in unsure or not reader.visible.knows(path.ref):
            return None
        if not path.field:
            before, after = (_instance(value, path, reader) for value in (before, after))
        if before == after or (path.field and not _shows_field(path, reader)):
            return None
    plain = reader.visible.wording.as_json
    return ChangeView(
        path=reader.names.readable(change.path),
        aggregate_id=path.ref,
        before=plain(before, path.ref),
        after=plain(after, path.ref),
    )


def _instance(value: object, path: Path, reader: Reader) -> Instance | None:
    """A whole instance that comes or goes, as the viewer may see it."""
    if value is None:
        return None
    instance: Instance = msgspec.convert(value, COMPONENTS[path.component].instance)
    return reader.visible.instance(path.ref, Slot(path.component, path.name), instance)


def _shows_field(path: Path, reader: Reader) -> bool:
    """Whether a field of an instance that stays may be seen."""
    real, seen = reader.world.aggregate(path.ref), reader.visible.aggregate(path.ref)
    if real is None or seen is None or path.component not in components_of(type(real)):
        return False
    instance = seen.instances(path.component).get(path.name)
    return instance is not None and shows_field(reader.viewer, instance, path.field)


def _by_rule(entries: tuple[PlannedEntryView, ...]) -> dict[str, tuple[int, ...]]:
    entries_by_rule: dict[str, list[int]] = {}
    for view in entries:
        before, after = ({rule for event in events for rule in event["rules"]} for events in (view.before, view.after))
        for rule in sorted((before ^ after) | ({view.rule} if view.rule else set())):
            entries_by_rule.setdefault(rule, []).append(view.entry)
    return {rule: tuple(numbers) for rule, numbers in sorted(entries_by_rule.items())}


def _by_sheet(changes: tuple[ChangeView, ...]) -> dict[str, tuple[str, ...]]:
    paths_by_handle: dict[str, list[str]] = {}
    for change in changes:
        handle, _, path = change.path.partition(".")
        paths_by_handle.setdefault(handle, []).append(path)
    return {handle: tuple(paths) for handle, paths in paths_by_handle.items()}


def _rules(entries: tuple[PlannedEntryView, ...]) -> list[str]:
    events = [event for view in entries for event in (*view.before, *view.after)]
    return [rule for event in events for rule in event["rules"]] + [view.rule for view in entries if view.rule]
