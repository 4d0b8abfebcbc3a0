"""Playing commands at a terminal."""

from pathlib import Path
from uuid import uuid4

import pytest

from api.cli.commands.serving import DEMO
from tests.cli.conftest import Newcomer
from tests.cli.pseudo_terminal import at_a_terminal
from tests.cli.terminal import COMMAND, Done, Terminal

ROLL = '{"actor": "keya", "label": "stealth", "notation": "2d6", "target": 8}'


def play(terminal: Terminal, type: str, args: str = "{}", *more: object) -> Done:
    return terminal("play", DEMO, f"freeform.{type}", "--args", args, *more)


def test_a_command_becomes_an_entry(terminal: Terminal) -> None:
    entry = terminal.json("play", DEMO, "freeform.note", "--args", '{"text": "The pools are still."}')
    assert (entry["entry"], entry["status"], entry["command"]["args"]["text"]) == (
        301,
        "standing",
        "The pools are still.",
    )


def test_a_person_sees_what_happened(terminal: Terminal) -> None:
    done = play(terminal, "damage", '{"target": "keya", "track": "hp", "amount": 5}')
    assert (done.code, "Keya: hp −5" in done.out) == (0, True)


def test_what_was_typed_is_shown_as_people_type_it(terminal: Terminal) -> None:
    shown = terminal("play", DEMO, "damage_all", "targets=Keya,sh1", "track=hp", "amount=1").told
    assert "targets: keya, sh1" in shown
    entry = terminal("play", DEMO, "create_character", "name=Ann", "owners=owner").told
    assert "owners: Owner" in entry


def test_arguments_are_typed_by_name(terminal: Terminal) -> None:
    entry = terminal.json("play", DEMO, "note", "text=The pools are still.", "about=sh1", "--dry-run")["command"]
    assert (entry["type"], entry["args"]["text"]) == ("freeform.note", "The pools are still.")


def test_a_field_that_a_command_lacks_is_told_with_those_it_has(reader: Terminal) -> None:
    done = reader("play", DEMO, "freeform.note", "words=?")
    assert (done.code, "its fields are text, about" in done.said) == (2, True)


def test_a_field_is_typed_once(reader: Terminal) -> None:
    done = play(reader, "note", '{"text": "Once."}', "text=Twice.")
    assert (done.code, "given twice" in done.said) == (2, True)


def test_play_without_a_command_says_how_to_find_one(reader: Terminal) -> None:
    assert "retcon commands" in reader("play", DEMO).said


def test_dice_that_were_rolled_count_by_label(terminal: Terminal) -> None:
    assert (
        "stealth 2d6 [6, 5] = 11 against 8, success (table)"
        in play(terminal, "roll", ROLL, "--dice", "stealth=6,5").out
    )


def test_dice_that_were_rolled_count_in_their_order(terminal: Terminal) -> None:
    assert "stealth 2d6 [1, 2] = 3" in play(terminal, "roll", ROLL, "--dice", "1,2").out


def test_dice_that_nobody_typed_are_the_servers(terminal: Terminal) -> None:
    assert "(server)" in play(terminal, "roll", ROLL).out


def test_dice_come_by_label_or_as_a_list_and_not_both(reader: Terminal) -> None:
    done = play(reader, "roll", ROLL, "--dice", "stealth=6", "--dice", "5")
    assert (done.code, "all dice by label" in done.said) == (2, True)


def test_what_is_no_roll_is_told_with_what_is_one(reader: Terminal) -> None:
    done = play(reader, "roll", ROLL, "--dice", "stealth=six")
    assert (done.code, "attack=12" in done.said) == (2, True)


def test_a_dry_run_writes_nothing(terminal: Terminal) -> None:
    assert "(preview)" in play(terminal, "roll", ROLL, "--dry-run").out
    assert terminal.json("campaigns")[0]["head"]["entry"] == 300


def test_a_rule_refuses_in_a_sentence(terminal: Terminal) -> None:
    done = play(terminal, "spend", '{"target": "keya", "track": "counters/second-wind", "amount": 9}')
    assert (done.code, done.out) == (1, "")
    assert "second-wind" in done.said


def test_the_game_master_overrules_with_force(terminal: Terminal) -> None:
    args = '{"target": "keya", "track": "counters/second-wind", "amount": 9}'
    assert play(terminal, "spend", args, "--force", "--reason", "She has a ring").code == 0


def test_missing_dice_are_listed(terminal: Terminal) -> None:
    play(terminal, "set_option", '{"option": "dice", "value": "table"}')
    problem = terminal.problem("play", DEMO, "freeform.roll", "--args", ROLL, code=1)
    assert [(roll["label"], roll["sides"]) for roll in problem["missing"]] == [("stealth", 6), ("stealth", 6)]


def test_an_unknown_command_is_told_with_those_that_are_near(reader: Terminal) -> None:
    done = play(reader, "spend_luck")
    assert done.code == 2
    assert "freeform.spend" in done.said


def test_an_unknown_argument_is_told_with_those_there_are(reader: Terminal) -> None:
    done = play(reader, "note", '{"words": "?"}')
    assert (done.code, "fields are text, about" in done.said) == (2, True)


def test_a_command_sent_again_with_its_id_gives_the_same_entry(terminal: Terminal) -> None:
    id = uuid4()
    first, again = (play(terminal, "note", '{"text": "Once."}', "--id", id) for _ in range(2))
    assert first.out == again.out


def test_another_command_under_a_taken_id_is_refused(terminal: Terminal) -> None:
    id = uuid4()
    play(terminal, "note", '{"text": "Once."}', "--id", id)
    assert play(terminal, "note", '{"text": "Twice."}', "--id", id).code == 1


def test_a_player_plays_by_their_token(terminal: Terminal, newcomer: Newcomer) -> None:
    pat = newcomer("Pat", "player")
    play(pat, "note", '{"text": "I look around."}')
    assert terminal.json("entry", DEMO, terminal.json("campaigns")[0]["head"]["entry"])["member"] == newcomer.id


def test_an_observer_does_not_play(newcomer: Newcomer) -> None:
    done = play(newcomer("Olga", "observer"), "note", '{"text": "Hm."}')
    assert (done.code, "observers only watch" in done.said.lower()) == (1, True)


def test_a_token_for_reading_does_not_play(newcomer: Newcomer) -> None:
    done = play(newcomer("Pat", "player", "read"), "note", '{"text": "Hm."}')
    assert (done.code, "send one with the scope play" in done.said) == (1, True)


def test_a_field_is_the_text_of_a_file(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "note.txt"
    file.write_text("Rain, and\nthunder.", encoding="utf-8")
    done = terminal("play", DEMO, "freeform.note", "--text", f"text={file}")
    assert done.code == 0


@pytest.mark.parametrize("text", ["rows", "rows=", "=powers.csv", "rows=nowhere.csv"])
def test_a_text_is_a_field_and_a_file_that_is_there(reader: Terminal, text: str) -> None:
    assert reader("play", DEMO, "freeform.note", "--text", text).code == 2


def test_a_terminal_asks_step_by_step(terminal: Terminal) -> None:
    play(terminal, "set_option", '{"option": "dice", "value": "table"}')
    with at_a_terminal([COMMAND, "play", DEMO], terminal.for_processes) as screen:

        def answer(question: str, text: str) -> str:
            shown = screen.until(question)
            screen.type(f"{text}\n")
            return shown

        answer("word to find one: ", "xyzzy")
        assert "No command has 'xyzzy'" in answer("word to find one: ", "blast")
        assert "freeform.damage_all: Several take damage by one roll" in answer("(text)\ntrack: ", "luck")
        screen.until("keya")
        answer("\ntargets: ", "sh1,nobody")
        assert "encounter or enclave 'nobody'" in answer("\ntargets: ", "sh1,keya")
        answer("list them): ", "amount=many")
        assert "amount is a whole number" in answer("list them): ", "notation=1d6")
        answer("list them): ", "")
        answer("What does the d6 show?", "9")
        answer("What does the d6 show?", "4")
        assert "luck" in answer("(Enter: give up): ", "track=hp")
        assert "damage_all track=hp targets=sh1,keya notation=1d6" in answer("Give it?", "y")
        assert "Entry 302" in screen.until("Entry 302")
        screen.until("What happened")
    assert terminal.json("entry", DEMO, 302)["command"]["args"]["notation"] == "1d6"
