"""A campaign to follow with the library's own `ProjectionRunner`; domain/ledger/README.md shows how."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from eventsourcing.persistence import ProgrammingError
from eventsourcing.utils import Environment, EnvType

from domain.ledger.appending import CampaignApplication
from domain.ledger.postgres.recorder import ChainEnds, PostgresRecorder
from domain.ledger.postgres.store import pool_to
from domain.records.entries import Transaction
from domain.records.rows import Written

DATABASE: Final = "RETCON_DATABASE_URL"
"""The environment variable that says where the database is."""

CAMPAIGN: Final = "RETCON_CAMPAIGN"
"""The environment variable that says which campaign is followed, by its id."""

CONNECTIONS: Final = 2
"""The maximum number of connections of a follower: it holds none while it waits."""


class _FollowingRecorder(PostgresRecorder):
    """A recorder that only reads."""

    def write(self, _transaction: Transaction) -> Written:
        raise ProgrammingError("a campaign that is followed is not written to; give commands to the service")


class FollowedCampaign(CampaignApplication):
    """A campaign as it is played, read from the database that the environment names, and never written to.

    Its name is `retcon:` with the campaign's id: what one follower tracks of several campaigns is kept apart by it.
    """

    def __init__(self, env: EnvType | None = None) -> None:
        environment: Environment = self.construct_env("retcon", env)
        campaign = UUID(environment[CAMPAIGN])
        self._pool = pool_to(environment[DATABASE], CONNECTIONS)
        super().__init__(_FollowingRecorder(self._pool, campaign, ChainEnds(self._pool)))
        self.name = f"retcon:{campaign}"

    def close(self) -> None:
        """Close the connections; what follows is to be stopped before."""
        super().close()
        self._pool.close()
