"""Routes: members of a campaign: their roles, and the bots that act for them."""

from __future__ import annotations

from typing import Any

from litestar import Request, delete, get, patch, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.http.endpoints import address_of
from api.routes.serving import guard_of, listed, served
from api.services import Services
from api.use_cases import members, recoveries
from api.use_cases.recoveries import Recovered


@post("/recoveries/{code:str}", guards=[guard_of(recoveries.redeem_recovery)], sync_to_thread=True, tags=["members"])
def redeem_recovery(
    services: NamedDependency[Services], code: FromPath[str], request: Request[Any, Any, Any]
) -> Recovered:
    """Come back into a campaign by a recovery code. The answer has a token for that campaign alone; the member's other
    tokens that are narrowed to it end.
    """
    return recoveries.redeem_recovery(services, code, address_of(request.scope))


ROUTES = (
    listed("/campaigns/{campaign:uuid}/members", members.list_members, tags=["members"]),
    served(get, "/campaigns/{campaign:uuid}/members/{member:str}", members.show_member, tags=["members"]),
    served(patch, "/campaigns/{campaign:uuid}/members/{member:str}", members.change_role, tags=["members"]),
    served(
        delete, "/campaigns/{campaign:uuid}/members/{member:str}", members.end_part, status_code=200, tags=["members"]
    ),
    served(
        post, "/campaigns/{campaign:uuid}/members/{member:str}/recovery", recoveries.offer_recovery, tags=["members"]
    ),
    redeem_recovery,
    listed("/campaigns/{campaign:uuid}/members/{member:str}/grants", members.list_grants, tags=["members"]),
    served(
        put,
        "/campaigns/{campaign:uuid}/members/{member:str}/grants/{bot:str}",
        members.give_grant,
        status_code=204,
        tags=["members"],
    ),
    served(
        delete, "/campaigns/{campaign:uuid}/members/{member:str}/grants/{bot:str}", members.end_grant, tags=["members"]
    ),
)
