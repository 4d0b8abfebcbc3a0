"""Two processes at one table: nothing is lost, nothing doubled, and whoever was slower decides again."""

from __future__ import annotations

from multiprocessing import get_context
from typing import TYPE_CHECKING
from uuid import UUID

from domain.aggregates import Character
from domain.commands import Envelope
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import PostgresStore
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter
from systems.registry import load

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

GM = Actor("gm", "gm")
POOL, EACH = 50, 40


def spend_from_another_process(url: str, campaign: UUID, spent: Queue[int]) -> None:
    """Spend one point at a time, as often as asked, and say how often it went through."""
    with PostgresStore(url) as store:
        ledger, done = Ledger(store, load(installed=[])), 0
        for _ in range(EACH):
            done += spent_one(ledger, campaign)
    spent.put(done)


def spent_one(ledger: Ledger, campaign: UUID) -> bool:
    envelope = Envelope(type="freeform.spend", args={"target": "ada", "track": "luck", "amount": 1})
    try:
        ledger.submit(campaign, GM, envelope)
    except Refused:
        return False
    return True


def test_two_processes_spend_exactly_what_there_is(database_url: str) -> None:
    migrate(database_url)
    with PostgresStore(database_url) as store:
        ledger = Ledger(store, load(installed=[]))
        campaign = ledger.found("shared", "freeform", "gm").id
        tracks = {"luck": {"current": POOL, "minimum": 0}}
        create = Envelope(type="freeform.create_character", args={"name": "Ada", "tracks": tracks})
        ledger.submit(campaign, GM, create)
        spawn = get_context("spawn")
        spent: Queue[int] = spawn.Queue()
        others = [
            spawn.Process(target=spend_from_another_process, args=(database_url, campaign, spent)) for _ in range(2)
        ]
        for process in others:
            process.start()
        counts = [spent.get(timeout=60) for _ in others]
        for process in others:
            process.join(timeout=10)
        assert sum(counts) == POOL, counts
        entries = store.entries(campaign, EntryFilter(limit=1_000))
        assert [entry.header.number for entry in entries] == list(range(1, POOL + 3))
        (ref,) = (ref for ref in ledger.heads.fresh(campaign).refs() if ref.startswith("character/"))
        ada = ledger.heads.fresh(campaign).aggregate(ref)
        assert isinstance(ada, Character)
        assert ada.tracks["luck"].current == 0
        assert verify(store, campaign).ok
