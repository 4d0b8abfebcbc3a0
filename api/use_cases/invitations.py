"""Invitations: codes that let people into a campaign, and onto the installation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated
from uuid import UUID

import msgspec

from api.access import Access, Caller, Seat, allowed
from api.members import as_uuid, check_name, naming, taking_name
from api.paging import ListPage, ListRequest, first_page
from api.problems import ApiProblem, BadBody, FieldProblem, NotFound
from api.services import Services
from api.storage.accounts import Account, TokenWanted
from api.storage.invitations import Invitation, InvitationUse
from api.use_cases.account import Name
from domain.ledger.playing.acceptance import Actor
from domain.messages import text
from domain.vocabulary.chronicle import Role

_GM = Access("gm", "admin")


class NewInvitation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An invitation that is to be made: as what its holders come in, how many of them, and for how many days it holds."""

    role: Role = "player"
    uses: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    days: Annotated[int, msgspec.Meta(ge=1, le=365)] = 14


class IssuedInvitation(msgspec.Struct, frozen=True):
    """A new invitation. `code` is what lets people in, and is shown this once."""

    invitation: Invitation
    code: str


class Acceptance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Accepting an invitation. Without a token, the caller gets a new account of this name."""

    name: Name | None = None


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """A part in a campaign, with the campaign's name. `secret` is the token of an account that was made for it, shown this once; else null."""

    campaign: UUID
    campaign_name: str
    member: UUID
    name: str | None
    role: Role
    secret: str | None


class AlreadyMember(ApiProblem):
    """The account takes part in that campaign already; the invitation was not used up."""

    slug = "already-member"
    status = 409
    title = "Takes part already"


@allowed(_GM)
def list_invitations(services: Services, seat: Seat, page: ListRequest) -> ListPage[Invitation]:
    """The campaign's invitations that can still be used, oldest first. No codes."""
    rows = services.invitations.of(seat.campaign, page.stretch())
    return first_page(rows, lambda invitation: (invitation.created_at, invitation.id), page)


@allowed(_GM)
def invite(services: Services, seat: Seat, data: NewInvitation) -> IssuedInvitation:
    """Make a code that lets people into the campaign."""
    until = datetime.now(UTC) + timedelta(days=data.days)
    made = services.invitations.invite(
        seat.campaign, data.role, invited_by=UUID(seat.actor.member), uses=data.uses, expires_at=until
    )
    return IssuedInvitation(*made)


@allowed(_GM)
def withdraw_invitation(services: Services, seat: Seat, invitation: str) -> None:
    """Withdraw an invitation, given by id or code, so that it can no longer be accepted."""
    known = as_uuid(invitation) or services.invitations.of_code(seat.campaign, invitation)
    if known is None or not services.invitations.withdraw(seat.campaign, known):
        raise NotFound(
            "this campaign has no open invitation of that id or code; those that are open are listed under invitations"
        )


@allowed(Access("anybody", "admin"))
def accept_invitation(
    services: Services, caller: Caller | None, code: str, data: Acceptance, address: str | None = None
) -> Accepted:
    """Come into a campaign: with the account whose token is sent, else with a new one, whose token is in the answer."""
    with services.invitations.using(code) as use:
        invitation = use.invitation
        if invitation is None and address is not None:
            services.limits.guesses.wrong(address)
        if invitation is None or services.ledger.heads.role(invitation.campaign, invitation.invited_by) != "gm":
            raise NotFound("this invitation is unknown, used up or expired; ask for another")
        account, secret = _who(services, caller, use, invitation.campaign, data.name)
        if (role := services.ledger.heads.role(invitation.campaign, account.id)) is not None:
            raise AlreadyMember(
                text("you are already in that campaign as {role}; ask its game master for another role", role=role)
            )
        inviter = Actor(str(invitation.invited_by), "gm")
        services.ledger.take_part(invitation.campaign, inviter, str(account.id), invitation.role)
    return Accepted(
        campaign=invitation.campaign,
        campaign_name=services.ledger.store.campaign(invitation.campaign).name,
        member=account.id,
        name=account.name,
        role=invitation.role,
        secret=secret,
    )


def _who(
    services: Services, caller: Caller | None, use: InvitationUse, campaign: UUID, name: str | None
) -> tuple[Account, str | None]:
    """Return the account that comes in, and the token of a new one. Raises NameTaken: members go by name."""
    if caller is not None:
        return _known(services, caller.account, use, campaign), None
    if name is None:
        wrong = FieldProblem("name", "a name is needed for a new account")
        raise BadBody("send the name of your new account, or the token of the one you have", fields=(wrong,))
    use.wait_alone(*taking_name(name))
    check_name(services, campaign, name, to_do=text("choose another name"))
    account = services.accounts.open("person", name)
    return account, services.accounts.issue(account.id, TokenWanted(label="first token"))[1]


def _known(services: Services, id: UUID, use: InvitationUse, campaign: UUID) -> Account:
    """Return the account of a token, once nobody else can take its name in the campaign. Raises NameTaken."""
    to_do = text("take another name first (`retcon account rename`, or PATCH /account)")
    use.wait_alone(naming(id))
    account = services.accounts.account(id)
    assert account is not None, "a valid token belongs to an account"
    if account.name is not None:
        use.wait_alone(*taking_name(account.name))
        check_name(services, campaign, account.name, id, to_do=to_do)
    return account
