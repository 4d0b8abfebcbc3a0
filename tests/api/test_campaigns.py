"""Campaigns, their members, and how people come in."""

from uuid import uuid4

import pytest

from tests.api.people import Person, Table


def test_a_campaign_begins_with_one_entry_and_its_founder_as_game_master(owner: Person) -> None:
    founded = owner.ask("POST", "/campaigns", 201, json={"name": "Night", "system": "freeform"})
    assert (founded["head"]["entry"], founded["role"], founded["session"]) == (1, "gm", None)


def test_options_left_out_have_their_default(owner: Person) -> None:
    wanted = {"name": "Night", "system": "freeform", "options": {"dice": "table"}}
    options = owner.ask("POST", "/campaigns", 201, json=wanted)["options"]
    assert (options["dice"], options["mixed_dice"]) == ("table", False)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"system": "chess"}, "chess"),
        ({"options": {"weather": True}}, "weather"),
        ({"options": {"dice": "loaded"}}, "loaded"),
        ({"options": {"player_undo": 1}}, "player_undo"),
        ({"options": {"downtime_slots": "many"}}, "downtime_slots"),
        ({"name": ""}, "name"),
        ({"name": 7}, "name"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_campaign_that_cannot_be_is_refused_with_what_is_wrong(
    owner: Person, wrong: dict[str, object], word: str
) -> None:
    refused = owner.problem("POST", "/campaigns", 400, json={"name": "Night", "system": "freeform", **wrong})
    assert word in refused["detail"]


def test_founding_can_be_repeated_safely(owner: Person) -> None:
    wanted = {"name": "Night", "system": "freeform", "id": str(uuid4())}
    first = owner.ask("POST", "/campaigns", 201, json=wanted)
    assert owner.ask("POST", "/campaigns", 201, json=wanted) == first


def test_options_are_explained_with_the_values_in_force(table: Table) -> None:
    table.gm.does("freeform.set_option", option="dice", value="table")
    options = {option["name"]: option for option in table.olga.see("./options")}
    dice = options["dice"]
    assert (dice["value"], dice["default"], dice["choices"]) == ("table", "either", ["either", "table", "server"])
    assert options["player_undo"]["value"] is True


def test_an_account_that_the_owner_lets_founds_campaigns(owner: Person, table: Table) -> None:
    owner.ask("PATCH", f"/accounts/{table.pat.id}", json={"may_found": True})
    founded = table.pat.ask("POST", "/campaigns", 201, json={"name": "Mine", "system": "freeform"})
    assert (founded["role"], table.pat.see("/account")["may_found"]) == ("gm", True)
    owner.ask("PATCH", f"/accounts/{table.pat.id}", json={"may_found": False})
    table.pat.problem("POST", "/campaigns", 403, json={"name": "Another", "system": "freeform"})


def test_a_token_for_one_campaign_founds_none(owner: Person, table: Table) -> None:
    owner.ask("PATCH", f"/accounts/{table.pat.id}", json={"may_found": True})
    narrow = table.pat.ask("POST", "/tokens", 201, json={"label": "table", "campaign": table.id})["secret"]
    Person(table.pat.http, narrow).problem("POST", "/campaigns", 403, json={"name": "Mine", "system": "freeform"})


def test_the_id_of_another_campaign_is_taken(owner: Person) -> None:
    wanted = {"name": "Night", "system": "freeform", "id": str(uuid4())}
    owner.ask("POST", "/campaigns", 201, json=wanted)
    refused = owner.problem("POST", "/campaigns", 409, json={**wanted, "name": "Day"})
    assert refused["type"] == "/problems/campaign-id-taken"


def test_everybody_sees_the_campaigns_they_take_part_in(table: Table) -> None:
    assert [(campaign["id"], campaign["role"]) for campaign in table.pat.see("/campaigns")] == [(table.id, "player")]


def test_a_former_member_cannot_see_the_campaign(table: Table) -> None:
    table.pat.ask("DELETE", f"./members/{table.pat.id}", 200)
    assert table.pat.see("/campaigns") == []
    table.pat.problem("GET", ".", 404)


def test_members_are_listed_with_name_and_role(table: Table) -> None:
    listed = {member["name"]: member["role"] for member in table.olga.see("./members")}
    assert listed == {"Owner": "gm", "Pat": "player", "Olga": "observer"}


def test_the_game_master_changes_roles(table: Table) -> None:
    changed = table.gm.ask("PATCH", f"./members/{table.olga.id}", json={"role": "player"})
    assert changed["role"] == "player"
    assert table.olga.see(".")["role"] == "player"


def test_a_role_that_is_had_already_leaves_no_entry(table: Table) -> None:
    before = table.gm.see(".")["head"]
    table.gm.ask("PATCH", f"./members/{table.pat.id}", json={"role": "player"})
    assert table.gm.see(".")["head"] == before


def test_a_player_changes_no_roles(table: Table) -> None:
    table.pat.problem("PATCH", f"./members/{table.pat.id}", 403, json={"role": "gm"})


def test_a_player_sends_nobody_away(table: Table) -> None:
    table.pat.problem("DELETE", f"./members/{table.olga.id}", 403)


def test_the_last_game_master_stays(table: Table) -> None:
    refused = table.gm.problem("DELETE", f"./members/{table.gm.id}", 403)
    assert "at least one game master" in refused["detail"]


def test_a_member_who_is_not_there_is_not_found(table: Table) -> None:
    table.gm.problem("GET", f"./members/{uuid4()}", 404)


def test_an_invitation_brings_a_new_account_with_a_token_and_a_part(table: Table) -> None:
    joined = table.join("Quinn", "player")
    assert joined.see("/account")["name"] == "Quinn"
    assert joined.see(".")["role"] == "player"


def test_an_invitation_brings_in_an_account_that_is_there(table: Table) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={"role": "observer"})["code"]
    joined = table.outsider.ask("POST", f"/invitations/{code}", 201, json={})
    assert (joined["member"], joined["secret"]) == (table.outsider.id, None)


def test_an_invitation_without_name_and_token_is_not_used_up(table: Table, stranger: Person) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    stranger.problem("POST", f"/invitations/{code}", 400, json={})
    stranger.ask("POST", f"/invitations/{code}", 201, json={"name": "Quinn"})


def test_a_used_invitation_is_not_found(table: Table, stranger: Person) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    stranger.ask("POST", f"/invitations/{code}", 201, json={"name": "Quinn"})
    stranger.problem("POST", f"/invitations/{code}", 404, json={"name": "Robin"})


def test_a_member_uses_up_no_invitation(table: Table) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    table.pat.problem("POST", f"/invitations/{code}", 409, json={})
    assert len(table.gm.see("./invitations")) == 1


def test_an_invitation_lapses_with_the_role_of_its_giver(table: Table, stranger: Person) -> None:
    helper = table.join("Helper", "gm")
    code = helper.ask("POST", "./invitations", 201, json={})["code"]
    table.gm.ask("PATCH", f"./members/{helper.id}", json={"role": "player"})
    stranger.problem("POST", f"/invitations/{code}", 404, json={"name": "Quinn"})


def test_invitations_are_listed_without_codes_and_withdrawn(table: Table) -> None:
    made = table.gm.ask("POST", "./invitations", 201, json={"uses": 3})
    assert made["code"] not in table.gm.send("GET", "./invitations").text
    table.gm.ask("DELETE", f"./invitations/{made['invitation']['id']}", 204)
    assert table.gm.see("./invitations") == []


def test_an_invitation_is_withdrawn_by_its_code(table: Table, stranger: Person) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    table.gm.ask("DELETE", f"./invitations/{code}", 204)
    stranger.problem("POST", f"/invitations/{code}", 404, json={"name": "Quinn"})
    table.gm.problem("DELETE", f"./invitations/{code}", 404)


def test_a_campaign_shows_where_it_stands(table: Table) -> None:
    table.gm.does("freeform.open_session", title="The Siege")
    table.gm.does("freeform.open_scene", title="At the Gate")
    table.gm.does("freeform.advance_clock", seconds=60)
    now = table.pat.see(".")
    assert (now["session"]["title"], now["scene"]["title"], now["clock"]["at"]) == ("The Siege", "At the Gate", 60)


def test_a_campaign_shows_what_is_being_decided(table: Table) -> None:
    asked = {"owner": table.pat.id, "prompt": "?", "options": ["a", "b"], "default": "a", "key": "k"}
    table.gm.does("freeform.ask", **asked)
    assert [decision["key"] for decision in table.pat.see(".")["decisions"]] == ["k"]


def test_a_campaign_can_be_seen_as_it_stood(table: Table) -> None:
    opened = table.gm.does("freeform.open_session")["entry"]
    table.gm.does("freeform.end_session")
    then = table.pat.see(".", as_of=opened)
    assert (then["head"]["entry"], then["session"]["number"]) == (opened, 1)
    assert table.pat.see(".")["session"] is None


def test_members_can_be_listed_as_they_were(table: Table) -> None:
    before = table.gm.see(".")["head"]["entry"]
    table.join("Quinn", "player")
    assert len(table.gm.see("./members")) == len(table.gm.see("./members", as_of=before)) + 1
