"""Why a value is what it is: what it consists of now, and the chain of events that made it so."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN, Slot, begin, components_of, evolve
from domain.history.ledger_reader import stream_event
from domain.ledger.reading.points import Moment
from domain.paths import parse_within
from domain.play.play import StreamEvent
from domain.play.reading import values_of
from domain.records.entries import StoredEntry, StoredRow
from domain.records.store import Store
from domain.system import Registry
from domain.visibility.audience import Viewer, shows_field
from domain.visibility.entry_visibility import hidden_later
from domain.visibility.event_views import (
    EventFields,
    EventView,
    RollView,
    event_fields,
    rolls,
    seen_events,
    text_keys,
    with_texts,
)
from domain.visibility.state import HIDDEN
from domain.visibility.view_fields import Fields, instance_fields
from domain.visibility.world import RemovedInstances
from domain.vocabulary.base import Instance
from domain.vocabulary.values import Formula, Modifier
from projections.names import Name
from projections.reader import Reader
from projections.values import SeenValue, seen_value
from projections.views.history import effective_rows, headed


class ExplainedStep(msgspec.Struct, frozen=True, kw_only=True):
    """An event that set or changed the value, or what adds to it. `before` and `after` are the stored value then; `rolls`
    are those of the event's entry."""

    entry: int
    status: str
    versions: int
    member: str | None
    at: str | None
    session: int | None
    before: Any
    after: Any
    event: EventFields
    rolls: tuple[RollView, ...]


class ExplainedRest(msgspec.Struct, frozen=True, kw_only=True):
    """The part that is hidden from the viewer: the number of events, and their sum where the value is a number (since
    the value was last set in sight).
    """

    events: int
    amount: int | None


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """`value` is what the path amounts to, for numbers; `stored` what is kept there. `formulas` and `modifiers` are those
    in force, each with the `entry` it comes from; `leans_on` are paths that formulas read, to be explained in turn.
    `steps` run as the story does."""

    ref: str
    handle: str
    path: str
    value: SeenValue | None
    stored: Any
    formulas: dict[str, Fields]
    modifiers: dict[str, Fields]
    leans_on: tuple[str, ...]
    steps: tuple[ExplainedStep, ...]
    hidden: ExplainedRest
    rules_cited: dict[str, str]
    names: dict[str, Name]


class _At(msgspec.Struct, frozen=True):
    """A path within an aggregate, in its parts."""

    path: str
    slot: Slot
    field: str
    key: str

    def value(self, instance: Instance | None) -> Any:
        """Return the value at the path: the whole instance where the path goes no further."""
        if instance is None:
            return None
        if not self.field:
            return instance
        value = getattr(instance, self.field, None)
        return value.get(self.key) if self.key and isinstance(value, dict) else value

    def is_field_of(self, instance: Instance | None) -> bool:
        """Whether such an instance has what the path names."""
        return not self.field or hasattr(instance, self.field)

    def concerns(self, instance: Instance | None) -> bool:
        """Whether an instance is a modifier or formula of the value."""
        return isinstance(instance, Modifier | Formula) and instance.path == self.path


class _Change(msgspec.Struct, frozen=True):
    """An event with the instance it touched, before and after."""

    row: StoredRow
    stream_event: StreamEvent
    slot: Slot
    before: Instance | None
    after: Instance | None


def explain(
    store: Store, campaign: UUID, viewer: Viewer, ref: str, path: str, *, moment: Moment, registry: Registry
) -> Explanation | None:
    """Why the value at `path` (`tracks.hp.current`, `attributes.guts`, a name that a formula defines) of an aggregate is
    what it is at a moment; None where there never was such a value, or the viewer may not know of it."""
    reader = Reader(moment.world, viewer, registry, RemovedInstances(store, campaign))
    at = _parsed(path)
    if not reader.visible.knows(ref) or not reader.visible.shows(ref, path):
        return None
    everything = list(_changes(effective_rows(store, campaign, ref, moment), ref))
    last = next((change for change in reversed(everything) if change.slot == at.slot), None)
    changes = [change for change in everything if _matters(change, at)]
    if last is not None and not at.is_field_of(last.before or last.after):
        return None
    derived = _derived(reader, ref, at)
    if not (changes or derived) or (last is not None and _secret(viewer, at, last)):
        return None
    silent = hidden_later(store, campaign, reader.visible, {change.row.entry for change in changes}, moment.known_at)
    steps, rest = _told_apart(reader, at, changes, silent)
    if not steps and not _is_seen(reader, ref, at):
        return None
    told_steps = _steps(store, campaign, reader, at, steps, moment=moment)
    in_force = _in_force(reader, ref, at, changes)
    return Explanation(
        ref=ref,
        handle=reader.visible.address(ref).partition("/")[2],
        path=path,
        value=_value(reader, ref, at),
        stored=_stored(reader, ref, at),
        formulas=in_force["formulas"],
        modifiers=in_force["modifiers"],
        leans_on=tuple(dict.fromkeys(_leaning(reader, ref, in_force))),
        steps=told_steps,
        hidden=rest,
        rules_cited=reader.words((*derived, *(rule for step in told_steps for rule in step.event["rules"]))),
        names=reader.names.within(msgspec.to_builtins((told_steps, in_force))),
    )


def _parsed(path: str) -> _At:
    _, component, name, field, key = parse_within(path)
    field = "base" if component == "attributes" and not field else field
    whole = f"attributes.{name}" if (component, field) == ("attributes", "base") else path
    return _At(whole, Slot(component, name), field, key)


def _changes(rows: Sequence[StoredRow], ref: str) -> Iterator[_Change]:
    """Each event with what it did to the instance it touched."""
    state = begin(ref)
    for row in rows:
        told_row = stream_event(row)
        event = told_row.event
        if event.component not in components_of(type(state)):
            continue
        instances = state.instances(event.component)
        before = instances.get(event.name)
        evolve(state, event)
        yield _Change(row, told_row, Slot(event.component, event.name), before, instances.get(event.name))


def _matters(change: _Change, at: _At) -> bool:
    if change.slot == at.slot:
        return bool(at.value(change.before) != at.value(change.after)) or change.before is None or change.after is None
    return at.concerns(change.before) or at.concerns(change.after)


def _secret(viewer: Viewer, at: _At, change: _Change) -> bool:
    """Whether the viewer might not know the value as it was around a change."""
    around = [instance for instance in (change.before, change.after) if instance is not None]
    newest = around[-1]
    return not shows_field(viewer, newest, at.field)


def _told_apart(
    reader: Reader, at: _At, changes: Sequence[_Change], silent: Collection[int]
) -> tuple[list[tuple[_Change, EventView]], ExplainedRest]:
    """The changes that the viewer may know of, and what the others came to."""
    steps: list[tuple[_Change, EventView]] = []
    unseen, amount, numbers = 0, 0, True
    looked = seen_events(reader.visible, (change.stream_event for change in changes))
    for change, seen in zip(changes, looked, strict=True):
        own = change.slot == at.slot
        if seen.event is not None and change.row.entry not in silent and not _secret(reader.viewer, at, change):
            steps.append((change, seen))
            if own and not _open_before(reader.viewer, at, change):
                unseen, amount = 0, 0
            continue
        unseen += 1
        if own:
            before, after = at.value(change.before) or 0, at.value(change.after) or 0
            numbers = numbers and isinstance(before, int) and isinstance(after, int)
            amount += after - before if numbers else 0
    return steps, ExplainedRest(events=unseen, amount=amount if numbers and unseen else None)


def _open_before(viewer: Viewer, at: _At, change: _Change) -> bool:
    """Whether the viewer could see the value before a change: if not, it is as if it had been set anew."""
    return change.before is None or shows_field(viewer, change.before, at.field)


def _is_seen(reader: Reader, ref: str, at: _At) -> bool:
    """Whether the value is there for the viewer to see."""
    seen = reader.visible.aggregate(ref)
    if seen is None:
        return False
    is_present = at.slot.component in components_of(type(seen)) and at.slot.name in seen.instances(at.slot.component)
    return is_present or any(at.concerns(formula) for formula in seen.formulas.values())


def _derived(reader: Reader, ref: str, at: _At) -> tuple[str, ...]:
    """The rule by which a game derives the value, where it does and the viewer may see the sheet; none otherwise."""
    seen = reader.visible.aggregate(ref)
    profile = None if seen is None or not reader.visible.sees_sheet(ref) else seen.profile.get("self")
    if seen is None or profile is None:
        return ()
    candidates = values_of(reader.visible.world).derived.get(at.path, ())
    return tuple(d.rule for d in candidates if profile.kind in d.kinds and seen.formulas.get(d.key) == d.formula())


def _value(reader: Reader, ref: str, at: _At) -> SeenValue | None:
    stored = _stored(reader, ref, at)
    seen = reader.visible.aggregate(ref)
    computed = seen is not None and any(at.concerns(formula) for formula in seen.formulas.values())
    number = isinstance(stored, int) and not isinstance(stored, bool)
    return seen_value(reader.visible, ref, at.path) if number or computed else None


def _stored(reader: Reader, ref: str, at: _At) -> Any:
    """Return the stored value at the path, as JSON."""
    seen = reader.visible.aggregate(ref)
    if seen is None or at.slot.component not in components_of(type(seen)):
        return None
    return _plain(reader, ref, at.value(seen.instances(at.slot.component).get(at.slot.name)), at.slot)


def _plain(reader: Reader, ref: str, value: Any, slot: Slot) -> Any:
    if not isinstance(value, Instance):
        return reader.visible.wording.as_json(value, ref)
    seen = reader.visible.instance(ref, slot, value)
    return None if seen is None else instance_fields(reader.visible, ref, seen)


def _in_force(reader: Reader, ref: str, at: _At, changes: Sequence[_Change]) -> dict[str, dict[str, Fields]]:
    """The formulas and modifiers of the value, each with the entry that brought it."""
    seen = reader.visible.aggregate(ref)
    origin = {change.slot: change.row.entry for change in changes if change.before is None}
    components: dict[str, dict[str, Fields]] = {"formulas": {}, "modifiers": {}}
    for component, fields in components.items():
        instances = {} if seen is None else seen.instances(component)
        for name in sorted(name for name, instance in instances.items() if at.concerns(instance)):
            fields[name] = instance_fields(reader.visible, ref, instances[name]) | {
                "entry": origin.get(Slot(component, name))
            }
    for formula in components["formulas"].values():
        if HIDDEN in msgspec.json.encode(formula["expression"]).decode():
            formula["expression"] = None
    return components


def _leaning(reader: Reader, ref: str, in_force: Mapping[str, Mapping[str, Fields]]) -> Iterator[str]:
    """The paths that formulas and computed modifiers read, with handles for ids."""
    expressions = [f["expression"] for f in in_force["formulas"].values()]
    expressions += [m["amount"] for m in in_force["modifiers"].values()]
    for path, of in (pair for expression in expressions for pair in _read(expression)):
        yield reader.names.readable(f"{ref if of == 'self' else of}.{path}")


def _read(expression: Any) -> Iterator[tuple[str, str]]:
    match expression:
        case {"op": "value" | "base", "path": str(path)}:
            yield path, str(expression.get("of", "self"))
        case dict():
            for item in expression.values():
                yield from _read(item)
        case list() | tuple():
            for item in expression:
                yield from _read(item)
        case _:
            return


def _steps(
    store: Store,
    campaign: UUID,
    reader: Reader,
    at: _At,
    steps: Sequence[tuple[_Change, EventView]],
    *,
    moment: Moment,
) -> tuple[ExplainedStep, ...]:
    """Return the visible changes with their entries, by three queries in all."""
    numbers = {change.row.entry for change, _ in steps}
    ref = next((change.row.ref for change, _ in steps), CAMPAIGN)
    entries = headed(store, campaign, ref, numbers, known_at=moment.known_at)
    rows = store.events_of(campaign, sorted(entries), moment.known_at)
    restated = store.restatements(campaign, [n for n, e in entries.items() if e.versions > 1], moment.known_at)
    tapes = {n: (*e.header.tape, *(restated[n].tape if n in restated else ())) for n, e in entries.items()}
    rolled = {
        n: rolls(reader.visible, seen_events(reader.visible, map(stream_event, rows.get(n, ()))), tapes[n])
        for n in entries
    }
    texts = store.texts(campaign, text_keys(seen for _, seen in steps))
    return tuple(
        _step(
            reader,
            at,
            change,
            with_texts(event_fields(reader.visible, seen), texts),
            entry=entries.get(change.row.entry),
            rolled=rolled,
        )
        for change, seen in steps
    )


def _step(
    reader: Reader,
    at: _At,
    change: _Change,
    event: Fields,
    *,
    entry: StoredEntry | None,
    rolled: Mapping[int, tuple[RollView, ...]],
) -> ExplainedStep:
    own, ref = change.slot == at.slot, change.row.ref
    before = at.value(change.before) if own and _open_before(reader.viewer, at, change) else None
    after = at.value(change.after) if own else None
    header = None if entry is None else entry.header
    return ExplainedStep(
        entry=change.row.entry,
        status="standing" if entry is None else entry.status,
        versions=1 if entry is None else entry.versions,
        member=header.member if header else None,
        at=header.at if header else None,
        session=header.session if header else None,
        before=_plain(reader, ref, before, at.slot),
        after=_plain(reader, ref, after, at.slot),
        event=event,
        rolls=rolled.get(change.row.entry, ()),
    )
