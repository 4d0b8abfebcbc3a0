"""Downtime on pages: players plan, the game master looks at what would come of it and carries it out, everybody reads the report."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.api.pages.browser import Browser, forms_in
from tests.api.pages.conftest import signed_in
from tests.api.people import Json, Person, Table


@pytest.fixture
def table(owner: Person) -> Table:
    """Ada is Pat's, Bo the game master's; a phase of two days is open, with three slots for each."""
    return resting(Table(owner))


def resting(table: Table) -> Table:
    table.gm.does("freeform.create_enclave", name="Night Shift", tracks={"supplies": 3})
    for name, member in (("Ada", table.pat), ("Bo", table.gm)):
        tracks = {"hp": {"current": 3, "minimum": 0, "maximum": 10}, "coin": {"current": 5, "minimum": 0}}
        table.gm.does("freeform.create_character", name=name, owners=[member.id], tracks=tracks)
    table.gm.ask("POST", "./downtime", 201, json={"title": "The quiet week", "days": 2})
    return table


def at(table: Table, path: str = "") -> str:
    return f"/campaigns/{table.id}/downtime{path}"


def spend(amount: int) -> dict[str, Any]:
    """What one fills in to have Ada spend coins."""
    return {"args.target": "ada", "args.track": "coin", "args.amount": str(amount), "slots": "1", "step": "plan"}


def plans(browser: Browser, table: Table, type: str = "freeform.spend", status: int = 303, **filled: Any) -> str:
    """Fill in and send the form of an action for Ada; the page that it is answered with."""
    address = at(table, f"/1/plans/ada/{type}")
    browser.open(address)
    return browser.submit(address, status, **filled).text


def planned(table: Table, handle: str = "ada") -> list[Json]:
    return table.gm.see(f"./downtime/1/plans/{handle}")["actions"]  # type: ignore[no-any-return]


def takes_step(browser: Browser, table: Table, step: str, plan: str) -> httpx.Response:
    """Press a button beside a planned action of Ada's."""
    browser.open(at(table, "/1"))
    return presses(browser, table, step, plan)


def presses(browser: Browser, table: Table, step: str, plan: str) -> httpx.Response:
    """The same on the page that is open already."""
    buttons = [form.hidden for form in forms_in(browser.page) if form.action == at(table, "/1/plans/ada")]
    hidden = next(hidden for hidden in buttons if hidden.get("plan", "") == plan)
    return browser.send("POST", at(table, "/1/plans/ada"), data={**hidden, "step": step})


class TestPlanning:
    def test_an_action_is_planned_by_the_form_of_its_command(self, pats: Browser, table: Table) -> None:
        assert f"{at(table)}/1/plans/ada/freeform.spend" in pats.open(at(table, "/1/plans/ada?words=spend"))
        plans(pats, table, **spend(2), day="2")
        (action,) = planned(table)
        assert (action["type"], action["day"], action["args"]["amount"]) == ("freeform.spend", 2, 2)
        assert "1 of 3 slots used, <strong>2 left</strong>" in pats.open(at(table, "/1"))

    def test_a_plan_that_takes_more_slots_than_there_are_is_refused_with_the_reason(
        self, pats: Browser, table: Table
    ) -> None:
        page = plans(pats, table, status=422, **spend(2) | {"slots": "4"})
        assert "That takes 4 slots, and this phase has 3." in page
        assert 'value="4"' in page, "what was filled in stays"
        assert planned(table) == []

    def test_a_value_of_the_wrong_type_is_refused_with_the_reason(self, pats: Browser, table: Table) -> None:
        assert "amount" in plans(pats, table, status=422, **spend(2) | {"args.amount": "many"})
        assert planned(table) == []

    def test_an_action_is_tried_and_nothing_is_written(self, pats: Browser, table: Table) -> None:
        head = table.gm.see(".")["head"]
        assert "What would happen" in plans(pats, table, status=200, **spend(2) | {"step": "try"})
        assert 'class="problem"' in plans(pats, table, status=422, **spend(9) | {"step": "try"})
        assert table.gm.see(".")["head"] == head

    def test_an_action_is_planned_otherwise(self, pats: Browser, table: Table) -> None:
        plans(pats, table, **spend(2), dice="3", day="2")
        (before,) = planned(table)
        address = at(table, "/1/plans/ada/freeform.spend")
        page = pats.open(f"{address}?plan={before['plan']}")
        assert [value in page for value in ('value="ada"', 'value="2"', ">3</textarea>")] == [True] * 3
        pats.submit(address, **spend(1))
        (action,) = planned(table)
        assert (action["args"]["amount"], len(planned(table))) == (1, 1)

    def test_actions_are_moved_and_left_out(self, pats: Browser, table: Table) -> None:
        for amount in (1, 2, 3):
            plans(pats, table, **spend(amount))
        takes_step(pats, table, "earlier", planned(table)[2]["plan"])
        assert [action["args"]["amount"] for action in planned(table)] == [1, 3, 2]
        takes_step(pats, table, "later", planned(table)[0]["plan"])
        assert [action["args"]["amount"] for action in planned(table)] == [3, 1, 2]
        takes_step(pats, table, "remove", planned(table)[1]["plan"])
        assert [action["args"]["amount"] for action in planned(table)] == [3, 2]

    def test_the_words_of_a_planned_note_stay_what_they_are_when_it_is_moved(self, pats: Browser, table: Table) -> None:
        for text in ("Ada calls home.", "Ada sleeps."):
            note: dict[str, Any] = {"args.text": text, "slots": "1", "step": "plan"}
            plans(pats, table, "freeform.note", **note)
        takes_step(pats, table, "later", planned(table)[0]["plan"])
        assert [action["args"]["text"] for action in planned(table)] == ["Ada sleeps.", "Ada calls home."]
        assert "Ada calls home." in pats.open(at(table, "/1"))

    def test_a_plan_is_withdrawn(self, pats: Browser, table: Table) -> None:
        plans(pats, table, **spend(1))
        takes_step(pats, table, "withdraw", "")
        assert planned(table) == []

    def test_a_button_of_a_plan_that_has_changed_changes_nothing(self, pats: Browser, table: Table) -> None:
        plans(pats, table, **spend(1))
        page = pats.open(at(table, "/1"))
        plans(pats, table, **spend(2))
        pats.page = page
        answer = presses(pats, table, "remove", planned(table)[0]["plan"])
        assert (answer.status_code, "has changed in the meantime" in answer.text) == (400, True)
        assert len(planned(table)) == 2

    def test_nobody_plans_for_another_players_character(self, pats: Browser, table: Table) -> None:
        address = at(table, "/1/plans/bo/freeform.spend")
        pats.open(address)
        filled = {**spend(1), "args.target": "bo"}
        assert pats.send("POST", address, data={**forms_in(pats.page)[1].hidden, **filled}).status_code == 403

    def test_another_player_s_plan_is_not_shown(self, http: httpx.Client, pats: Browser, table: Table) -> None:
        plans(pats, table, **spend(4))
        bens = signed_in(http, table.join("Ben", "player"))
        assert "coin" not in bens.open(at(table, "/1"))


GAMES = ("cthulhu-eternal", "freeform", "midnight-in-vaia", "orcus", "rotted-capes", "weaverdice")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_offers_what_one_can_plan_and_plans_it(http: httpx.Client, owner: Person, game: str) -> None:
    table = Table(owner, game)
    table.gm.does("freeform.create_character", name="Ada", owners=[table.pat.id])
    table.gm.ask("POST", "./downtime", 201, json={})
    browser = signed_in(http, table.pat)
    offered = re.findall(r'plans/ada/([\w.-]+)"', browser.open(at(table, "/1/plans/ada")))
    filled: dict[str, Any]
    type, filled = (
        ("weaverdice.explore", {"args.who": "ada", "args.aim": "the docks"})
        if game == "weaverdice"
        else ("freeform.note", {"args.text": "Rest."})
    )
    assert type in offered
    browser.open(at(table, f"/1/plans/ada/{type}"))
    browser.submit(at(table, f"/1/plans/ada/{type}"), **filled, slots="1", step="plan")
    assert [action["type"] for action in planned(table)] == [type]


class TestCarryingOut:
    def test_the_game_master_opens_a_phase_with_slots(self, http: httpx.Client, owner: Person) -> None:
        table = Table(owner)
        table.gm.does("freeform.create_character", name="Ada", owners=[table.pat.id])
        browser = signed_in(http, table.gm)
        browser.open(at(table))
        slots: dict[str, Any] = {"slots.ada": "5"}
        browser.submit(at(table), title="Rest", days="3", **slots)
        seen = table.pat.see("./downtime/1")
        assert (seen["title"], seen["days"], seen["plans"][0]["slots"]) == ("Rest", 3, 5)

    def test_the_game_master_changes_slots_and_days(self, gms: Browser, table: Table) -> None:
        gms.open(at(table, "/1"))
        slots: dict[str, Any] = {"slots.ada": "6", "slots.bo": "3"}
        gms.submit(at(table, "/1"), title="Week", days="4", **slots)
        seen = table.gm.see("./downtime/1")
        assert (seen["title"], seen["days"], [plan["slots"] for plan in seen["plans"]]) == ("Week", 4, [6, 3])

    def test_who_has_not_planned_is_named(self, pats: Browser, gms: Browser, table: Table) -> None:
        plans(pats, table, **spend(1))
        (idle,) = re.findall(r"Nothing is planned yet for: <strong>(.*?)</strong>", gms.open(at(table, "/1")))
        assert re.findall(r"<bdi>(.*?)</bdi>", idle) == ["Bo"]

    def test_the_preview_shows_what_would_change_and_writes_nothing(
        self, pats: Browser, gms: Browser, table: Table
    ) -> None:
        plans(pats, table, **spend(2))
        plans(pats, table, **spend(9))
        head = table.gm.see(".")["head"]
        page = gms.open(at(table, "/1/process"))
        assert "Ada coin 5 → 3" in page
        assert "impossible: " in page
        assert table.gm.see(".")["head"] == head

    def test_the_plans_are_carried_out_and_the_report_is_read(self, pats: Browser, gms: Browser, table: Table) -> None:
        plans(pats, table, **spend(2))
        plans(pats, table, **spend(9))
        gms.open(at(table, "/1/process"))
        done = gms.submit(at(table, "/1/process"), step="write")
        assert done.headers["location"] == at(table, "/1/report")
        report = pats.open(at(table, "/1/report"))
        assert 'class="mark good">done' in report
        assert 'class="mark bad">impossible' in report
        assert table.gm.see("./characters/ada")["tracks"]["coin"]["current"] == 3

    def test_dice_that_the_table_rolls_are_asked_for_and_taken(self, http: httpx.Client, owner: Person) -> None:
        table = resting(Table(owner, dice="table"))
        pats, gms = signed_in(http, table.pat), signed_in(http, table.gm)
        heals: dict[str, Any] = {
            "args.target": "ada",
            "args.track": "hp",
            "args.notation": "1d4",
            "slots": "1",
            "step": "plan",
        }
        plans(pats, table, "freeform.heal", **heals)
        page = gms.open(at(table, "/1/process"))
        assert re.findall(r'name="(dice[^"]*)"[^>]*>([^<]*)<', page) == [("dice.ada.downtime/1/1", "healing = ")]
        rolled: dict[str, Any] = {"dice.ada.downtime/1/1": "healing = 4"}
        gms.submit(at(table, "/1/process"), step="write", **rolled)
        assert table.gm.see("./characters/ada")["tracks"]["hp"]["current"] == 7

    def test_a_preview_tells_no_seed_of_dice_that_are_yet_to_fall(self, table: Table) -> None:
        shown = table.gm.ask("POST", "./downtime/1/process", 200, json={"dry_run": True})
        assert [change["path"] for change in shown["changes"] if "epochs" in change["path"]] == []
        assert "seed" not in str(shown["changes"])

    def test_a_player_neither_previews_nor_carries_out(self, pats: Browser, table: Table) -> None:
        pats.open(at(table, "/1/process"), 403)

    def test_a_report_tells_nobody_what_is_hidden_from_them(
        self, http: httpx.Client, pats: Browser, gms: Browser, table: Table
    ) -> None:
        table.gm.does("freeform.create_character", name="Spy", hidden=True, tracks={"coin": 5})
        table.gm.ask("PATCH", "./downtime/1", 200, json={"slots": {"spy": 1}})
        secret: dict[str, Any] = {
            "type": "freeform.spend",
            "args": {"target": "spy", "track": "coin", "amount": 1},
        }
        table.gm.ask("PUT", "./downtime/1/plans/spy", 200, json={"actions": [secret]})
        for path in ("/1", "/1/report"):
            assert "Spy" in gms.open(at(table, path))
            assert "Spy" not in pats.open(at(table, path))
        table.gm.ask("POST", "./downtime/1/process", 201, json={})
        assert "Spy" in gms.open(at(table, "/1/report"))
        assert "Spy" not in pats.open(at(table, "/1/report"))


def test_a_plan_that_waits_is_named_on_the_table_and_in_the_list_until_it_is_made(pats: Browser, table: Table) -> None:
    home = f"/campaigns/{table.id}"
    assert [f"{at(table)}/1/plans/ada" in pats.open(home), "the plan of Ada" in pats.open("/")] == [True, True]
    plans(pats, table, **(spend(1) | {"slots": "3"}))
    assert ["Waiting for you" in pats.open(home), "the plan of Ada" in pats.open("/")] == [False, False]


def test_plans_of_others_do_not_wait_for_one(pats: Browser, table: Table) -> None:
    assert [due["name"] for due in table.pat.see(".")["plans_due"]] == ["Ada"]
    assert f"{at(table)}/1/plans/bo" not in pats.open(f"/campaigns/{table.id}")
