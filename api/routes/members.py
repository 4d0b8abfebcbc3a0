"""Routes: members of a campaign: their roles, and the bots that act for them."""

from __future__ import annotations

from litestar import delete, get, patch, put

from api.routes.serving import served
from api.use_cases import members

ROUTES = (
    served(get, "/campaigns/{campaign:uuid}/members", members.list_members, tags=["members"]),
    served(get, "/campaigns/{campaign:uuid}/members/{member:str}", members.show_member, tags=["members"]),
    served(patch, "/campaigns/{campaign:uuid}/members/{member:str}", members.change_role, tags=["members"]),
    served(
        delete, "/campaigns/{campaign:uuid}/members/{member:str}", members.end_part, status_code=200, tags=["members"]
    ),
    served(get, "/campaigns/{campaign:uuid}/members/{member:str}/grants", members.list_grants, tags=["members"]),
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
