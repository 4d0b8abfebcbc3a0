"""Signing in and out, and the browsers in which one is signed in."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.http.endpoints import address_of
from api.pages.cookies import without
from api.pages.rendering import onward, page
from api.pages.routes.identities import SIGN_IN, farewell_of, gone_to, service_of
from api.pages.signing_in.devices import device_of
from api.pages.signing_in.identities import list_identities
from api.pages.signing_in.seating import seated
from api.pages.signing_in.sessions import SignIn, end_every_session, end_session, list_sessions, sign_in
from api.pages.visits import PageGuard, Visit
from api.use_cases.account import show_account

Onward = Annotated[str, QueryParameter(description="the page to go on to", max_length=500)]

HOME: Final = "/"


@get("/sign-in", guards=[PageGuard("nobody")], sync_to_thread=True)
def show_sign_in(visit: NamedDependency[Visit], onward: Onward = HOME) -> Response[bytes]:
    """The form for a token or a code."""
    return page(visit, "sign_in.html", onward=onward, code="", service=service_of(visit))


@get("/join/{code:str}", guards=[PageGuard("nobody")], sync_to_thread=True)
def show_invitation(visit: NamedDependency[Visit], code: FromPath[str]) -> Response[bytes]:
    """The same form for the holder of an invitation's link. It does not tell whether the code is valid."""
    return page(visit, "sign_in.html", onward=HOME, code=code, service=service_of(visit))


@post("/sign-in", guards=[PageGuard("nobody")], sync_to_thread=True)
def take_sign_in(request: Request[Any, Any, Any], visit: NamedDependency[Visit]) -> Response[bytes]:
    """Sign in, and go on to the page that was asked for, or into the campaign that a code leads to."""
    form = visit.form
    wanted = SignIn(
        secret=form.needed("secret"),
        name=form.text("name") or None,
        device=device_of(visit.scope),
        address=address_of(request.scope),
    )
    signed_in = visit.ask(sign_in, data=wanted)
    return seated(visit, signed_in, form.text("onward", HOME))


@post("/sign-out", guards=[PageGuard("account")], sync_to_thread=True)
def take_sign_out(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Sign this browser out, or all of them; and out of the sign-in service, where that is wished."""
    assert visit.session is not None, "the guard has let a visitor in"
    service, farewell = service_of(visit), farewell_of(visit) if visit.form.ticked("elsewhere") else None
    if visit.form.ticked("everywhere"):
        visit.ask(end_every_session)
    else:
        visit.ask(end_session, session=visit.session.id)
    visit.cookies = [without(visit.scope, "retcon_session")]
    if service is None or farewell is None:
        return onward(visit, SIGN_IN)
    visit.session = None  # the page that leads away is one of nobody's
    return gone_to(visit, service, farewell)


@get("/account", guards=[PageGuard("account")], sync_to_thread=True)
def show_own_account(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The account, and the browsers in which it is signed in."""
    return page(
        visit,
        "account.html",
        account=visit.ask(show_account),
        sessions=visit.ask(list_sessions),
        identities=visit.ask(list_identities),
        service=service_of(visit),
        can_leave=farewell_of(visit) is not None,
    )


@post("/account/sessions/{session:uuid}/end", guards=[PageGuard("account")], sync_to_thread=True)
def take_end(visit: NamedDependency[Visit], session: FromPath[UUID]) -> Response[bytes]:
    """Sign another browser out."""
    visit.ask(end_session, session=session)
    return onward(visit, "/account")


ROUTES = (show_sign_in, show_invitation, take_sign_in, take_sign_out, show_own_account, take_end)
