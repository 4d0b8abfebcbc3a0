"""Founding a campaign at a terminal, and setting its options."""

import pytest

from tests.cli.table.conftest import NIGHT, CliTable


def test_a_campaign_is_founded_with_options(table: CliTable) -> None:
    founded = table.gm.json(
        "found", "Fog", "--game", "freeform", "--option", "dice=table", "--option", "player_undo=no"
    )
    assert (founded["role"], founded["options"]["dice"], founded["options"]["player_undo"]) == ("gm", "table", False)


def test_a_name_is_founded_once(table: CliTable) -> None:
    done = table.gm("found", NIGHT.upper(), "--game", "freeform")
    assert (done.code, "choose another name" in done.said) == (2, True)


@pytest.mark.parametrize(
    ("option", "hint"),
    [
        ("dice=loaded", "is one of either, table, server"),
        ("weather=fair", "there is no option 'weather'"),
        ("dice", "name=value"),
        ("downtime_slots=many", "a value like 3"),
    ],
)
def test_an_option_that_cannot_be_is_refused_before_anything_is_founded(
    table: CliTable, option: str, hint: str
) -> None:
    done = table.gm("found", "Mist", "--game", "freeform", "--option", option)
    assert done.code == 2
    assert hint in done.said
    assert "Mist" not in {each["name"] for each in table.gm.json("campaigns")}


def test_the_options_of_a_game_are_explained(table: CliTable) -> None:
    shown = table.gm("options", "freeform").told
    assert "mixed_dice off" in shown
    assert "whole number" in shown


def test_options_are_set_by_name_and_shown_with_their_values(table: CliTable) -> None:
    table.gm("options", NIGHT, "mixed_dice=on", "downtime_slots=5")
    values = {option["name"]: option["value"] for option in table.pat.json("options", NIGHT)}
    assert (values["mixed_dice"], values["downtime_slots"]) == (True, 5)


def test_only_the_options_that_are_set_are_shown(table: CliTable) -> None:
    shown = table.gm("options", NIGHT, "mixed_dice=off").told
    assert "mixed_dice off" in shown
    assert "downtime_slots" not in shown


def test_options_are_set_all_or_none(table: CliTable) -> None:
    before = table.gm.json("options", NIGHT)
    assert table.gm("options", NIGHT, "private_plans=no", "dice=loaded").code == 1
    assert table.gm.json("options", NIGHT) == before


def test_a_player_sets_no_options(table: CliTable) -> None:
    done = table.pat("options", NIGHT, "private_plans=no")
    assert (done.code, "game master" in done.said) == (1, True)


def test_the_defaults_of_a_game_are_not_set(table: CliTable) -> None:
    assert table.gm("options", "freeform", "dice=table").code == 2


def test_bug_a_campaign_or_a_person_without_a_name_is_refused(table: CliTable) -> None:
    nameless = table.gm("found", "  ", "--game", "freeform")
    invited = table.gm("invite", NIGHT).out.strip()
    nobody = table.gm("join", invited, "--name", "")
    assert [(done.code, "`name`" in done.said) for done in (nameless, nobody)] == [(2, True)] * 2
    assert table.gm("join", invited, "--name", "Nell").code == 0
