"""The demos of all games as tables of facts: played once, over HTTP, in one installation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from api.services import Services, services_on
from api.storage.embedded import Server
from domain.ledger.postgres.store import pool_to
from projections.analytics.beside import names_of, rules_of
from projections.analytics.rows import table_of
from projections.analytics.schema import CampaignFact
from projections.analytics.stored import stored
from systems.registry import load
from tests.databases import fresh_database
from tests.demos import play_every_demo


class PlayedDemos(NamedTuple):
    """An installation in which every demo was played, with its facts as far as its ledgers."""

    services: Services
    database: str

    def tables(self) -> dict[str, pa.Table]:
        """All tables of facts in memory, without members."""
        rows = self.services.ledger.store.campaigns()
        with stored(self.database, [row.id for row in rows]) as streams:
            tables = {table: streams[table].read_all() for table in streams}
        heads, systems = self.services.ledger.heads, [row.system for row in rows]
        campaigns = [CampaignFact(campaign=str(row.id), name=row.name, system=row.system) for row in rows]
        tables["campaigns"] = table_of("campaigns", campaigns)
        tables["names"] = table_of("names", [name for row in rows for name in names_of(heads, row.id)])
        tables["rulebook"] = table_of("rulebook", rules_of(self.services.registry, systems))
        return tables


@contextmanager
def at_demos(database: str) -> Iterator[PlayedDemos]:
    """Give the services of a database in which every demo was played."""
    with pool_to(database, 2) as pool:
        yield PlayedDemos(services_on(pool, load(installed=[])), database)


@contextmanager
def played_demos(postgres: Server, folder: Path) -> Iterator[PlayedDemos]:
    """Play every demo in an installation of its own."""
    with fresh_database(postgres) as database:
        play_every_demo(database, folder)
        with at_demos(database) as played:
            yield played
