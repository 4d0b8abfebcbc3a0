"""Changes of the past over HTTP: planned first, written whole, refused with what stands in their way."""

from uuid import uuid4

import pytest

from tests.api.people import Json, Person, Table, command


@pytest.fixture
def table(owner: Person) -> Table:
    """Ramjet, played by Pat, with 10 hit points and one point of luck."""
    table = Table(owner)
    tracks = {"hp": 10, "luck": {"current": 1, "minimum": 0}}
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks=tracks)
    return table


def does(table: Table, verb: str, track: str, amount: int) -> int:
    entry: int = table.pat.does(f"freeform.{verb}", target="ramjet", track=track, amount=amount)["entry"]
    return entry


def hp(table: Table) -> int:
    current: int = table.gm.see("./characters/ramjet")["tracks"]["hp"]["current"]
    return current


def revise(table: Table, status: int = 201, /, **asked: object) -> Json:
    return table.gm.ask("POST", "./revisions", status, json=asked)


def test_a_dry_run_plans_and_writes_nothing(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    head = table.gm.see(".")["head"]
    plan = revise(table, 200, undo=[wrong], dry_run=True)
    assert [(planned["entry"], planned["outcome"]) for planned in plan["entries"]] == [(wrong, "struck")]
    assert [(change["before"], change["after"]) for change in plan["changes"]] == [(6, 10)]
    assert table.gm.see(".")["head"] == head


def test_a_written_revision_is_an_entry_with_its_plan(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    written = revise(table, undo=[wrong], reason="It missed.")
    assert (written["entry"]["kind"], written["entry"]["reason"]) == ("revision", "It missed.")
    assert [planned["outcome"] for planned in written["plan"]["entries"]] == ["struck"]
    assert hp(table) == 10


def test_a_struck_entry_stays_to_be_seen_with_who_struck_it(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    revision = revise(table, undo=[wrong], reason="It missed.")["entry"]["entry"]
    entry = table.pat.see(f"./entries/{wrong}")
    assert (entry["status"], entry["changed_by"]["revision"], entry["changed_by"]["reason"]) == (
        "struck",
        revision,
        "It missed.",
    )


def test_what_was_undone_can_be_redone(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    revise(table, undo=[wrong])
    revise(table, redo=wrong)
    assert hp(table) == 6


def test_a_command_of_the_past_can_be_amended(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    better = command("freeform.damage", target="ramjet", track="hp", amount=1)
    revise(table, amend={"entry": wrong, "command": better})
    assert hp(table) == 9


def test_a_command_can_be_inserted_into_the_past(table: Table) -> None:
    first = does(table, "damage", "hp", 4)
    revise(table, insert={"after": first, "command": command("freeform.heal", target="ramjet", track="hp", amount=2)})
    assert hp(table) == 8


def test_a_revision_sent_twice_is_written_once(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    sent = {"id": str(uuid4()), "undo": [wrong]}
    first = revise(table, **sent)
    assert revise(table, **sent)["entry"] == first["entry"]


def test_a_plan_holds_while_nothing_it_shows_has_changed(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    plan = revise(table, 200, undo=[wrong], dry_run=True)["plan"]
    table.gm.does("freeform.note", text="Something else.")
    assert revise(table, undo=[wrong], plan=plan)["plan"]["plan"] == plan


def test_a_plan_that_is_another_one_now_is_refused_and_shown(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    refused = table.gm.problem("POST", "./revisions", 409, json={"undo": [wrong], "plan": "0" * 64})
    assert refused["type"] == "/problems/plan-moved"
    assert [planned["entry"] for planned in refused["plan"]["entries"]] == [wrong]


def luck_of_the_draw(table: Table) -> tuple[int, int]:
    """A gain of luck, and a spending that would not have been possible without it."""
    gained = does(table, "gain", "luck", 1)
    spent = does(table, "spend", "luck", 2)
    return gained, spent


def test_conflicts_are_listed_with_their_rule_and_nothing_is_written(table: Table) -> None:
    gained, spent = luck_of_the_draw(table)
    head = table.gm.see(".")["head"]
    refused = table.gm.problem("POST", "./revisions", 409, json={"undo": [gained]})
    assert refused["type"] == "/problems/revision-conflicts"
    assert refused["plan"]["conflicts"] == [spent]
    assert [planned["rule"] for planned in refused["plan"]["entries"] if planned["entry"] == spent] != [None]
    assert table.gm.see(".")["head"] == head


def test_a_policy_strikes_what_can_no_longer_stand(table: Table) -> None:
    gained, spent = luck_of_the_draw(table)
    revise(table, undo=[gained], policy="cascade")
    assert table.gm.see(f"./entries/{spent}")["status"] == "struck"


def test_a_player_undoes_their_own_newest_entry(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    table.pat.ask("POST", "./revisions", 201, json={"undo": [wrong]})
    assert hp(table) == 10


def test_a_player_changes_no_other_past(table: Table) -> None:
    older = does(table, "damage", "hp", 4)
    does(table, "damage", "hp", 1)
    table.pat.problem("POST", "./revisions", 403, json={"undo": [older]})


def test_observers_and_outsiders_change_no_past(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    table.olga.problem("POST", "./revisions", 403, json={"undo": [wrong]})
    table.outsider.problem("POST", "./revisions", 404, json={"undo": [wrong]})


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 400),
        ({"undo": [1]}, 400),
        ({"undo": [999]}, 404),
        ({"undo": ["4"]}, 400),
        ({"undo": [10**30]}, 404),
        ({"redo": 4}, 409),
        ({"undo": {"deed": 999}}, 404),
        ({"undo": {"moon": 1}}, 400),
        ({"amend": {"entry": 4, "command": {"type": "freeform.dance"}}}, 400),
        ({"insert": {"after": 999, "command": {"type": "freeform.end_session"}}}, 404),
        ({"undo": [4], "policy": "hope"}, 400),
        ({"undo": [4], "policies": {"four": "keep"}}, 400),
        ({"undo": [4], "dice": {"-1": [3]}}, 400),
        ({"undo": [4], "id": "x"}, 400),
        ({"undo": [4], "colour": 1}, 400),
    ],
)
def test_a_revision_that_cannot_be_is_refused(table: Table, asked: Json, status: int) -> None:
    refused = table.gm.problem("POST", "./revisions", status, json=asked)
    assert refused["detail"]


def test_the_difference_between_two_points_is_told_value_by_value(table: Table) -> None:
    before = table.gm.see(".")["head"]["entry"]
    after = does(table, "damage", "hp", 4)
    difference = table.pat.see("./diff", **{"from": before, "to": after})
    assert [(change["path"], change["before"], change["after"]) for change in difference["changes"]] == [
        ("character/ramjet.tracks.hp.current", 10, 6)
    ]
    assert (difference["from"]["entry"], difference["to"]["entry"]) == (before, after)


def test_the_difference_between_what_was_believed_and_what_is_held_true_is_told(table: Table) -> None:
    wrong = does(table, "damage", "hp", 4)
    revise(table, undo=[wrong])
    difference = table.pat.see("./diff", **{"from": wrong, "to": wrong, "from_view": "as_played"})
    assert [(change["before"], change["after"]) for change in difference["changes"]] == [(6, 10)]


def test_bug_a_difference_that_names_no_point_to_begin_at_is_refused(table: Table) -> None:
    refused = table.gm.problem("GET", "./diff", 400)
    assert refused["detail"] == "`from` is needed."


def test_a_difference_tells_nothing_of_what_is_hidden(table: Table) -> None:
    before = table.gm.see(".")["head"]["entry"]
    table.gm.does("freeform.create_character", name="Assassin", hidden=True, tracks={"hp": 6})
    assert table.pat.see("./diff", **{"from": before})["changes"] == []
    assert table.gm.see("./diff", **{"from": before})["changes"] != []


def test_what_is_shown_from_now_on_comes_without_its_past(table: Table) -> None:
    table.gm.does("freeform.create_character", name="Goblin", sheet="gm", tracks={"hp": 6})
    before = table.gm.see(".")["head"]["entry"]
    table.gm.does("freeform.describe", target="goblin", sheet="all")
    changes = table.pat.see("./diff", **{"from": before})["changes"]
    assert [(change["path"], change["before"]) for change in changes] == [("character/goblin.tracks.hp", None)]
