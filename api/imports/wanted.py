"""An import as it is asked for, and what came of it, whatever the kind of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeVar
from uuid import UUID

import msgspec
from msgspec.structs import replace

from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.report import ImportReport
from api.imports.history.account import HistoryAccount
from api.imports.history.records import RecordFault
from api.imports.rolls.importer import RollsReport
from domain.tabular import LineFault

ImportKind = Literal["avrae", "rolls", "foundry", "roll20", "characters", "ledger"]
"""The kind of an imported file: another program's, a table of rolls or characters, or a ledger that Retcon exported."""

ADDING: Final[frozenset[ImportKind]] = frozenset({"foundry", "roll20", "characters"})
"""The kinds that can be added to a campaign."""

TAKEN: Final[Mapping[ImportKind, tuple[str, ...]]] = {
    "avrae": ("name", "strict"),
    "rolls": ("name", "strict", "dry_run", "columns", "dice", "zone"),
    "foundry": ("name", "strict", "dry_run", "older"),
    "roll20": ("name", "strict", "dry_run"),
    "characters": ("name", "strict", "dry_run", "columns", "system"),
    "ledger": (),
}
"""The wishes that each kind takes."""

Progress = Callable[[int, int], None]
"""Is told how much of a file has been written down, and of how much."""


class ImportOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The wishes for an import (`TAKEN` says which kind takes which).

    `name` is that of a new campaign, `system` its game. A `strict` import writes nothing unless all of the file is whole, and a
    `dry_run` writes nothing at all. `older` takes the messages of an older copy as well. `columns` are those of a table by their
    parts, `dice` those of rows that name none, `zone` the time zone of times without one.
    """

    name: str | None = None
    system: str | None = None
    strict: bool = False
    dry_run: bool = False
    older: bool = False
    columns: Mapping[str, str] = {}
    dice: str = ""
    zone: str | None = None


class LedgerReport(msgspec.Struct, frozen=True, kw_only=True):
    """The campaign that was taken in, with the `entries` of the file, its newest entry (`head`) and the hash of that. `erased`
    lists the keys of texts that had been erased. Where it is `renewed` the file had no secret seeds: the last entry opens a new
    dice epoch. `joined` is whether the importer had no part in it, and became a game master of it."""

    campaign: UUID
    name: str
    entries: int
    head: int
    hash: str
    erased: tuple[str, ...]
    renewed: bool
    joined: bool = False


class FileImport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import. One of the last four fields has the report, by the `kind` of the file.

    `refused` says why a file that can be read was not imported; it is empty otherwise. `exit_code` is 0 where all of the file
    came in, 3 where a part did, 2 where nothing could be read, and 1 where it was refused.
    """

    kind: ImportKind
    exit_code: int
    refused: str = ""
    recording: ImportReport | None = None
    rolls: RollsReport | None = None
    history: HistoryAccount | None = None
    ledger: LedgerReport | None = None

    @property
    def campaign(self) -> UUID | None:
        """The campaign that was written; None where there is none."""
        reports = (self.recording, self.rolls, self.history, self.ledger)
        return next((report.campaign for report in reports if report is not None), None)

    def said(self, say: Callable[[str], str]) -> FileImport:
        """Return the result with each of its sentences as `say` says it, as plain text."""
        recording, rolls, history = self.recording, self.rolls, self.history
        return replace(
            self,
            refused=say(self.refused) if self.refused else "",
            recording=recording and replace(recording, faults=_said(recording.faults, say)),
            rolls=rolls and replace(rolls, faults=_said(rolls.faults, say)),
            history=history and replace(history, faults=_said(history.faults, say)),
        )


Fault = TypeVar("Fault", RecordingFault, LineFault, RecordFault)


def _said(faults: Iterable[Fault], say: Callable[[str], str]) -> tuple[Fault, ...]:
    return tuple(replace(fault, text=say(fault.text)) for fault in faults)
