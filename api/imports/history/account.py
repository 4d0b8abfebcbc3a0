"""The account of an import: imported records, records known before, and skipped ones with the reason."""

from __future__ import annotations

from uuid import UUID

import msgspec

from api.imports.history.records import RecordFault


class HistoryCounts(msgspec.Struct, kw_only=True):
    """Counts of written records, by kind. `private` are the messages with restricted readers."""

    people: int = 0
    characters: int = 0
    things: int = 0
    messages: int = 0
    private: int = 0
    rolls: int = 0
    dice: int = 0
    fights: int = 0

    @property
    def beside_people(self) -> int:
        """The number of records written that are more than names of people."""
        return self.characters + self.things + self.messages + self.fights


class HistoryAccount(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of an import.

    `campaign` is None where nothing was written and nothing existed: in a dry run, where no record could be read, and
    where a strict import refuses. `is_new` is whether this import founded it; otherwise the records not `known` before
    were added to it. `older` messages lie in a copy beside the newer one, and `skipped` records are no part of a
    history.
    """

    campaign: UUID | None
    program: str
    name: str
    is_new: bool
    written: HistoryCounts
    known: int = 0
    skipped: int = 0
    older: int = 0
    faults: tuple[RecordFault, ...] = ()
    columns: dict[str, str] = {}
    """Of a table, the columns that were found, by what they say."""

    @property
    def whole(self) -> bool:
        """Whether every record was taken as it is."""
        return not self.faults

    @property
    def records(self) -> int:
        """The number of records written."""
        return self.written.people + self.written.beside_people

    @property
    def exit_code(self) -> int:
        """0 where every record came in or was there, 3 where a part was, 2 where there was nothing to take."""
        if not self.written.beside_people and not self.known:
            return 2
        return 0 if self.whole else 3
