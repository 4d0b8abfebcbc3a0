"""The recording told as one sequence of happenings, each thing once.

Order is the order of the recording, with one exception: what people said before the combat was recorded out of order
and is told in the order in which it was said.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from api.imports.avrae.recording.events import CombatEnd, CombatStart, LogEvent, Message
from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.log import LogLine, LogReading
from api.imports.avrae.story.happenings import Happening
from api.imports.avrae.story.teller import StoryTeller
from api.imports.avrae.story.threads import Threads
from domain.messages import text as worded


class Narrative(msgspec.Struct, frozen=True):
    """All happenings in their order, and all faults by line: those of reading and those of telling.

    `combats` are the ids of the combats, one after the other.
    """

    happenings: tuple[Happening, ...]
    faults: tuple[RecordingFault, ...]
    combats: tuple[str, ...] = ()


def tell(log: LogReading) -> Narrative:
    """Tells a reading; never raises. Several combats in a file are told one after the other.

    A combat counts as one where its beginning or end is recorded, or where no other has more lines; lines that belong
    to none are faults. A missing beginning and a missing end are faults too.
    """
    by_combat: dict[str, list[LogLine]] = {}
    for line in log.lines:
        by_combat.setdefault(line.event.combat_id, []).append(line)
    longest = max(by_combat.values(), key=len, default=[])
    happenings: list[Happening] = []
    faults = list(log.faults)
    story = []
    for combat, lines in by_combat.items():
        if lines is not longest and not any(isinstance(line.event, CombatStart | CombatEnd) for line in lines):
            text = worded(
                "The line belongs to combat {combat}, whose beginning and end are not recorded here.", combat=combat
            )
            faults += [RecordingFault(line.number, "other-combat", text) for line in lines]
            continue
        story.append(combat)
        for item in _told(lines):
            if isinstance(item, RecordingFault):
                faults.append(item)
            else:
                happenings.append(item)
    if not story:
        faults.append(
            RecordingFault(1, "cut-off", worded("No combat is recorded in the file, or nothing of it can be read."))
        )
    return Narrative(tuple(happenings), tuple(sorted(faults, key=lambda fault: fault.line)), tuple(story))


def _told(lines: list[LogLine]) -> Iterator[Happening | RecordingFault]:
    """One combat. It runs from its beginning to its end; where one is missing the recording was cut, if between lines."""
    ordered = _in_time_order(lines)
    threads = Threads(ordered)
    teller = StoryTeller(threads)
    yield from threads.faults
    if not any(isinstance(line.event, CombatStart) for line in lines):
        yield RecordingFault(
            lines[0].number, "cut-off", worded("No beginning of the combat is recorded before this line.")
        )
    for line in ordered:
        for item in teller.tell(line):
            if not isinstance(item, RecordingFault):
                teller.tally.count(item)
            yield item
    if not any(isinstance(line.event, CombatEnd) for line in lines):
        yield RecordingFault(lines[-1].number, "cut-off", worded("No end of the combat is recorded after this line."))


def _in_time_order(lines: list[LogLine]) -> list[LogLine]:
    """Sort the lines by their own times: messages from before the combat are recorded at its beginning, all at once and
    out of order.
    """
    before = list(itertools.takewhile(lambda line: isinstance(line.event, Message), lines))
    dated = [LogLine(line.number, _dated(line.event)) for line in before]
    return [*sorted(dated, key=lambda line: line.event.timestamp), *lines[len(before) :]]


def _dated(event: LogEvent) -> LogEvent:
    return msgspec.structs.replace(event, timestamp=event.created_at) if isinstance(event, Message) else event
