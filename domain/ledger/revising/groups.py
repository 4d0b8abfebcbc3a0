"""Entries that are undone as one: a deed, a turn, a round, a scene, a session, a downtime phase."""

from __future__ import annotations

from typing import TypeGuard

from msgspec import UNSET

from domain.commands import encounter_of
from domain.downtime import PlanData, is_plan
from domain.history.ledger_reader import EVERYTHING, LedgerReader
from domain.history.plan import Group
from domain.ledger.playing.references import UnknownThing
from domain.messages import text
from domain.play.deed import BadCommand
from domain.records.entries import EntryFilter, StoredEntry
from domain.vocabulary.base import Event
from domain.vocabulary.chronicle import PhaseChanged, PhaseOpened, SceneEnded, SceneOpened, SessionEnded, SessionOpened
from domain.vocabulary.turns import EncounterBegun, TurnPassed
from domain.vocabulary.undertakings import IntentAnnounced, IntentEnded

_FRAMES = (SessionOpened, SessionEnded, SceneOpened, SceneEnded, PhaseOpened, PhaseChanged)
"""Events that open and close intervals: undoing everything played in one leaves the interval itself."""


def entries_of(reader: LedgerReader, group: Group) -> tuple[int, ...]:
    """The standing play entries of a group, ascending. Raises BadCommand where the group is not exactly one, or empty;
    UnknownThing where the entry it is named by is not there."""
    named = [(field, getattr(group, field)) for field in group.__struct_fields__ if getattr(group, field) is not None]
    if len(named) != 1:
        raise BadCommand("undo one group: a deed, turn, round, scene, session or phase")
    kind, number = named[0]
    if kind in ("deed", "turn", "round"):
        _check_there(reader, number)
    match kind:
        case "deed":
            numbers = [number]
        case "turn" | "round":
            numbers = _of_turns(reader, number, whole_round=kind == "round")
        case "session":
            numbers = _of_interval(reader, EntryFilter(session=number, limit=EVERYTHING))
        case "scene":
            numbers = [
                n for n in _of_interval(reader, EntryFilter(limit=EVERYTHING)) if reader.header(n).scene == number
            ]
        case _:
            numbers = _of_phase(reader, number)
    standing = tuple(n for n in numbers if reader.script.directive(n).how != "strike" and reader.status(n) != "refused")
    if not standing:
        raise BadCommand(text("there is nothing left to undo in {kind} {number}", kind=kind, number=number))
    return standing


def _check_there(reader: LedgerReader, entry: int) -> None:
    try:
        reader.header(entry)
    except LookupError as error:
        raise UnknownThing(text("there is no entry {entry} in this campaign", entry=entry)) from error


def _of_interval(reader: LedgerReader, wanted: EntryFilter) -> list[int]:
    entries = reader.store.entries(reader.campaign, wanted)
    numbers = [entry.header.number for entry in entries if _heads_a_deed(entry)]
    reader.load(numbers)
    return [number for number in numbers if not _is_frame(reader, number)]


def _of_phase(reader: LedgerReader, phase: int) -> list[int]:
    """The deeds that were played while a downtime phase was open, and its being carried out; what was planned stays planned.

    A phase that was carried out, undone and carried out again is open in between: an end that was undone ends nothing.
    """
    entries = reader.store.entries(reader.campaign, EntryFilter(limit=EVERYTHING))
    numbers = [entry.header.number for entry in entries if _heads_a_deed(entry)]
    reader.load(numbers)
    inside, phase_entries = False, []
    for number in numbers:
        happened = [h.event for h in reader.emitted(number) if _of(h.event, phase)]
        stands = reader.script.directive(number).how != "strike"
        if any(isinstance(event, PhaseOpened) or event.state == "processing" for event in happened):
            inside = True
        if inside and not _is_frame(reader, number):
            phase_entries.append(number)
        if stands and any(isinstance(event, PhaseChanged) and event.state == "processed" for event in happened):
            inside = False
    return phase_entries


def _of(event: Event, phase: int) -> TypeGuard[PhaseOpened | PhaseChanged]:
    return isinstance(event, PhaseOpened | PhaseChanged) and event.name == str(phase)


def _of_turns(reader: LedgerReader, entry: int, *, whole_round: bool) -> list[int]:
    """Return what was played in the turn (or round) that an entry belongs to, without the passing of turns that frames
    it."""
    encounter = _encounter(reader, entry)
    entries = reader.store.entries(reader.campaign, EntryFilter(limit=EVERYTHING, entry_kind="play"))
    numbers = [stored.header.number for stored in entries if _heads_a_deed(stored)]
    reader.load(numbers)
    numbers.sort(key=reader.script.place)
    span: list[int] = []
    for number in numbers:
        if _passes(reader, number, encounter, whole_round=whole_round):
            if entry in span:
                return span
            span = []
        elif reader.header(number).envelope and _concerns(reader, number, encounter):
            span.append(number)
    if entry not in span:
        raise BadCommand(
            text("entry {entry} passes a turn and is in none; name one that was played in the turn", entry=entry)
        )
    return span


def _encounter(reader: LedgerReader, entry: int) -> str:
    envelope = reader.header(entry).envelope
    if envelope is not None and (named := encounter_of(envelope)):
        return named
    refs = [h.ref for h in reader.emitted(entry) if h.ref.startswith("encounter/")]
    if refs:
        return refs[0]
    raise BadCommand(text("entry {entry} was not played in an encounter; it belongs to no turn", entry=entry))


def _concerns(reader: LedgerReader, number: int, encounter: str) -> bool:
    envelope = reader.header(number).envelope
    named = None if envelope is None else encounter_of(envelope)
    return named == encounter or any(h.ref == encounter for h in reader.emitted(number))


def _passes(reader: LedgerReader, number: int, encounter: str, *, whole_round: bool) -> bool:
    for stream_event in reader.emitted(number):
        event = stream_event.event
        if stream_event.ref == encounter and isinstance(event, EncounterBegun):
            return True
        if stream_event.ref == encounter and isinstance(event, TurnPassed):
            return isinstance(event.round, int) or not whole_round
    return False


def _is_frame(reader: LedgerReader, number: int) -> bool:
    events = [stream_event.event for stream_event in reader.emitted(number)]
    return any((isinstance(event, _FRAMES) and not _carries_out(event)) or _is_plan(event) for event in events)


def _carries_out(event: Event) -> bool:
    """A downtime phase begins to be carried out, its days go by, and it is over: that is played, and frames nothing."""
    return isinstance(event, PhaseChanged) and (event.slots, event.days, event.title) == (UNSET, UNSET, UNSET)


def _is_plan(event: Event) -> bool:
    """Whether an event only plans a deed, and so is a frame; what was given directly was played in the phase."""
    if isinstance(event, IntentAnnounced):
        return is_plan(event.name) and PlanData.of(event.intent).state == "planned"
    return isinstance(event, IntentEnded) and is_plan(event.name)


def _heads_a_deed(entry: StoredEntry) -> bool:
    return entry.header.kind == "play" and entry.header.deed == entry.header.number
