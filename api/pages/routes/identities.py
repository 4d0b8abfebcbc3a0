"""Identities: to the sign-in service and back, and the identities of an account."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Final
from uuid import UUID

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.http.endpoints import address_of
from api.oidc.opening import STATE, SignInService
from api.oidc.problems import IdentityRefused
from api.pages.cookies import cookie, cookie_of, without
from api.pages.rendering import onward, page
from api.pages.signing_in.devices import device_of
from api.pages.signing_in.identities import (
    ComingIn,
    Errand,
    ProvenIdentity,
    come_in,
    errand_in,
    kept,
    link_identity,
    list_identities,
    unlink_identity,
)
from api.pages.signing_in.seating import own_path, seated
from api.pages.visits import PageGuard, Visit
from api.problems import NotFound
from domain.messages import text

SIGN_IN: Final = "/sign-in"
"""The path to which the sign-in service sends browsers back that have signed out."""

RETURN: Final = "/sign-in/return"
"""The path to which the sign-in service sends browsers back; it has to know its address."""

ERRAND_LASTS: Final = timedelta(minutes=15)
"""The time for which a browser may stay at the sign-in service."""

Sent = Annotated[str | None, QueryParameter(max_length=4000)]
State = Annotated[str | None, QueryParameter(name="state", max_length=4000)]


def service_of(visit: Visit) -> SignInService | None:
    """Return the sign-in service of the installation; None where it has none."""
    service: SignInService | None = visit.scope["litestar_app"].state.get(STATE)
    return service


@post("/sign-in/away", guards=[PageGuard("nobody")], sync_to_thread=True)
def take_away(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Go to the sign-in service, to come back with an identity."""
    form = visit.form
    invitation, name = form.text("invitation") or None, form.text("name")[:80] or None
    return _away(visit, own_path(form.text("onward", "/")), invitation, name)


@post("/account/identities", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_link(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Go to the sign-in service, to come back with an identity for one's account."""
    assert visit.session is not None, "the guard has let a visitor in"
    return _away(visit, "/account", session=visit.session.id)


def _away(
    visit: Visit, path: str, invitation: str | None = None, name: str | None = None, session: UUID | None = None
) -> Response[bytes]:
    """Answer with a page that goes on by itself: the content policy lets no form lead to another site."""
    service = _needed(visit)
    started = service.provider.start(_return_address(visit))
    errand = Errand(
        state=started.state,
        nonce=started.nonce,
        verifier=started.verifier,
        onward=path,
        invitation=invitation,
        name=name,
        session=session,
    )
    visit.cookies.append(cookie(visit.scope, "retcon_errand", kept(errand), ERRAND_LASTS))
    return gone_to(visit, service, started.url)


def gone_to(visit: Visit, service: SignInService, target: str) -> Response[bytes]:
    """Answer with a page that goes on by itself to an address of the sign-in service."""
    return page(visit, "away.html", service=service, target=target)


def farewell_of(visit: Visit) -> str | None:
    """Return the address at which the reader signs out of the sign-in service too; None where they have not come in by it,
    or it has no such address.
    """
    service = service_of(visit)
    if service is None or visit.session is None:
        return None
    identities = visit.ask(list_identities)
    if not any(each.token == visit.session.token and each.issuer == service.provider.issuer for each in identities):
        return None
    return service.provider.farewell(f"{visit.origin}{visit.subpath}{SIGN_IN}")


@get(RETURN, guards=[PageGuard("nobody")], sync_to_thread=True)
def take_return(
    *, visit: NamedDependency[Visit], code: Sent = None, attempt: State = None, iss: Sent = None, error: Sent = None
) -> Response[bytes]:
    """Come back from the sign-in service: sign in, or link the identity to the account that went for it."""
    service = _needed(visit)
    kept_errand = cookie_of(visit.scope, "retcon_errand")
    visit.cookies.append(without(visit.scope, "retcon_errand"))  # it is over, however it ends
    errand = errand_in(kept_errand, attempt)
    if code is None:
        raise IdentityRefused(
            text(
                "{service} has let nobody in ({error}); sign in again",
                service=service.name,
                error=error[:100] if error else text("it sent no code"),
            )
        )
    identity = _proven(visit, service, errand, code, iss)
    if errand.session is not None:
        if visit.session is None or visit.session.id != errand.session:
            raise IdentityRefused("this browser is not signed in any more as when it went to the sign-in service")
        visit.ask(link_identity, identity=identity)
        return onward(visit, "/account")
    wanted = ComingIn(
        identity=identity,
        device=device_of(visit.scope),
        invitation=errand.invitation,
        name=errand.name,
        address=address_of(visit.scope),
        is_owner=service.owner is not None and identity.subject == service.owner,
        welcomes=service.welcomes,
    )
    return seated(visit, visit.ask(come_in, data=wanted), errand.onward)


@post("/account/identities/{identity:uuid}/end", guards=[PageGuard("account", "admin")], sync_to_thread=True)
def take_unlinking(visit: NamedDependency[Visit], identity: FromPath[UUID]) -> Response[bytes]:
    """Unlink an identity from one's account."""
    visit.ask(unlink_identity, identity=identity)
    return onward(visit, "/account")


def _proven(visit: Visit, service: SignInService, errand: Errand, code: str, issuer: str | None) -> ProvenIdentity:
    identity = service.provider.finish(
        code=code, nonce=errand.nonce, verifier=errand.verifier, issuer=issuer, address=_return_address(visit)
    )
    return ProvenIdentity(issuer=identity.issuer, subject=identity.subject, name=identity.name, service=service.name)


def _return_address(visit: Visit) -> str:
    return f"{visit.origin}{visit.subpath}{RETURN}"


def _needed(visit: Visit) -> SignInService:
    service = service_of(visit)
    if service is None:
        raise NotFound("this installation has no sign-in service; sign in with a token or a code")
    return service


ROUTES = (take_away, take_link, take_return, take_unlinking)
