"""Reading combats that the Discord bot Avrae recorded (the format of the FIREBALL dataset).

`read_log` turns lines into events, `tell` turns events into one ordered sequence of happenings, `import_avrae` makes a
campaign of them. Nothing raises on damaged input: what could not be understood comes back as faults, each with its line.
"""

from importlib.resources import files

from api.imports.avrae.importer import import_avrae
from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.log import LogLine, LogReading, read_log
from api.imports.avrae.recording.report import (
    ImportedCharacter,
    ImportReport,
    NotWhole,
    RecordedPerson,
    RecordingDifference,
)
from api.imports.avrae.story.narrative import Narrative, tell

__all__ = [
    "ImportReport",
    "ImportedCharacter",
    "LogLine",
    "LogReading",
    "Narrative",
    "NotWhole",
    "RecordedPerson",
    "RecordingDifference",
    "RecordingFault",
    "fireball_lines",
    "import_avrae",
    "read_log",
    "tell",
]


def fireball_lines() -> list[bytes]:
    """The sample combat shipped with this package (see CREDITS.md), line by line."""
    return (files(__name__) / "fireball.jsonl").read_bytes().splitlines(keepends=True)
