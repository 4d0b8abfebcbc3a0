"""The option `npc_questions` over HTTP: whether the game master is asked what those decide whom nobody plays."""

import pytest

from tests.api.people import Person, Table

MADE = {"stats": dict.fromkeys(("str", "con", "dex", "int", "pow", "cha"), 10)}


@pytest.mark.parametrize(("chosen", "asked"), [({}, ["defend/eve"]), ({"npc_questions": "default"}, [])])
def test_the_game_master_is_asked_unless_the_campaign_says_otherwise(
    owner: Person, chosen: dict[str, str], asked: list[str]
) -> None:
    table = Table(owner, "cthulhu-eternal", unarmed_damage="1d4", **chosen)
    table.gm.does("cthulhu-eternal.create", name="Bo", handle="bo", skills={"unarmed": 60}, **MADE)
    table.gm.does("cthulhu-eternal.create", name="Eve", handle="eve", skills={"dodge": 50}, **MADE)
    entry = table.gm.does("cthulhu-eternal.attack", who="bo", target="eve")
    assert [one["key"] for one in table.gm.see("./decisions")] == asked
    assert bool(entry["rolls"]) == (not asked)


def test_a_player_is_asked_whatever_the_option_says(owner: Person) -> None:
    table = Table(owner, "cthulhu-eternal", unarmed_damage="1d4", npc_questions="default")
    table.gm.does("cthulhu-eternal.create", name="Bo", handle="bo", skills={"unarmed": 60}, **MADE)
    table.gm.does("cthulhu-eternal.create", name="Eve", handle="eve", owners=["Pat"], skills={"dodge": 50}, **MADE)
    table.gm.does("cthulhu-eternal.attack", who="bo", target="eve")
    assert [one["key"] for one in table.pat.see("./decisions")] == ["defend/eve"]
