"""An installation with a row in every table, for damaging."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import UUID

from api.services import Services, services_on
from api.storage.accounts import TokenWanted
from api.storage.database import CONNECTIONS, SCHEMAS
from domain.aggregates import CAMPAIGN, Campaign
from domain.commands import Envelope
from domain.ledger.forking.fork import fork
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import pool_to
from domain.ledger.upkeep.importing import import_ledger
from systems.registry import load
from tests.ledgers.stored import Ledger
from tests.owners import owner_token_in

STORED: Final = ("brawl", "ashore")
"""The stored ledgers that it holds: small ones, since all of it is looked through for every bit."""


def furnished(url: str, data_dir: Path) -> None:
    """Make the installation: campaigns with revisions, one of them a fork, people with tokens, a way in, a bot, facts, and a
    projection that cannot go on."""
    migrate(url, SCHEMAS)
    with pool_to(url, CONNECTIONS) as pool:
        services = services_on(pool, load(installed=[]))
        owner_token_in(data_dir, services.accounts)
        store = services.ledger.store
        campaigns = [import_ledger(store, services.registry, Ledger(name).lines).campaign.id for name in STORED]
        master = _master(services, campaigns[0])
        fork(services.ledger, campaigns[0], Actor(master, "gm"), "what if", at=12)
        note = Envelope(type="freeform.note", args={"text": "They meet at the pier."})
        services.ledger.submit(campaigns[1], Actor(_master(services, campaigns[1]), "gm"), note)
        _people(services, campaigns[0])
        services.projections.catch_up()
        # As if an entry had come that the facts could not take: they stand before it.
        with pool.connection() as connection:
            connection.execute(
                "INSERT INTO dead_letters (campaign_id, projection, entry, error, attempts) VALUES (%s, 'facts', 1, 'no', 1)",
                [campaigns[1]],
            )


def _master(services: Services, campaign: UUID) -> str:
    state = services.ledger.heads.fresh(campaign).aggregate(CAMPAIGN)
    assert isinstance(state, Campaign)
    return next(id for id, part in state.participants.items() if part.role == "gm" and part.active)


def _people(services: Services, campaign: UUID) -> None:
    accounts = services.accounts
    pat, bot = accounts.open("person", "Pat").id, accounts.open("bot", "Botty").id
    for label in ("phone", "laptop"):
        token, _ = accounts.issue(pat, TokenWanted(label=label))
    accounts.note_use(token.id)
    accounts.revoke(pat, token.id)
    later = datetime.now(UTC) + timedelta(days=3)
    services.invitations.invite(campaign, "player", invited_by=pat, uses=2, expires_at=later)
    services.recoveries.make(campaign, pat, made_by=pat, expires_at=later)
    services.grants.give(campaign, pat, bot)
    hook, _ = services.webhooks.make(campaign, pat, token=token.id, url="https://hooks.example/retcon", after=0)
    services.webhooks.pause(hook.id)
    session, secret = services.sessions.open(token.id, "Firefox on Linux")
    services.sessions.rotate(session.id, secret)
    services.identities.link("https://id.example", "248289761001", "Pat", token.id)
    services.discord.make_code(pat, ["read"], ends_at=later, expires_at=later)
    services.discord.link("53908232506183680", token.id)
    services.discord.tie("645027906669510667", campaign)
    with services.pool.connection() as connection:
        connection.execute("INSERT INTO undelivered_entries VALUES (%s, 1, 9, 'the receiver answered 503')", [hook.id])
    accounts.erase(accounts.open("person", "Quin").id)
