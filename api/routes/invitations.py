"""Routes: invitations to a campaign."""

from __future__ import annotations

from typing import Any

from litestar import Request, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from api.access import Caller
from api.http.endpoints import address_of
from api.routes.serving import guard_of, listed, served
from api.services import Services
from api.use_cases import invitations
from api.use_cases.invitations import Acceptance, Accepted


@post(
    "/invitations/{code:str}",
    guards=[guard_of(invitations.accept_invitation)],
    sync_to_thread=True,
    tags=["members"],
)
def accept_invitation(
    services: NamedDependency[Services],
    caller: NamedDependency[Caller | None],
    code: FromPath[str],
    data: JSONBody[Acceptance],
    request: Request[Any, Any, Any],
) -> Accepted:
    """Come into a campaign: with the account whose token is sent, else with a new one, whose token is in the answer."""
    return invitations.accept_invitation(services, caller, code, data, address_of(request.scope))


ROUTES = (
    listed("/campaigns/{campaign:uuid}/invitations", invitations.list_invitations, tags=["members"]),
    served(post, "/campaigns/{campaign:uuid}/invitations", invitations.invite, tags=["members"]),
    served(
        delete,
        "/campaigns/{campaign:uuid}/invitations/{invitation:str}",
        invitations.withdraw_invitation,
        tags=["members"],
    ),
    accept_invitation,
)
