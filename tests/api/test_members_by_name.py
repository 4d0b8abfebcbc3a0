"""Members go by the names of their accounts wherever the interface asks for one."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from api.services import Services
from tests.api.people import Json, Person, Table

UNKNOWN = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def bot(table: Table) -> Person:
    """Pat's bot, which nobody lets act for them yet."""
    made = table.pat.ask("POST", "/bots", 201, json={"name": "Dicer"})
    return Person(table.pat.http, made["secret"], made["account"]["id"], table.id)


def acting(name: str) -> Json:
    return {"On-Behalf-Of": name}


@pytest.mark.parametrize("name", ["Pat", "pat", " PAT "])
def test_a_member_is_shown_by_name(table: Table, name: str) -> None:
    assert table.gm.see(f"./members/{name}")["member"] == table.pat.id


def test_a_role_is_changed_by_name(table: Table) -> None:
    assert table.gm.ask("PATCH", "./members/olga", 200, json={"role": "player"})["role"] == "player"
    assert table.gm.see(f"./members/{table.olga.id}")["role"] == "player"


def test_a_member_is_sent_away_by_name(table: Table) -> None:
    table.gm.ask("DELETE", "./members/Olga", 200)
    assert table.olga.id not in [member["member"] for member in table.gm.see("./members")]


def test_an_ambiguous_name_is_refused_with_the_ids(table: Table, services: Services) -> None:
    other = table.join("Patricia", "player")
    services.accounts.rename(UUID(other.id), "Pat")  # as in a campaign from before names had to be free
    tried = [
        table.gm.problem("GET", "./members/pat", 404),
        table.gm.problem("GET", "./characters", 404, params={"viewer": "pat"}),
        table.gm.problem(
            "POST",
            "./commands",
            404,
            json={"type": "freeform.create_character", "args": {"name": "A", "owners": ["Pat"]}},
        ),
        table.gm.problem(
            "POST", "./commands", 404, json={"type": "freeform.note", "args": {"text": "x"}, "audience": ["Pat"]}
        ),
    ]
    for problem in tried:
        assert {table.pat.id, other.id} <= set(problem["detail"].replace(",", "").rstrip(".").split())


def test_owners_and_askers_are_named(table: Table) -> None:
    table.gm.does("freeform.create_character", name="Ramjet", owners=["Pat"])
    assert table.gm.see("./characters/ramjet")["owners"] == [table.pat.id]
    ask = {"owner": "Pat", "key": "way", "options": ["left", "right"], "default": "left", "prompt": "Where to?"}
    deed = table.gm.does("freeform.ask", **ask)["entry"]
    assert [one["deed"] for one in table.gm.see("./decisions", owner="pat")] == [deed]


def test_owners_are_named_in_batches_and_changes_of_the_past(table: Table) -> None:
    made = {"type": "freeform.create_character", "args": {"name": "Ann", "owners": ["Pat"]}}
    (entry,) = table.gm.ask("POST", "./batches", 201, json={"commands": [made]})["entries"]
    late = {"type": "freeform.create_character", "args": {"name": "Bea", "owners": ["pat"]}}
    table.gm.ask("POST", "./revisions", 201, json={"insert": {"after": entry["entry"], "command": late}})
    assert [table.gm.see(f"./characters/{who}")["owners"] for who in ("ann", "bea")] == [[table.pat.id]] * 2


def test_askers_are_named_in_what_is_planned_for_downtime(table: Table) -> None:
    table.gm.does("freeform.create_character", name="Ramjet", owners=["Pat"])
    table.gm.does("freeform.open_downtime", days=1)
    asked = {"owner": "pat", "key": "way", "options": ["left", "right"], "default": "left", "prompt": "Where to?"}
    table.gm.does("freeform.plan_downtime", who="ramjet", actions=[{"type": "freeform.ask", "args": asked}])
    table.gm.ask("POST", "./downtime/1/process", 201, json={})
    assert [one["owner"] for one in table.gm.see("./decisions", owner="pat")] == [table.pat.id]


def test_an_audience_is_named(table: Table) -> None:
    entry = table.gm.does("freeform.note", text="For you.", _audience=["pat"])
    assert entry["command"]["audience"] == [table.pat.id]
    assert "hidden" in table.olga.see(f"./entries/{entry['entry']}")


def test_a_bot_is_let_and_no_longer_let_act_by_names(table: Table, bot: Person) -> None:
    table.pat.ask("PUT", "./members/pat/grants/dicer", 204)
    assert [grant["bot"] for grant in table.pat.see("./members/pat/grants")] == [bot.id]
    assert bot.ask("GET", ".", 200, headers=acting("Pat"))["role"] == "player"
    table.pat.ask("DELETE", "./members/Pat/grants/Dicer", 204)
    bot.problem("GET", ".", 403, headers=acting("Pat"))


def test_a_token_that_acts_for_a_member_names_them(table: Table, bot: Person) -> None:
    table.pat.ask("PUT", "./members/pat/grants/dicer", 204)
    wanted = {"label": "table", "campaign": table.id, "on_behalf_of": "pat"}
    made = bot.ask("POST", "/tokens", 201, json=wanted)
    assert made["token"]["acts_for"] == table.pat.id
    bot.problem("POST", "/tokens", 403, json={**wanted, "on_behalf_of": "olga"})


def test_a_bot_is_told_the_same_of_members_and_of_anybody_else(table: Table, bot: Person) -> None:
    def told(name: str) -> str:
        detail: str = bot.problem("GET", ".", 403, headers=acting(name))["detail"]
        return detail.replace(name, "X")

    assert len({told(name) for name in ("Olga", "Walter", table.olga.id, UNKNOWN)}) == 1
    assert f"PUT …/members/<member>/grants/{bot.id}" in told("Olga")


def test_a_stranger_learns_of_no_campaign_by_naming_its_members(table: Table) -> None:
    table.outsider.problem("GET", ".", 404, headers=acting("Pat"))


def test_without_a_campaign_a_member_is_named_by_id(table: Table, bot: Person) -> None:
    refused = bot.problem("GET", "/campaigns", 400, headers=acting("Pat"))
    assert refused["fields"][0]["field"] == "On-Behalf-Of"


def test_another_s_bot_goes_by_its_id_alone(table: Table, bot: Person) -> None:
    table.olga.problem("PUT", "./members/olga/grants/dicer", 404)
    table.olga.ask("PUT", f"./members/olga/grants/{bot.id}", 204)


class TestATakenName:
    """Members go by name, so nobody takes the name of somebody who takes part."""

    def test_a_newcomer_chooses_another_name(self, table: Table) -> None:
        code = table.gm.ask("POST", "./invitations", 201, json={"uses": 2})["code"]
        nobody = Person(table.gm.http, None, "")
        refused = nobody.problem("POST", f"/invitations/{code}", 409, json={"name": " PAT "})
        assert refused["type"] == "/problems/name-taken"
        assert "such as 'PAT 2'" in refused["detail"]
        nobody.ask("POST", f"/invitations/{code}", 201, json={"name": "Pat 2"})

    def test_an_account_of_that_name_is_told_to_take_another_first(self, table: Table, owner: Person) -> None:
        code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
        elsewhere = Table(owner).pat
        refused = elsewhere.problem("POST", f"/invitations/{code}", 409, json={})
        assert "PATCH /account" in refused["detail"]
        elsewhere.ask("PATCH", "/account", 200, json={"name": "Patrick"})
        elsewhere.ask("POST", f"/invitations/{code}", 201, json={})
        assert elsewhere.problem("PATCH", "/account", 409, json={"name": "pat"})["type"] == "/problems/name-taken"

    def test_the_name_of_a_member_who_left_is_free(self, table: Table) -> None:
        table.pat.ask("DELETE", f"./members/{table.pat.id}", 200)
        code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
        Person(table.gm.http, None, "").ask("POST", f"/invitations/{code}", 201, json={"name": "Pat"})

    def test_ones_own_name_may_be_written_otherwise(self, table: Table) -> None:
        assert table.pat.ask("PATCH", "/account", 200, json={"name": "PAT"})["name"] == "PAT"

    def test_a_second_bot_of_the_same_name_is_refused(self, table: Table) -> None:
        table.pat.ask("POST", "/bots", 201, json={"name": "Echo"})
        refused = table.pat.problem("POST", "/bots", 409, json={"name": "echo"})
        assert "such as 'echo 2'" in refused["detail"]

    def test_the_owner_makes_no_second_account_of_the_same_name(self, owner: Person) -> None:
        name = f"Nell {uuid4()}"
        owner.ask("POST", "/accounts", 201, json={"name": name})
        assert owner.problem("POST", "/accounts", 409, json={"name": name})["type"] == "/problems/name-taken"
