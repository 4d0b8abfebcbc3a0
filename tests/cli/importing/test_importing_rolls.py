"""Importing rolls that a player kept, at a terminal."""

from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

ROLLS = "Player,Dice,Nat,Total\nAna,1d20+5,14,19\nBen,1d20,3,3\n"


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "evenings.csv"
    path.write_text(ROLLS)
    return path


def test_a_whole_file_is_imported_with_0(empty: Terminal, kept: Path) -> None:
    report = empty.json("import", "rolls", kept)
    assert [(each["id"], each["name"]) for each in empty.json("campaigns")] == [(report["campaign"], "evenings")]
    assert (report["rolls"], report["people"]) == (2, ["Ana", "Ben"])


def test_a_person_is_told_what_was_understood(empty: Terminal, kept: Path) -> None:
    done = empty("import", "rolls", kept)
    assert "Columns: who from 'Player', dice from 'Dice', natural from 'Nat', total from 'Total'." in done.out
    assert "2 rolls with 2 dice by Ana, Ben in 1 session." in done.out


def test_a_second_import_of_a_file_is_refused_with_1_and_writes_nothing(empty: Terminal, kept: Path) -> None:
    first = empty.json("import", "rolls", kept)["campaign"]
    done = empty("import", "rolls", kept)
    assert (done.code, len(empty.json("campaigns"))) == (1, 1)
    assert f"This file was imported before, as campaign {first}." in " ".join(done.said.split())


def test_semicolons_may_separate_the_columns(empty: Terminal, kept: Path) -> None:
    kept.write_text(ROLLS.replace(",", ";"))
    assert empty.json("import", "rolls", kept)["rolls"] == 2


def test_a_column_that_is_named_twice_is_told_with_2(empty: Terminal, kept: Path) -> None:
    kept.write_text("Player,Player,Nat\nAna,Ben,3\n")
    done = empty("import", "rolls", kept)
    assert (done.code, "it names the column 'Player' twice" in " ".join(done.said.split())) == (2, True)


def test_a_dry_run_writes_nothing(empty: Terminal, kept: Path) -> None:
    done = empty("import", "rolls", kept, "--dry-run")
    assert (done.code, "this was a dry run" in done.out, empty.json("campaigns")) == (0, True, [])


def test_of_a_damaged_file_the_whole_lines_are_imported_with_3(empty: Terminal, kept: Path) -> None:
    kept.write_text(ROLLS + "Ana,1d20,21,21\n")
    done = empty("import", "rolls", kept)
    assert (done.code, "A d20 shows 1 to 20, not 21." in done.out) == (3, True)


def test_strictly_it_is_refused_with_1_and_nothing_is_written(empty: Terminal, kept: Path) -> None:
    kept.write_text(ROLLS + "Ana,1d20,21,21\n")
    done = empty("import", "rolls", kept, "--strict")
    assert (done.code, empty.json("campaigns")) == (1, [])


def test_columns_dice_and_zone_may_be_said(empty: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("A,B,C\nAna,14,2026-05-01 19:30\n")
    options = (
        "--column",
        "who=A",
        "--column",
        "natural=B",
        "--column",
        "when=C",
        "--dice",
        "1d20",
        "--zone",
        "Europe/Vienna",
    )
    report = empty.json("import", "rolls", path, *options)
    assert (report["rolls"], report["first"]) == (1, "2026-05-01T17:30:00Z")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--column", "who"), "write it as who=Player"),
        (("--column", "who=Nobody"), "There is no column 'Nobody'; there are Player, Dice, Nat, Total"),
        (("--zone", "Vienna"), "here is no time zone 'Vienna'"),
    ],
)
def test_what_is_wrong_with_the_options_is_told_with_2(
    empty: Terminal, kept: Path, options: tuple[str, str], sentence: str
) -> None:
    done = empty("import", "rolls", kept, *options)
    assert (done.code, sentence in " ".join(done.said.split())) == (2, True)
