"""Laying a whole campaign down in PostgreSQL: page after page is copied into the tables, in one transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

import msgspec
import psycopg
from eventsourcing.persistence import ProgrammingError, StoredEvent
from psycopg import sql
from psycopg_pool import ConnectionPool

from domain.ledger.appending import CampaignApplication, check_same, positions
from domain.ledger.postgres.analyzing import analyze
from domain.ledger.postgres.recorder import ChainEnds, PostgresRecorder
from domain.ledger.postgres.rows import TABLES, Row, rows_in
from domain.records.entries import EpochSeeds, Founding, Head, RawEntry, StateRow, Transaction
from domain.records.positions import Place
from domain.records.rows import DoesNotFit, RowBuilder, Written, begun
from domain.records.store import CampaignExists

PAGE: Final = 500
"""The number of entries copied at once."""

_FOUND: Final = """
INSERT INTO campaigns (campaign_id, name, system, created_at, forked_from, forked_at, forked_known_at)
VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""
_SECRETS: Final = "INSERT INTO campaign_secrets (campaign_id, key, amendment) VALUES (%s, %s, %s)"
_HEAD: Final = "INSERT INTO heads (campaign_id, entry, position, hash, paths) VALUES (%s, %s, %s, %s, %s)"


def restored(
    pool: ConnectionPool,
    founding: Founding,
    entries: Iterable[RawEntry],
    states: Iterable[StateRow],
    seeds: Iterable[EpochSeeds],
) -> Head:
    """Lay a campaign down as the port has it. Raises CampaignExists, DoesNotFit."""
    campaign = founding.campaign.id
    with pool.connection() as connection, connection.transaction(), connection.cursor() as cursor:
        if cursor.execute(_FOUND, msgspec.structs.astuple(founding.campaign)).rowcount == 0:
            raise CampaignExists(campaign)
        layer = _Layer(cursor, founding)
        try:
            cursor.execute(_SECRETS, [campaign, *msgspec.structs.astuple(founding.secrets)])
            application = CampaignApplication(LayingRecorder(pool, layer))
            for page in _pages(entries):
                application.save(*(placed.event for raw in page for placed in raw.events), page=page)
            layer.copy("states", [(row.ref, row.version, row.body) for row in states])
            layer.copy("epoch_seeds", [msgspec.structs.astuple(each) for each in seeds])
            cursor.execute(_HEAD, [campaign, *msgspec.structs.astuple(layer.head)])
        except (psycopg.DataError, psycopg.IntegrityError) as error:
            raise DoesNotFit(f"entries up to {layer.head.entry}: {error.diag.message_primary or error}") from error
    analyze(pool, layer.added)
    return layer.head


class _Layer:
    """Copies pages into the tables, and knows what the next one follows, and how many rows were `added` to each table."""

    def __init__(self, cursor: psycopg.Cursor[Any], founding: Founding) -> None:
        self.head = begun(founding).head
        self.campaign = founding.campaign.id
        self.added = Counter[str]()
        self._cursor = cursor
        self._path_ids: dict[str, int] = {}
        self._places: dict[int, Place] = {}

    def lay(self, page: Sequence[RawEntry]) -> None:
        """Copy entries with all that belongs to them. Raises DoesNotFit."""
        draft = RowBuilder(self.head, self._path_ids, {})
        made = {raw.number: draft.lay(raw) for raw in page}
        for table, rows in rows_in(draft, self.head, self._places, made).items():
            self.copy(table, rows)
        self._path_ids |= {row.path: row.id for row in draft.paths}
        self.head = draft.head

    def copy(self, table: str, rows: Sequence[Row]) -> None:
        """Copy rows into a table, behind the campaign's id."""
        columns = sql.SQL(", ").join(map(sql.Identifier, ("campaign_id", *TABLES[table])))
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), columns)
        if rows:
            with self._cursor.copy(statement) as copy:
                for row in rows:
                    copy.write_row((self.campaign, *row))
            self.added[table] += len(rows)


class LayingRecorder(PostgresRecorder):
    """The recorder of a campaign that is being laid down: what the library saves are pages of entries that lay elsewhere."""

    def __init__(self, pool: ConnectionPool, layer: _Layer) -> None:
        super().__init__(pool, layer.campaign, ChainEnds(pool))
        self._layer = layer

    def insert_events(
        self, stored_events: Sequence[StoredEvent], *, page: Sequence[RawEntry] = (), **_tracking: Any
    ) -> Sequence[int]:
        """Copy the entries that these events are part of, all of them in one transaction. Raises DoesNotFit."""
        check_same(stored_events, [placed.event for raw in page for placed in raw.events])
        self._layer.lay(page)
        return positions(self._layer.head, len(stored_events))

    def write(self, _transaction: Transaction) -> Written:
        raise ProgrammingError("a campaign that is being laid down cannot be played on")


def _pages(entries: Iterable[RawEntry]) -> Iterator[list[RawEntry]]:
    rest = iter(entries)
    while page := list(islice(rest, PAGE)):
        yield page
