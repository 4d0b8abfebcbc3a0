"""Who may use what, and that nothing starts which does not say so."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from litestar import Litestar, get

from api.access import Access
from api.http.guards import Guard, Unguarded, check_guarded
from api.services import Services
from api.storage.accounts import TokenWanted
from tests.api.people import Person, Table


def app_with(path: str, **declared: Any) -> Litestar:
    @get(path, sync_to_thread=False, **declared)
    def route() -> None: ...

    return Litestar([route], openapi_config=None, logging_config=None)


def token(person: Person, status: int = 201, **wanted: object) -> Person:
    made = person.ask("POST", "/tokens", status, json={"label": "another", **wanted})
    return Person(person.http, made["secret"], person.id, person.campaign)


def test_a_route_without_a_guard_does_not_start() -> None:
    with pytest.raises(Unguarded, match="GET /bare"):
        check_guarded(app_with("/bare"))


def test_a_route_with_two_guards_does_not_start() -> None:
    with pytest.raises(Unguarded):
        check_guarded(app_with("/twice", guards=[Guard(Access("nobody")), Guard(Access("account"))]))


def test_a_route_of_a_campaign_that_asks_for_no_part_in_it_does_not_start() -> None:
    with pytest.raises(Unguarded):
        check_guarded(app_with("/campaigns/{campaign:uuid}/x", guards=[Guard(Access("account"))]))


def test_a_route_that_says_who_may_use_it_starts() -> None:
    check_guarded(app_with("/campaigns/{campaign:uuid}/x", guards=[Guard(Access("member"))]))


def test_without_a_token_the_answer_says_how_to_send_one(stranger: Person) -> None:
    answer = stranger.send("GET", "/account")
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Bearer realm="retcon"'


@pytest.mark.parametrize("header", ["Bearer retcon_guessed", "Bearer ", "Basic abc", "nonsense"])
def test_what_is_no_valid_token_is_refused_as_one(stranger: Person, header: str) -> None:
    answer = stranger.send("GET", "/account", headers={"Authorization": header})
    assert answer.status_code == 401
    assert 'error="invalid_token"' in answer.headers["www-authenticate"]


def test_a_campaign_is_not_there_for_an_account_without_a_part_in_it(table: Table) -> None:
    unknown = table.outsider.at("00000000-0000-4000-8000-000000000000").problem("GET", ".", 404)
    known = table.outsider.problem("GET", ".", 404)
    assert known["detail"].replace(table.id, "") == unknown["detail"].replace(
        unknown["instance"].rpartition("/")[2], ""
    )


@pytest.mark.parametrize("path", [".", "./members"])
def test_every_member_may_look(table: Table, path: str) -> None:
    for person in (table.gm, table.pat, table.olga):
        person.see(path)


def test_only_the_game_master_invites(table: Table) -> None:
    refused = table.pat.problem("POST", "./invitations", 403, json={})
    assert refused["type"] == "/problems/not-allowed"


def test_only_the_owner_founds_campaigns(table: Table) -> None:
    table.pat.problem("POST", "/campaigns", 403, json={"name": "Mine", "system": "freeform"})


IN_SCOPE = {
    "read": ("GET", ".", None, 200),
    "play": ("POST", "./commands", {"type": "freeform.note", "args": {"text": "Hm."}}, 201),
    "revise": ("POST", "./revisions", {"undo": [1], "dry_run": True}, 400),
    "admin": ("POST", "./invitations", {}, 201),
}
"""For each scope a request that needs it, and what it is answered with (the first entry cannot be undone)."""


@pytest.mark.parametrize("needed", IN_SCOPE)
@pytest.mark.parametrize("scopes", IN_SCOPE)
def test_a_token_is_good_for_its_scopes_and_no_others(table: Table, scopes: str, needed: str) -> None:
    method, path, body, status = IN_SCOPE[needed]
    answer = token(table.gm, scopes=[scopes]).send(method, path, json=body)
    assert answer.status_code == (status if scopes == needed else 403), answer.text
    assert scopes == needed or needed in answer.json()["detail"]


def test_a_token_passes_on_no_more_than_it_has(table: Table) -> None:
    administrator = token(table.pat, scopes=["admin"])
    assert "play" in administrator.problem("POST", "/tokens", 403, json={"label": "more", "scopes": ["play"]})["detail"]


def test_a_token_that_has_expired_is_refused(table: Table, services: Services) -> None:
    wanted = TokenWanted(label="short", expires_at=datetime.now(UTC) - timedelta(seconds=1))
    _, secret = services.accounts.issue(UUID(table.pat.id), wanted)
    Person(table.pat.http, secret).problem("GET", "/account", 401)


def test_a_rotated_token_is_exchanged_for_one_of_its_kind(table: Table) -> None:
    wanted = {"label": "phone", "scopes": ["read"], "campaign": table.id, "expires_at": "2999-01-01T00:00:00Z"}
    made = table.pat.ask("POST", "/tokens", 201, json=wanted)
    rotated = table.pat.ask("POST", f"/tokens/{made['token']['id']}/rotation", 201)
    Person(table.pat.http, made["secret"]).problem("GET", "/account", 401)
    Person(table.pat.http, rotated["secret"]).see("/account")
    kept = ("label", "scopes", "campaign", "acts_for", "expires_at")
    assert [rotated["token"][field] for field in kept] == [made["token"][field] for field in kept]


def test_a_token_that_has_ended_is_not_rotated(table: Table) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": "lost"})["token"]["id"]
    table.pat.ask("DELETE", f"/tokens/{made}", 204)
    table.pat.problem("POST", f"/tokens/{made}/rotation", 404)


def test_nobody_rotates_the_token_of_another_or_one_that_can_do_more(table: Table) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": "mine"})["token"]["id"]
    table.gm.problem("POST", f"/tokens/{made}/rotation", 404)
    token(table.pat, scopes=["admin"]).problem("POST", f"/tokens/{made}/rotation", 403)


def test_a_token_for_one_campaign_opens_no_other(table: Table, owner: Person) -> None:
    narrow = token(table.gm, campaign=table.id)
    other = Table(owner)
    narrow.see(".")
    narrow.at(other.id).problem("GET", ".", 404)
    assert [campaign["id"] for campaign in narrow.see("/campaigns")] == [table.id]


def test_a_token_for_one_campaign_makes_no_tokens(table: Table) -> None:
    token(table.gm, campaign=table.id).problem("POST", "/tokens", 403, json={"label": "wide"})


def test_a_revoked_token_is_refused_at_once(table: Table) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": "lost"})
    table.pat.ask("DELETE", f"/tokens/{made['token']['id']}", 204)
    Person(table.pat.http, made["secret"]).problem("GET", "/account", 401)


def test_a_token_shows_its_secret_once_only(table: Table) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": "once"})
    listed = table.pat.send("GET", "/tokens").text
    assert made["token"]["id"] in listed
    assert made["secret"] not in listed


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["fly"]}, "scopes[0]"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "expires_at"),
        ({"expires_at": "2090-01-01T00:00:00"}, "expires_at"),
        ({"label": " "}, "label"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_token_that_cannot_be_is_refused_by_field(table: Table, wanted: dict[str, object], field: str) -> None:
    refused = table.pat.problem("POST", "/tokens", 400, json={"label": "x", **wanted})
    assert [problem["field"] for problem in refused["fields"]] == [field]


@pytest.fixture
def bot(table: Table) -> Person:
    made = table.pat.ask("POST", "/bots", 201, json={"name": "Dicer"})
    return Person(table.pat.http, made["secret"], made["account"]["id"], table.id)


def on_behalf_of(member: Person) -> dict[str, str]:
    return {"On-Behalf-Of": member.id}


def test_a_bot_of_a_member_is_told_that_it_lacks_a_grant(table: Table, bot: Person) -> None:
    lacking = bot.problem("GET", ".", 403, headers=on_behalf_of(table.pat))["detail"]
    assert f"/members/<member>/grants/{bot.id}" in lacking


def test_a_bot_of_a_member_is_told_to_say_whom_it_acts_for(table: Table, bot: Person) -> None:
    assert "On-Behalf-Of" in bot.problem("GET", ".", 403)["detail"]


def test_a_bot_of_a_stranger_is_not_told_that_there_is_a_campaign(table: Table) -> None:
    made = table.outsider.ask("POST", "/bots", 201, json={"name": "Prober"})
    stray = Person(table.pat.http, made["secret"], made["account"]["id"], table.id)
    stray.problem("GET", ".", 404)
    stray.problem("GET", ".", 404, headers=on_behalf_of(table.pat))


def test_a_bot_acts_for_a_member_who_let_it(table: Table, bot: Person) -> None:
    table.pat.ask("PUT", f"./members/{table.pat.id}/grants/{bot.id}", 204)
    assert bot.ask("GET", ".", headers=on_behalf_of(table.pat))["role"] == "player"


def test_a_bot_acts_for_nobody_else(table: Table, bot: Person) -> None:
    table.pat.ask("PUT", f"./members/{table.pat.id}/grants/{bot.id}", 204)
    bot.problem("GET", ".", 403, headers=on_behalf_of(table.gm))


def test_a_bot_that_takes_part_itself_is_told_whom_it_may_not_act_for(table: Table, bot: Person) -> None:
    code = table.gm.ask("POST", "./invitations", 201, json={"role": "observer"})["code"]
    bot.ask("POST", f"/invitations/{code}", 201, json={})
    assert table.gm.id in bot.problem("GET", ".", 403, headers=on_behalf_of(table.gm))["detail"]


def test_nobody_grants_in_the_name_of_another(table: Table, bot: Person) -> None:
    table.gm.problem("PUT", f"./members/{table.pat.id}/grants/{bot.id}", 403)


def test_a_bot_does_not_grant_itself_more(table: Table, bot: Person) -> None:
    grant = f"./members/{table.pat.id}/grants/{bot.id}"
    table.pat.ask("PUT", grant, 204)
    bot.problem("PUT", grant, 403, headers=on_behalf_of(table.pat))


def granted(table: Table, member: Person, bot: Person, *scopes: str) -> None:
    body = {"json": {"scopes": scopes}} if scopes else {}
    member.ask("PUT", f"./members/{member.id}/grants/{bot.id}", 204, **body)


def test_a_bot_reads_and_plays_where_nothing_else_was_said(table: Table, bot: Person) -> None:
    granted(table, table.gm, bot)
    grants = table.gm.see(f"./members/{table.gm.id}/grants")
    assert [grant["scopes"] for grant in grants] == [["read", "play"]]


@pytest.mark.parametrize("needed", IN_SCOPE)
@pytest.mark.parametrize("scopes", IN_SCOPE)
def test_a_bot_does_for_a_member_what_that_one_lets_it(table: Table, bot: Person, scopes: str, needed: str) -> None:
    granted(table, table.gm, bot, scopes)
    method, path, body, status = IN_SCOPE[needed]
    answer = bot.send(method, path, json=body, headers=on_behalf_of(table.gm))
    assert answer.status_code == (status if scopes == needed else 403), answer.text


def test_a_bots_token_must_be_good_for_what_was_granted_too(table: Table, bot: Person) -> None:
    granted(table, table.pat, bot, "read", "play")
    reading = token(bot, scopes=["read"])
    reading.problem("POST", "./commands", 403, json={"type": "freeform.note"}, headers=on_behalf_of(table.pat))


def test_what_was_granted_anew_counts(table: Table, bot: Person) -> None:
    granted(table, table.pat, bot, "read", "play")
    granted(table, table.pat, bot, "read")
    bot.problem("POST", "./commands", 403, json={"type": "freeform.note"}, headers=on_behalf_of(table.pat))


def test_a_grant_for_nothing_is_refused(table: Table, bot: Person) -> None:
    table.pat.problem("PUT", f"./members/{table.pat.id}/grants/{bot.id}", 400, json={"scopes": []})


def test_what_a_bot_does_is_on_record_as_the_members_through_the_bot(table: Table, bot: Person) -> None:
    granted(table, table.pat, bot)
    body = {"type": "freeform.note", "args": {"text": "Hm."}}
    entry = bot.ask("POST", "./commands", 201, json=body, headers=on_behalf_of(table.pat))
    assert (entry["member"], entry["through"]) == (table.pat.id, bot.id)


def test_a_bot_may_do_no_more_than_the_member_whose_role_changed(table: Table, bot: Person) -> None:
    granted(table, table.pat, bot)
    table.gm.ask("PATCH", f"./members/{table.pat.id}", 200, json={"role": "observer"})
    bot.problem("POST", "./commands", 403, json={"type": "freeform.note"}, headers=on_behalf_of(table.pat))


def test_an_erased_accounts_bots_end_with_it(table: Table, bot: Person) -> None:
    granted(table, table.gm, bot)
    table.pat.ask("DELETE", "/account", 204)
    bot.problem("GET", ".", 401, headers=on_behalf_of(table.gm))


def test_what_was_granted_can_be_ended(table: Table, bot: Person) -> None:
    grant = f"./members/{table.pat.id}/grants/{bot.id}"
    table.pat.ask("PUT", grant, 204)
    table.pat.ask("DELETE", grant, 204)
    bot.problem("GET", ".", 403, headers=on_behalf_of(table.pat))


def test_what_a_member_granted_ends_when_they_leave(table: Table, bot: Person) -> None:
    table.pat.ask("PUT", f"./members/{table.pat.id}/grants/{bot.id}", 204)
    table.pat.ask("DELETE", f"./members/{table.pat.id}", 200)
    table.join("Pat again", "player")
    bot.problem("GET", ".", 404, headers=on_behalf_of(table.pat))


def test_a_bots_token_may_be_bound_to_the_member_it_acts_for(table: Table, bot: Person) -> None:
    table.pat.ask("PUT", f"./members/{table.pat.id}/grants/{bot.id}", 204)
    bound = token(bot, campaign=table.id, on_behalf_of=table.pat.id)
    assert bound.see(".")["role"] == "player"
    bound.problem("GET", ".", 403, headers=on_behalf_of(table.gm))


def test_no_token_is_bound_to_a_member_who_did_not_let_it(table: Table, bot: Person) -> None:
    wanted = {"label": "x", "campaign": table.id, "on_behalf_of": table.gm.id}
    bot.problem("POST", "/tokens", 403, json=wanted)


def test_whom_a_bot_acts_for_is_named_by_id(table: Table, bot: Person) -> None:
    refused = bot.problem("GET", "/campaigns", 400, headers={"On-Behalf-Of": "pat"})
    assert refused["fields"][0]["field"] == "On-Behalf-Of"


def test_only_people_make_bots_and_only_their_own_they_end(table: Table, bot: Person) -> None:
    bot.problem("POST", "/bots", 403, json={"name": "Child"})
    table.gm.problem("DELETE", f"/bots/{bot.id}", 404)
    table.pat.ask("DELETE", f"/bots/{bot.id}", 204)
    bot.problem("GET", "/account", 401)


def test_the_owner_cannot_be_erased(owner: Person) -> None:
    owner.problem("DELETE", "/account", 403)


def test_an_erased_member_stays_without_a_name(table: Table) -> None:
    table.pat.ask("DELETE", "/account", 204)
    assert table.gm.see(f"./members/{table.pat.id}") == {"member": table.pat.id, "name": None, "role": "player"}
