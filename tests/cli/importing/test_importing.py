"""Importing recordings at a terminal, whole and damaged ones."""

import gzip
from pathlib import Path

import pytest

from api.cli.commands.imports.recordings import ranges
from api.cli.commands.serving import DEMO
from api.imports.avrae import fireball_lines
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """A recording whose second half is missing, and of whose last line there is only the beginning."""
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(fireball_lines())[:200_000])
    return path


@pytest.fixture
def noise(tmp_path: Path) -> Path:
    """A file in which nothing can be read."""
    path = tmp_path / "noise.jsonl"
    path.write_bytes(b"\x00\xff not a recording\n{\n")
    return path


def test_a_whole_recording_is_imported_with_0(empty: Terminal, recording: Path) -> None:
    done = empty("import", "avrae", recording)
    assert (done.code, "300 entries" in done.out) == (0, True)


def test_a_report_for_programs_names_the_campaign(empty: Terminal, recording: Path) -> None:
    report = empty.json("import", "avrae", recording, "--name", "The Pools")
    assert [(each["id"], each["name"]) for each in empty.json("campaigns")] == [(report["campaign"], "The Pools")]
    assert (report["entries"], report["faults"], len(report["taken"])) == (300, [], len(fireball_lines()))


def test_a_campaign_is_called_like_its_file_unless_told_otherwise(empty: Terminal, recording: Path) -> None:
    assert empty.json("import", "avrae", recording)["name"] == "hag"


def test_a_recording_may_come_from_standard_input(empty: Terminal) -> None:
    report = empty.json("import", "avrae", "-", code=0, stdin=b"".join(fireball_lines()))
    assert report["name"] == "Avrae recording"


def test_the_importer_becomes_the_game_master(empty: Terminal, recording: Path) -> None:
    empty("import", "avrae", recording)
    assert empty.json("campaigns")[0]["role"] == "gm"


def test_a_damaged_recording_is_imported_as_far_as_it_is_whole_with_3(empty: Terminal, cut: Path) -> None:
    report = empty.json("import", "avrae", cut, code=3)
    assert "broken-json" in [fault["kind"] for fault in report["faults"]]
    assert empty.json("verify", "cut")["ok"] is True


def test_a_person_is_told_which_lines_are_damaged(empty: Terminal, cut: Path) -> None:
    done = empty("import", "avrae", cut)
    assert (done.code, "broken-json" in done.out, "cut-off" in done.out) == (3, True, True)


def test_a_strict_import_refuses_what_is_damaged_with_1(empty: Terminal, cut: Path) -> None:
    done = empty("import", "avrae", cut, "--strict")
    assert (done.code, "The recording has faults" in done.said, "Nothing was imported" in done.out) == (1, True, True)


def test_what_a_strict_import_refuses_is_not_there(empty: Terminal, cut: Path) -> None:
    assert empty.json("import", "avrae", cut, "--strict", code=1)["campaign"] is None
    assert empty.json("campaigns") == []


def test_a_strict_import_takes_what_is_whole(empty: Terminal, recording: Path) -> None:
    assert empty("import", "avrae", recording, "--strict").code == 0


def test_of_a_file_in_which_nothing_can_be_read_nothing_is_made_with_2(empty: Terminal, noise: Path) -> None:
    report = empty.json("import", "avrae", noise, code=2)
    assert (report["campaign"], report["left"], empty.json("campaigns")) == (None, [1, 2], [])


def test_a_file_that_is_not_there_is_named(empty: Terminal) -> None:
    done = empty("import", "avrae", "/nowhere/at-all.jsonl")
    assert (done.code, "'/nowhere/at-all.jsonl' does not exist" in done.said) == (2, True)


def test_bug_a_packed_recording_is_imported_like_any_other(empty: Terminal, tmp_path: Path) -> None:
    packed = tmp_path / "hag.jsonl.gz"
    packed.write_bytes(gzip.compress(b"".join(fireball_lines())))
    assert empty("import", "avrae", packed, "--strict").code == 0


def test_bug_an_importer_of_a_known_recording_is_told(empty: Terminal, recording: Path) -> None:
    first = empty.json("import", "avrae", recording, "--name", "The first")["campaign"]
    assert f"imported before, as campaign {first}" in " ".join(empty("import", "avrae", recording).out.split())


def test_a_person_is_told_which_lines_were_left_out(empty: Terminal, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"".join(b"{\n" if at in (9, 10, 11, 49) else line for at, line in enumerate(fireball_lines())))
    out = empty("import", "avrae", broken).out
    assert ("Lines that were left out: 10–12, 50." in out, "4 broken-json" in out) == (True, True)


def test_a_person_is_told_what_differs_from_the_recording(empty: Terminal, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(b"".join(fireball_lines()).replace(b"(AC 18, Hexblade's Curse)", b"(AC 19, Hexblade's Curse)", 1))
    out = empty("import", "avrae", other).out
    assert [word in out for word in ("2 values differ", "Keya", "AC", "19")] == [True] * 4


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([], ""), ([3], "3"), ([1, 2, 3, 7, 9, 10], "1–3, 7, 9–10"), (range(0, 100, 2), "0, 2, 4")],
)
def test_numbers_are_written_as_ranges(numbers: list[int], words: str) -> None:
    assert ranges(numbers).startswith(words)


def test_an_account_that_may_not_found_campaigns_imports_none(newcomer: Newcomer, recording: Path) -> None:
    done = newcomer("Pat", "player")("import", "avrae", recording)
    assert (done.code, "who may found campaigns" in done.said) == (1, True)


def test_the_demo_is_imported_once(terminal: Terminal) -> None:
    assert terminal.json("demo")["campaign"] == terminal.json("demo")["campaign"]
    assert [each["name"] for each in terminal.json("campaigns")] == [DEMO]


def test_the_demo_says_what_to_try(reader: Terminal) -> None:
    assert f'sheet "{DEMO}" sh1 --as-of 100' in reader("demo").out
