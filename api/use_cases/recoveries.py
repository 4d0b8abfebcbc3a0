"""Recovery: a game master's code lets a member who lost their token come back, into this campaign alone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec

from api.access import Access, Seat, allowed
from api.members import as_uuid
from api.paging import ListPage, ListRequest, first_page
from api.problems import Forbidden, NotFound
from api.services import Services
from api.storage.accounts import TokenWanted
from api.use_cases.members import MemberView, member_of
from domain.ledger.playing.acceptance import Actor
from domain.messages import text
from domain.vocabulary.chronicle import RecoveryOffered, RecoveryRedeemed, Role

_GM: Final = Access("gm", "admin")

VALID: Final = timedelta(days=1)
"""The time for which a recovery code can be redeemed."""


class IssuedRecovery(msgspec.Struct, frozen=True, kw_only=True):
    """A recovery code of a member. `code` is shown this once."""

    member: MemberView
    code: str
    expires_at: datetime


class OpenRecovery(msgspec.Struct, frozen=True, kw_only=True):
    """A recovery code that can still be redeemed: of which member, and which game master made it. The code is not shown. A
    `name` is null where the account was erased.
    """

    member: UUID
    name: str | None
    made_by: UUID
    made_by_name: str | None
    expires_at: datetime


class Recovered(msgspec.Struct, frozen=True, kw_only=True):
    """A member who has come back, and the name of the campaign. `secret` is their new token, for this campaign alone, and is shown this once."""

    campaign: UUID
    campaign_name: str
    member: UUID
    name: str | None
    role: Role
    secret: str


@allowed(_GM)
def offer_recovery(services: Services, seat: Seat, member: str) -> IssuedRecovery:
    """Make a code for a member who lost their token: it can be redeemed once, within a day, and is on record as an entry.
    It replaces an earlier one.
    """
    lost = member_of(services, seat.campaign, member)
    account = services.accounts.account(lost.member)
    if account is None or account.erased_at is not None:
        raise NotFound(text("the member {member} has no account any more; invite the person anew", member=member))
    if account.kind != "person":
        owner = text("the installation's owner")
        whose = owner if account.kind == "owner" else text("the person who made the bot")
        raise Forbidden(text("there is no recovery code for this member: {whose} makes its tokens", whose=whose))
    services.ledger.record_participant(seat.campaign, seat.actor, RecoveryOffered(name=str(lost.member)))
    until = datetime.now(UTC) + VALID
    code = services.recoveries.make(seat.campaign, lost.member, made_by=UUID(seat.actor.member), expires_at=until)
    return IssuedRecovery(member=lost, code=code, expires_at=until)


@allowed(_GM)
def list_recoveries(services: Services, seat: Seat, page: ListRequest) -> ListPage[OpenRecovery]:
    """List the recovery codes of the campaign that can still be redeemed; the one that ends first comes first."""
    rows = services.recoveries.of(seat.campaign, page.stretch())
    names = services.accounts.names({id for row in rows for id in (row.member, row.made_by)})
    views = [
        OpenRecovery(
            member=row.member,
            name=names.get(row.member),
            made_by=row.made_by,
            made_by_name=names.get(row.made_by),
            expires_at=row.expires_at,
        )
        for row in rows
    ]
    return first_page(views, lambda view: (view.expires_at, view.member), page)


@allowed(_GM)
def withdraw_recovery(services: Services, seat: Seat, member: str) -> None:
    """Withdraw the recovery code of a member, so that it can no longer be redeemed."""
    known = as_uuid(member) or member_of(services, seat.campaign, member).member  # by id also one who has left
    if not services.recoveries.withdraw(seat.campaign, known):
        raise NotFound(
            text(
                "the member {member} has no open recovery code; those that are open are listed under recoveries",
                member=member,
            )
        )


@allowed(Access("nobody"))
def redeem_recovery(services: Services, code: str, address: str | None = None) -> Recovered:
    """Come back into a campaign by a recovery code. The answer has a token for that campaign alone; the member's other
    tokens that are narrowed to it end.
    """
    with services.recoveries.using(code) as recovery:
        if recovery is None and address is not None:
            services.limits.guesses.wrong(address)
        account = None if recovery is None else services.accounts.account(recovery.member)
        role = None if recovery is None else services.ledger.heads.role(recovery.campaign, recovery.member)
        made_by = None if recovery is None else services.ledger.heads.role(recovery.campaign, recovery.made_by)
        if recovery is None or account is None or account.erased_at is not None or role is None or made_by != "gm":
            raise NotFound("this recovery code is unknown, used or expired; ask your game master for another")
        member = str(recovery.member)
        services.ledger.record_participant(recovery.campaign, Actor(member, role), RecoveryRedeemed(name=member))
        wanted = TokenWanted(label="recovered", campaign=recovery.campaign)
        _, secret = services.accounts.replace_narrowed(recovery.member, wanted)
    return Recovered(
        campaign=recovery.campaign,
        campaign_name=services.ledger.store.campaign(recovery.campaign).name,
        member=recovery.member,
        name=account.name,
        role=role,
        secret=secret,
    )
