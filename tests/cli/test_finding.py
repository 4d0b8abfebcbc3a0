"""Finding commands, and what the help of one shows."""

import pytest

from api.cli.commands.serving import DEMO
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Json, Terminal


def types(listed: Json) -> list[str]:
    return [command["type"] for command in listed]


@pytest.mark.parametrize(
    ("words", "type"),
    [
        (("weaverdice", "grapple", "contact"), "weaverdice.grab"),
        (("weaverdice", "wd-atk-03"), "weaverdice.attack"),
        (("weaverdice", "Attack and defence"), "weaverdice.take_cover"),
        (("freeform", "temporary"), "freeform.damage"),
    ],
)
def test_a_command_is_listed_by_word_rule_and_chapter(reader: Terminal, words: tuple[str, ...], type: str) -> None:
    listed = types(reader.json("commands", *words))
    assert type in listed
    assert "freeform.note" not in listed


def test_the_commands_in_whose_name_a_word_stands_are_listed_first(reader: Terminal) -> None:
    listed = types(reader.json("commands", "weaverdice", "attack"))
    assert listed[0] == "weaverdice.attack"
    assert len(listed) > 5


def test_a_command_that_a_game_replaces_is_not_listed(reader: Terminal) -> None:
    assert "freeform.end_encounter" not in types(reader.json("commands", "weaverdice"))


def test_a_word_that_no_command_has_is_told(reader: Terminal) -> None:
    assert "No command of freeform has 'xyzzy'" in reader("commands", "freeform", "xyzzy").told


def test_the_commands_of_a_campaign_begin_with_those_that_one_can_give(reader: Terminal) -> None:
    fits = [command["fit"] for command in reader.json("commands", DEMO)]
    assert fits == sorted(fits, key=["now", "any-time", "not-now", "not-yours"].index)
    assert {*fits} == {"any-time", "not-now"}


def test_a_players_list_ends_with_the_commands_of_the_game_master(newcomer: Newcomer) -> None:
    listed = newcomer("Pat", "player").json("commands", DEMO)
    (ending,) = (command for command in listed if command["type"] == "freeform.end_scene")
    assert (ending["fit"], ending["because"]) == ("not-yours", "only game masters give it")


def test_the_help_of_a_command_shows_its_fields_and_an_example(reader: Terminal) -> None:
    text = reader("play", DEMO, "freeform.damage", "--help").told
    assert "stop_at_minimum yes or no no Whether the track falls no further" in text
    assert "freeform.damage track=hp target=ramjet amount=5" in text


def test_the_help_of_a_command_shows_its_dice(reader: Terminal) -> None:
    assert "draw A character who draws" in reader("play", DEMO, "draw", "--help").told


def test_the_help_of_a_command_is_there_for_programs(reader: Terminal) -> None:
    guide = reader.json("play", DEMO, "draw", "--help")
    assert (guide["type"], [roll["name"] for roll in guide["rolls"]]) == ("freeform.draw", ["draw"])


def test_the_help_without_a_command_is_that_of_play(reader: Terminal) -> None:
    assert "play [OPTIONS] [CAMPAIGN] [TYPE] [KEY=VALUE]..." in reader("play", DEMO, "--help").told


def test_the_catalogue_of_a_game_is_found_by_kind_and_word(reader: Terminal) -> None:
    powers = reader.json("catalogue", "orcus", "power")
    assert {entry["kind"] for entry in powers} == {"power"}
    fiery = reader.json("catalogue", "orcus", "power", "fire")
    assert 0 < len(fiery) < len(powers)
    assert reader.json("catalogue", "orcus", "fire", "--kind", "power") == fiery


def test_a_single_entry_is_shown_with_its_fields_and_the_commands_that_take_it(reader: Terminal) -> None:
    shown = reader("catalogue", "rotted-capes", "gear", "rifle").told
    assert "Hunting Rifle — gear hunting-rifle" in shown
    assert "rotted-capes.gain_gear gear=hunting-rifle" in shown


def test_a_catalogue_without_what_is_wanted_says_so(reader: Terminal) -> None:
    assert "Nothing in the catalogue of orcus fits." in reader("catalogue", "orcus", "xyzzy").told
