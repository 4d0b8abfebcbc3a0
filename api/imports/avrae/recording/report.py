"""The report on an import."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

import msgspec

from api.imports.avrae.recording.faults import RecordingFault
from domain.messages import text as worded
from domain.vocabulary.base import Scalar
from domain.vocabulary.chronicle import Role

Feature = Literal[
    "presence",
    "name",
    "initiative",
    "hp",
    "temporary HP",
    "greatest HP",
    "AC",
    "effects",
    "duration",
    "slots",
    "counter",
    "turn",
    "round",
]
"""Parts of a combatant (or of the combat) that may differ. Durations count the turns until an effect ends."""


class RecordingDifference(msgspec.Struct, frozen=True):
    """A difference between the campaign and the recording after line `line`. `who` is "" for the combat itself."""

    line: int
    who: str
    what: Feature
    log: Scalar
    ours: Scalar


class RecordedPerson(msgspec.Struct, frozen=True):
    """A member of the new campaign, with the name the recording gives them (hashed by the dataset's authors)."""

    member: str
    name: str
    role: Role


class ImportedCharacter(msgspec.Struct, frozen=True):
    """`ref` and `handle` are those in the campaign; `owner` is a member."""

    ref: str
    handle: str
    name: str
    owner: str


class ImportReport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import: everything that was taken from a recording, and everything that was not.

    `campaign` is None where no line could be read: then nothing was written. `rolls`, `dice`, `damages` and `events`
    count the written ones. Every line is in exactly one of `taken` and `left`; every line left, and every line taken
    with a fault, is among the faults. It is `whole` where the recording was complete and all of it was imported.
    """

    campaign: UUID | None
    name: str
    entries: int = 0
    events: int = 0
    members: tuple[RecordedPerson, ...] = ()
    characters: tuple[ImportedCharacter, ...] = ()
    rolls: int = 0
    dice: int = 0
    damages: int = 0
    states: int = 0
    """The number of the recording's states that were compared with the campaign's."""
    differences: tuple[RecordingDifference, ...] = ()
    faults: tuple[RecordingFault, ...] = ()
    taken: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    whole: bool = False
    earlier: tuple[UUID, ...] = ()
    """The campaigns that came of earlier imports of the same recording."""

    @property
    def exit_code(self) -> int:
        """0 for a whole recording, 3 for one imported in part, 2 for nothing at all."""
        if self.campaign is None:
            return 2
        return 0 if self.whole else 3


class NotWhole(Exception):
    """A strict import was asked for, but the recording has faults. Nothing was written; `report` lists the faults."""

    slug = "not-whole"

    def __init__(self, report: ImportReport) -> None:
        self.report = report
        first = report.faults[0]
        super().__init__(
            worded(
                "The recording has faults: {faults} faults, the first in line {line}: {text} Repair the file, or import its readable lines without --strict.",
                faults=len(report.faults),
                line=first.line,
                text=first.text,
            )
        )
