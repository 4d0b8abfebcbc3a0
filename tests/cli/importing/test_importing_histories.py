"""Importing what other programs kept of a campaign, at a terminal."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal
from tests.imports.histories.chats import MIRA, archive, at, dice, said, thrown
from tests.imports.histories.test_roll20_characters import written
from tests.imports.histories.worlds import ACTORS, GM, d20, lines, message, old_world

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
        f"Imported 'The Harbour' as campaign {campaign['id']}. 3 people, 3 characters, 2 things, 3 messages (1 of them "
        "private), 1 roll of 1 die.",
    )


def test_the_people_of_a_world_are_members_by_name(empty: Terminal, world: Path) -> None:
    empty("import", "foundry", world)
    assert re.search(r"Ana .*“Mira: Hello.”", empty("log", "The Harbour").told)


def test_a_second_import_says_that_all_is_there(empty: Terminal, world: Path) -> None:
    first = empty.json("import", "foundry", world)["campaign"]
    done = empty("import", "foundry", world)
    assert (done.code, len(empty.json("campaigns"))) == (0, 1)
    assert done.told == (
        f"Campaign {first} has all of 'The Harbour' already. Known before, and left as they are: 8 records."
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


def test_the_luck_of_a_world_is_told_of_what_the_viewer_may_see(empty: Terminal, tmp_path: Path) -> None:
    rolls = [message(f"M{number}", number, rolls=[d20(15, 5)]) for number in range(4)]
    blind = message("M9", 9, rolls=[d20(1)], whisper=[GM], blind=True)
    empty("import", "foundry", old_world(tmp_path / "harbour", *rolls, blind))
    empty("rebuild", "--all")
    reports = [empty.json("report", "luck", "The Harbour", *eyes) for eyes in ((), ("--viewer", "Ana"))]
    throws = [[(row["who"], row["source"], row["trials"]) for row in report["rows"]] for report in reports]
    assert throws == [[("Mira", "imported", 5)], [("Mira", "imported", 4)]]


def test_an_exported_actor_comes_into_a_campaign(empty: Terminal, world: Path, tmp_path: Path) -> None:
    empty("import", "foundry", world)
    actor = {key: value for key, value in ACTORS[0].items() if key not in ("_id", "ownership")} | {"name": "Kite"}
    path = written(tmp_path / "fvtt-Actor-kite-A9kite0000000000.json", actor)
    report = empty.json("import", "foundry", path, "--campaign", "The Harbour")
    assert (report["is_new"], report["written"]["characters"], report["written"]["things"]) == (False, 1, 2)
    again = empty.json("import", "foundry", path)
    assert (again["campaign"], again["known"]) == (report["campaign"], 3)


def test_a_chat_log_is_the_game_masters(empty: Terminal, tmp_path: Path) -> None:
    log = tmp_path / "fvtt-log-Sun-Feb-01-2026.txt"
    log.write_text(f"[2/1/2026, 8:05:00 PM] Mira\nHello.\n{'-' * 27}\n[2/1/2026, 8:06:00 PM] Grace\nPsst.\nYes.\n")
    report = empty.json("import", "foundry", log, "--name", "Log")
    assert (report["written"]["messages"], report["written"]["private"]) == (2, 2)
    text = empty("log", "Log").told
    assert "“Mira: [2/1/2026, 8:05:00 PM] Hello.”" in text
    assert "“Grace: [2/1/2026, 8:06:00 PM] Psst.”" in text
    assert empty.json("import", "foundry", log)["known"] == 2


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "it is no JSON"),
        (b'{"name": "Mira"}', "it has no `name` and `system`, as actors have"),
        (b"Hello", "it begins with no message"),
        (b"", "it begins with no message"),
        (b"\xff", "it is not UTF-8"),
    ],
)
def test_a_file_that_is_no_export_is_refused_with_2(
    empty: Terminal, tmp_path: Path, content: bytes, sentence: str
) -> None:
    (tmp_path / "file.txt").write_bytes(content)
    done = empty("import", "foundry", tmp_path / "file.txt")
    assert (done.code, sentence in done.said) == (2, True)


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    return archive(tmp_path / "chat.html", at([0, 1], said("Hello."), thrown(14, dice(20, 14))))


def test_a_chat_archive_is_imported_with_0(empty: Terminal, chat: Path) -> None:
    done = empty("import", "roll20", chat, "--name", "Harbour")
    [campaign] = empty.json("campaigns")
    assert (done.code, done.told) == (
        0,
        f"Imported 'Harbour' as campaign {campaign['id']}. 1 person, 2 messages (0 of them private), 1 roll of 1 die.",
    )


def test_a_second_import_of_a_chat_says_that_all_is_there(empty: Terminal, chat: Path) -> None:
    empty("import", "roll20", chat)
    assert "Known before, and left as they are: 2 records." in empty("import", "roll20", chat).told


def test_characters_are_added_to_the_campaign_that_is_named(empty: Terminal, chat: Path, tmp_path: Path) -> None:
    empty("import", "roll20", chat, "--name", "Harbour")
    mira = written(tmp_path / "mira.json", MIRA)
    assert "Added to campaign" in empty("import", "roll20", mira, "--campaign", "Harbour").told
    assert "Mira" in empty("characters", "Harbour").out


def test_a_campaign_that_there_is_not_is_refused(empty: Terminal, chat: Path) -> None:
    done = empty("import", "roll20", chat, "--campaign", "Nowhere")
    assert (done.code, "There is no campaign 'Nowhere'" in done.said) == (2, True)


def test_a_file_that_is_none_of_roll20_is_refused_with_2(empty: Terminal, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Hello")
    done = empty("import", "roll20", tmp_path / "notes.txt")
    assert (done.code, "The file notes.txt is not a readable file of Roll20" in done.said) == (2, True)


HEROES = "Held;Spieler;Klasse;LP;LP max;Staerke\nMira;Ana;Schurkin;9;21;+2\nOrlo;;Graf;30;30;14\n"
COLUMNS = ("--column", "name=Held", "--column", "player=Spieler", "--column", "hp=LP")


@pytest.fixture
def heroes(tmp_path: Path) -> Path:
    path = tmp_path / "heroes.csv"
    path.write_text(HEROES)
    return path


def test_characters_of_a_table_become_a_campaign(empty: Terminal, heroes: Path) -> None:
    done = empty("import", "characters", heroes, *COLUMNS)
    [campaign] = empty.json("campaigns")
    assert (done.code, done.told) == (
        0,
        f"Imported 'heroes' as campaign {campaign['id']}. Columns: name from 'Held', player from 'Spieler', hp from 'LP', "
        "klasse from 'Klasse', staerke from 'Staerke', greatest hp from 'LP max'. 1 person, 2 characters.",
    )
    assert "hp 9 — 21" in empty("sheet", "heroes", "mira").told


def test_characters_come_into_a_campaign_whose_members_play_them(empty: Terminal, heroes: Path, chat: Path) -> None:
    empty("import", "roll20", chat, "--name", "Harbour")
    heroes.write_text(HEROES.replace("Mira", "Kite").replace("Ana", "mira"))
    report = empty.json("import", "characters", heroes, *COLUMNS, "--campaign", "Harbour")
    assert (report["written"]["people"], report["written"]["characters"]) == (0, 2)
    shown = [(each["name"], len(each["owners"])) for each in empty.json("characters", "Harbour")]
    assert ("Orlo", 0) in shown
    assert ("Kite", 1) in shown


def test_a_character_whose_name_is_taken_is_left_out(empty: Terminal, heroes: Path, tmp_path: Path) -> None:
    empty("import", "characters", heroes, *COLUMNS, "--name", "Harbour")
    other = tmp_path / "more.csv"
    other.write_text("name,hp\nMIRA ,3\nKite,4\n")
    done = empty("import", "characters", other, "--campaign", "Harbour")
    assert (done.code, "Known before, and left as they are: 1 record." in done.told, "1 character." in done.told) == (
        0,
        True,
        True,
    )


def test_a_game_keeps_as_words_what_it_has_no_value_for(empty: Terminal, heroes: Path) -> None:
    heroes.write_text("name,brawn,charm\nMira,4,9\n")
    report = empty.json("import", "characters", heroes, "--system", "weaverdice")
    sheet = empty.json("sheet", report["campaign"], "mira")
    assert (report["faults"], "charm" in str(sheet)) == ([], True)


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        ((), 2, "No column holds the names; there are Held, Spieler"),
        (("--column", "name=Hero"), 2, "There is no column 'Hero'; there are Held, Spieler"),
        (("--column", "name"), 2, "write it as who=Player"),
        ((*COLUMNS, "--campaign", "Nowhere"), 2, "There is no campaign 'Nowhere'"),
    ],
)
def test_what_is_wrong_with_the_columns_is_told(
    empty: Terminal, heroes: Path, options: tuple[str, ...], code: int, sentence: str
) -> None:
    done = empty("import", "characters", heroes, *options)
    assert (done.code, sentence in done.said, empty.json("campaigns")) == (code, True, [])


def test_the_game_of_a_campaign_cannot_be_another_one(empty: Terminal, heroes: Path) -> None:
    empty("import", "characters", heroes, *COLUMNS)
    done = empty("import", "characters", heroes, *COLUMNS, "--campaign", "heroes", "--system", "weaverdice")
    assert (done.code, "The campaign is one of freeform, not of weaverdice" in done.said) == (2, True)


def test_where_no_row_is_anybody_nothing_is_written(empty: Terminal, heroes: Path) -> None:
    heroes.write_text("name,player,hp\n,Ana,3\n")
    done = empty("import", "characters", heroes)
    assert (done.code, "It has no name; give every character one." in done.told, empty.json("campaigns")) == (
        2,
        True,
        [],
    )


def test_the_command_line_does_not_load_what_reads_leveldb() -> None:
    asked = "import sys, api.cli.root; sys.exit('plyvel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0
