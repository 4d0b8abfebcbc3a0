"""The history of a character, an encounter or a group at a terminal."""

from tests.cli.table.conftest import NIGHT, CliTable


def test_the_events_of_a_character_are_listed_and_those_of_one_value(table: CliTable) -> None:
    table.play("create_character", '{"name": "Smokey", "tracks": {"hp": 10, "luck": 2}}')
    table.play("damage", '{"target": "smokey", "track": "hp", "amount": 4}')
    assert "Smokey is introduced" in table.pat("history", NIGHT, "smokey").out
    shown = table.pat("history", NIGHT, "Smokey.tracks.hp").out
    assert ("hp −4" in shown, "luck" in shown) == (True, False)
    assert table.pat("history", NIGHT, "smokey.tracks.mana").code == 2


def test_a_hidden_character_has_no_history_for_a_player(table: CliTable) -> None:
    table.play("create_character", '{"name": "Spy", "hidden": true}')
    assert table.gm("history", NIGHT, "spy").code == 0
    assert table.pat("history", NIGHT, "spy").code == 2


def test_the_events_of_an_encounter_and_of_a_group_are_listed(table: CliTable) -> None:
    table.play("create_encounter", '{"name": "Fight", "areas": {"yard": {}}}')
    table.play("create_enclave", '{"name": "Den"}')
    assert "Fight is introduced" in table.pat("history", NIGHT, "fight").out
    assert "yard" in table.pat("history", NIGHT, "fight.areas").out
    assert "Den is introduced" in table.pat("history", NIGHT, "den").out
