"""The services that routes work with, wired in one place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from api.limits import Limits, limits
from api.settings import Reach, Settings
from api.storage import database
from api.storage.accounts import Accounts
from api.storage.announcing import Announcer, WatchedStore
from api.storage.database import Pool
from api.storage.discord import Discord
from api.storage.identities import Identities
from api.storage.invitations import Grants, Invitations
from api.storage.memberships import Memberships
from api.storage.owner_token import ensure_owner_token
from api.storage.presence import Presence
from api.storage.recoveries import Recoveries
from api.storage.room import Room
from api.storage.sessions import Sessions
from api.storage.webhooks import Webhooks
from domain.ledger.ledger import Ledger
from domain.ledger.reading.forks import ForkAwareStore
from domain.system import Registry
from projections.facts.following import Facts
from projections.runner import Runner


class Services(msgspec.Struct, frozen=True):
    """The parts of a running installation. All of them are thread-safe."""

    ledger: Ledger
    accounts: Accounts
    invitations: Invitations
    recoveries: Recoveries
    grants: Grants
    memberships: Memberships
    webhooks: Webhooks
    discord: Discord
    sessions: Sessions
    identities: Identities
    presence: Presence
    pool: Pool
    announcer: Announcer
    appends: WatchedStore
    limits: Limits = msgspec.field(default_factory=limits)
    reach: Reach = "public"

    @property
    def registry(self) -> Registry:
        """The games that are installed."""
        return self.ledger.registry

    @property
    def projections(self) -> Runner:
        """The runner of the projections that follow the ledgers."""
        return Runner(self.pool, self.ledger.store, [Facts(self.ledger.store)])

    def trouble(self) -> str | None:
        """Why requests cannot be served now, in a sentence; None where they can."""
        return database.trouble(self.pool)


def services_on(pool: Pool, registry: Registry, room: Room | None = None, reach: Reach = "public") -> Services:
    """The services over a migrated database; where its disk is known, they write while there is room on it."""
    announcer = Announcer(pool)
    appends = WatchedStore(pool, announcer, room)
    ledger = Ledger(ForkAwareStore(appends), registry)
    return Services(
        ledger,
        Accounts(pool),
        Invitations(pool),
        Recoveries(pool),
        Grants(pool),
        Memberships(pool),
        Webhooks(pool),
        Discord(pool),
        Sessions(pool),
        Identities(pool),
        Presence(pool),
        pool,
        announcer,
        appends,
        reach=reach,
    )


@contextmanager
def opened(settings: Settings, registry: Registry) -> Iterator[Services]:
    """The services of an installation, its database started and migrated and its owner token made where that is due.

    Raises StorageFailed and SchemaRefused.
    """
    with database.opened(settings.database_url, settings.data_dir, backups=settings.backups) as pool:
        room = Room(settings.data_dir) if settings.database_url is None else None
        services = services_on(pool, registry, room, settings.webhooks)
        ensure_owner_token(services.accounts, settings)
        try:
            yield services
        finally:
            services.announcer.finish()
