"""Ways back from a provider that prove nothing: each is refused, and nothing is written."""

from __future__ import annotations

import base64
import json
import re
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey

from api.services import Services
from tests.api.oidc.conftest import Serve, away, come_back
from tests.api.oidc.provider import SECRET, LocalProvider, new_key
from tests.api.pages.browser import Browser

Claims = dict[str, Any]


def unsigned(claims: Claims) -> str:
    return f"{_part({'alg': 'none'})}.{_part(claims)}."


def with_our_secret(claims: Claims) -> str:
    token: str = jwt.encode({"alg": "HS256", "kid": "first"}, claims, OctKey.import_key(SECRET), algorithms=["HS256"])
    return token


def of_another_key(claims: Claims) -> str:
    token: str = jwt.encode({"alg": "RS256", "kid": "first"}, claims, new_key("first"))
    return token


def _part(content: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).rstrip(b"=").decode()


LIES: dict[str, Callable[[Claims], Claims]] = {
    "the nonce of another attempt": lambda claims: {**claims, "nonce": "another"},
    "no nonce": lambda claims: _without(claims, "nonce"),
    "another audience": lambda claims: {**claims, "aud": "another-service"},
    "no audience": lambda claims: _without(claims, "aud"),
    "several audiences without ours as the party": lambda claims: {**claims, "aud": ["retcon", "another-service"]},
    "another party": lambda claims: {**claims, "azp": "another-service"},
    "another issuer": lambda claims: {**claims, "iss": "https://evil.example"},
    "no issuer": lambda claims: _without(claims, "iss"),
    "expired": lambda claims: {**claims, "exp": int(time.time()) - 3600},
    "no end": lambda claims: _without(claims, "exp"),
    "of the future": lambda claims: {**claims, "iat": int(time.time()) + 3600},
    "not valid yet": lambda claims: {**claims, "nbf": int(time.time()) + 3600},
    "no subject": lambda claims: _without(claims, "sub"),
    "an empty subject": lambda claims: {**claims, "sub": ""},
    "a number as a subject": lambda claims: {**claims, "sub": 7},
    "too long a subject": lambda claims: {**claims, "sub": "x" * 256},
    "a subject with a null byte": lambda claims: {**claims, "sub": "x\0y"},
}

FORGERIES: dict[str, Callable[[Claims], str]] = {
    "unsigned": unsigned,
    "signed with the client's secret": with_our_secret,
    "signed with another key": of_another_key,
    "no token": lambda _: "nonsense",
    "two parts": lambda claims: unsigned(claims).rpartition(".")[0],
    "a list as a header": lambda claims: f"{_part([])}.{_part(claims)}.AAAA",
}


def _without(claims: Claims, name: str) -> Claims:
    return {each: value for each, value in claims.items() if each != name}


def rows(services: Services) -> list[int]:
    """How much there is of all that coming in could write."""
    tables = ("accounts", "tokens", "sessions", "identities")
    with services.pool.connection() as connection:
        return [connection.execute(f"SELECT count(*) FROM {each}").fetchone()[0] for each in tables]  # type: ignore[index]


@pytest.fixture
def browser(serve: Serve) -> Browser:
    """A browser at an installation that welcomes everybody: what keeps it out is the forgery alone."""
    return Browser(serve(strangers="welcome"))


def expect_refused(browser: Browser, services: Services, come: Callable[[], Any], status: int = 403) -> None:
    before = rows(services)
    answer = come()
    assert answer.status_code == status, answer.text
    assert "<h1>" in answer.text, "it is a page"
    assert rows(services) == before
    assert not {"retcon_session", "retcon_errand"} & browser.cookies.keys()


@pytest.mark.parametrize("lie", LIES)
def test_a_token_that_says_otherwise_lets_nobody_in(
    browser: Browser, provider: LocalProvider, services: Services, lie: str
) -> None:
    provider.lie = LIES[lie]
    expect_refused(browser, services, lambda: come_back(browser))


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_token_that_is_not_signed_by_the_provider_lets_nobody_in(
    browser: Browser, provider: LocalProvider, services: Services, forgery: str
) -> None:
    provider.sign = FORGERIES[forgery]
    expect_refused(browser, services, lambda: come_back(browser))


def test_the_state_of_another_attempt_lets_nobody_in(browser: Browser, services: Services) -> None:
    back = away(browser)
    expect_refused(browser, services, lambda: browser.send("GET", re.sub(r"state=[^&]+", "state=another", back)))


@pytest.mark.parametrize("missing", ["state", "code", "iss"])
def test_a_way_back_that_lacks_something_lets_nobody_in(browser: Browser, services: Services, missing: str) -> None:
    back = away(browser)
    expect_refused(browser, services, lambda: browser.send("GET", re.sub(rf"{missing}=[^&]+&?", "", back)))


def test_a_mixed_up_issuer_lets_nobody_in_and_gets_no_code(
    browser: Browser, provider: LocalProvider, services: Services
) -> None:
    back = re.sub(r"iss=[^&]+", "iss=https://evil.example", away(browser))
    expect_refused(browser, services, lambda: browser.send("GET", back))
    assert "/token" not in provider.asked


def test_a_way_back_is_taken_once(browser: Browser, services: Services) -> None:
    back = away(browser)
    errand = browser.cookies["retcon_errand"]
    assert browser.send("GET", back).status_code == 303
    browser.cookies = {}
    expect_refused(browser, services, lambda: browser.send("GET", back))
    browser.cookies = {"retcon_errand": errand}
    expect_refused(browser, services, lambda: browser.send("GET", back))


def test_the_way_back_of_another_browser_lets_nobody_in(browser: Browser, services: Services) -> None:
    victim = Browser(browser.http)
    away(victim)
    back = away(browser)
    expect_refused(victim, services, lambda: victim.send("GET", back))


@pytest.mark.parametrize("kept", ["zz", "00", "7b7d", ""])
def test_a_cookie_that_we_did_not_set_lets_nobody_in(browser: Browser, services: Services, kept: str) -> None:
    back = away(browser)
    browser.cookies["retcon_errand"] = kept
    before = rows(services)
    assert browser.send("GET", back).status_code == 403
    assert rows(services) == before


def test_a_code_without_its_proof_key_lets_nobody_in(browser: Browser, services: Services) -> None:
    back = away(browser)
    errand = msgspec.json.decode(bytes.fromhex(browser.cookies["retcon_errand"]))
    browser.cookies["retcon_errand"] = msgspec.json.encode({**errand, "verifier": "another" * 8}).hex()
    expect_refused(browser, services, lambda: browser.send("GET", back))


def test_who_refuses_at_the_provider_does_not_come_in(browser: Browser, services: Services) -> None:
    back = re.sub(r"code=[^&]+", "error=access_denied", away(browser))
    expect_refused(browser, services, lambda: browser.send("GET", back))


@pytest.mark.parametrize(
    "metadata",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://evil.example/token"},
        {"jwks_uri": "http://evil.example/keys"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"code_challenge_methods_supported": ["plain"]},
        {"token_endpoint": None},
    ],
)
def test_a_provider_that_cannot_be_trusted_is_not_asked(
    browser: Browser, provider: LocalProvider, metadata: dict[str, Any]
) -> None:
    provider.metadata = metadata
    browser.open("/sign-in")
    assert browser.submit("/sign-in/away", 503).headers["content-type"].startswith("text/html")


def test_a_provider_that_does_not_answer_is_said_so(serve: Serve) -> None:
    browser = Browser(serve(issuer="http://127.0.0.1:9"))
    browser.open("/sign-in")
    assert "sign-in service does not answer" in browser.submit("/sign-in/away", 503).text


def test_an_identity_is_linked_only_in_the_session_that_went_for_it(
    browser: Browser, services: Services, table: Any
) -> None:
    browser.sign_in(table.pat.token or "")
    back = away(browser, "/account/identities", "/account")
    browser.open("/account")
    browser.submit("/sign-out")
    errand = browser.cookies["retcon_errand"]
    browser.sign_in(table.olga.token or "")
    browser.cookies["retcon_errand"] = errand
    before = rows(services)
    assert browser.send("GET", back).status_code == 403
    assert rows(services) == before
