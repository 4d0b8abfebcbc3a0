"""Whoever answers sees their own choice, by the question's key, wherever the answer is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.people import Json, Person, Table

WAY = {"key": "way", "options": ["left", "right"], "default": "left", "prompt": "Where to?"}


def chosen(entry: Json) -> list[str]:
    """The choices that an entry's events tell."""
    return [event["choice"] for event in entry["events"] if event["type"] == "question_answered"]


def answered(table: Table, audience: Any = "all") -> int:
    """The entry in which Pat answers a question of a note's audience."""
    deed = table.gm.does("freeform.ask", owner=table.pat.id, **WAY, _audience=audience)["entry"]
    entry: int = table.pat.does("freeform.answer", deed=deed, key="way", choice="right")["entry"]
    return entry


@pytest.mark.parametrize("audience", ["all", "gm"])
def test_the_answerer_sees_their_choice_in_the_entries(table: Table, audience: str) -> None:
    number = answered(table, audience if audience == "all" else [table.pat.id])
    for seen in (table.pat.see(f"./entries/{number}"), table.pat.see("./entries", after=number - 1)[0]):
        assert chosen(seen) == ["right"]
        assert seen["command"]["args"]["choice"] == "right"


def test_the_answerer_sees_what_the_game_master_alone_was_told_besides(table: Table) -> None:
    number = answered(table, "gm")
    assert table.pat.see(f"./entries/{number}")["command"]["args"]["choice"] == "right"


def test_the_answerer_is_told_their_choice_at_once(table: Table) -> None:
    deed = table.gm.does("freeform.ask", owner=table.pat.id, **WAY)["entry"]
    entry = table.pat.does("freeform.answer", deed=deed, key="way", choice="right")
    assert (chosen(entry), entry["command"]["args"]["choice"]) == (["right"], "right")


def test_an_answer_in_advance_is_told_with_the_command(table: Table) -> None:
    entry = table.gm.does("freeform.ask", owner="gm", **WAY, _responses={"way": "right"})
    assert entry["command"]["responses"] == {"way": "right"}


class TestKeys:
    @pytest.fixture
    def brawl(self, owner: Person) -> tuple[Table, int]:
        """A fight in which Pat's Eve is attacked, and asked how she defends."""
        table = Table(owner, "cthulhu-eternal", unarmed_damage="1d4")
        made = {"stats": dict.fromkeys(("str", "con", "dex", "int", "pow", "cha"), 10)}
        table.gm.does("cthulhu-eternal.create", name="Bo", handle="bo", skills={"unarmed": 60}, **made)
        table.gm.does("cthulhu-eternal.create", name="Eve", handle="eve", owners=["Pat"], skills={"dodge": 50}, **made)
        table.gm.does("freeform.create_encounter", name="Cellar")
        table.gm.does("cthulhu-eternal.begin_fight", who=["bo", "eve"], _encounter="cellar")
        deed = table.gm.does("cthulhu-eternal.attack", who="bo", target="eve")["entry"]
        return table, deed

    def test_a_key_is_shown_with_the_handle(self, brawl: tuple[Table, int]) -> None:
        table, _ = brawl
        assert [one["key"] for one in table.pat.see("./decisions")] == ["defend/eve"]

    @pytest.mark.parametrize("spelling", ["defend/eve", "defend/{id}", "defend/character/{id}", "defend"])
    def test_an_answer_goes_by_any_spelling_and_is_shown_by_one(self, brawl: tuple[Table, int], spelling: str) -> None:
        table, deed = brawl
        key = spelling.format(id=table.gm.see("./characters/eve")["id"].rpartition("/")[2])
        entry = table.pat.does("freeform.answer", deed=deed, key=key, choice="none")
        assert (entry["command"]["args"]["key"], chosen(entry)) == ("defend/eve", ["none"])

    def test_the_answerer_sees_their_choice_in_the_history_of_the_attacker(self, owner: Person) -> None:
        table = Table(owner, "cthulhu-eternal", unarmed_damage="1d4")
        made = {"stats": dict.fromkeys(("str", "con", "dex", "int", "pow", "cha"), 10)}
        table.gm.does("cthulhu-eternal.create", name="Bo", handle="bo", skills={"unarmed": 60}, **made)
        table.gm.does("cthulhu-eternal.create", name="Eve", handle="eve", owners=["Pat"], skills={"dodge": 50}, **made)
        deed = table.gm.does("cthulhu-eternal.attack", who="bo", target="eve")["entry"]
        table.pat.does("freeform.answer", deed=deed, key="defend", choice="none")
        for reader, choice in ((table.pat, "none"), (table.gm, "none"), (table.olga, "")):
            events = [one["event"] for one in reader.see("./characters/bo/history")["events"]]
            assert [event["choice"] for event in events if event["type"] == "question_answered"] == [choice]
