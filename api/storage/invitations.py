"""Ways into a campaign, and what members let bots do in their name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from secrets import token_urlsafe
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
import psycopg

from api.storage.accounts import SECRET_BYTES, Scope, digest
from api.storage.alone import wait_alone
from api.storage.database import Pool
from api.storage.rows import ALL_ROWS, As, RowRange, changed, every, maybe, one, stretch_of
from domain.vocabulary.chronicle import Role

INVITATION_MARK: Final = "join_"
"""The prefix of every invitation's code: without one it may begin with a hyphen, and a terminal takes it for an option."""


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """An invitation to a campaign, for anyone who has its code."""

    id: UUID
    campaign: UUID
    role: Role
    uses_left: int
    invited_by: UUID
    created_at: datetime
    expires_at: datetime


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """A bot that may act for a member of a campaign, and for what; its token must be good for that, too."""

    bot: UUID
    name: str | None
    scopes: tuple[Scope, ...]
    created_at: datetime


GRANTED: Final[tuple[Scope, ...]] = ("read", "play")
"""A bot's scopes where the member names none."""


_INVITATION: Final = "invitation_id AS id, campaign_id AS campaign, role, uses_left, invited_by, created_at, expires_at"
_INVITE: Final = (
    "INSERT INTO invitations (campaign_id, invitation_id, secret, role, uses_left, invited_by, expires_at)"
    f" VALUES (%s, %s, %s, %s, %s, %s, %s) RETURNING {_INVITATION}"
)
_USE: Final = (
    "UPDATE invitations SET uses_left = uses_left - 1"
    f" WHERE secret = %s AND uses_left > 0 AND expires_at > now() RETURNING {_INVITATION}"
)


class InvitationUse(msgspec.Struct, frozen=True):
    """One use of an invitation while it is being made; without an `invitation` the code lets nobody in."""

    invitation: Invitation | None
    connection: psycopg.Connection[Any]

    def wait_alone(self, *doing: str) -> None:
        """Take locks by their names until the use is made. They share its connection: one more for each newcomer would use up
        the pool."""
        wait_alone(self.connection, *doing)


class Invitations:
    """The invitations to campaigns. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def invite(
        self, campaign: UUID, role: Role, *, invited_by: UUID, uses: int, expires_at: datetime
    ) -> tuple[Invitation, str]:
        """A new invitation, and its code: this is the only time that anybody sees it."""
        code = INVITATION_MARK + token_urlsafe(SECRET_BYTES)
        values = [campaign, uuid4(), digest(code), role, uses, invited_by, expires_at]
        return one(self._pool, Invitation, _INVITE, values), code

    def of(self, campaign: UUID, stretch: RowRange = ALL_ROWS) -> list[Invitation]:
        """The campaign's invitations that can still be used, oldest first."""
        sql = f"SELECT {_INVITATION} FROM invitations WHERE campaign_id = %s AND uses_left > 0 AND expires_at > now()"
        return stretch_of(self._pool, Invitation, sql, [campaign], stretch, order="created_at, invitation_id")

    def of_code(self, campaign: UUID, code: str) -> UUID | None:
        """Return the id of a campaign's invitation by its code; None where it has none of that code."""
        sql = f"SELECT {_INVITATION} FROM invitations WHERE campaign_id = %s AND secret = %s"
        invitation = maybe(self._pool, Invitation, sql, [campaign, digest(code)])
        return None if invitation is None else invitation.id

    def withdraw(self, campaign: UUID, invitation: UUID) -> bool:
        """End an invitation; False where the campaign has none of that id."""
        sql = "DELETE FROM invitations WHERE campaign_id = %s AND invitation_id = %s"
        return changed(self._pool, sql, [campaign, invitation])

    @contextmanager
    def using(self, code: str) -> Iterator[InvitationUse]:
        """Use up one use of an invitation while the body does what it is for; a body that raises gives the use back.

        It has no invitation where the code is unknown, used up or expired. Of two that hold a code's last use, one waits for
        the other.
        """
        with (
            self._pool.connection() as connection,
            connection.transaction(),
            connection.cursor(row_factory=As(Invitation)) as cursor,
        ):
            yield InvitationUse(cursor.execute(_USE, [digest(code)]).fetchone(), connection)


class _Granting(msgspec.Struct, frozen=True):
    member_id: UUID


class Grants:
    """Members' permissions for bots to act for them, campaign by campaign. Thread-safe."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def give(self, campaign: UUID, member: UUID, bot: UUID, scopes: Sequence[Scope] = GRANTED) -> None:
        """Let a bot act for a member of a campaign, with these scopes; they replace earlier ones."""
        sql = (
            "INSERT INTO grants (campaign_id, member_id, bot_id, scopes) VALUES (%s, %s, %s, %s)"
            " ON CONFLICT (campaign_id, member_id, bot_id) DO UPDATE SET scopes = excluded.scopes"
        )
        changed(self._pool, sql, [campaign, member, bot, list(scopes)])

    def end(self, campaign: UUID, member: UUID, bot: UUID) -> bool:
        """Let a bot no longer act for a member; False where it could not."""
        sql = "DELETE FROM grants WHERE campaign_id = %s AND member_id = %s AND bot_id = %s"
        return changed(self._pool, sql, [campaign, member, bot])

    def scopes_of(self, campaign: UUID, member: UUID, bot: UUID) -> tuple[Scope, ...]:
        """Return the bot's scopes for this member of the campaign; empty where the member granted none."""
        return next((grant.scopes for grant in self.of(campaign, member) if grant.bot == bot), ())

    def granting(self, campaign: UUID, bot: UUID) -> list[UUID]:
        """The members of a campaign who let a bot act for them."""
        sql = "SELECT member_id FROM grants WHERE campaign_id = %s AND bot_id = %s ORDER BY member_id"
        return [row.member_id for row in every(self._pool, _Granting, sql, [campaign, bot])]

    def of(self, campaign: UUID, member: UUID, stretch: RowRange = ALL_ROWS) -> list[Grant]:
        """The bots that may act for a member of a campaign, in the order in which they were let."""
        sql = (
            "SELECT bot_id AS bot, name, scopes, grants.created_at FROM grants JOIN accounts ON account_id = bot_id"
            " WHERE campaign_id = %s AND member_id = %s"
        )
        return stretch_of(self._pool, Grant, sql, [campaign, member], stretch, order="grants.created_at, bot_id")
