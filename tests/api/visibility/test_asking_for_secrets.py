"""A member who asks in the right way is told no more than one who looks: tries, refusals and stale answers tell nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.api.people import Json, Person, Table, command


@pytest.fixture
def room(table: Table) -> Table:
    """Pat plays Ramjet; of the goblin everybody sees the name alone, and of the spy nobody knows."""
    gm, pat = table.gm, table.pat
    rope = {"what": "rope", "location": "belt/1"}
    gm.does("freeform.create_character", name="Ramjet", owners=[pat.id], attributes={"guts": 3}, tracks={"hp": 9})
    gm.does("freeform.create_character", name="Goblin", sheet="gm", tracks={"hp": 613})
    gm.does("freeform.create_character", name="Spy", hidden=True, tracks={"hp": 733})
    gm.does("freeform.put", target="ramjet", component="items", name="rope", instance=rope)
    gm.does("freeform.put", target="ramjet", component="items", name="noose", instance=rope | {"audience": "gm"})
    for target in ("goblin", "spy"):
        wound = {"severity": "lesser", "kind": "cut"}
        gm.does("freeform.put", target=target, component="wounds", name="cut", instance=wound)
    return table


def ref(table: Table, handle: str) -> str:
    id: str = table.gm.see(f"./characters/{handle}")["id"]
    return f"character/{id}"


def tried(who: Person, type: str, /, **args: Any) -> tuple[int, str]:
    """What a dry run is answered: its status and, where it is refused, why."""
    answer = who.send("POST", "./commands", json=command(type, **args) | {"dry_run": True})
    problem: Json = answer.json()
    return answer.status_code, problem.get("detail", "")


@pytest.mark.parametrize("whom", ["goblin", "spy"])
def test_bug_a_formula_of_a_player_read_what_is_hidden(room: Table, whom: str) -> None:
    formula = {"op": "value", "path": "tracks.hp.current", "of": ref(room, whom)}
    status, _ = tried(room.pat, "freeform.modify", target="ramjet", path="attributes.guts", formula=formula)
    assert status == 403


def test_bug_a_plan_of_a_player_read_what_is_hidden_when_it_was_carried_out(room: Table) -> None:
    room.gm.does("freeform.open_downtime", days=1, slots=[{"who": "ramjet", "slots": 1}])
    formula = {"op": "value", "path": "tracks.hp.current", "of": ref(room, "spy")}
    args = {"target": "ramjet", "path": "attributes.guts", "formula": formula}
    status, _ = tried(
        room.pat, "freeform.plan_downtime", who="ramjet", actions=[{"type": "freeform.modify", "args": args}]
    )
    assert status == 403


def test_bug_a_word_that_fits_a_hidden_thing_as_well_named_it(room: Table) -> None:
    assert tried(room.pat, "freeform.lose_item", target="ramjet", item="rope") == (200, "")


def test_bug_a_hidden_thing_could_be_used_by_a_player_who_guessed_its_name(room: Table) -> None:
    guessed = tried(room.pat, "freeform.lose_item", target="ramjet", item="noose")
    assert guessed == tuple(
        sentence.replace("nothing", "noose") if isinstance(sentence, str) else sentence
        for sentence in tried(room.pat, "freeform.lose_item", target="ramjet", item="nothing")
    )


@pytest.mark.parametrize("whom", ["goblin", "spy"])
def test_bug_an_anchor_told_what_wounds_a_character_has(room: Table, whom: str) -> None:
    present, not_there = (
        tried(room.pat, "freeform.afflict", target="ramjet", what="x", until={"by": "instance", "path": path})[0]
        for path in (f"{ref(room, whom)}.wounds.cut", f"{ref(room, whom)}.wounds.none")
    )
    assert present == not_there != 200


def test_bug_an_anchor_told_whether_there_is_a_character(room: Table) -> None:
    present, nowhere = (
        tried(
            room.pat,
            "freeform.afflict",
            target="ramjet",
            what="x",
            until={"by": "instance", "path": f"{of}.wounds.cut"},
        )
        for of in (ref(room, "spy"), "character/c-99")
    )
    assert present[0] == nowhere[0] != 200


def test_bug_what_was_seen_last_told_which_hidden_entries_touched_something(room: Table) -> None:
    seen = room.gm.see(".")["head"]["entry"]
    room.gm.does("freeform.give_item", target="ramjet", what="rope", hidden=True)
    assert tried(room.pat, "freeform.lose_item", target="ramjet", item="rope", _expected_entry=seen) == (200, "")


def test_what_was_seen_last_still_tells_of_what_everybody_sees(room: Table) -> None:
    seen = room.gm.see(".")["head"]["entry"]
    room.gm.does("freeform.give_item", target="ramjet", what="rope")
    room.gm.does("freeform.change", target="ramjet", path="items.rope.quantity", by=1)
    assert tried(room.pat, "freeform.lose_item", target="ramjet", item="items.rope", _expected_entry=seen)[0] == 422
    assert tried(room.pat, "freeform.spend", target="ramjet", track="hp", amount=1, _expected_entry=seen)[0] == 200


@pytest.mark.parametrize("key", ["which-way", "guess"])
def test_bug_an_answer_told_whether_a_hidden_deed_waits(room: Table, key: str) -> None:
    args = {"owner": "gm", "prompt": "?", "options": ["a", "b"], "default": "a", "key": "which-way"}
    deed = room.gm.does("freeform.ask", about="spy", **args)["entry"]
    answer = tried(room.pat, "freeform.answer", deed=deed, key=key, choice="a")
    assert answer[0] == tried(room.pat, "freeform.answer", deed=deed - 1, key=key, choice="a")[0] == 404


@pytest.mark.parametrize("key", ["which-way", "guess"])
def test_bug_an_answer_told_the_key_of_a_question_to_another_member(room: Table, key: str) -> None:
    args = {"owner": "gm", "prompt": "?", "options": ["a", "b"], "default": "a", "key": "which-way"}
    deed = room.gm.does("freeform.ask", about="ramjet", **args)["entry"]
    assert tried(room.pat, "freeform.answer", deed=deed, key=key, choice="a")[0] == 403


def test_bug_what_came_to_nothing_for_a_hidden_character_was_more_than_a_stub(room: Table) -> None:
    called = room.gm.does("freeform.call_moment", moment="upkeep", subject="spy")["entry"]
    assert room.olga.see(f"./entries/{called}").get("hidden") is True


def test_bug_a_command_told_how_many_hidden_people_it_was_about(room: Table) -> None:
    opened = room.gm.does("freeform.open_downtime", days=1, slots=[{"who": "spy", "slots": 2}])["entry"]
    assert room.olga.see(f"./entries/{opened}")["command"] is None


def test_bug_a_hidden_pool_could_be_spent_by_a_player_who_guessed_its_name(room: Table) -> None:
    room.gm.does(
        "freeform.put", target="ramjet", component="tracks", name="doom", instance={"current": 3, "audience": "gm"}
    )
    assert tried(room.pat, "freeform.spend", target="ramjet", track="doom", amount=1)[0] == 422


def test_bug_a_hidden_thing_could_be_counted_by_a_player_who_guessed_its_name(room: Table) -> None:
    assert tried(room.pat, "freeform.change", target="ramjet", path="items.noose.quantity", by=1)[0] == 422


def undone(who: Person, **asked: Any) -> tuple[int, str]:
    """What a dry run of a change of the past is answered."""
    answer = who.send("POST", "./revisions", json=asked | {"dry_run": True})
    problem: Json = answer.json()
    return answer.status_code, re.sub(r"\d+", "…", problem.get("detail", ""))


@pytest.mark.parametrize("group", ["deed", "turn", "round", "scene", "session", "phase"])
def test_bug_a_group_that_a_player_may_not_undo_told_what_an_entry_was(room: Table, group: str) -> None:
    fight = room.gm.does("freeform.create_encounter", name="Trap", hidden=True)["entry"]
    note = room.gm.does("freeform.note", text="Mine.", _audience="gm")["entry"]
    assert undone(room.pat, undo={group: fight}) == undone(room.pat, undo={group: note})


def test_bug_an_entry_that_a_player_may_not_undo_told_what_it_was(room: Table) -> None:
    struck = room.gm.does("freeform.afflict", target="spy", what="dazed")["entry"]
    revision = room.gm.ask("POST", "./revisions", 201, json={"undo": [struck]})["entry"]["entry"]
    note = room.gm.does("freeform.note", text="Mine.", _audience="gm")["entry"]
    assert len({undone(room.pat, undo=[entry]) for entry in (struck, revision, note)}) == 1


def test_bug_a_late_answer_told_what_a_hidden_entry_was(room: Table) -> None:
    struck = room.gm.does("freeform.afflict", target="spy", what="dazed")["entry"]
    revision = room.gm.ask("POST", "./revisions", 201, json={"undo": [struck]})["entry"]["entry"]
    answers = {undone(room.pat, responses={str(entry): {"luck": "yes"}}) for entry in (struck, revision)}
    assert [status for status, _ in answers] == [403]


def test_bug_what_stands_in_the_way_of_an_undo_was_told_by_its_number(room: Table) -> None:
    nerve = {"target": "ramjet", "component": "tracks", "name": "nerve"}
    room.gm.does("freeform.put", **nerve, instance={"current": 5, "maximum": 5})
    mine = room.pat.does("freeform.damage", target="ramjet", track="nerve", amount=3)["entry"]
    room.gm.does("freeform.heal", target="ramjet", track="nerve", amount=1, _audience="gm")
    asked = {"json": {"undo": [mine]}}
    assert "played on from it; ask" in room.pat.problem("POST", "./revisions", 403, **asked)["detail"]
    seen = room.gm.does("freeform.heal", target="ramjet", track="nerve", amount=1)["entry"]
    assert f"(entries {seen})" in room.pat.problem("POST", "./revisions", 403, **asked)["detail"]
