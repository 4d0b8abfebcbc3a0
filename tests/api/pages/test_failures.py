"""Failures as browsers and programs get them: a page for the one, problem details for the other, and one status for both."""

from __future__ import annotations

from http import HTTPStatus

import httpx
import pytest
from litestar import Litestar
from litestar.exceptions import HTTPException
from litestar.testing import RequestFactory

from api.pages.failures import answer_failure, show_failure
from tests.api.pages.browser import Browser

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
STATUSES = [status for status in HTTPStatus if status >= 400]


@pytest.mark.parametrize("status", STATUSES)
def test_a_browser_gets_a_page_with_a_way_back_for_every_status(
    app: Litestar, http: httpx.Client, status: HTTPStatus
) -> None:
    request = RequestFactory(app=app).get("/somewhere", headers={"Accept": BROWSER})
    for answering in (answer_failure, show_failure):
        answer = answering(request, HTTPException(status_code=status, detail="No."))
        assert answer.status_code == status
        body = answer.content.decode() if isinstance(answer.content, bytes) else answer.content
        assert "<h1>" in body
        assert 'href="/"' in body


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("accepted", ["*/*", "application/json", "application/problem+json, text/html;q=0.5", ""])
def test_a_program_gets_problem_details_for_every_status(
    app: Litestar, http: httpx.Client, status: HTTPStatus, accepted: str
) -> None:
    request = RequestFactory(app=app).get("/somewhere", headers={"Accept": accepted})
    answer = answer_failure(request, HTTPException(status_code=status, detail="No."))
    assert answer.status_code == status
    assert answer.media_type == "application/problem+json"


REQUESTS = [
    ("GET", "/nowhere", 404),
    ("GET", "/campaigns/no-id", 404),
    ("GET", "/assets/none.js", 404),
    ("DELETE", "/sign-in", 405),
    ("GET", "/sign-out", 405),
    ("PUT", "/", 405),
    ("GET", "/sign-in?onward=" + "x" * 501, 400),
]


@pytest.mark.parametrize(("method", "path", "status"), REQUESTS)
def test_one_status_answers_browsers_and_programs_alike(
    http: httpx.Client, method: str, path: str, status: int
) -> None:
    browser = http.request(method, path, headers={"Accept": BROWSER})
    program = http.request(method, path, headers={"Accept": "application/json"})
    assert browser.status_code == status
    assert browser.headers["content-type"].startswith("text/html")
    assert "script-src 'self'" in browser.headers["content-security-policy"]
    if "assets" in path or status != 400:
        assert (program.status_code, program.headers["content-type"]) == (status, "application/problem+json")
        assert browser.headers.get("allow") == program.headers.get("allow")


def test_too_large_a_form_is_answered_with_a_page(browser: Browser) -> None:
    answer = browser.send("POST", "/sign-in", data={"secret": "x" * 2_000_000}, headers={"Accept": BROWSER})
    assert answer.status_code == 413
    assert "<h1>" in answer.text


@pytest.mark.parametrize("path", ["/api/v1/nowhere", "/api/nowhere", "/mcp/nowhere"])
def test_addresses_for_programs_answer_problem_details_to_everybody(http: httpx.Client, path: str) -> None:
    answer = http.get(path, headers={"Accept": BROWSER})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_an_unknown_address_is_said_in_the_language_of_the_browser(http: httpx.Client) -> None:
    answer = http.get("/nirgends", headers={"Accept": BROWSER, "Accept-Language": "de"})
    assert "Hier ist nichts" in answer.text
