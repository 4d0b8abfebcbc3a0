"""Changing the past at a terminal."""

import os
import pty
import subprocess

import pytest

from api.cli.commands.serving import DEMO
from tests.cli.conftest import Newcomer
from tests.cli.terminal import COMMAND, Terminal


def hp(terminal: Terminal, who: str = "sh1") -> int:
    """A character's hit points now."""
    points: int = terminal.json("sheet", DEMO, who)["tracks"]["hp"]["current"]
    return points


def last(terminal: Terminal) -> int:
    """The number of the newest entry."""
    entry: int = terminal.json("campaigns")[0]["head"]["entry"]
    return entry


def test_a_dry_run_tells_what_changes_for_whom_and_writes_nothing(terminal: Terminal) -> None:
    done = terminal("undo", DEMO, 98, "--dry-run")
    assert (done.code, "SH1 hp −2 → 5" in done.out, last(terminal)) == (0, True, 300)


def test_a_plan_tells_what_becomes_of_each_entry(reader: Terminal) -> None:
    text = reader("undo", DEMO, 98, "--dry-run").told
    assert "98 is struck SH1: damage = 7; hp −7" in text
    assert "299 other entries are untouched" in text


def test_an_undo_is_written_with_a_yes(terminal: Terminal) -> None:
    done = terminal("undo", DEMO, 98, "--yes")
    assert (done.code, hp(terminal), last(terminal)) == (0, 5, 301)
    assert f"`retcon undo '{DEMO}' 301` takes it back" in done.out


def test_without_a_yes_nothing_is_written_and_the_plan_is_shown(terminal: Terminal) -> None:
    done = terminal("undo", DEMO, 98)
    assert (done.code, "SH1 hp −2 → 5" in done.out, last(terminal)) == (2, True, 300)
    assert "Nothing was written; add --yes, or --plan" in done.said


def test_the_plan_that_was_shown_is_written_by_the_beginning_of_its_hash(terminal: Terminal) -> None:
    plan = terminal.json("undo", DEMO, 98, code=2)["plan"]
    assert terminal("undo", DEMO, 98, "--plan", plan[:12]).code == 0
    assert hp(terminal) == 5


def test_a_plan_that_has_gone_stale_is_not_written(terminal: Terminal) -> None:
    plan = terminal.json("undo", DEMO, 98, "--dry-run")["plan"]
    terminal("undo", DEMO, 135, "--yes")
    problem = terminal.problem("undo", DEMO, 98, "--plan", plan, code=1)
    assert (problem["type"], last(terminal)) == ("/problems/plan-moved", 301)


def test_a_plan_is_json_as_the_interface_answers(terminal: Terminal) -> None:
    plan = terminal.json("undo", DEMO, 98, "--dry-run")
    assert [(entry["entry"], entry["outcome"]) for entry in plan["entries"]] == [(98, "struck")]
    assert plan["changes"][0] | {"aggregate_id": ""} == {
        "path": "character/sh1.tracks.hp.current",
        "aggregate_id": "",
        "before": -2,
        "after": 5,
    }


def test_under_today_s_rules_a_campaign_without_rules_differs_nowhere(terminal: Terminal) -> None:
    done = terminal("rules", DEMO, "--dry-run")
    assert (done.code, last(terminal)) == (0, 300)
    assert "No rule makes a difference." in done.out


def test_a_written_change_is_json_with_entry_and_plan(terminal: Terminal) -> None:
    done = terminal.json("undo", DEMO, 98, "--yes", "--reason", "Wrong target")
    assert (done["entry"]["entry"], done["entry"]["reason"], done["plan"]["untouched"]) == (301, "Wrong target", 299)


def test_several_entries_are_undone_as_one(terminal: Terminal) -> None:
    terminal("undo", DEMO, 98, 135, "--yes")
    assert (hp(terminal), last(terminal)) == (8, 301)


def test_what_becomes_impossible_is_told_with_what_it_lacks(reader: Terminal) -> None:
    done = reader("undo", DEMO, 34, "--dry-run")
    assert done.code == 1
    assert "Entries 35, 48, 54" in done.told
    assert "cannot stand: There is no SH1." in done.told


def test_a_change_that_entries_stand_in_the_way_of_is_refused(terminal: Terminal) -> None:
    problem = terminal.problem("undo", DEMO, 34, "--yes", code=1)
    assert (problem["type"], last(terminal)) == ("/problems/revision-conflicts", 300)
    assert problem["plan"]["conflicts"][:2] == [35, 48]


def test_a_refused_change_shows_its_plan(terminal: Terminal) -> None:
    done = terminal("undo", DEMO, 34, "--yes")
    assert (done.code, done.out) == (1, "")
    assert "--policy cascade strikes what becomes impossible" in done.said


def test_a_cascade_strikes_along_what_becomes_impossible(terminal: Terminal) -> None:
    assert terminal("undo", DEMO, 34, "--policy", "cascade", "--yes").code == 0
    assert terminal("sheet", DEMO, "sh1").code == 2


def test_a_policy_may_be_one_entrys_own(reader: Terminal) -> None:
    plan = reader.json("undo", DEMO, 34, "--policy", "cascade", "--policy", "54=refuse", "--dry-run", code=1)
    assert plan["conflicts"] == [54]


def test_an_unknown_policy_is_told_with_those_there_are(reader: Terminal) -> None:
    done = reader("undo", DEMO, 98, "--policy", "perhaps")
    assert (done.code, "refuse, cascade, keep" in done.said) == (2, True)


def test_a_whole_session_is_undone_by_its_number(terminal: Terminal) -> None:
    done = terminal("undo", DEMO, "session:1", "--yes")
    assert (done.code, terminal("characters", DEMO, "--json").out) == (0, "[]\n")


def test_a_group_that_is_none_is_told_with_those_there_are(reader: Terminal) -> None:
    done = reader("undo", DEMO, "week:1")
    assert (done.code, "deed:N" in done.said) == (2, True)


def test_an_entry_that_is_not_there_cannot_be_undone(reader: Terminal) -> None:
    done = reader("undo", DEMO, 999, "--yes")
    assert (done.code, done.said) == (2, "There is no entry 999 in this campaign.")


def test_redo_lets_a_struck_entry_stand_again(terminal: Terminal) -> None:
    terminal("undo", DEMO, 98, "--yes")
    assert terminal("redo", DEMO, 98, "--yes").code == 0
    assert (hp(terminal), last(terminal)) == (-2, 302)


def test_an_undo_is_undone_by_its_own_number(terminal: Terminal) -> None:
    terminal("undo", DEMO, 98, "--yes")
    assert terminal("undo", DEMO, 301, "--yes").code == 0
    assert hp(terminal) == -2


def test_an_entry_in_force_cannot_be_redone(reader: Terminal) -> None:
    done = reader("redo", DEMO, 98, "--yes")
    assert (done.code, "there is nothing to redo" in done.said) == (1, True)


def test_an_entry_that_two_revisions_strike_names_both(terminal: Terminal) -> None:
    terminal("undo", DEMO, 34, "--policy", "cascade", "--yes")
    terminal("undo", DEMO, 301, "--yes")
    terminal("undo", DEMO, 98, "--yes")
    terminal("redo", DEMO, 301, "--policy", "cascade", "--yes")
    assert terminal.problem("redo", DEMO, 98, "--yes", code=1)["entries"] == [301, 303]


def test_amending_with_other_dice_decides_the_entry_again(terminal: Terminal) -> None:
    assert terminal("amend", DEMO, 135, "--dice", "damage=6", "--yes").code == 0
    assert hp(terminal) == -6


def test_amending_with_other_arguments_keeps_the_rest(terminal: Terminal) -> None:
    assert terminal("amend", DEMO, 135, "notation=1d6+4", "--yes").code == 0
    entry = terminal.json("entry", DEMO, 135)
    assert (entry["status"], entry["command"]["args"]["harm"], hp(terminal)) == ("amended", "bludgeoning", -5)


@pytest.mark.parametrize("words", [("harm=null",), ("--args", '{"harm": null}')])
def test_an_argument_set_to_null_is_taken_away(terminal: Terminal, words: tuple[str, ...]) -> None:
    terminal("amend", DEMO, 135, *words, "--yes")
    assert "harm" not in terminal.json("entry", DEMO, 135)["command"]["args"]


def test_amended_words_stay_words(terminal: Terminal) -> None:
    terminal("amend", DEMO, 6, "--args", '{"about": "sh1"}', "--yes")
    assert terminal.json("entry", DEMO, 6)["command"]["args"]["text"].startswith("> *As the six lean over")


def test_amending_needs_something_that_is_different(reader: Terminal) -> None:
    done = reader("amend", DEMO, 135)
    assert (done.code, "--dice" in done.said) == (2, True)


def test_amending_what_is_no_command_is_refused_in_words(reader: Terminal) -> None:
    done = reader("amend", DEMO, 1, "--args", "{}", "--yes")
    assert (done.code, "holds no command" in done.said) == (2, True)


def test_a_forgotten_command_is_inserted_where_it_belongs(terminal: Terminal) -> None:
    done = terminal("insert", DEMO, "--after", 150, "heal", "target=sh1", "track=hp", "amount=4", "--yes")
    assert (done.code, hp(terminal), last(terminal)) == (0, 2, 302)


def test_an_inserted_command_takes_dice_that_were_rolled(terminal: Terminal) -> None:
    heal = '{"type": "freeform.heal", "args": {"target": "sh1", "track": "hp", "notation": "1d8"}}'
    terminal("insert", DEMO, "--after", 150, "--command", heal, "--dice", "healing=7", "--yes")
    assert hp(terminal) == 5


def test_a_command_may_come_from_standard_input(terminal: Terminal) -> None:
    heal = '{"type": "freeform.heal", "args": {"target": "sh1", "track": "hp", "amount": 4}}'
    assert terminal("insert", DEMO, "--after", 150, "--command", "-", "--yes", stdin=heal).code == 0
    assert hp(terminal) == 2


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("{", "this is not valid JSON"),
        ('{"kind": "freeform.heal"}', "the fields are type, id, encounter, args"),
        ("@/nowhere/at-all.json", "/nowhere/at-all.json cannot be read (No such file or directory)"),
    ],
)
def test_a_command_that_is_none_is_told_with_what_would_be_one(reader: Terminal, command: str, sentence: str) -> None:
    done = reader("insert", DEMO, "--after", 150, "--command", command)
    assert done.code == 2
    assert sentence in done.said


def test_a_player_cannot_change_what_is_the_game_masters(newcomer: Newcomer) -> None:
    done = newcomer("Pat", "player")("undo", DEMO, 98, "--yes")
    assert (done.code, "ask the game master" in done.said) == (1, True)


def test_at_a_terminal_the_plan_is_asked_about(terminal: Terminal) -> None:
    assert answered(terminal, b"y\n") == 0
    assert hp(terminal) == 5


def answered(terminal: Terminal, keys: bytes) -> int:
    """The exit code of an undo whose question is answered with these keys, at a real terminal."""
    ours, theirs = pty.openpty()
    command = [COMMAND, "undo", DEMO, "98"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=terminal.for_processes
    ) as process:
        os.write(ours, keys)
        process.communicate(timeout=30)
    os.close(ours)
    os.close(theirs)
    return process.returncode
