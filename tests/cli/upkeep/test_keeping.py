"""Backing an installation up and restoring it at the terminal."""

import stat
import zipfile
from pathlib import Path

import pytest

from api.cli.commands.serving import DEMO
from tests.cli.terminal import Terminal


@pytest.fixture
def file(reader: Terminal, tmp_path: Path) -> Path:
    path = tmp_path / "kept.zip"
    assert reader("backup", path).code == 0
    return path


def test_a_backup_restored_is_whole_and_reads_as_it_did(reader: Terminal, empty: Terminal, file: Path) -> None:
    done = empty.json("restore", file)
    assert (done["campaigns"], done["release"]) == (1, "0.1.0")
    campaigns, origin = empty.json("verify", "--all"), reader.json("verify", "--all")
    assert campaigns[0] == origin[0]
    assert [each["ok"] for each in campaigns] == [each["ok"] for each in origin] == [True, True]
    for command in (("sheet", DEMO, "sh1"), ("log", DEMO)):
        assert empty(*command).out == reader(*command).out


def test_a_token_of_the_one_is_valid_in_the_other(
    reader: Terminal, terminal: Terminal, empty: Terminal, file: Path
) -> None:
    secret = terminal.json("token", "create", "phone")["secret"]
    terminal("backup", file.with_name("later.zip"))
    empty("restore", file.with_name("later.zip"))
    assert Terminal(empty.data_dir, empty.database_url, secret).json("campaigns")[0]["name"] == DEMO


def test_the_data_folder_gets_an_owner_token(empty: Terminal, file: Path) -> None:
    text = empty("restore", file).told
    token = empty.data_dir / "owner-token"
    assert (token.exists(), "owner-token" in text) == (True, True)
    assert Terminal(empty.data_dir, empty.database_url, token.read_text().strip())("campaigns").code == 0


def test_the_embedded_database_is_backed_up_and_restored(reader: Terminal, tmp_path: Path) -> None:
    ledger, kept = tmp_path / "hag.jsonl", tmp_path / "kept"
    reader("export", DEMO, "-o", ledger, "--with-secrets")
    kept.mkdir()
    first, second = Terminal(tmp_path / "first"), Terminal(tmp_path / "second")
    assert first("import", "ledger", ledger).code == 0
    assert first("backup", kept).code == 0
    [file] = kept.iterdir()
    assert second("restore", file).code == 0
    assert second.json("verify", "--all")[0]["hash"] == reader.json("verify", DEMO)["hash"]


def test_the_file_is_for_its_maker_alone(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_name_without_zip_gets_it_and_the_answer_says_so(reader: Terminal, tmp_path: Path) -> None:
    done = reader.json("backup", tmp_path / "friday.night")
    assert Path(done["file"]) == tmp_path / "friday.night.zip"
    assert zipfile.is_zipfile(done["file"])


def test_a_folder_that_is_not_there_is_not_taken_for_a_file(reader: Terminal, tmp_path: Path) -> None:
    done = reader("backup", f"{tmp_path}/kept/")
    assert (done.code, "no folder" in done.said, list(tmp_path.glob("kept*"))) == (
        2,
        True,
        [],
    )


def test_a_file_that_is_there_is_not_overwritten(reader: Terminal, file: Path) -> None:
    assert reader("backup", file).code == 2


def test_where_nothing_was_ever_kept_nothing_is_backed_up_and_nothing_made(data_dir: Path, tmp_path: Path) -> None:
    done = Terminal(data_dir)("backup", tmp_path)
    assert (done.code, "nothing to back up" in done.said, data_dir.exists()) == (2, True, False)


def test_a_database_without_an_installation_has_no_backup(empty: Terminal, tmp_path: Path) -> None:
    assert (empty("backup", tmp_path).code, list(tmp_path.glob("*.zip"))) == (2, [])


def test_a_restore_overwrites_no_database(terminal: Terminal, file: Path) -> None:
    done = terminal("restore", file)
    assert (done.code, "overwrites nothing" in done.said) == (1, True)


def test_what_is_no_backup_ends_with_2_and_makes_no_database(data_dir: Path, recording: Path) -> None:
    done = Terminal(data_dir)("restore", recording)
    assert (done.code, "no backup made by `retcon backup`" in done.said, data_dir.exists()) == (2, True, False)


def test_a_damaged_backup_ends_with_1(empty: Terminal, file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        place = archive.getinfo("tables/events.copy").header_offset + 1000
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
    done = empty("restore", file)
    assert (done.code, "is damaged" in done.said, empty("backup", file.with_name("x")).code) == (1, True, 2)


def test_a_database_that_does_not_answer_ends_with_4(data_dir: Path, file: Path) -> None:
    assert Terminal(data_dir, "postgresql://localhost:1/nowhere")("restore", file).code == 4
