"""Forms: each is taken from our own pages only. The table of forms is made from the routes, so a new one is in it."""

from __future__ import annotations

import re
from uuid import uuid4

import httpx
import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute

from api.http.guards import Guard
from api.pages.forms import form_token, is_token
from api.pages.visits import PageGuard
from tests.api.pages.browser import Browser, forms_in
from tests.api.people import Table


def writing_pages(app: Litestar) -> list[tuple[str, str]]:
    """Every page that writes: its method, and its path, whose parameters are names with their types."""
    return sorted(
        (method, route.path)
        for route in app.routes
        if isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items()
        if method not in ("GET", "HEAD", "OPTIONS") and any(isinstance(g, PageGuard) for g in handler.resolve_guards())
    )


def test_every_page_that_writes_refuses_missing_wrong_and_foreign_form_tokens(
    app: Litestar, pats: Browser, gms: Browser, table: Table
) -> None:
    pats.open("/account")
    gms.open("/account")
    foreign = forms_in(gms.page)[0].hidden["_form"]
    pages = writing_pages(app)
    assert pages, "there are forms"
    for method, path in pages:
        address = re.sub(r"\{\w+:int\}", "1", path.replace("{campaign:uuid}", table.id))
        address = re.sub(r"\{[^}]*\}", str(uuid4()), address)
        for sent in ({}, {"_form": ""}, {"_form": "no token"}, {"_form": "00" * 64}, {"_form": foreign}):
            answer = pats.send(method, address, data={**sent, "secret": "x"})
            assert answer.status_code == 403, f"{method} {path} with {sent}: {answer.status_code}"
            assert "not sent from your page" in answer.text
            answer = pats.send(method, address, headers={"X-Form-Token": sent.get("_form", "")})
            assert answer.status_code == 403, f"{method} {path} with {sent} as a header: {answer.status_code}"


def test_a_form_of_the_door_is_not_taken_from_another_browser(
    browser: Browser, http: httpx.Client, table: Table
) -> None:
    other = Browser(http)
    other.open("/sign-in")
    browser.open("/sign-in")
    hidden = forms_in(other.page)[0].hidden
    answer = browser.send("POST", "/sign-in", data={**hidden, "secret": table.pat.token or ""})
    assert answer.status_code == 403
    assert "retcon_session" not in browser.cookies


def test_every_page_declares_its_guard_and_every_other_route_another(app: Litestar) -> None:
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for handler, _ in route.route_handler_map.values():
            for guard in handler.resolve_guards():
                is_api = route.path_format.startswith(
                    ("/api/", "/mcp", "/health", "/ready", "/metrics", "/docs", "/assets")
                )
                assert isinstance(guard, Guard)
                assert isinstance(guard, PageGuard) != is_api, route.path_format


@pytest.mark.parametrize("wrong", ["", "00", "zz" * 64, "00" * 63, "00" * 64])
def test_a_token_is_only_what_its_secret_made(wrong: str) -> None:
    assert not is_token(wrong, b"secret")


def test_tokens_of_one_secret_differ_and_all_hold() -> None:
    one, other = form_token(b"secret"), form_token(b"secret")
    assert one != other
    assert is_token(one, b"secret")
    assert is_token(other, b"secret")
    assert not is_token(one, b"another secret")
