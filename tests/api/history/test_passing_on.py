"""A token makes none that outlives or outranks it, by whatever way."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from tests.api.people import Person, Table

SOON = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
LATER = (datetime.now(UTC) + timedelta(hours=2)).isoformat()


@pytest.fixture
def lender(table: Table) -> Person:
    """Pat with a token that ends soon, to read and to administer with."""
    wanted = {"label": "short", "scopes": ["read", "admin"], "expires_at": SOON}
    made = table.pat.ask("POST", "/tokens", 201, json=wanted)
    return Person(table.pat.http, made["secret"], table.pat.id, table.id)


def ends(token: dict[str, str]) -> datetime:
    return datetime.fromisoformat(token["expires_at"])


def test_a_token_of_no_named_end_and_scopes_has_those_of_its_maker(lender: Person) -> None:
    made = lender.ask("POST", "/tokens", 201, json={"label": "heir"})["token"]
    assert (ends(made), made["scopes"]) == (datetime.fromisoformat(SOON), ["read", "admin"])


def test_a_token_that_would_outlive_its_maker_is_refused(lender: Person) -> None:
    wanted = {"label": "heir", "scopes": ["read"], "expires_at": LATER}
    assert "ends at" in lender.problem("POST", "/tokens", 403, json=wanted)["detail"]


def test_a_token_that_would_outrank_its_maker_is_refused(lender: Person) -> None:
    wanted = {"label": "heir", "scopes": ["read", "play"]}
    assert "no scope play" in lender.problem("POST", "/tokens", 403, json=wanted)["detail"]


def test_a_lasting_token_is_not_rotated_by_one_that_ends(table: Table, lender: Person) -> None:
    lasting = table.pat.ask("POST", "/tokens", 201, json={"label": "lasting", "scopes": ["read"]})["token"]
    assert "ends at" in lender.problem("POST", f"/tokens/{lasting['id']}/rotation", 403)["detail"]


def test_a_bot_s_first_token_is_good_for_no_more_and_no_longer(lender: Person) -> None:
    made = lender.ask("POST", "/bots", 201, json={"name": "Bot"})["token"]
    assert (ends(made), made["scopes"]) == (datetime.fromisoformat(SOON), ["read", "admin"])


def test_what_a_token_may_not_do_no_bot_is_let_do_by_it(lender: Person) -> None:
    bot = lender.ask("POST", "/bots", 201, json={"name": "Bot"})["account"]["id"]
    path = f"./members/{lender.id}/grants/{bot}"
    assert "no scope play" in lender.problem("PUT", path, 403)["detail"]
    lender.ask("PUT", path, 204, json={"scopes": ["read"]})


def test_a_token_for_everything_makes_what_it_always_made(table: Table) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": f"phone {uuid4()}"})["token"]
    assert (made["expires_at"], made["scopes"]) == (None, ["read", "play", "revise", "admin"])
