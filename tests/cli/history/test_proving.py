"""Proof at a terminal: ledgers and dice, in order and tampered with."""

import base64
from pathlib import Path
from typing import LiteralString

import msgspec
import psycopg
import pytest

from api.cli.commands.serving import DEMO
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Json, Terminal


def damage(terminal: Terminal, statement: LiteralString) -> None:
    assert terminal.database_url is not None
    with psycopg.connect(terminal.database_url) as connection:
        assert connection.execute(statement).rowcount == 1


@pytest.fixture
def rolled(terminal: Terminal, tmp_path: Path) -> Path:
    """A dice document in which a server die can be recomputed: its session has ended."""
    for type, args in (("open_session", "{}"), ("roll", '{"notation": "3d6", "label": "luck"}'), ("end_session", "{}")):
        assert terminal("play", DEMO, f"freeform.{type}", "--args", args).code == 0
    path = tmp_path / "dice.json"
    assert terminal("dice", DEMO, "--document", path).code == 0
    return path


def test_a_ledger_as_it_was_written_is_in_order(reader: Terminal) -> None:
    done = reader("verify", DEMO)
    assert (done.code, f"{DEMO}: 300 entries are as they were written." in done.out) == (0, True)


def test_every_ledger_is_checked_at_once(reader: Terminal) -> None:
    assert [(each["name"], each["ok"]) for each in reader.json("verify", "--all")] == [
        (DEMO, True),
        ("This installation", True),
    ]


def test_a_damaged_ledger_ends_with_1_and_names_each_fault(terminal: Terminal) -> None:
    damage(
        terminal,
        "UPDATE events SET body = replace(convert_from(body, 'UTF8'), '\"amount\":17', '\"amount\":7')::bytea"
        " WHERE entry = 230 AND convert_from(body, 'UTF8') LIKE '%\"amount\":17%'",
    )
    done = terminal("verify", DEMO)
    assert (done.code, "230" in done.out, "faults" in done.out) == (1, True, True)


def test_faults_are_listed_for_programs(terminal: Terminal) -> None:
    damage(terminal, "UPDATE heads SET hash = sha256(hash)")
    document = terminal.json("verify", DEMO, code=1)
    assert (document["ok"], [fault["what"] for fault in document["faults"]]) == (False, ["head"])


def test_a_head_that_was_noted_is_looked_for(reader: Terminal) -> None:
    head = reader.json("verify", DEMO)
    kept, lost = (reader("verify", DEMO, "--expect", f"300:{hash}") for hash in (head["hash"], "a" * 64))
    assert (kept.code, lost.code, "another one" in lost.out) == (0, 1, True)


def test_what_is_no_noted_head_is_told(reader: Terminal) -> None:
    done = reader("verify", DEMO, "--expect", "300")
    assert (done.code, "all 64 digits" in done.said) == (2, True)


def test_what_to_verify_has_to_be_said(reader: Terminal) -> None:
    done = reader("verify")
    assert (done.code, "name a campaign, or say --all" in done.said) == (2, True)


def test_dice_are_shown_with_their_commitments(reader: Terminal) -> None:
    text = reader("dice", DEMO).told
    assert "1 open committed to" in text
    assert "49 typed in, set or imported" in text


def test_dice_of_an_ended_session_are_recomputed(terminal: Terminal, rolled: Path) -> None:
    done = terminal("verify-dice", rolled)
    assert (done.code, "3 recomputed, and right" in done.out) == (0, True)


def test_sealed_dice_of_an_ended_session_are_recomputed_once_it_is_unsealed(terminal: Terminal) -> None:
    sealed = '{"notation": "1d20", "label": "peek", "sealed": true}'
    for type, args in (("open_session", "{}"), ("roll", sealed), ("end_session", "{}")):
        assert terminal("play", DEMO, f"freeform.{type}", "--args", args).code == 0
    ended = [epoch["number"] for epoch in terminal.json("dice", DEMO)["epochs"]][-2]
    assert "1 waiting" in terminal("dice", DEMO).out
    assert "1 recomputed" in terminal("dice", DEMO, "--unseal", str(ended)).out


def test_dice_of_an_open_session_wait_for_their_seed(terminal: Terminal) -> None:
    terminal("play", DEMO, "freeform.roll", "--args", '{"notation": "2d6", "label": "luck"}')
    assert "2 waiting for their seed" in terminal("dice", DEMO).out


def test_a_document_goes_to_standard_output_alone(terminal: Terminal, rolled: Path) -> None:
    assert msgspec.json.decode(terminal("dice", DEMO, "--document", "-").out) == msgspec.json.decode(
        rolled.read_bytes()
    )


def test_a_document_is_checked_without_any_database(rolled: Path, tmp_path: Path) -> None:
    nowhere = Terminal(tmp_path / "nothing", "postgresql://localhost:1/nowhere")
    assert nowhere("verify-dice", rolled).code == 0


def changed(document: Path, change: dict[str, Json]) -> Path:
    """The document with the first server die changed."""
    content = msgspec.json.decode(document.read_bytes())
    die = next(die for entry in content["entries"] for die in entry["dice"] if die["source"] == "server")
    die |= {key: value(die[key]) for key, value in change.items()}
    document.write_bytes(msgspec.json.encode(content))
    return document


def test_a_die_that_its_seed_does_not_give_ends_with_1(reader: Terminal, rolled: Path) -> None:
    done = reader("verify-dice", changed(rolled, {"value": lambda value: value % 6 + 1}))
    assert (done.code, "its seed gives" in done.told) == (1, True)


def test_a_seed_that_was_not_committed_to_ends_with_1(reader: Terminal, rolled: Path) -> None:
    content = msgspec.json.decode(rolled.read_bytes())
    content["epochs"][0]["open_seed"] = base64.b64encode(bytes(32)).decode()
    rolled.write_bytes(msgspec.json.encode(content))
    done = reader("verify-dice", rolled)
    assert (done.code, "the open seed of epoch 1 differs from its commitment" in done.told) == (1, True)


def test_what_is_no_dice_document_is_told_with_what_makes_one(reader: Terminal, recording: Path) -> None:
    done = reader("verify-dice", recording)
    assert (done.code, "`retcon dice CAMPAIGN --document FILE` writes one" in done.said) == (2, True)


def test_a_document_that_cannot_be_written_is_named(reader: Terminal) -> None:
    done = reader("dice", DEMO, "--document", "/nowhere/dice.json")
    assert (done.code, "/nowhere/dice.json cannot be written" in done.said) == (2, True)


def test_a_player_reads_that_there_are_faults_and_not_which(terminal: Terminal, newcomer: Newcomer) -> None:
    pat = newcomer("Pat", "player")
    damage(terminal, "UPDATE heads SET hash = sha256(hash)")
    (fault,) = pat.json("verify", DEMO, code=1)["faults"]
    assert (fault["what"], fault["sentence"]) == ("head", None)
