"""The part of a history that a campaign has already: the command ids of its entries, and the references of whom they brought."""

from __future__ import annotations

from uuid import UUID

from domain.records.entries import EntryFilter
from domain.records.store import Store

BATCH = 5_000
"""The number of entries that are looked through at once."""


class KnownRecords:
    """The records of a history that are in its campaign, before an import and as it goes on."""

    def __init__(self, store: Store, campaign: UUID | None = None) -> None:
        """Without a `campaign` there is none yet."""
        self._store, self._campaign = store, campaign
        self._before: dict[str, int] = {}
        self._written: set[str] = set()
        self._refs: dict[str, str] = {}
        if campaign is not None:
            self._look_through(store, campaign)

    def had(self, command_id: str) -> bool:
        """Whether the campaign had an entry with this command id before."""
        return command_id in self._before

    def has(self, command_id: str) -> bool:
        """Whether the campaign has such an entry, or gets it with this import."""
        return command_id in self._before or command_id in self._written

    def new(self, command_id: str) -> str | None:
        """Take a command id for an entry to come; None where there is such an entry."""
        if self.has(command_id):
            return None
        self._written.add(command_id)
        return command_id

    def learn(self, command_id: str, ref: str) -> None:
        """Remember whom an entry brought."""
        self._refs[command_id] = ref

    def ref(self, command_id: str) -> str:
        """Return whom an entry brought; "" where there is no such entry."""
        if command_id not in self._refs and command_id in self._before:
            assert self._campaign is not None, "what was there before was there in a campaign"
            number = self._before[command_id]
            rows = self._store.as_first_written(self._campaign, [number])[number]
            refs = (row.ref for row in rows if row.ref.startswith(("character/", "encounter/")))
            self._refs[command_id] = next(refs, "")
        return self._refs.get(command_id, "")

    def _look_through(self, store: Store, campaign: UUID) -> None:
        entries = store.entries(campaign, EntryFilter(limit=BATCH))
        while entries:
            self._before |= {entry.header.command_id: entry.header.number for entry in entries}
            entries = store.entries(campaign, EntryFilter(after=entries[-1].header.number, limit=BATCH))
