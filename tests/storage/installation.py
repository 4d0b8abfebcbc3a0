"""An installation to be backed up, and its backups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg

from api.services import Services, services_on
from api.storage.accounts import TokenWanted
from api.storage.backup import Manifest, Member, write_backup
from api.storage.database import SCHEMAS
from api.storage.restoring import restore_backup
from domain.commands import Envelope
from domain.ledger.forking.fork import fork
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.migrations import Schemas
from domain.ledger.postgres.store import CountingPool, PostgresStore
from domain.ledger.reading.forks import ForkAwareStore
from domain.records.store import Store
from systems.registry import load
from tests.owners import owner_token_in

GM = Actor("gm", "gm")


def gives(services: Services, campaign: UUID, kind: str, **args: Any) -> None:
    services.ledger.submit(campaign, GM, Envelope(type=f"freeform.{kind}", args=args))


class Installation:
    """Campaigns (one of them a fork), accounts with tokens, an invitation, a grant, and facts of what happened."""

    def __init__(self, pool: CountingPool, data_dir: Path) -> None:
        self.services = services_on(pool, load(installed=[]))
        self.campaigns = [self.services.ledger.found(name, "freeform", "gm").id for name in ("Ash Street", "The Pier")]
        for campaign in self.campaigns:
            gives(self.services, campaign, "create_character", name="Ada", tracks={"hp": {"current": 1000}})
            gives(self.services, campaign, "open_session")
            gives(self.services, campaign, "roll", label="leap", notation="2d6", actor="ada")
            gives(self.services, campaign, "note", text="They meet,\n\tat the \\pier.")
        self.campaigns.append(fork(self.services.ledger, self.campaigns[0], GM, "what if", at=3).id)
        accounts = self.services.accounts
        self.pat, self.bot = accounts.open("person", "Pat").id, accounts.open("bot", "Botty").id
        _, self.secret = accounts.issue(self.pat, TokenWanted(label="phone"))
        self.owner = owner_token_in(data_dir, accounts)
        later = datetime.now(UTC) + timedelta(days=3)
        _, self.code = self.services.invitations.invite(
            self.campaigns[0], "player", invited_by=self.pat, uses=2, expires_at=later
        )
        self.services.grants.give(self.campaigns[0], self.pat, self.bot)
        self.services.projections.catch_up()


def backed_up(url: str, schemas: Schemas = SCHEMAS) -> tuple[bytes, Manifest]:
    file = BytesIO()
    manifest = write_backup(url, schemas, file)
    return file.getvalue(), manifest


def but_for_the_journal(members: Iterable[Member]) -> list[Member]:
    """The tables that a restore leaves as they were; the journal goes on with the migrations that are applied anew."""
    return [member for member in members if member.table != "journal"]


def is_empty(url: str) -> bool:
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    return row == (0,)


@contextmanager
def restored(url: str, file: bytes, schemas: Schemas = SCHEMAS) -> Iterator[Store]:
    """A store on what a backup was restored to."""
    restore_backup(url, schemas, BytesIO(file))
    with PostgresStore(url) as store:
        yield ForkAwareStore(store)
