"""Open decisions at a terminal."""

import json

from tests.cli.table.conftest import NIGHT, CliTable


def ask(table: CliTable, key: str, owner: str = "Pat") -> int:
    args = {"owner": owner, "key": key, "options": ["left", "right"], "default": "left", "prompt": "Where to?"}
    table.play("ask", json.dumps(args))
    deed: int = table.gm.json("decisions", NIGHT)[-1]["deed"]
    return deed


def test_the_only_decision_is_answered_by_its_choice(table: CliTable) -> None:
    ask(table, "way")
    done = table.pat("answer", NIGHT, "RIGHT")
    assert (done.code, "right" in done.out) == (0, True)
    assert table.gm.json("decisions", NIGHT) == []


def test_decisions_are_listed_with_their_choices_for_those_who_may_answer(table: CliTable) -> None:
    deed = ask(table, "road")
    assert f"{deed}/road Pat Where to? [left, right] left" in table.pat("decisions", NIGHT).told
    assert "Where to?" not in table.olga("decisions", NIGHT).out
    table.pat("answer", NIGHT, str(deed), "left")


def test_of_several_decisions_one_is_named(table: CliTable) -> None:
    first, second = ask(table, "gate"), ask(table, "door")
    unclear = table.pat("answer", NIGHT, "left")
    assert (unclear.code, f"{first}/gate, {second}/door" in unclear.said) == (2, True)
    assert table.pat("answer", NIGHT, f"{second}/door", "left").code == 0
    assert table.pat("answer", NIGHT, first, "left").code == 0


def test_decisions_of_one_member_are_listed(table: CliTable) -> None:
    ask(table, "attic", "gm")
    assert table.gm.json("decisions", NIGHT, "--of", "Pat") == []
    assert table.gm("answer", NIGHT, "left").code == 0


def test_a_choice_that_is_none_is_told_with_the_choices(table: CliTable) -> None:
    ask(table, "lane")
    done = table.pat("answer", NIGHT, "up")
    assert (done.code, "choose one of left, right" in done.said) == (2, True)
    assert table.pat("answer", NIGHT, "left").code == 0


def test_another_members_decision_is_not_answered(table: CliTable) -> None:
    deed = ask(table, "shore", "gm")
    done = table.pat("answer", NIGHT, deed, "left")
    assert (done.code, "No decision of yours" in done.said) == (2, True)
    assert table.gm("answer", NIGHT, "left").code == 0
