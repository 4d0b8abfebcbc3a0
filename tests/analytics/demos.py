"""The demos of all games as tables of facts: played once, over HTTP, in one installation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pyarrow as pa

from api.demo.player import Player
from api.demo.reading import read
from api.demo.table import DemoTable
from api.services import Services, services_on
from api.storage.embedded import Server
from domain.ledger.postgres.store import pool_to
from projections.analytics.beside import names_of, rules_of
from projections.analytics.rows import table_of
from projections.analytics.schema import CampaignFact
from projections.analytics.stored import stored
from systems.registry import load
from tests.api.serving import Serving
from tests.databases import fresh_database
from tests.games.test_demos import DEMOS


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
def played_demos(postgres: Server, folder: Path) -> Iterator[PlayedDemos]:
    """Play every demo in an installation of its own."""
    with fresh_database(postgres) as database:
        with (
            Serving(database, folder, RETCON_DICE_PER_MINUTE="0") as service,
            httpx.Client(base_url=service.url, timeout=60) as http,
        ):
            for name, path in DEMOS.items():
                demo = read(path.read_text(encoding="utf-8"), path.name)
                table = DemoTable(http, service.owner_token, demo, name)
                assert len(list(Player(demo, table).play())) == len(demo.step)
        with pool_to(database, 2) as pool:
            services = services_on(pool, load(installed=[]))
            while any(each.entry < each.head for each in services.projections.standings()):
                services.projections.catch_up()
            yield PlayedDemos(services, database)
