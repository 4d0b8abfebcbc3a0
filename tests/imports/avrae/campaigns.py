"""Campaigns imported from the sample, in memory, and how to read them."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from api.imports.avrae import ImportReport, import_avrae
from api.imports.avrae.retelling.people import member_of
from domain.aggregates import Aggregate
from domain.commands import Envelope
from domain.history.points import parse_point
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.ledger.reading.points import moment
from domain.records.entries import EntryFilter, Header
from domain.records.store import Store
from domain.vocabulary.base import Event
from domain.vocabulary.stored import decode_event
from systems.registry import load
from tests.imports.avrae.recordings import sample

NAME = "The Sea Hag"
GM = Actor(member_of("17485940095965079179"), "gm")
"""The one who led the sample's combat."""


class Table:
    """A campaign made of a recording, to be looked at and played on."""

    def __init__(self, store: Store, lines: Iterable[bytes] | None = None, **choices: Any) -> None:
        self.store = store
        self.ledger = Ledger(store, load(installed=[]))
        self.report = imported(self.ledger, sample() if lines is None else lines, **choices)

    @property
    def campaign(self) -> UUID:
        assert self.report.campaign is not None
        return self.report.campaign

    def headers(self) -> list[Header]:
        return [entry.header for entry in self.store.entries(self.campaign, EntryFilter(limit=10_000))]

    def entries(self, command: str, **args: Any) -> list[int]:
        """The numbers of the entries that a freeform command with these arguments made."""
        pairs = ((h.number, h.envelope) for h in self.headers() if h.envelope is not None)
        return [
            number
            for number, envelope in pairs
            if envelope.type == f"freeform.{command}" and args.items() <= envelope.args.items()
        ]

    def events(self, entry: int) -> list[Event]:
        rows = self.store.as_first_written(self.campaign, [entry])[entry]
        return [decode_event(row.topic, row.body) for row in rows]

    def ref(self, name: str) -> str:
        return next(each.ref for each in self.report.characters if each.name == name)

    def see(self, name: str, entry: int | None = None) -> Aggregate:
        """Somebody (or, by reference, anything) as they stood after an entry; now without one."""
        point = parse_point(None if entry is None else str(entry))
        here = moment(self.store, self.ledger.heads.fresh(self.campaign), point)
        aggregate = here.world.aggregate(name if "/" in name else self.ref(name))
        assert aggregate is not None
        return aggregate

    def track(self, name: str, entry: int | None = None, track: str = "hp") -> int:
        return self.see(name, entry).tracks[track].current

    def known(self, name: str, entry: int, *, at: int) -> int:
        """The HP that somebody had after an entry, as known when another was the newest."""
        here = moment(self.store, self.ledger.heads.fresh(self.campaign), parse_point(str(entry), known_at=at))
        aggregate = here.world.aggregate(self.ref(name))
        assert aggregate is not None
        return aggregate.tracks["hp"].current

    def hits(self) -> list[int]:
        """The entries in which the hag was hurt."""
        return self.entries("damage", target=self.ref("SH1"))

    def course(self) -> list[int]:
        """The hag's HP before the first hit and after each."""
        return [52, *(self.track("SH1", hit) for hit in self.hits())]


def imported(ledger: Ledger, lines: Iterable[bytes], **choices: Any) -> ImportReport:
    return import_avrae(ledger, lines, **{"name": NAME, "gm_account": None, **choices})


def in_memory(lines: Iterable[bytes] | None = None, **choices: Any) -> Table:
    return Table(MemoryStore(), lines, **choices)


def command(name: str, **args: Any) -> Envelope:
    return Envelope(type=f"freeform.{name}", args=args)
