"""The times of entries never run backwards, whatever the machine's clock does."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from domain.commands import Envelope
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.records.entries import EntryFilter
from domain.records.store import Store
from systems.registry import load

GM = Actor("gm", "gm")
NOON = datetime(2031, 5, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def ledger(store: Store, times: Iterable[datetime]) -> Ledger:
    """A ledger of which each entry asks the clock once."""
    shown = iter(times)
    return Ledger(store, load(installed=[]), now=lambda: next(shown))


def note(of: Ledger, campaign: UUID) -> str:
    """The time of an entry that is played now."""
    envelope = Envelope(type="freeform.note", id=str(uuid4()), args={"text": "Rain."})
    return of.submit(campaign, GM, envelope).header.at


def times(store: Store, campaign: UUID) -> list[str]:
    return [entry.header.at for entry in store.entries(campaign, EntryFilter(limit=100))]


def test_an_entry_has_the_time_of_the_clock() -> None:
    store = MemoryStore()
    here = ledger(store, [NOON, NOON, NOON + MINUTE])
    assert note(here, here.found("t", "freeform", "gm").id) == "2031-05-01T12:01:00.000000Z"


def test_an_entry_that_the_clock_puts_before_another_has_the_time_of_that_one() -> None:
    store = MemoryStore()
    here = ledger(store, [NOON, NOON, NOON + MINUTE, NOON - MINUTE, NOON + 2 * MINUTE])
    campaign = here.found("t", "freeform", "gm").id
    assert [note(here, campaign) for _ in range(3)] == [
        "2031-05-01T12:01:00.000000Z",
        "2031-05-01T12:01:00.000000Z",
        "2031-05-01T12:02:00.000000Z",
    ]


def test_a_process_whose_clock_is_behind_follows_the_one_that_wrote_before_it() -> None:
    store = MemoryStore()
    ahead, behind = ledger(store, [NOON, NOON, NOON + MINUTE]), ledger(store, [NOON - MINUTE])
    campaign = ahead.found("t", "freeform", "gm").id
    assert note(behind, campaign) == note(ahead, campaign).replace("12:01", "12:00")
    assert times(store, campaign) == sorted(times(store, campaign))


def test_a_fork_begins_no_earlier_than_what_it_shares() -> None:
    store = MemoryStore()
    here = ledger(store, [NOON, NOON, NOON - MINUTE, NOON - 2 * MINUTE])
    campaign = here.found("t", "freeform", "gm").id
    apart = fork(here, campaign, GM, "apart").id
    note(here, apart)
    assert times(store, apart) == sorted(times(store, apart))
    assert min(times(store, apart)) == "2031-05-01T12:00:00.000000Z"
