"""Cookies: the secret of a session, the mark of a browser in which nobody has signed in yet, what a browser keeps while it is
at a sign-in service, and the entry that it has just made, until the next page tells of it.

Scripts cannot read them, and other sites cannot send them (RFC 6265bis: `HttpOnly`, `SameSite`). Over HTTPS they have the
prefix `__Host-`, with which no other host can set them.
"""

from __future__ import annotations

from datetime import timedelta
from http.cookies import CookieError, SimpleCookie
from typing import Final, Literal

from litestar.datastructures import Cookie
from litestar.types import Scope

from api.http.endpoints import headers_of
from api.proxy.networks import Networks

CookieName = Literal["retcon_session", "retcon_visitor", "retcon_errand", "retcon_done"]

_HOST: Final = "__Host-"


def is_secure(scope: Scope) -> bool:
    """Whether the browser speaks HTTPS: with this service, or with a proxy of ours that says so."""
    if scope["scheme"] == "https":
        return True
    client, proxies = scope["client"], scope["litestar_app"].state.proxies
    assert isinstance(proxies, Networks), "the application knows its proxies"
    forwarded = headers_of(scope).get(b"x-forwarded-proto", b"")
    return client is not None and str(client[0]) in proxies and forwarded.strip().lower() == b"https"


def cookie_of(scope: Scope, name: CookieName) -> str | None:
    """Return the value of a cookie that a request has; None without it, and where the header cannot be read."""
    try:
        cookies = SimpleCookie(headers_of(scope).get(b"cookie", b"").decode("latin-1"))
    except CookieError:
        return None
    morsel = cookies.get(_full(scope, name))
    return None if morsel is None or not morsel.value else morsel.value


def cookie(scope: Scope, name: CookieName, value: str, lasts: timedelta | None = None) -> Cookie:
    """Return a cookie that is to be set; without a time it lasts until the browser is closed."""
    return Cookie(
        key=_full(scope, name),
        value=value,
        max_age=None if lasts is None else int(lasts.total_seconds()),
        path="/",
        secure=is_secure(scope),
        httponly=True,
        samesite="strict" if name == "retcon_visitor" else "lax",
    )


def without(scope: Scope, name: CookieName) -> Cookie:
    """Return the cookie that takes one away."""
    return cookie(scope, name, "", timedelta(0))


def _full(scope: Scope, name: CookieName) -> str:
    return f"{_HOST}{name}" if is_secure(scope) else name
