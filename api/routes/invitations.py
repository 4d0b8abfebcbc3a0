"""Routes: invitations to a campaign."""

from __future__ import annotations

from litestar import delete, post

from api.routes.serving import listed, served
from api.use_cases import invitations

ROUTES = (
    listed("/campaigns/{campaign:uuid}/invitations", invitations.list_invitations, tags=["members"]),
    served(post, "/campaigns/{campaign:uuid}/invitations", invitations.invite, tags=["members"]),
    served(
        delete,
        "/campaigns/{campaign:uuid}/invitations/{invitation:str}",
        invitations.withdraw_invitation,
        tags=["members"],
    ),
    served(post, "/invitations/{code:str}", invitations.accept_invitation, tags=["members"]),
)
