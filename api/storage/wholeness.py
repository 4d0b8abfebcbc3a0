"""Verification of an installation: its journal, the rows that it covers, and references between rows.

No campaign's own verification can find these faults: a campaign that is missing as a whole, rows of a campaign that
does not exist, and a changed account or token. The check is quick, however much has been played: rows are looked up by
campaign, and never read one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final
from uuid import UUID

import msgspec
from psycopg import sql

from api.storage.database import SCHEMAS, Pool
from domain.ledger.checking.faults import LedgerFault, survived
from domain.ledger.postgres.journal import LEDGER_KEYS, Journal, Newest, snapshot
from domain.ledger.postgres.journaling import Connection, Keys
from domain.ledger.postgres.migrations import SchemaRefused, applied, missing_of
from projections.verifying import KEYS

JOURNALED: Final[Keys] = {
    **LEDGER_KEYS,
    **KEYS,
    "accounts": ("account_id",),
    "tokens": ("token_id",),
    "invitations": ("campaign_id", "invitation_id"),
    "recoveries": ("campaign_id", "member_id"),
    "grants": ("campaign_id", "member_id", "bot_id"),
    "webhooks": ("webhook_id",),
    "discord_codes": ("account_id",),
    "discord_links": ("user_id",),
    "discord_channels": ("channel_id",),
    "sessions": ("session_id",),
    "identities": ("identity_id",),
}
"""Every table whose rows are in the journal, with the columns of its key."""

_OF_CAMPAIGNS: Final = """
SELECT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE column_name = 'campaign_id' AND table_schema = current_schema() AND table_type = 'BASE TABLE'
    AND table_name <> 'campaigns' ORDER BY table_name
"""
_HELD: Final = """
WITH RECURSIVE held (campaign) AS (
    (SELECT campaign_id FROM {table} WHERE campaign_id IS NOT NULL ORDER BY campaign_id LIMIT 1)
    UNION ALL
    SELECT (SELECT campaign_id FROM {table} WHERE campaign_id > campaign ORDER BY campaign_id LIMIT 1) FROM held
    WHERE campaign IS NOT NULL
)
SELECT campaign FROM held WHERE campaign IS NOT NULL
"""
_LISTED: Final = "SELECT campaign_id FROM campaigns ORDER BY created_at, campaign_id"

EACH: Final = ("heads", "campaign_secrets", "entries", "states")
"""The tables in which every campaign has a row."""


class Installation(msgspec.Struct, frozen=True):
    """The result of checking an installation: the newest record of its journal, and the faults."""

    newest: Newest
    faults: tuple[LedgerFault, ...]

    @property
    def ok(self) -> bool:
        """Whether all of it is as it was written."""
        return not self.faults


def verify_installation(pool: Pool, expected: Newest | None = None) -> Installation:
    """Check the rows that belong to no campaign. A journal that was rewritten as a whole is consistent in itself: the
    forgery is only found by comparing a record and hash that were noted earlier, given as `expected`.
    """
    faults: list[LedgerFault] = []
    with pool.connection() as connection, connection.transaction():
        snapshot(connection)
        journal = Journal(connection, JOURNALED)
        checks: dict[str, Callable[[], Iterable[LedgerFault]]] = {
            "the journal": journal.faults,
            "the migrations": partial(_migrations, connection),
            "what belongs to campaigns": partial(_belonging, connection),
            "what was noted": partial(_forgotten, journal, expected),
        }
        for subject, check in checks.items():
            with connection.transaction():
                faults += survived(None, "journal", subject, check)
    return Installation(journal.newest, tuple(faults))


def _migrations(connection: Connection) -> Iterator[LedgerFault]:
    """Yield faults where the applied migrations differ from this release's, by name or content."""
    history = applied(connection)
    for schema in sorted({each.schema for each in history} - SCHEMAS.keys()):
        yield LedgerFault(None, "row", f"migrations of an unknown schema {schema!r} were applied")
    for schema, folder in SCHEMAS.items():
        try:
            missing = missing_of([each for each in history if each.schema == schema], schema, folder)
        except SchemaRefused as refused:
            yield LedgerFault(None, "row", f"the migration files differ from the applied ones: {refused}")
        else:
            yield from (
                LedgerFault(None, "row", f"the migration {schema}/{each.name} was not applied") for each in missing
            )


def _belonging(connection: Connection) -> Iterator[LedgerFault]:
    """Rows of campaigns that there are not, and campaigns without the rows that each has."""
    listed = {campaign for (campaign,) in connection.execute(_LISTED).fetchall()}
    by_table = {table: _held(connection, table) for (table,) in connection.execute(_OF_CAMPAIGNS).fetchall()}
    for campaign in sorted(set().union(*by_table.values()) - listed):
        tables = ", ".join(table for table, campaigns in by_table.items() if campaign in campaigns)
        yield LedgerFault(None, "orphan", f"campaign {campaign} does not exist, but has rows in {tables}")
    for campaign in sorted(listed):
        if lacking := ", ".join(table for table in EACH if campaign not in by_table[table]):
            yield LedgerFault(
                None, "campaign", f"campaign {campaign} has no row in {lacking}, where every campaign has one"
            )


def _held(connection: Connection, table: str) -> set[UUID]:
    """The campaigns of which a table has rows: one step along its key for each."""
    query = sql.SQL(_HELD).format(table=sql.Identifier(table))
    return {campaign for (campaign,) in connection.execute(query).fetchall()}


def _forgotten(journal: Journal, expected: Newest | None) -> Iterator[LedgerFault]:
    if expected is not None and not journal.remembers(expected.number, expected.hash):
        sentence = f"record {expected.number} of the journal does not have the hash that was noted"
        yield LedgerFault(None, "remembered", sentence)
