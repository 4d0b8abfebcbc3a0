"""People: who takes part, invitations, roles, and codes for those who lost their way in."""

from __future__ import annotations

from typing import get_args
from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.pages.rendering import onward, page
from api.pages.rows.members import members_of
from api.pages.visits import PageGuard, Visit
from api.problems import BadBody
from api.use_cases.campaigns import show_campaign
from api.use_cases.characters import list_characters
from api.use_cases.invitations import NewInvitation, invite, list_invitations, withdraw_invitation
from api.use_cases.members import RoleChange, change_role, end_part
from api.use_cases.recoveries import list_recoveries, offer_recovery, withdraw_recovery
from domain.messages import text
from domain.vocabulary.chronicle import Role


@get("/campaigns/{campaign:uuid}/people", guards=[PageGuard("member")], sync_to_thread=True)
def show_people(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The members; for game masters also the invitations that are open, and what they can change."""
    return _people(visit)


@post("/campaigns/{campaign:uuid}/invitations", guards=[PageGuard("gm", "admin")], sync_to_thread=True)
def take_invitation(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Make an invitation, and show its link this once."""
    form = visit.form
    wanted = NewInvitation(role=_role(visit), uses=form.whole("uses", 1) or 1, days=form.whole("days", 14) or 14)
    return _people(visit, code=visit.ask(invite, data=wanted).code)


@post(
    "/campaigns/{campaign:uuid}/invitations/{invitation:uuid}/end",
    guards=[PageGuard("gm", "admin")],
    sync_to_thread=True,
)
def take_withdrawal(visit: NamedDependency[Visit], invitation: FromPath[UUID]) -> Response[bytes]:
    """Withdraw an invitation."""
    visit.ask(withdraw_invitation, invitation=str(invitation))
    return onward(visit, f"/campaigns/{visit.campaign}/people")


@post("/campaigns/{campaign:uuid}/people/{member:uuid}/role", guards=[PageGuard("gm", "admin")], sync_to_thread=True)
def take_role(visit: NamedDependency[Visit], member: FromPath[UUID]) -> Response[bytes]:
    """Give a member another role."""
    visit.ask(change_role, member=str(member), data=RoleChange(_role(visit)))
    return onward(visit, f"/campaigns/{visit.campaign}/people")


@post(
    "/campaigns/{campaign:uuid}/people/{member:uuid}/recovery", guards=[PageGuard("gm", "admin")], sync_to_thread=True
)
def take_recovery(visit: NamedDependency[Visit], member: FromPath[UUID]) -> Response[bytes]:
    """Make a code for a member who lost their token, and show it this once."""
    return _people(visit, code=visit.ask(offer_recovery, member=str(member)).code)


@post(
    "/campaigns/{campaign:uuid}/people/{member:uuid}/recovery/end",
    guards=[PageGuard("gm", "admin")],
    sync_to_thread=True,
)
def take_recovery_end(visit: NamedDependency[Visit], member: FromPath[UUID]) -> Response[bytes]:
    """Withdraw the code by which a member could come back."""
    visit.ask(withdraw_recovery, member=str(member))
    return onward(visit, f"/campaigns/{visit.campaign}/people")


@post("/campaigns/{campaign:uuid}/people/{member:uuid}/end", guards=[PageGuard("member", "admin")], sync_to_thread=True)
def take_leave(visit: NamedDependency[Visit], member: FromPath[UUID]) -> Response[bytes]:
    """End a member's part: one's own, or as game master anybody's."""
    is_own = member == visit.caller().account
    visit.ask(end_part, member=str(member))
    return onward(visit, "/" if is_own else f"/campaigns/{visit.campaign}/people")


def _role(visit: Visit) -> Role:
    """Return the role that was chosen. Raises BadBody."""
    for role in get_args(Role):
        if visit.form.text("role", "player") == role:
            chosen: Role = role
            return chosen
    raise BadBody(text("`role` is one of {roles}", roles=", ".join(get_args(Role))))


def _people(visit: Visit, code: str = "") -> Response[bytes]:
    campaign = visit.ask(show_campaign)
    return page(
        visit,
        "people.html",
        campaign=campaign,
        members=members_of(visit),
        characters=visit.listed(list_characters),
        invitations=visit.listed(list_invitations) if campaign.role == "gm" else [],
        recoveries=visit.listed(list_recoveries) if campaign.role == "gm" else [],
        me=visit.caller().account,
        code=code,
        roles=get_args(Role),
    )


ROUTES = (show_people, take_invitation, take_withdrawal, take_role, take_recovery, take_recovery_end, take_leave)
