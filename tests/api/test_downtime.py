"""Downtime over HTTP: players plan, the game master carries it out, everybody reads what came of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.api.people import Json, Person, Table


@pytest.fixture
def table(owner: Person) -> Table:
    table = Table(owner, player_undo=True)
    table.gm.does("freeform.create_enclave", name="Night Shift", tracks={"supplies": 3})
    for name, member in (("Ada", table.pat), ("Bo", table.gm)):
        tracks = {"hp": {"current": 3, "minimum": 0, "maximum": 10}, "coin": {"current": 5, "minimum": 0}}
        table.gm.does("freeform.create_character", name=name, owners=[member.id], tracks=tracks)
    table.gm.ask("POST", "./downtime", 201, json={"title": "The quiet week", "days": 2})
    return table


def heal(who: str, **more: Any) -> Json:
    return {"type": "freeform.heal", "args": {"target": who, "track": "hp", "notation": "1d4"}, **more}


def pay(who: str, amount: int) -> Json:
    return {"type": "freeform.spend", "args": {"target": who, "track": "coin", "amount": amount}}


def stock(amount: int) -> Json:
    return {"type": "freeform.gain", "args": {"target": "night-shift", "track": "supplies", "amount": amount}}


def plan(who: Person, handle: str, *actions: Json, status: int = 200) -> Json:
    return who.ask("PUT", f"./downtime/1/plans/{handle}", status, json={"actions": list(actions)})


def states(processed: Json) -> list[str]:
    return [action["state"] for action in processed["actions"]]


class TestPlanning:
    def test_a_plan_reads_as_it_was_sent(self, table: Table) -> None:
        planned = plan(table.pat, "ada", heal("ada", dice=[3]), pay("ada", 2))
        assert [(a["type"], a["day"], a["state"]) for a in planned["actions"]] == [
            ("freeform.heal", 1, "planned"),
            ("freeform.spend", 1, "planned"),
        ]
        assert (planned["slots"], planned["used"], planned["actions"][0]["dice"]) == (3, 2, [3])

    def test_a_planned_note_reads_as_it_was_sent(self, table: Table) -> None:
        note = {"type": "freeform.note", "args": {"text": "Ada calls home."}}
        assert [action["args"] for action in plan(table.pat, "ada", note)["actions"]] == [note["args"]]
        (seen,) = [p for p in table.gm.see("./downtime")[0]["plans"] if p["handle"] == "ada"]
        assert seen["actions"][0]["args"] == note["args"]
        assert "Ada calls home." in str(table.pat.see("./downtime/1/report"))

    def test_the_entry_of_a_plan_reads_as_it_was_sent(self, table: Table) -> None:
        note = {"type": "freeform.note", "args": {"text": "Ada calls home."}}
        plan(table.pat, "ada", note)
        (entry,) = table.gm.see("./entries", order="newest", limit=1)
        assert entry["command"]["args"]["actions"] == [note]

    def test_what_only_looks_like_the_key_of_a_text_shows_nobody_that_text(self, table: Table) -> None:
        secret = table.gm.does("freeform.note", text="The mayor is the killer.", _audience="gm")["entry"]
        spying = {"type": "freeform.spend", "args": {"target": "ada", "track": f"{secret}.0", "amount": 1}}
        assert plan(table.pat, "ada", spying)["actions"][0]["args"]["track"] == f"{secret}.0"

    def test_another_player_sees_that_there_are_slots_and_nothing_else(self, table: Table) -> None:
        plan(table.pat, "ada", pay("ada", 2))
        other = table.join("Ben", "player")
        (seen,) = [p for p in other.see("./downtime/1")["plans"] if p["handle"] == "ada"]
        assert (seen["slots"], seen["used"], seen["actions"]) == (3, 0, [])

    def test_one_plans_for_one_s_own(self, table: Table) -> None:
        table.pat.problem("PUT", "./downtime/1/plans/bo", 403, json={"actions": []})

    def test_a_plan_that_needs_more_slots_than_there_are_is_refused(self, table: Table) -> None:
        problem = table.pat.problem("PUT", "./downtime/1/plans/ada", 422, json={"actions": [pay("ada", 1)] * 4})
        assert "4 slots" in problem["detail"]

    def test_a_plan_for_a_phase_that_is_not_there(self, table: Table) -> None:
        table.pat.problem("GET", "./downtime/9/plans/ada", 404)

    def test_withdrawn_it_is_empty(self, table: Table) -> None:
        plan(table.pat, "ada", pay("ada", 2))
        table.pat.ask("DELETE", "./downtime/1/plans/ada", 204)
        assert table.pat.see("./downtime/1/plans/ada")["actions"] == []

    def test_the_game_master_gives_another_slot(self, table: Table) -> None:
        table.gm.ask("PATCH", "./downtime/1", 200, json={"slots": {"ada": 4}})
        assert len(plan(table.pat, "ada", *[pay("ada", 1)] * 4)["actions"]) == 4

    def test_what_was_planned_when_is_there_to_be_read(self, table: Table) -> None:
        plan(table.pat, "ada", pay("ada", 2))
        then = table.gm.see(".")["head"]["entry"]
        plan(table.pat, "ada", heal("ada"))
        seen = table.gm.see("./downtime/1/plans/ada", as_of=then)
        assert [action["type"] for action in seen["actions"]] == ["freeform.spend"]


class TestProcessing:
    def test_a_dry_run_shows_samples_and_writes_nothing(self, table: Table) -> None:
        plan(table.pat, "ada", heal("ada"), pay("ada", 9))
        before = table.gm.see(".")["head"]
        shown = table.gm.ask("POST", "./downtime/1/process", 200, json={"dry_run": True})
        assert (states(shown), shown["preview"]) == (["done", "impossible"], True)
        assert [die["source"] for die in shown["actions"][0]["dice"]] == ["preview"]
        assert table.gm.see(".")["head"] == before

    @pytest.mark.parametrize("atomic", [True, False])
    def test_the_report_has_every_roll(self, table: Table, atomic: bool) -> None:
        plan(table.pat, "ada", heal("ada", dice=[4]), pay("ada", 9))
        plan(table.gm, "bo", stock(2))
        processed = table.gm.ask("POST", "./downtime/1/process", 201, json={"atomic": atomic})
        assert (states(processed), processed["state"]) == (["done", "impossible", "done"], "processed")
        report = table.pat.see("./downtime/1/report")
        (ada,) = [person for person in report["people"] if person["handle"] == "ada"]
        healed, refused = ada["actions"]
        assert [roll["total"] for roll in healed["entry"]["rolls"]] == [4]
        assert (refused["action"]["rule"], refused["entry"]) == ("minimum", None)
        assert [group["handle"] for group in report["groups"]] == ["night-shift"]
        assert len(report["days"]) == 2

    def test_dice_that_the_table_rolls_are_asked_for(self, owner: Person) -> None:
        table = Table(owner, dice="table")
        table.gm.does("freeform.create_character", name="Ada", owners=[table.pat.id], tracks={"hp": 3})
        table.gm.ask("POST", "./downtime", 201, json={})
        plan(table.pat, "ada", heal("ada"))
        asked = table.gm.ask("POST", "./downtime/1/process", 201, json={})
        assert [(need["label"], need["sides"]) for need in asked["actions"][0]["needs"]] == [("healing", 4)]
        rolled = [{"character": "ada", "plan": "downtime/1/1", "dice": [2]}]
        assert states(table.gm.ask("POST", "./downtime/1/process", 201, json={"dice": rolled})) == ["done"]

    def test_the_phase_is_undone_as_one(self, table: Table) -> None:
        plan(table.pat, "ada", heal("ada", dice=[4]), pay("ada", 1))
        table.gm.ask("POST", "./downtime/1/process", 201, json={})
        table.gm.ask("POST", "./revisions", 201, json={"undo": {"phase": 1}})
        assert table.gm.see("./characters/ada")["tracks"]["hp"]["current"] == 3
        assert [action["state"] for action in table.gm.see("./downtime/1/plans/ada")["actions"]] == ["planned"] * 2

    def test_only_the_game_master_carries_it_out(self, table: Table) -> None:
        table.pat.problem("POST", "./downtime/1/process", 403, json={})


def test_the_phases_of_several_campaigns_are_carried_out_at_once(served: Person) -> None:
    tables = [Table(served) for _ in range(4)]
    for table in tables:
        tracks = {"hp": 3, "coin": {"current": 9, "minimum": 0}}
        table.gm.does("freeform.create_character", name="Ada", owners=[table.pat.id], tracks=tracks)
        table.gm.ask("POST", "./downtime", 201, json={"days": 2})
        plan(table.pat, "ada", heal("ada", dice=[4]), pay("ada", 2), pay("ada", 3))
    with ThreadPoolExecutor(len(tables)) as together:
        done = list(together.map(lambda table: table.gm.ask("POST", "./downtime/1/process", 201, json={}), tables))
    assert [(processed["state"], states(processed)) for processed in done] == [("processed", ["done"] * 3)] * 4
    assert [table.gm.see("./characters/ada")["tracks"]["coin"]["current"] for table in tables] == [4] * 4


@pytest.mark.slow
def test_forty_characters_with_three_actions_each_take_one_request(owner: Person) -> None:
    table = Table(owner)
    for number in range(40):
        tracks = {"hp": 3, "coin": {"current": 5, "minimum": 0}}
        table.gm.does("freeform.create_character", name=f"Cape {number}", owners=[table.pat.id], tracks=tracks)
    table.gm.ask("POST", "./downtime", 201, json={})
    for number in range(40):
        handle = f"cape-{number}"
        plan(table.pat, handle, heal(handle), pay(handle, 1), pay(handle, 2))
    processed = table.gm.ask("POST", "./downtime/1/process", 201, json={})
    assert (states(processed), processed["state"]) == (["done"] * 120, "processed")
