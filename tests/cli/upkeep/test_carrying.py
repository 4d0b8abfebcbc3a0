"""A campaign carried from one installation to another at the terminal."""

import stat
from pathlib import Path

import msgspec
import psycopg
import pytest

from api.cli.commands.serving import DEMO
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal


@pytest.fixture
def file(reader: Terminal, tmp_path: Path) -> Path:
    path = tmp_path / "hag.jsonl"
    assert reader("export", DEMO, "-o", path, "--with-secrets").code == 0
    return path


def test_a_ledger_goes_to_another_installation_and_is_whole_there(
    reader: Terminal, empty: Terminal, file: Path
) -> None:
    done = empty.json("import", "ledger", file)
    origin, here = reader.json("verify", DEMO), empty.json("verify", DEMO)
    assert (here, done["hash"], done["renewed"]) == (origin, origin["hash"], False)


def test_every_sheet_reads_there_as_it_did(reader: Terminal, empty: Terminal, file: Path) -> None:
    empty("import", "ledger", file)
    for command in (("sheet", DEMO, "sh1", "--as-of", "100"), ("explain", DEMO, "sh1", "tracks.hp.current")):
        assert empty(*command).out == reader(*command).out


def test_an_imported_ledger_is_played_on(empty: Terminal, file: Path) -> None:
    empty("import", "ledger", file)
    blow = '{"target": "sh1", "track": "hp", "notation": "1d6"}'
    assert empty("play", DEMO, "freeform.damage", "--args", blow).code == 0
    assert empty.json("verify", DEMO)["ok"]


def test_without_secrets_an_entry_more_opens_a_dice_epoch(reader: Terminal, empty: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "open.jsonl"
    assert "dice of its own" in reader("export", DEMO, "-o", path).said
    done = empty("import", "ledger", path)
    assert (done.code, "opens a new dice epoch" in done.told) == (0, True)
    assert empty.json("verify", DEMO)["ok"]


def test_an_export_goes_to_standard_output_alone(reader: Terminal, empty: Terminal) -> None:
    done = reader("export", DEMO)
    assert (done.code, done.err) == (0, "")
    assert empty("import", "ledger", "-", stdin=done.out).code == 0


def test_the_file_is_for_its_maker_alone(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_that_is_there_is_not_overwritten(reader: Terminal, file: Path) -> None:
    before = file.read_bytes()
    done = reader("export", DEMO, "-o", file)
    assert (done.code, "already exists" in done.said, file.read_bytes() == before) == (2, True, True)


def test_a_folder_that_is_not_there_is_named(reader: Terminal) -> None:
    done = reader("export", DEMO, "-o", "/nowhere/hag.jsonl")
    assert (done.code, "/nowhere/hag.jsonl cannot be written" in done.said) == (2, True)


def test_a_campaign_that_is_here_already_ends_with_1(terminal: Terminal, file: Path) -> None:
    done = terminal("import", "ledger", file)
    assert (done.code, "is here already" in done.said) == (1, True)


def test_a_damaged_file_ends_with_1_and_names_the_line(empty: Terminal, file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:50], lines[50].replace(b'\\"member\\":\\"', b'\\"member\\":\\"x'), *lines[51:]]))
    done = empty("import", "ledger", file)
    assert (done.code, "Line 51:" in done.said, empty.json("campaigns")) == (1, True, [])


def test_a_file_cut_short_ends_with_1(empty: Terminal, file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-2])
    assert (empty("import", "ledger", file).code, empty.json("campaigns")) == (1, [])


def test_what_is_no_export_ends_with_2(empty: Terminal, recording: Path) -> None:
    done = empty("import", "ledger", recording)
    assert (done.code, "as `retcon export` writes it" in done.said) == (2, True)


def test_a_ledger_that_cannot_be_read_is_not_exported(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.database_url is not None
    with psycopg.connect(terminal.database_url, autocommit=True) as connection:
        connection.execute("UPDATE entries SET header = '{' WHERE number = 9")
    done = terminal("export", DEMO, "-o", tmp_path / "hag.jsonl")
    assert (done.code, "ntry 9 is damaged" in done.said, list(tmp_path.iterdir())) == (1, True, [])


def test_a_game_master_takes_a_ledger_away_whole(newcomer: Newcomer) -> None:
    assert msgspec.json.decode(newcomer("Gil", "gm")("export", DEMO).out.splitlines()[0])["whole"] is True


def test_a_player_takes_away_what_they_may_see(newcomer: Newcomer) -> None:
    title, *entries, _ = map(msgspec.json.decode, newcomer("Pat", "player")("export", DEMO).out.splitlines())
    assert (title["whole"], {"view", "digest", "hash"} <= entries[0].keys(), "header" in entries[0]) == (
        False,
        True,
        False,
    )


def test_a_player_is_told_that_their_file_cannot_be_imported(newcomer: Newcomer, tmp_path: Path) -> None:
    done = newcomer("Pat", "player")("export", DEMO, "-o", tmp_path / "mine.jsonl")
    assert (done.code, "holds what you may see" in done.said + done.told) == (0, True)


def test_a_stranger_takes_nothing_away(newcomer: Newcomer) -> None:
    assert newcomer("Sam", None)("export", DEMO).code == 2


def test_secrets_are_for_the_operator_of_the_installation(newcomer: Newcomer) -> None:
    done = newcomer("Gil", "gm")("export", DEMO, "--with-secrets")
    assert (done.code, done.out, "a reader knows every future die" in done.said) == (1, "", True)


def test_a_token_that_founds_no_campaigns_imports_none(newcomer: Newcomer, file: Path) -> None:
    assert newcomer("Gil", "gm")("import", "ledger", file).code == 1


def test_the_lines_say_where_they_end(file: Path) -> None:
    first, *_, last = file.read_bytes().splitlines()
    assert msgspec.json.decode(first)["head"] == msgspec.json.decode(last)["head"]
