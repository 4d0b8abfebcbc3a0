"""Importing what other programs kept of a campaign, at a terminal."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.imports.histories.worlds import GM, d20, lines, message, old_world

EVENING = (
    message("M1", 0, content="Hello."),
    message("M2", 10, rolls=[d20(15, 5)], flavor="Stealth"),
    message("M3", 20, author=GM, content="Psst.", whisper=[GM]),
)


@pytest.fixture
def world(tmp_path: Path) -> Path:
    return old_world(tmp_path / "harbour", *EVENING)


def test_a_whole_world_is_imported_with_0(empty: Terminal, world: Path) -> None:
    done = empty("import", "foundry", world)
    [campaign] = empty.json("campaigns")
    assert (done.code, done.told) == (
        0,
        f"Imported 'The Harbour' as campaign {campaign['id']}. 3 people, 3 characters with 2 things, 3 messages (1 of "
        "them private) with 1 roll of 1 die, 0 fights.",
    )


def test_its_people_are_members_by_name(empty: Terminal, world: Path) -> None:
    empty("import", "foundry", world)
    assert "Ana “Mira: Hello.”" in empty("log", "The Harbour").told


def test_a_second_import_says_that_all_is_there(empty: Terminal, world: Path) -> None:
    first = empty.json("import", "foundry", world)["campaign"]
    done = empty("import", "foundry", world)
    assert (done.code, len(empty.json("campaigns"))) == (0, 1)
    assert done.told == (
        f"Campaign {first} has all of 'The Harbour' already. 8 records were there before; they stay as they are."
    )


def test_a_later_import_says_what_it_added(empty: Terminal, world: Path) -> None:
    first = empty.json("import", "foundry", world)["campaign"]
    lines(world / "data" / "messages.db", *EVENING, message("M4", 30, content="Bye."))
    assert f"Added to campaign {first} what is new in 'The Harbour'." in empty("import", "foundry", world).told


def test_a_damaged_world_is_imported_in_part_with_3(empty: Terminal, world: Path) -> None:
    lines(world / "data" / "messages.db", *EVENING, "{")
    done = empty("import", "foundry", world)
    assert (done.code, "messages.db line 4 It is no JSON" in done.told) == (3, True)


def test_strictly_it_is_refused_with_1_and_nothing_is_written(empty: Terminal, world: Path) -> None:
    lines(world / "data" / "messages.db", *EVENING, "{")
    done = empty("import", "foundry", world, "--strict")
    assert (done.code, "Nothing was imported." in done.told, empty.json("campaigns")) == (1, True, [])
    assert "Not every record can be taken, so nothing was imported: 1 fault," in done.said


def test_a_dry_run_writes_nothing(empty: Terminal, world: Path) -> None:
    done = empty("import", "foundry", world, "--dry-run")
    assert (done.code, "this was a dry run" in done.out, empty.json("campaigns")) == (0, True, [])


def test_a_campaign_may_have_another_name(empty: Terminal, world: Path) -> None:
    empty("import", "foundry", world, "--name", "Our harbour")
    assert [campaign["name"] for campaign in empty.json("campaigns")] == ["Our harbour"]


def test_a_folder_that_is_no_world_is_refused_with_2(empty: Terminal, tmp_path: Path) -> None:
    done = empty("import", "foundry", tmp_path)
    assert (done.code, "is no world of Foundry" in done.said) == (2, True)


def test_the_command_line_does_not_load_what_reads_leveldb() -> None:
    asked = "import sys, api.cli.root; sys.exit('plyvel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
