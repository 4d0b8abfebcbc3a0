"""The accounts of the installation, which its owner manages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.paging import MOST
from api.services import Services
from tests.api.people import Json, Person, rows_of


@pytest.fixture
def walter(owner: Person) -> Iterator[Json]:
    """A new account with its first token, which is gone afterwards."""
    made = owner.ask("POST", "/accounts", 201, json={"name": "Walter"})
    yield made
    owner.send("DELETE", f"/accounts/{made['account']['id']}")


def test_a_new_account_has_a_token(owner: Person, walter: Json) -> None:
    assert Person(owner.http, walter["secret"]).see("/account")["name"] == "Walter"


def test_accounts_are_listed_without_secrets(owner: Person, walter: Json) -> None:
    listed = rows_of(owner, f"/accounts?limit={MOST}")
    assert walter["account"]["id"] in [account["id"] for account in listed]
    assert walter["secret"] not in str(listed)


def test_a_token_is_made_for_an_account_that_lost_its_own(owner: Person, walter: Json) -> None:
    account = f"/accounts/{walter['account']['id']}"
    again = owner.ask("POST", f"{account}/tokens", 201, json={"label": "phone"})
    owner.ask("DELETE", f"{account}/tokens/{walter['token']['id']}", 204)
    Person(owner.http, walter["secret"]).problem("GET", "/account", 401)
    assert Person(owner.http, again["secret"]).see("/account")["id"] == walter["account"]["id"]


def test_an_ended_account_is_gone_with_its_tokens(owner: Person, walter: Json) -> None:
    account = f"/accounts/{walter['account']['id']}"
    owner.ask("DELETE", account, 204)
    Person(owner.http, walter["secret"]).problem("GET", "/account", 401)
    owner.problem("GET", f"{account}/tokens", 404)


def test_an_account_of_a_shared_name_is_named_by_id(owner: Person, services: Services) -> None:
    twins = [str(services.accounts.open("person", "Twin").id) for _ in range(2)]  # as two tables invite them
    detail = owner.problem("PATCH", "/accounts/twin", 404, json={"may_found": True})["detail"]
    assert all(twin in detail for twin in twins)


def test_the_owners_account_does_not_end(owner: Person) -> None:
    owner.problem("DELETE", f"/accounts/{owner.id}", 403)
