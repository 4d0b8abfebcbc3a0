"""Keys on pages: tokens, bots, webhooks and accounts; and the settings of a campaign."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from uuid import uuid4

import httpx
import pytest

from api.services import Services
from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table


def secret_on(page: str) -> str:
    """The secret that a page shows this once."""
    (secret,) = re.findall(
        r'<section class="card asks" aria-labelledby="secret".*?<code>([^<]+)</code>', page, re.DOTALL
    )
    return str(secret)


def ending(page: str, path: str) -> list[str]:
    """The addresses of the forms below a path that end something."""
    return re.findall(rf'action="({path}/[^"]+/end)"', page)


def test_a_token_made_on_the_page_is_good_for_what_was_ticked_and_is_shown_once(pats: Browser, table: Table) -> None:
    pats.open("/account/tokens")
    made = pats.submit("/account/tokens", 200, label="for the dashboard", scopes="read", days="30").text
    holder = Person(table.pat.http, secret_on(made), table.pat.id, table.id)
    assert holder.see(".")["name"] == "The Long Night"
    assert holder.send("POST", "/bots", json={"name": "Dicer"}).status_code == 403
    assert secret_on(made) not in pats.open("/account/tokens")


def test_a_token_without_a_scope_is_refused(pats: Browser) -> None:
    pats.open("/account/tokens")
    assert "no scope is ticked" in pats.submit("/account/tokens", 400, label="for nothing").text.lower()


def test_ending_a_token_ends_it(pats: Browser, table: Table) -> None:
    pats.open("/account/tokens")
    made = pats.submit("/account/tokens", 200, label="phone", scopes="read").text
    pats.page = made
    pats.submit(ending(made, "/account/tokens")[-1])
    assert Person(table.pat.http, secret_on(made)).send("GET", "/account").status_code == 401


def test_a_token_is_listed_with_its_last_use(pats: Browser, table: Table) -> None:
    fresh = table.pat.ask("POST", "/tokens", 201, json={"label": "for the wall"})
    assert "never used" in pats.open("/account/tokens")
    Person(table.pat.http, fresh["secret"]).see("/account")
    today = datetime.now(UTC).date().isoformat()
    assert "never used" not in pats.open("/account/tokens")
    assert f'last used <time datetime="{today}">' in pats.page


def test_a_bot_gets_a_further_token_and_loses_a_single_one(pats: Browser, table: Table) -> None:
    made = table.pat.ask("POST", "/bots", 201, json={"name": f"Dicer {uuid4()}"})
    path = f"/account/bots/{made['account']['id']}/tokens"
    assert f'href="{path}"' in pats.open("/account/bots")
    pats.open(path)
    spare = Person(table.pat.http, secret_on(pats.submit(path, 200, label="spare", scopes="read").text))
    assert spare.see("/account")["id"] == made["account"]["id"]
    pats.open(path)
    pats.submit(f"{path}/{made['token']['id']}/end")
    assert Person(table.pat.http, made["secret"]).send("GET", "/account").status_code == 401
    assert spare.see("/account")["kind"] == "bot"


def test_nobody_opens_the_tokens_of_another_members_bot(pats: Browser, gms: Browser, table: Table) -> None:
    bot = table.pat.ask("POST", "/bots", 201, json={"name": f"Dicer {uuid4()}"})["account"]["id"]
    assert pats.send("GET", f"/account/bots/{bot}/tokens").status_code == 200
    assert gms.send("GET", f"/account/bots/{bot}/tokens").status_code == 404


def test_the_owner_ends_a_lost_token_of_a_person(http: httpx.Client, owner: Person) -> None:
    made, owners = owner.ask("POST", "/accounts", 201, json={"name": f"Robin {uuid4()}"}), signed_in(http, owner)
    path = f"/accounts/{made['account']['id']}/tokens"
    assert f'href="{path}"' in owners.open("/accounts")
    owners.open(path)
    owners.submit(f"{path}/{made['token']['id']}/end")
    assert Person(http, made["secret"]).send("GET", "/account").status_code == 401


def test_a_webhook_is_paused_and_goes_on(pats: Browser, table: Table) -> None:
    below = f"/campaigns/{table.id}/webhooks"
    pats.open(below)
    pats.submit(below, 200, url="https://hooks.example.invalid/retcon")
    (hook,) = table.pat.see("./webhooks")
    for is_paused in (True, False):
        pats.open(below)
        pats.submit(f"{below}/{hook['id']}/pause")
        assert (table.pat.see(f"./webhooks/{hook['id']}")["paused_at"] is not None) == is_paused
        assert ("paused since" in pats.open(below)) == is_paused


def test_a_code_to_come_back_is_listed_and_withdrawn(gms: Browser, table: Table) -> None:
    people = f"/campaigns/{table.id}/people"
    code = table.gm.ask("POST", "./members/Pat/recovery", 201)["code"]
    assert "Open codes to come back" in gms.open(people)
    assert code not in gms.page
    gms.submit(f"{people}/{table.pat.id}/recovery/end")
    assert "Open codes to come back" not in gms.open(people)


def test_the_name_of_an_account_changes(pats: Browser, table: Table) -> None:
    pats.open("/account")
    pats.submit("/account/name", name="Patrick")
    assert table.pat.see("/account")["name"] == "Patrick"


def test_a_name_that_another_member_has_is_refused(pats: Browser) -> None:
    pats.open("/account")
    assert "called" in pats.submit("/account/name", 409, name="olga").text
    assert "<h1>Pat</h1>" in pats.open("/account")


def test_a_bot_is_made_let_act_and_deleted(pats: Browser, table: Table) -> None:
    name, below = f"Dicer {uuid4()}", f"/campaigns/{table.id}"
    pats.open("/account/bots")
    secret = secret_on(pats.submit("/account/bots", 200, name=name).text)
    bot = Person(table.pat.http, secret)
    id = bot.see("/account")["id"]
    pats.open(f"{below}/bots")
    pats.submit(f"{below}/bots", bot=id, scopes="read")
    heard = bot.send("GET", below, headers={"On-Behalf-Of": table.pat.id})
    assert heard.status_code == 200
    pats.open(f"{below}/bots")
    pats.submit(f"{below}/bots/{id}/end")
    assert bot.send("GET", below, headers={"On-Behalf-Of": table.pat.id}).status_code in (403, 404)
    pats.open("/account/bots")
    pats.submit(f"/account/bots/{id}/end")
    assert name not in pats.open("/account/bots")
    assert bot.send("GET", "/account").status_code == 401


def test_a_webhook_is_made_tried_sent_again_and_ended(pats: Browser, table: Table) -> None:
    below = f"/campaigns/{table.id}/webhooks"
    pats.open(below)
    made = pats.submit(below, 200, url="https://hooks.example.invalid/retcon").text
    assert secret_on(made).startswith("whsec_")
    (hook,) = table.pat.see("./webhooks")
    pats.page = pats.open(below)
    assert "did not arrive" in pats.submit(f"{below}/{hook['id']}/try", 200).text
    pats.submit(f"{below}/{hook['id']}/replay", after="0")
    assert table.pat.see(f"./webhooks/{hook['id']}")["entry"] == 0
    pats.submit(f"{below}/{hook['id']}/end")
    assert table.pat.see("./webhooks") == []


def test_an_entry_that_a_webhook_gave_up_is_listed_with_its_error(
    pats: Browser, table: Table, services: Services
) -> None:
    below = f"/campaigns/{table.id}/webhooks"
    pats.open(below)
    pats.submit(below, 200, url="https://hooks.example.invalid/retcon")
    (hook,) = table.pat.see("./webhooks")
    with services.pool.connection() as connection:
        connection.execute(
            "INSERT INTO undelivered_entries VALUES (%s, 1, 9, 'the receiver answered 503')", [hook["id"]]
        )
    assert "the receiver answered 503" in pats.open(below)


def test_nobody_sees_the_webhooks_and_bots_of_others(pats: Browser, gms: Browser, table: Table) -> None:
    pats.open(f"/campaigns/{table.id}/webhooks")
    pats.submit(f"/campaigns/{table.id}/webhooks", 200, url="https://hooks.example.invalid/of-pat")
    assert "of-pat" not in gms.open(f"/campaigns/{table.id}/webhooks")


def test_the_owner_opens_changes_and_ends_an_account(http: httpx.Client, owner: Person) -> None:
    name, owners = f"Robin {uuid4()}", signed_in(http, owner)
    owners.open("/accounts")
    secret = secret_on(owners.submit("/accounts", 200, name=name).text)
    robin = Person(http, secret)
    id = robin.see("/account")["id"]
    owners.open("/accounts")
    owners.submit(f"/accounts/{id}/rights", may_found="yes")
    assert robin.see("/account")["may_found"]
    again = secret_on(owners.submit(f"/accounts/{id}/token", 200).text)
    assert Person(http, again).see("/account")["id"] == id
    owners.submit(f"/accounts/{id}/end")
    assert robin.send("GET", "/account").status_code == 401
    assert name not in owners.open("/accounts")


def test_accounts_are_for_the_owner_alone(pats: Browser) -> None:
    assert pats.send("GET", "/accounts").status_code == 403
    assert 'href="/accounts"' not in pats.open("/account")


def test_a_campaign_is_founded_once_however_often_the_form_is_sent(gms: Browser, table: Table) -> None:
    assert "Found a campaign" in gms.open("/")
    gms.open("/campaigns/new")
    name = f"Weekend {uuid4()}"
    one = gms.submit("/campaigns/new", name=name, system="freeform").headers["location"]
    other = gms.submit("/campaigns/new", name=name, system="freeform").headers["location"]
    assert one == other
    assert name in gms.open(one)


def test_who_may_not_found_is_offered_no_founding(pats: Browser) -> None:
    assert "/campaigns/new" not in pats.open("/")
    assert pats.send("GET", "/campaigns/new").status_code == 403


def test_every_option_is_set_to_each_of_its_choices(gms: Browser, table: Table) -> None:
    below = f"/campaigns/{table.id}/settings"
    for option in table.gm.see("./options"):
        choices = option["choices"] or ([True, False] if isinstance(option["default"], bool) else [option["default"]])
        for choice in choices:
            gms.open(below)
            value = {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)
            gms.send("POST", f"{below}/options", data={**gms.hidden(), "option": option["name"], "value": value})
            assert table.gm.see(".")["options"][option["name"]] == choice


def test_a_player_reads_options_and_sets_none(pats: Browser, table: Table) -> None:
    page = pats.open(f"/campaigns/{table.id}/settings")
    assert "dice" in page
    assert "/settings/" not in "".join(re.findall(r'action="([^"]+)"', page))
    assert pats.submit_to(f"/campaigns/{table.id}/settings/options", option="dice", value="table").status_code == 403


@pytest.mark.parametrize(("option", "value"), [("nonsense", "x"), ("dice", "nonsense")])
def test_an_option_that_there_is_not_is_refused(gms: Browser, table: Table, option: str, value: str) -> None:
    gms.open(f"/campaigns/{table.id}/settings")
    answer = gms.submit_to(f"/campaigns/{table.id}/settings/options", option=option, value=value)
    assert answer.status_code in (400, 422)


def test_a_campaign_is_closed_and_opened_again(gms: Browser, table: Table) -> None:
    below = f"/campaigns/{table.id}/settings"
    for state in ("closed", "archived", "open"):
        gms.open(below)
        gms.submit(f"{below}/state", state=state, reason="a break")
        assert table.gm.see(".")["state"] == state


def test_people_are_listed_with_their_characters(gms: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id])
    assert f'/campaigns/{table.id}/characters/ramjet">Ramjet</a>' in gms.open(f"/campaigns/{table.id}/people")
