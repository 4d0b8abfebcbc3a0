"""Rules on pages: found by a word, and linked from where they are named."""

from __future__ import annotations

import re

import httpx

from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table


def listed(page: str) -> set[str]:
    """The rules that a page links to."""
    return set(re.findall(r'href="/campaigns/[^"]*/rules/([^"?]+)"', page))


def test_a_rule_is_found_by_its_words(http: httpx.Client, owner: Person) -> None:
    table = Table(owner, "weaverdice")
    browser = signed_in(http, table.pat)
    everything = listed(browser.open(f"/campaigns/{table.id}/rules"))
    fitting = listed(browser.open(f"/campaigns/{table.id}/rules?words=morale"))
    assert fitting
    assert len(fitting) < len(everything)
    assert listed(browser.open(f"/campaigns/{table.id}/rules?words=wd-exh-01")) == {"WD-EXH-01"}


def test_every_rule_that_a_command_names_has_a_page(http: httpx.Client, owner: Person) -> None:
    table = Table(owner, "weaverdice")
    browser = signed_in(http, table.gm)
    rules = listed(browser.open(f"/campaigns/{table.id}/play/weaverdice.research"))
    assert rules
    for rule in rules:
        page = browser.open(f"/campaigns/{table.id}/rules/{rule}")
        assert f"<h1>{rule}</h1>" in page
        assert "weaverdice.research" in page


def test_a_refusal_leads_to_the_rule_that_refused(gms: Browser, table: Table) -> None:
    gms.open(f"/campaigns/{table.id}/play/freeform.end_session")
    answer = gms.submit(f"/campaigns/{table.id}/play/freeform.end_session", 422, step="give")
    (rule,) = re.findall(r'href="/campaigns/[^"]*/rules/([^"]+)">What rule', answer.text)
    assert f"<h1>{rule}</h1>" in gms.open(f"/campaigns/{table.id}/rules/{rule}")


def test_a_rule_that_there_is_not_is_not_found(pats: Browser, table: Table) -> None:
    pats.open(f"/campaigns/{table.id}/rules/XX-1", 404)
