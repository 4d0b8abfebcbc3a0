"""Dry runs: what commands would do, shown like the entries they would become."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.aggregates import Aggregate, begin, evolve
from domain.ledger.playing.draft import Drafted
from domain.play.play import StreamEvent
from domain.play.reading import World
from domain.records.entries import StoredEntry
from domain.system import Registry
from domain.visibility.audience import Viewer
from domain.visibility.entry_visibility import LoadedEntry
from projections.reader import Reader
from projections.views.entry import EntryView, HiddenEntry, entry_view


class Foreseen:
    """A world with events on top of it that are not written, and perhaps never will be."""

    def __init__(self, below: World, emitted: Iterable[StreamEvent]) -> None:
        self._below = below
        self._own: dict[str, Aggregate] = {}
        for stream_event in emitted:
            evolve(self._changing(stream_event.ref), stream_event.event)

    def aggregate(self, ref: str) -> Aggregate | None:
        """The state after all of them."""
        return self._own.get(ref) or self._below.aggregate(ref)

    def _changing(self, ref: str) -> Aggregate:
        if ref not in self._own:
            below = self._below.aggregate(ref)
            self._own[ref] = begin(ref) if below is None else below.copy()
        return self._own[ref]


def drafted_views(
    drafted: Sequence[Drafted], viewer: Viewer, *, world: World, registry: Registry
) -> list[EntryView | HiddenEntry]:
    """Entries that are decided and not written, as the viewer may see them, with the dice marked `preview`.

    `world` is the head they were decided on. They have no place in the chain: digest and hash are empty.
    """
    emitted = (stream_event for entry in drafted for stream_event in entry.emitted)
    reader = Reader(Foreseen(world, emitted), viewer, registry)
    return [_drafted_view(entry, reader) for entry in drafted]


def _drafted_view(drafted: Drafted, reader: Reader) -> EntryView | HiddenEntry:
    header = drafted.record.header
    stored = StoredEntry(
        header=header,
        status=header.status,
        versions=1,
        digest=b"",
        hash=b"",
        request_digest=drafted.record.request_digest,
    )
    return entry_view(LoadedEntry(stored=stored, events=drafted.emitted), reader, drafted.record.words)
