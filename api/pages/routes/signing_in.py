"""Signing in and out, and the browsers in which one is signed in."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.http.endpoints import address_of, headers_of
from api.pages.cookies import cookie, without
from api.pages.devices import device_of
from api.pages.rendering import onward, page
from api.pages.sessions import SignIn, end_every_session, end_session, list_sessions, sign_in
from api.pages.visits import PageGuard, Visit
from api.storage.sessions import LASTS
from api.use_cases.account import show_account

Onward = Annotated[str, QueryParameter(description="the page to go on to", max_length=500)]

HOME: Final = "/"


@get("/sign-in", guards=[PageGuard("nobody")], sync_to_thread=True)
def show_sign_in(visit: NamedDependency[Visit], onward: Onward = HOME) -> Response[bytes]:
    """The form for a token or a code."""
    return page(visit, "sign_in.html", onward=onward, code="")


@get("/join/{code:str}", guards=[PageGuard("nobody")], sync_to_thread=True)
def show_invitation(visit: NamedDependency[Visit], code: FromPath[str]) -> Response[bytes]:
    """The same form for the holder of an invitation's link. It does not tell whether the code is valid."""
    return page(visit, "sign_in.html", onward=HOME, code=code)


@post("/sign-in", guards=[PageGuard("nobody")], sync_to_thread=True)
def take_sign_in(request: Request[Any, Any, Any], visit: NamedDependency[Visit]) -> Response[bytes]:
    """Sign in, and go on to the page that was asked for, or into the campaign that a code leads to."""
    agent = headers_of(request.scope).get(b"user-agent", b"").decode("latin-1")
    form = visit.form
    wanted = SignIn(
        secret=form.needed("secret"),
        name=form.text("name") or None,
        device=device_of(agent),
        address=address_of(request.scope),
    )
    signed_in = visit.ask(sign_in, data=wanted)
    visit.cookies = [
        cookie(visit.scope, "retcon_session", signed_in.secret, LASTS),
        without(visit.scope, "retcon_visitor"),
    ]
    if signed_in.campaign is not None:
        return onward(visit, f"/campaigns/{signed_in.campaign}")
    return onward(visit, _own_path(form.text("onward", HOME)))


def _own_path(path: str) -> str:
    """Return a path below ours; anything else could lead to another site."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else HOME


@post("/sign-out", guards=[PageGuard("account")], sync_to_thread=True)
def take_sign_out(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Sign this browser out, or all of them."""
    assert visit.session is not None, "the guard has let somebody in"
    if visit.form.ticked("everywhere"):
        visit.ask(end_every_session)
    else:
        visit.ask(end_session, session=visit.session.id)
    visit.cookies = [without(visit.scope, "retcon_session")]
    return onward(visit, "/sign-in")


@get("/account", guards=[PageGuard("account")], sync_to_thread=True)
def show_own_account(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The account, and the browsers in which it is signed in."""
    return page(visit, "account.html", account=visit.ask(show_account), sessions=visit.ask(list_sessions))


@post("/account/sessions/{session:uuid}/end", guards=[PageGuard("account")], sync_to_thread=True)
def take_end(visit: NamedDependency[Visit], session: FromPath[UUID]) -> Response[bytes]:
    """Sign another browser out."""
    visit.ask(end_session, session=session)
    return onward(visit, "/account")


ROUTES = (show_sign_in, show_invitation, take_sign_in, take_sign_out, show_own_account, take_end)
