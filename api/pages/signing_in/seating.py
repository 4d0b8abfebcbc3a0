"""Seating: what a browser is answered once a person has signed in."""

from __future__ import annotations

from litestar import Response

from api.pages.cookies import cookie, without
from api.pages.rendering import onward
from api.pages.signing_in.sessions import SignedIn
from api.pages.visits import Visit
from api.storage.sessions import LASTS


def seated(visit: Visit, signed_in: SignedIn, path: str) -> Response[bytes]:
    """Set the cookie of a session, and go on into the campaign that a code leads to, else to a path."""
    visit.cookies = [
        *(each for each in visit.cookies if not each.value),
        cookie(visit.scope, "retcon_session", signed_in.secret, LASTS),
        without(visit.scope, "retcon_visitor"),
    ]
    return onward(visit, own_path(path) if signed_in.campaign is None else f"/campaigns/{signed_in.campaign}")


def own_path(path: str) -> str:
    """Return a path below ours; anything else could lead to another site."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"
