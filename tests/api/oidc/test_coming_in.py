"""Signing in with OpenID Connect: who comes in, as whom, and who does not."""

from __future__ import annotations

import re
from html import unescape
from uuid import UUID, uuid4

import httpx
import pytest

from api.services import Services
from tests.api.oidc.conftest import Serve, away, come_back
from tests.api.oidc.provider import CLIENT, LocalProvider, new_key
from tests.api.pages.browser import Browser
from tests.api.people import Person, Table


def test_whom_nobody_has_invited_is_told_how_to_come_in(browser: Browser, provider: LocalProvider) -> None:
    answer = come_back(browser)
    assert answer.status_code == 403
    assert "invitation" in answer.text
    assert "retcon_session" not in browser.cookies


def test_an_invitation_lets_an_identity_in_and_it_comes_back_without_one(
    browser: Browser, serve: Serve, table: Table
) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    answer = browser.send("GET", away(browser, path=f"/join/{code}", name="Quinn"))
    assert answer.headers["location"] == f"/campaigns/{table.id}"
    other = Browser(serve())
    assert come_back(other).headers["location"] == "/"
    assert "Quinn" in other.open(f"/campaigns/{table.id}")


def test_a_name_comes_from_the_provider_where_none_is_written(browser: Browser, table: Table) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    browser.send("GET", away(browser, path=f"/join/{code}"))
    assert "Pat Doe" in browser.open(f"/campaigns/{table.id}")


def test_a_name_that_is_not_in_the_token_is_asked_for(browser: Browser, provider: LocalProvider, table: Table) -> None:
    provider.lie = lambda claims: {name: value for name, value in claims.items() if name != "name"}
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    browser.send("GET", away(browser, path=f"/join/{code}"))
    members = [each["name"] for each in table.gm.see("./members")]
    assert "pdoe" in members
    assert "/userinfo" in provider.asked


def test_strangers_are_welcome_where_the_settings_say_so(serve: Serve) -> None:
    browser = Browser(serve(strangers="welcome"))
    assert come_back(browser).headers["location"] == "/"
    assert "no campaign yet" in browser.open("/")


def test_two_strangers_of_one_name_get_names_of_their_own(serve: Serve, provider: LocalProvider) -> None:
    http = serve(strangers="welcome")
    names = []
    for subject in ("one", "two"):
        provider.subject, provider.name = f"{subject}-{uuid4()}", "Sam Same"
        browser = Browser(http)
        come_back(browser)
        names.append(browser.open("/account").partition("<h1>")[2].partition("</h1>")[0])
    assert names == ["Sam Same", "Sam Same 2"]


def test_the_owner_comes_in_as_the_owner(serve: Serve, provider: LocalProvider, owner: Person) -> None:
    browser = Browser(serve(owner=provider.subject))
    assert come_back(browser).status_code == 303
    assert owner.see("/account")["name"] in browser.open("/account")


def test_coming_in_leads_to_the_page_that_was_asked_for_and_never_to_another_site(serve: Serve) -> None:
    http = serve(strangers="welcome")
    for onward, target in (("/account", "/account"), ("https://evil.example", "/"), ("//evil.example", "/")):
        assert come_back(Browser(http), onward=onward).headers["location"] == target


def test_an_identity_is_linked_to_an_account_and_unlinked_again(browser: Browser, serve: Serve, table: Table) -> None:
    browser.sign_in(table.pat.token or "")
    linked = browser.send("GET", away(browser, "/account/identities", "/account"))
    assert linked.headers["location"] == "/account"
    other = Browser(serve())
    come_back(other)
    assert "Pat" in other.open(f"/campaigns/{table.id}")
    (ending,) = re.findall(r'action="(/account/identities/[^"]+)"', browser.open("/account"))
    browser.submit(ending)
    assert other.send("GET", "/").status_code == 303, "its sessions end with it"
    assert come_back(Browser(serve())).status_code == 403


def test_an_account_may_have_several_identities(browser: Browser, provider: LocalProvider, table: Table) -> None:
    browser.sign_in(table.pat.token or "")
    for subject in (uuid4(), uuid4()):
        provider.subject = str(subject)
        browser.send("GET", away(browser, "/account/identities", "/account"))
    assert browser.open("/account").count("Unlink:") == 2


def test_an_identity_of_another_account_is_not_taken_over(browser: Browser, serve: Serve, table: Table) -> None:
    browser.sign_in(table.pat.token or "")
    browser.send("GET", away(browser, "/account/identities", "/account"))
    olgas = Browser(serve())
    olgas.sign_in(table.olga.token or "")
    assert olgas.send("GET", away(olgas, "/account/identities", "/account")).status_code == 409
    assert "Unlink:" not in olgas.open("/account")


def test_a_linked_identity_has_no_more_scopes_than_the_token_that_linked_it(
    browser: Browser, serve: Serve, table: Table
) -> None:
    issued = table.pat.ask("POST", "/tokens", 201, json={"label": "small", "scopes": ["read", "admin"]})
    browser.sign_in(issued["secret"])
    browser.send("GET", away(browser, "/account/identities", "/account"))
    other = Browser(serve())
    come_back(other)
    other.open(f"/campaigns/{table.id}")
    assert other.submit_to(f"/campaigns/{table.id}/play/freeform.note").status_code == 403


@pytest.mark.parametrize("narrow", ["campaign", "time"])
def test_a_token_that_is_narrowed_links_no_identity(
    browser: Browser, services: Services, table: Table, narrow: str
) -> None:
    limits = {"campaign": {"campaign": table.id}, "time": {"expires_at": "2099-01-01T00:00:00Z"}}[narrow]
    issued = table.pat.ask("POST", "/tokens", 201, json={"label": "narrow", **limits})
    browser.sign_in(issued["secret"])
    browser.open("/account")
    answer = browser.send("POST", "/account/identities", data=browser.hidden())
    if answer.status_code == 200:
        answer = browser.send("GET", away(browser, "/account/identities", "/account"))
    assert answer.status_code == 403
    assert not services.identities.of(UUID(table.pat.id))


def test_an_identity_whose_token_was_revoked_gets_another(browser: Browser, serve: Serve, table: Table) -> None:
    browser.sign_in(table.pat.token or "")
    browser.send("GET", away(browser, "/account/identities", "/account"))
    mine = table.pat.see("/tokens")
    table.pat.ask("DELETE", f"/tokens/{mine[-1]['id']}", 204)
    other = Browser(serve())
    come_back(other)
    assert "Pat" in other.open(f"/campaigns/{table.id}")


def test_an_erased_account_takes_its_identities_along(
    serve: Serve, services: Services, provider: LocalProvider
) -> None:
    http = serve(strangers="welcome")
    come_back(Browser(http))
    known = services.identities.find(provider.url, provider.subject)
    assert known is not None
    services.accounts.erase(known.account)
    assert services.identities.find(provider.url, provider.subject) is None


def test_keys_may_change_at_any_time(serve: Serve, provider: LocalProvider) -> None:
    http = serve(strangers="welcome")
    assert come_back(Browser(http)).status_code == 303
    provider.keys.append(new_key("second"))
    assert come_back(Browser(http)).status_code == 303


def test_unknown_keys_do_not_keep_the_provider_busy(serve: Serve, provider: LocalProvider) -> None:
    http = serve(strangers="welcome")
    come_back(Browser(http))
    forged = new_key("forged")
    published = list(provider.keys)
    provider.keys.append(forged)
    provider.published = lambda: {"keys": [key.as_dict(private=False) for key in published]}  # type: ignore[method-assign]
    for _ in range(3):
        assert come_back(Browser(http)).status_code == 403
    assert provider.asked.count("/keys") == 2


def test_an_installation_without_a_provider_has_no_way_there(serve: Serve) -> None:
    browser = Browser(serve(issuer="", client=""))
    assert "/sign-in/away" not in browser.open("/sign-in")
    answer = browser.send("GET", "/sign-in/return?code=x&state=y")
    assert answer.status_code == 404


LEAVING = "Sign out here and of"


def test_a_browser_that_came_in_by_the_provider_signs_out_of_it_too(serve: Serve, provider: LocalProvider) -> None:
    browser = Browser(serve(strangers="welcome"))
    come_back(browser)
    assert LEAVING in browser.open("/account")
    page = browser.submit_to("/sign-out", elsewhere="yes")
    assert "retcon_session" not in browser.cookies
    assert "/sign-out" not in page.text
    (target,) = re.findall(r'http-equiv="refresh" content="0; url=([^"]+)"', page.text)
    address = httpx.URL(unescape(target))
    assert str(address.copy_with(query=None)) == f"{provider.url}/leave"
    assert dict(address.params) == {"client_id": CLIENT, "post_logout_redirect_uri": "http://testserver.local/sign-in"}
    assert browser.send("GET", "/account").headers["location"].startswith("/sign-in")


@pytest.mark.parametrize("endpoint", [None, "http://id.example/leave"])
def test_a_provider_that_nobody_can_sign_out_of_is_not_offered(
    serve: Serve, provider: LocalProvider, endpoint: str | None
) -> None:
    provider.metadata = {"end_session_endpoint": endpoint}
    browser = Browser(serve(strangers="welcome"))
    come_back(browser)
    assert LEAVING not in browser.open("/account")
    assert browser.submit_to("/sign-out", elsewhere="yes").headers["location"] == "/sign-in"


def test_a_browser_that_came_in_by_a_token_is_not_sent_to_the_provider(browser: Browser, table: Table) -> None:
    assert table.pat.token is not None
    browser.sign_in(table.pat.token)
    browser.send("GET", away(browser, "/account/identities", "/account"))
    assert LEAVING not in browser.open("/account")
    assert browser.submit_to("/sign-out", elsewhere="yes").headers["location"] == "/sign-in"


def test_a_provider_that_is_away_is_asked_once_a_minute_and_holds_up_no_page(
    serve: Serve, provider: LocalProvider
) -> None:
    browser = Browser(serve(strangers="welcome"))
    come_back(browser)
    browser.http = serve(strangers="welcome")  # as after a restart: nothing is known of the provider
    provider.metadata = {"issuer": "https://other.example"}
    provider.asked.clear()
    for _ in range(3):
        assert LEAVING not in browser.open("/account")
    assert provider.asked == ["/.well-known/openid-configuration"]
