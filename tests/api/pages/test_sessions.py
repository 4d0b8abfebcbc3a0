"""Sessions of browsers: coming in, staying in, and being signed out."""

from __future__ import annotations

from datetime import timedelta

import httpx
import pytest
from msgspec.structs import replace

from api.limits import TooManyGuesses, limits
from api.pages.signing_in.sessions import SignIn, WrongSecret, sign_in
from api.services import Services
from api.storage import sessions
from tests.api.pages.browser import Browser, Form, forms_in
from tests.api.pages.conftest import signed_in
from tests.api.people import Table


def test_a_page_sends_a_visitor_who_is_not_signed_in_to_sign_in(browser: Browser, table: Table) -> None:
    answer = browser.send("GET", f"/campaigns/{table.id}/timeline")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/sign-in?onward=/campaigns/{table.id}/timeline")


def test_a_token_opens_the_page_that_was_asked_for(browser: Browser, table: Table) -> None:
    browser.open(f"/campaigns/{table.id}")
    answer = browser.submit("/sign-in", secret=table.pat.token or "")
    assert answer.headers["location"] == f"/campaigns/{table.id}"
    assert "The Long Night" in browser.open(f"/campaigns/{table.id}")


def test_an_invitation_makes_an_account_and_leads_to_its_campaign(browser: Browser, table: Table) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    browser.open(f"/join/{code}")
    answer = browser.submit("/sign-in", secret=code, name="Quinn")
    assert answer.headers["location"] == f"/campaigns/{table.id}"
    assert "Quinn" in browser.open(f"/campaigns/{table.id}")


def test_an_invitation_needs_a_name_and_is_not_used_up_without_one(browser: Browser, table: Table) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    browser.open("/sign-in")
    assert "name" in browser.submit("/sign-in", 422, secret=code).text
    browser.open("/sign-in")
    browser.submit("/sign-in", 303, secret=code, name="Quinn")


def test_a_recovery_code_leads_back_into_its_campaign(browser: Browser, table: Table) -> None:
    code = table.gm.ask("POST", f"./members/{table.pat.id}/recovery", 201)["code"]
    answer = browser.sign_in(code)
    assert answer.headers["location"] == f"/campaigns/{table.id}"
    assert "Pat" in browser.open(f"/campaigns/{table.id}")


@pytest.mark.parametrize("secret", ["retcon_nonsense", "join_nonsense", "recover_nonsense", "nonsense"])
def test_a_wrong_secret_opens_no_session(browser: Browser, secret: str) -> None:
    browser.open("/sign-in")
    answer = browser.send("POST", "/sign-in", data={**_hidden(browser), "secret": secret, "name": "Mallory"})
    assert answer.status_code in (403, 404)
    assert "retcon_session" not in browser.cookies


def test_a_bot_does_not_sign_in(browser: Browser, table: Table) -> None:
    bot = table.pat.ask("POST", "/bots", 201, json={"name": "Dicer"})["secret"]
    browser.open("/sign-in")
    assert "bot" in browser.submit("/sign-in", 403, secret=bot).text


@pytest.mark.parametrize("onward", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
def test_signing_in_never_leads_to_another_site(browser: Browser, table: Table, onward: str) -> None:
    browser.open("/sign-in")
    answer = browser.submit("/sign-in", secret=table.pat.token or "", onward=onward)
    assert answer.headers["location"] == "/"


def test_the_cookie_of_a_session_is_kept_from_scripts_and_other_sites(browser: Browser, table: Table) -> None:
    answer = browser.sign_in(table.pat.token or "")
    (cookie,) = (each for each in answer.headers.get_list("set-cookie") if each.startswith("retcon_session="))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie, "this connection is not HTTPS, so the browser would not send it back"


def test_a_session_works_for_pages_only(pats: Browser, table: Table) -> None:
    assert pats.send("GET", f"/api/v1/campaigns/{table.id}").status_code == 401


def test_a_token_does_not_open_pages_by_its_header(browser: Browser, table: Table) -> None:
    answer = browser.send("GET", "/", headers={"Authorization": f"Bearer {table.pat.token}"})
    assert answer.status_code == 303


def test_signing_out_ends_the_session_also_where_its_cookie_was_copied(pats: Browser, http: httpx.Client) -> None:
    copy = Browser(http)
    copy.cookies = dict(pats.cookies)
    pats.open("/account")
    pats.submit("/sign-out")
    assert copy.send("GET", "/").status_code == 303


def test_signing_out_everywhere_ends_every_session(pats: Browser, http: httpx.Client, table: Table) -> None:
    phone = signed_in(http, table.pat)
    pats.open("/account")
    _, everywhere = [form for form in _forms(pats) if form.action == "/sign-out"]
    pats.send("POST", "/sign-out", data=everywhere.hidden)
    assert phone.send("GET", "/").status_code == 303


def test_the_account_lists_its_browsers_and_ends_one(pats: Browser, http: httpx.Client, table: Table) -> None:
    phone = Browser(http, "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36")
    phone.sign_in(table.pat.token or "")
    page = pats.open("/account")
    assert "Firefox on Linux" in page
    assert "Chrome on Android" in page
    ending = next(form for form in _forms(pats) if form.action.startswith("/account/sessions/"))
    pats.send("POST", ending.action, data=ending.hidden)
    assert "Chrome on Android" not in pats.open("/account") or pats.send("GET", "/").status_code == 303


def test_nobody_ends_the_session_of_another_account(pats: Browser, gms: Browser) -> None:
    gms.open("/account")
    ending = next(form for form in _forms(gms) if form.action.startswith("/account/sessions/"))
    pats.open("/account")
    hidden = next(form for form in _forms(pats) if form.action == "/sign-out").hidden
    assert pats.send("POST", ending.action, data=hidden).status_code == 404
    assert gms.send("GET", "/").status_code == 200


def test_revoking_the_token_ends_its_sessions(browser: Browser, table: Table) -> None:
    issued = table.pat.ask("POST", "/tokens", 201, json={"label": "for the phone"})
    browser.sign_in(issued["secret"])
    assert browser.send("GET", "/").status_code == 200
    table.pat.ask("DELETE", f"/tokens/{issued['token']['id']}", 204)
    assert browser.send("GET", "/").status_code == 303


def test_an_expired_session_ends(pats: Browser, services: Services) -> None:
    _aged(services, "expires_at", timedelta(days=31))
    assert pats.send("GET", "/").status_code == 303


def test_the_secret_of_a_session_changes_after_a_day(pats: Browser, services: Services) -> None:
    before = pats.cookies["retcon_session"]
    _aged(services, "rotated_at", sessions.ROTATES_AFTER + timedelta(seconds=1))
    assert pats.send("GET", "/").status_code == 200
    assert pats.cookies["retcon_session"] != before


def test_the_former_secret_is_taken_for_a_minute_only(pats: Browser, services: Services, http: httpx.Client) -> None:
    late = Browser(http)
    late.cookies = dict(pats.cookies)
    _aged(services, "rotated_at", sessions.ROTATES_AFTER + timedelta(seconds=1))
    pats.send("GET", "/")
    assert late.send("GET", "/").status_code == 200
    assert late.cookies["retcon_session"] != pats.cookies["retcon_session"], "a former secret is not renewed again"
    _aged(services, "rotated_at", sessions.OVERLAP + timedelta(seconds=1))
    assert late.send("GET", "/").status_code == 303
    assert pats.send("GET", "/").status_code == 200


def test_a_session_that_is_open_in_a_form_survives_a_new_secret(pats: Browser, services: Services) -> None:
    pats.open("/account")
    _aged(services, "rotated_at", sessions.ROTATES_AFTER + timedelta(seconds=1))
    pats.send("GET", "/")
    pats.submit("/sign-out")


def test_wrong_secrets_are_counted_by_address(services: Services) -> None:
    strict = replace(services, limits=limits(guesses=1))
    wrong = SignIn(secret="retcon_nonsense", device="a browser", address="198.51.100.77")
    with pytest.raises(WrongSecret):
        sign_in(strict, wrong)
    with pytest.raises(TooManyGuesses):
        sign_in(strict, wrong)


def _aged(services: Services, column: str, by: timedelta) -> None:
    with services.pool.connection() as connection:
        connection.execute(f"UPDATE sessions SET {column} = {column} - %s", [by])


def _hidden(browser: Browser) -> dict[str, str]:
    return next(form for form in _forms(browser) if form.action == "/sign-in").hidden


def _forms(browser: Browser) -> list[Form]:
    return forms_in(browser.page)
