"""The rows of facts that are live, as a test reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from psycopg import sql
from psycopg_pool import ConnectionPool

from projections.facts.rows import Fact, FactDie, FactEntry
from projections.facts.tables import TABLES

_LIVE: Final = """
SELECT {columns} FROM {table} f
JOIN tracking t ON t.campaign_id = f.campaign_id AND t.generation = f.generation AND t.projection = 'facts' AND t.live
WHERE f.campaign_id = %s ORDER BY {order}
"""


def facts_of(pool: ConnectionPool, campaign: UUID) -> list[Fact]:
    """A campaign's facts as far as they have come, in the order of entries and their versions."""
    return [Fact(**row) for row in _live(pool, campaign, TABLES.facts, Fact, ("entry", "version", "seq"))]


def dice_drawn(pool: ConnectionPool, campaign: UUID) -> list[FactDie]:
    """The dice of a campaign as far as facts have come, in the order in which they were drawn."""
    return [FactDie(**row) for row in _live(pool, campaign, TABLES.dice, FactDie, ("entry", "number"))]


def entry_facts_of(pool: ConnectionPool, campaign: UUID) -> list[FactEntry]:
    """The rows of a campaign's entries as far as facts have come, in the order of entries and their versions."""
    return [FactEntry(**row) for row in _live(pool, campaign, TABLES.entries, FactEntry, ("entry", "version"))]


def _live(
    pool: ConnectionPool, campaign: UUID, table: sql.Identifier, of: type[msgspec.Struct], order: Sequence[str]
) -> Iterator[dict[str, Any]]:
    names = of.__struct_fields__
    columns, ordered = (sql.SQL(", ").join(sql.Identifier("f", name) for name in some) for some in (names, order))
    query = sql.SQL(_LIVE).format(columns=columns, table=table, order=ordered)
    with pool.connection() as connection:
        rows = connection.execute(query, [campaign], binary=True).fetchall()
    return (dict(zip(names, row, strict=True)) for row in rows)
