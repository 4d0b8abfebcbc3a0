"""Recovery codes: a member who lost their token comes back into one campaign."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from api.services import Services
from tests.api.people import Json, Person, Table


def recovered(table: Table, code: str) -> Person:
    joined = Person(table.gm.http, None).ask("POST", f"/recoveries/{code}", 201)
    return Person(table.gm.http, joined["secret"], joined["member"], table.id)


@pytest.fixture
def offered(table: Table) -> Json:
    """A recovery code for Pat."""
    return table.gm.ask("POST", "./members/pat/recovery", 201)


def test_a_recovery_gives_a_token_for_its_campaign_alone(table: Table, offered: Json) -> None:
    back = recovered(table, offered["code"])
    assert (back.id, back.see(".")["role"]) == (table.pat.id, "player")
    back.problem("POST", "/tokens", 403, json={"label": "wide"})
    back.problem("DELETE", "/account", 403)


def test_a_recovered_token_does_not_list_the_accounts_other_tokens_and_bots(table: Table, offered: Json) -> None:
    table.pat.ask("POST", "/bots", 201, json={"name": "Dicer"})
    back = recovered(table, offered["code"])
    assert [token["label"] for token in back.see("/tokens")] == ["recovered"]
    assert back.see("/bots") == []


def test_a_recovery_ends_the_members_other_tokens_for_the_campaign_and_no_wider_ones(
    table: Table, offered: Json
) -> None:
    narrow = table.pat.ask("POST", "/tokens", 201, json={"label": "lost", "campaign": table.id})["secret"]
    recovered(table, offered["code"])
    Person(table.gm.http, narrow).problem("GET", "/account", 401)
    table.pat.see("/account")


def test_a_recovery_is_on_record_when_it_is_made_and_when_it_is_redeemed(table: Table, offered: Json) -> None:
    recovered(table, offered["code"])
    made, redeemed = table.olga.see("./entries", order="newest", limit=2)[::-1]
    assert [event["type"] for entry in (made, redeemed) for event in entry["events"]] == [
        "recovery_offered",
        "recovery_redeemed",
    ]
    assert (made["member"], redeemed["member"]) == (table.gm.id, table.pat.id)
    assert offered["code"] not in table.gm.send("GET", "./entries").text


def test_a_recovery_code_is_good_once(table: Table, offered: Json) -> None:
    recovered(table, offered["code"])
    Person(table.gm.http, None).problem("POST", f"/recoveries/{offered['code']}", 404)


def test_a_newer_recovery_code_replaces_the_older(table: Table, offered: Json) -> None:
    newer = table.gm.ask("POST", "./members/Pat/recovery", 201)["code"]
    Person(table.gm.http, None).problem("POST", f"/recoveries/{offered['code']}", 404)
    recovered(table, newer)


def test_a_recovery_code_expires(table: Table, services: Services) -> None:
    past = datetime.now(UTC) - timedelta(seconds=1)
    code = services.recoveries.make(UUID(table.id), UUID(table.pat.id), made_by=UUID(table.gm.id), expires_at=past)
    Person(table.gm.http, None).problem("POST", f"/recoveries/{code}", 404)


def test_a_recovery_lapses_with_the_role_of_the_game_master_who_made_it(table: Table) -> None:
    helper = table.join("Helper", "gm")
    code = helper.ask("POST", "./members/pat/recovery", 201)["code"]
    table.gm.ask("PATCH", f"./members/{helper.id}", json={"role": "player"})
    Person(table.gm.http, None).problem("POST", f"/recoveries/{code}", 404)


def test_a_former_member_does_not_come_back_by_a_recovery(table: Table, offered: Json) -> None:
    table.gm.ask("DELETE", "./members/pat")
    Person(table.gm.http, None).problem("POST", f"/recoveries/{offered['code']}", 404)


def test_the_installations_owner_is_not_recovered(table: Table) -> None:
    helper = table.join("Helper", "gm")
    before = helper.see(".")["head"]
    helper.problem("POST", f"./members/{table.gm.id}/recovery", 403)
    assert helper.see(".")["head"] == before


def test_an_erased_account_is_not_recovered(table: Table, offered: Json) -> None:
    table.pat.ask("DELETE", "/account", 204)
    Person(table.gm.http, None).problem("POST", f"/recoveries/{offered['code']}", 404)
    table.gm.problem("POST", f"./members/{table.pat.id}/recovery", 404)


def test_open_recovery_codes_are_listed_with_whose_they_are_and_until_when(table: Table, offered: Json) -> None:
    (row,) = table.gm.see("./recoveries")
    assert (row["member"], row["name"], row["made_by"]) == (table.pat.id, "Pat", table.gm.id)
    assert row["expires_at"] == offered["expires_at"]
    assert offered["code"] not in table.gm.send("GET", "./recoveries").text


def test_a_code_that_was_redeemed_is_listed_no_longer(table: Table, offered: Json) -> None:
    recovered(table, offered["code"])
    assert table.gm.see("./recoveries") == []


def test_an_expired_code_is_neither_listed_nor_withdrawn(table: Table, services: Services) -> None:
    past = datetime.now(UTC) - timedelta(seconds=1)
    services.recoveries.make(UUID(table.id), UUID(table.pat.id), made_by=UUID(table.gm.id), expires_at=past)
    assert table.gm.see("./recoveries") == []
    table.gm.problem("DELETE", "./members/pat/recovery", 404)


def test_a_code_that_was_withdrawn_cannot_be_redeemed(table: Table, offered: Json) -> None:
    table.gm.ask("DELETE", "./members/Pat/recovery", 204)
    Person(table.gm.http, None).problem("POST", f"/recoveries/{offered['code']}", 404)
    table.gm.problem("DELETE", "./members/Pat/recovery", 404)


def test_the_code_of_a_member_who_has_left_can_be_withdrawn_by_their_id(table: Table, offered: Json) -> None:
    table.gm.ask("DELETE", f"./members/{table.pat.id}")
    table.gm.ask("DELETE", f"./members/{table.pat.id}/recovery", 204)
    assert table.gm.see("./recoveries") == []


def test_codes_of_another_campaign_are_not_listed(table: Table, offered: Json, services: Services) -> None:
    other = services.ledger.found("Elsewhere", "freeform", table.gm.id).id
    assert table.gm.at(str(other)).see("./recoveries") == []
