"""Routes: members of a campaign: their roles, and the bots that act for them."""

from __future__ import annotations

from litestar import delete, get, patch, post, put

from api.routes.serving import listed, served
from api.use_cases import members, recoveries

ROUTES = (
    listed("/campaigns/{campaign:uuid}/members", members.list_members, tags=["members"]),
    served(get, "/campaigns/{campaign:uuid}/presence", members.show_presence, tags=["members"]),
    served(get, "/campaigns/{campaign:uuid}/members/{member:str}", members.show_member, tags=["members"]),
    served(patch, "/campaigns/{campaign:uuid}/members/{member:str}", members.change_role, tags=["members"]),
    served(
        delete, "/campaigns/{campaign:uuid}/members/{member:str}", members.end_part, status_code=200, tags=["members"]
    ),
    served(
        post, "/campaigns/{campaign:uuid}/members/{member:str}/recovery", recoveries.offer_recovery, tags=["members"]
    ),
    served(
        delete,
        "/campaigns/{campaign:uuid}/members/{member:str}/recovery",
        recoveries.withdraw_recovery,
        tags=["members"],
    ),
    listed("/campaigns/{campaign:uuid}/recoveries", recoveries.list_recoveries, tags=["members"]),
    served(post, "/recoveries/{code:str}", recoveries.redeem_recovery, tags=["members"]),
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
