"""Nothing is written past the library: every event and entry in the store has gone through a recorder's `insert_events`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest
from eventsourcing.persistence import StoredEvent

from api.demo.player import Player
from api.demo.reading import read
from api.demo.table import DemoTable
from api.imports.avrae import fireball_lines, import_avrae
from api.imports.rolls.importer import UnderstoodRolls, Wishes, import_rolls
from api.services import Services
from domain.commands import Envelope
from domain.ledger.appending import LedgerRecorder
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.restore import LayingRecorder
from domain.ledger.upkeep.exporting import export_lines
from domain.ledger.upkeep.importing import import_ledger
from domain.ledger.upkeep.laying import PAGE
from systems.registry import load
from tests.api.people import Person
from tests.checks.source import ROOT

Written = dict[str, Counter[UUID]]
"""How many entries and events there are, by campaign."""


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> Written:
    """What recorders are given to write from here on."""
    counted: Written = {"entries": Counter(), "events": Counter()}

    def spied(kind: Any) -> None:
        insert = kind.insert_events

        def insert_events(self: LedgerRecorder, events: Sequence[StoredEvent], **rest: Any) -> Any:
            positions = insert(self, events, **rest)
            entries = rest["page"] if "page" in rest else rest["append"].transaction.records
            counted["entries"][self.campaign] += len(entries)
            counted["events"][self.campaign] += len(events)
            return positions

        monkeypatch.setattr(kind, "insert_events", insert_events)

    spied(LedgerRecorder)
    spied(LayingRecorder)
    return counted


def stored(services: Services, campaigns: set[UUID]) -> Written:
    with services.pool.connection() as connection:
        return {table: _counted(connection, table, campaigns) for table in ("entries", "events")}


def _counted(connection: psycopg.Connection, table: str, campaigns: set[UUID]) -> Counter[UUID]:
    query = f"SELECT campaign_id, count(*) FROM {table} WHERE campaign_id = ANY(%s) GROUP BY 1"
    return Counter(dict(connection.execute(query.encode(), [list(campaigns)]).fetchall()))


def evening(http: httpx.Client, owner_token: str, file: str) -> UUID:
    """An evening at a table, over HTTP: commands, refusals, questions, downtime, undos, redos and inserts."""
    demo = read((ROOT / "tests" / "data" / file).read_text(), file)
    table = DemoTable(http, owner_token, demo, "freeform")
    assert list(Player(demo, table).play())
    return table.campaign


@pytest.fixture
def elsewhere() -> list[bytes]:
    """The lines of a ledger that was played in another store."""
    ledger = Ledger(MemoryStore(), load(installed=[]))
    campaign = ledger.found("Elsewhere", "freeform", "gm").id
    created = Envelope(type="freeform.create_character", args={"name": "Ada", "tracks": {"hp": 10}})
    ledger.submit(campaign, Actor("gm", "gm"), created)
    return list(export_lines(ledger.store, campaign, secrets=True))


@pytest.fixture
def campaigns(
    elsewhere: list[bytes], services: Services, http: httpx.Client, owner_token: str, owner: Person, saved: Written
) -> set[UUID]:
    """Evenings, a fork, a recording, a ledger from elsewhere and kept rolls, all written while recorders are watched."""
    brawl, ashore = (evening(http, owner_token, file) for file in ("brawl.toml", "ashore.toml"))
    body = {"name": "What if", "at": 3}
    fork = UUID(owner.at(str(brawl)).ask("POST", "./forks", 201, json=body)["id"])
    owner.at(str(fork)).does("freeform.open_session")
    recording = import_avrae(services.ledger, fireball_lines(), name="Hag", gm_account=None).campaign
    assert recording is not None
    carried = import_ledger(services.ledger.store, services.registry, elsewhere).campaign.id
    with UnderstoodRolls([b"who,dice,natural\n", *[b"Ada,1d6,3\n"] * (PAGE + 1)], "Rolls", Wishes()) as rolls:
        kept = import_rolls(services.ledger, rolls, gm="gm").campaign
    assert kept is not None
    return {brawl, ashore, fork, recording, carried, kept}


def test_every_entry_and_event_has_gone_through_a_recorder(
    services: Services, campaigns: set[UUID], saved: Written
) -> None:
    assert stored(services, campaigns) == saved
    assert all(saved["events"][campaign] for campaign in campaigns)
