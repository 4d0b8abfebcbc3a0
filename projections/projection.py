"""A projection that follows the ledgers: what it has to do, how far it has come, and what can go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

import msgspec
import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

from domain.records.entries import RawEntry

Connection = psycopg.Connection[Any]

BATCH: Final = 500
"""The number of entries processed in one transaction."""

UNREACHABLE: Final = (psycopg.OperationalError, PoolTimeout, PoolClosed)
"""Errors that are not the entry's fault: the database is away, or has no free connection. The entry is tried again."""


class NextEntries(NamedTuple):
    """Entries of a campaign, ascending, for a generation of a projection that has taken all before them."""

    campaign: UUID
    generation: int
    entries: Sequence[RawEntry]


class Projection(Protocol):
    """A read model made of entries. All three methods write through the given connection and leave the commit to the
    runner.
    """

    @property
    def name(self) -> str:
        """The name that the projection is stored under; never changed."""

    def begin(self, connection: Connection, campaign: UUID, generation: int) -> int:
        """Start a generation of a campaign, and give the entry that it starts behind."""

    def apply(self, connection: Connection, parts: Sequence[NextEntries]) -> None:
        """Take the next entries of one campaign or several, those of each in order."""

    def forget(self, connection: Connection, campaign: UUID, generation: int) -> None:
        """Take a generation away."""


class NotTaken(Exception):
    """A projection cannot take an entry; what it was made of so far stands as it is."""

    slug = "entry-not-taken"

    def __init__(self, projection: str, campaign: UUID, entry: int, error: Exception) -> None:
        self.projection, self.campaign, self.entry, self.error = projection, campaign, entry, error
        super().__init__(
            f"{projection} cannot take entry {entry} of campaign {campaign} ({type(error).__name__}: {error}); once that "
            "is mended, `retcon projections retry` goes on from there"
        )


class Overtaken(Exception):
    """Another rebuild of the same projection and campaign began meanwhile; that one counts."""

    slug = "rebuild-overtaken"

    def __init__(self, projection: str, campaign: UUID) -> None:
        super().__init__(f"another rebuild of {projection} for campaign {campaign} has begun; leave it to that one")


class ProjectionProgress(msgspec.Struct, frozen=True, kw_only=True):
    """A projection's progress in a campaign. `error` is the reason why it has stopped, and `attempts` the number of
    tries.
    """

    projection: str
    campaign: UUID
    name: str
    entry: int
    head: int
    error: str | None
    attempts: int


class RebuiltProjection(msgspec.Struct, frozen=True, kw_only=True):
    """A generation that has taken the place of the one before."""

    projection: str
    campaign: UUID
    entry: int
    generation: int
