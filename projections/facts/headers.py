"""The headers of a campaign's entries: when an entry counts as having happened, and where it stands among the others."""

from __future__ import annotations

from uuid import UUID

from domain.records import chain
from domain.records.entries import Header
from domain.records.store import Store


class Headers:
    """Headers of a campaign's entries, read where they are not among those at hand."""

    def __init__(self, store: Store, campaign: UUID) -> None:
        self._store, self._campaign = store, campaign
        self._known: dict[int, Header] = {}

    def know(self, header: Header) -> Header:
        """Keep one at hand."""
        self._known[header.number] = header
        return header

    def of(self, entry: int) -> Header:
        """The header of an entry."""
        if entry not in self._known:
            stored = self._store.entry(self._campaign, entry)
            assert stored is not None, "what a revision restates is there"
            self._known[entry] = stored.header
        return self._known[entry]

    def began(self, entry: int) -> Header:
        """The header of the entry that began the deed of an entry."""
        return self.of(self.of(entry).deed)

    def counted_at(self, entry: int) -> Header:
        """The header of the entry whose time an entry counts as of: of an insert, the one that it stands after."""
        header = self.of(entry)
        return header if header.after is None else self.counted_at(header.after)

    def decided(self, revision: int) -> int:
        """The number of entries that a revision made come out otherwise. One that a fork shares lies with its parent."""
        campaign = self._store.campaign(self._campaign)
        while revision <= (campaign.forked_known_at or 0) and campaign.forked_from is not None:
            campaign = self._store.campaign(campaign.forked_from)
        [raw] = self._store.raw(campaign.id, revision - 1, 1)
        return len(chain.decode_restatements(raw.restatements))

    def place(self, entry: int) -> list[int]:
        """The place of an entry among all others as they are corrected: an insert right after another one."""
        header = self.of(entry)
        return [entry] if header.after is None else [*self.place(header.after), entry]
