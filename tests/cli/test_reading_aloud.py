"""What is shown can be read, whatever things are called, and wherever it goes."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import msgspec
import pytest
from rich.console import Console
from rich.text import Text

from api.cli.commands.serving import DEMO
from api.cli.output import console, row, table
from tests.cli.conftest import Newcomer
from tests.cli.terminal import COMMAND, Terminal

SPELL = "\x1b]0;owned\x07Ada \u202etxt.exe"


def test_bug_a_name_that_commands_the_terminal_is_only_shown(capsys: pytest.CaptureFixture[str]) -> None:
    console().print(Text(SPELL), "🧙‍♀️ 龍 اسم")
    out = capsys.readouterr().out
    assert (out.count("\ufffd"), "\x1b" in out, "🧙‍♀️ 龍 اسم" in out) == (2, False, True)


def test_a_name_that_commands_the_terminal_does_so_nowhere(terminal: Terminal) -> None:
    made = {"name": SPELL, "tracks": {"hp": {"current": 3}}}
    terminal("play", DEMO, "freeform.create_character", "--args", "-", stdin=msgspec.json.encode(made))
    for look in (("characters", DEMO), ("log", DEMO, "--limit", 1), ("sheet", DEMO, "0-owned-ada-txt-exe")):
        assert not {"\x1b", "\x07", "\u202e"} & set(terminal(*look).out), look


def test_markup_in_a_name_is_no_markup(terminal: Terminal) -> None:
    terminal("play", DEMO, "freeform.note", "--args", '{"text": "[bold]loud[/bold]"}')
    assert "[bold]loud[/bold]" in terminal("log", DEMO, "--limit", 1).out


def test_where_there_is_no_terminal_lines_end_with_what_they_say(reader: Terminal) -> None:
    assert [line for line in reader("log", DEMO).out.splitlines() if line != line.rstrip()] == []


def test_where_there_is_no_terminal_an_entry_is_a_whole_line(reader: Terminal) -> None:
    lines = [line for line in reader("log", DEMO).out.splitlines() if line.strip()[:1].isdigit()]
    assert (len(lines), any("…" in line for line in lines), max(map(len, lines)) > 110) == (300, False, True)


def test_bug_a_reader_that_has_seen_enough_is_no_refusal(reader: Terminal) -> None:
    read, written = os.pipe()
    os.close(read)
    run = subprocess.run(
        [COMMAND, "log", DEMO],
        env=reader.for_processes,
        stdout=written,
        stderr=subprocess.PIPE,
        check=False,
        timeout=120,
    )
    os.close(written)
    assert (run.returncode, run.stderr) == (141, b"")


class TestMembers:
    def test_members_are_found_by_name(self, reader: Terminal) -> None:
        entries = reader.json("log", DEMO, "--member", "player 0", "--limit", 3)
        assert len({entry["member"] for entry in entries}) == 1

    def test_bug_a_member_who_is_not_there_is_told_with_those_who_are(self, reader: Terminal) -> None:
        done = reader("log", DEMO, "--member", "Nobody")
        assert (done.code, "there are " in done.said and "Player 0" in done.said) == (2, True)

    def test_a_game_master_looks_through_another_members_eyes_by_name(
        self, terminal: Terminal, newcomer: Newcomer
    ) -> None:
        newcomer("Pat", "player")
        assert terminal.json("log", DEMO, "--viewer", "Pat", "--limit", 2)


class TestPaths:
    def test_a_value_may_be_asked_for_by_what_people_call_it(self, reader: Terminal) -> None:
        assert reader.json("explain", DEMO, "sh1", "hp") == reader.json("explain", DEMO, "sh1", "tracks.hp.current")

    def test_one_that_is_not_there_is_told_with_those_that_are(self, reader: Terminal) -> None:
        assert "like tracks.temp_hp.current" in reader("explain", DEMO, "sh1", "tracks.tmp_hp").said


class TestNarrowTerminals:
    def shown(self, width: int) -> list[str]:
        made = table("entry", "who", "what happened", "status")
        row(made, 7, "Ana", "attack 1d6", "struck")
        row(made, 8, "Ben", "spends", "")
        out = Console(width=width)
        with out.capture() as captured:
            out.print(made)
        return [line.strip() for line in captured.get().splitlines() if line.strip()]

    def test_a_row_is_told_line_by_line(self) -> None:
        assert self.shown(60) == ["7 Ana", "what happened attack 1d6 · status struck", "8 Ben", "what happened spends"]

    def test_where_there_is_room_it_is_a_row(self) -> None:
        assert self.shown(100)[-1].split() == ["8", "Ben", "spends"]


def test_a_program_is_told_as_a_problem_what_is_wrong_with_its_words(reader: Terminal) -> None:
    assert reader.problem("campaigns", "--xyz", code=2)["detail"] == "No such option '--xyz'."


def test_bug_a_full_disk_is_no_defect(reader: Terminal) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [COMMAND, "log", DEMO],
            env=reader.for_processes,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    assert (run.returncode, run.stderr.decode().startswith("Nothing more can be written")) == (4, True)


def test_a_token_that_is_not_valid_is_told_by_where_it_stands(reader: Terminal) -> None:
    done = Terminal(reader.data_dir, reader.database_url, "retcon_stale")("campaigns")
    assert (done.code, done.said.startswith("RETCON_TOKEN holds no valid token")) == (1, True)
