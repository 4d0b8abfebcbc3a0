"""Reading campaigns at a terminal."""

from pathlib import Path

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from api.app import create_app
from api.cli.commands.serving import DEMO
from api.services import Services
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal


def test_campaigns_are_listed_with_where_they_stand(reader: Terminal) -> None:
    assert f"{DEMO} freeform gm 300" in reader("campaigns").told


def test_an_installation_without_campaigns_lists_none(empty: Terminal) -> None:
    assert empty.json("campaigns") == []


def test_a_campaign_is_found_by_its_name_whatever_its_case(reader: Terminal) -> None:
    assert reader("characters", DEMO.upper()).out == reader("characters", DEMO).out


def test_a_campaign_is_found_by_its_id(reader: Terminal) -> None:
    id = reader.json("campaigns")[0]["id"]
    assert reader.json("characters", id) == reader.json("characters", DEMO)


def test_an_unknown_campaign_is_named_with_those_there_are(reader: Terminal) -> None:
    done = reader("characters", "Nowhere")
    assert (done.code, done.out) == (2, "")
    assert done.said == f"There is no campaign 'Nowhere'; there is {DEMO!r}."


def test_a_name_that_several_campaigns_have_asks_for_an_id(terminal: Terminal, recording: Path) -> None:
    terminal("import", "avrae", recording, "--name", DEMO)
    done = terminal("characters", DEMO)
    assert done.code == 2
    assert all(each["id"] in done.said for each in terminal.json("campaigns"))


def test_characters_are_listed_by_handle(reader: Terminal) -> None:
    assert "sh1 SH1 Sea Hag" in reader("characters", DEMO).told


def test_a_sheet_shows_values_with_their_bounds(reader: Terminal) -> None:
    assert "hp −2 — 52" in reader("sheet", DEMO, "SH1").told


def test_a_sheet_without_explanations_has_no_column_for_them(reader: Terminal) -> None:
    assert "now least most" in reader("sheet", DEMO, "SH1").told
    assert "why" not in reader("sheet", DEMO, "SH1").told


def test_a_sheet_is_read_as_of_an_entry(reader: Terminal) -> None:
    sheet = reader.json("sheet", DEMO, "sh1", "--as-of", 100)
    assert (sheet["tracks"]["hp"]["current"], sheet["as_of"]["entry"]) == (45, 100)


def test_what_the_table_believed_then_differs_from_what_is_held_true_now(terminal: Terminal) -> None:
    terminal("undo", DEMO, 98, "--yes")
    played = terminal.json("sheet", DEMO, "sh1", "--as-of", 100, "--view", "as_played")
    corrected = terminal.json("sheet", DEMO, "sh1", "--as-of", 100)
    assert (played["tracks"]["hp"]["current"], corrected["tracks"]["hp"]["current"]) == (45, 52)


def test_what_was_known_before_a_revision_can_still_be_read(terminal: Terminal) -> None:
    terminal("undo", DEMO, 98, "--yes")
    known = terminal.json("sheet", DEMO, "sh1", "--as-of", 100, "--known-at", 300)
    assert known["tracks"]["hp"]["current"] == 45


def test_a_point_of_time_that_is_none_is_told_with_what_would_be_one(reader: Terminal) -> None:
    done = reader("sheet", DEMO, "sh1", "--as-of", "yesterday")
    assert done.code == 2
    assert done.said == "A point of time is an entry number, session:k, scene:k or a time, not 'yesterday'."


def test_an_unknown_character_is_a_problem_document_for_programs(reader: Terminal) -> None:
    problem = reader.problem("sheet", DEMO, "nobody", code=2)
    assert (problem["type"], problem["status"]) == ("/problems/unknown-thing", 404)


def test_the_only_board_needs_no_name(reader: Terminal) -> None:
    assert "Combat — ended · round 2" in reader("board", DEMO).out


def test_a_board_shows_everybody_in_the_order_of_turns(reader: Terminal) -> None:
    board = reader.json("board", DEMO)
    assert [turn["called"] for turn in board["order"]][:2] == ["Verity Silverdust", "Nitar"]


def test_of_several_boards_one_has_to_be_named(terminal: Terminal) -> None:
    terminal("play", DEMO, "freeform.create_encounter", "--args", '{"name": "The Bridge"}')
    done = terminal("board", DEMO)
    assert (done.code, "combat, the-bridge" in done.said) == (2, True)


def test_the_log_is_a_json_array_of_all_entries(reader: Terminal) -> None:
    assert [entry["entry"] for entry in reader.json("log", DEMO)] == list(range(1, 301))


def test_a_limited_log_ends_with_the_newest(reader: Terminal) -> None:
    assert [entry["entry"] for entry in reader.json("log", DEMO, "--limit", 3)] == [298, 299, 300]


def test_a_limited_log_after_an_entry_begins_there(reader: Terminal) -> None:
    assert [entry["entry"] for entry in reader.json("log", DEMO, "--after", 10, "--limit", 2)] == [11, 12]


@pytest.mark.parametrize(
    ("filter", "entries"),
    [
        (("--kind", "wound", "--character", "sh1", "--before", 200), [98, 135, 184, 187]),
        (("--entry-kind", "record"), [1, 2, 4, 300]),
        (("--session", 1, "--after", 297), [298, 299]),
        (("--status", "struck"), []),
    ],
)
def test_the_log_is_filtered(reader: Terminal, filter: tuple[object, ...], entries: list[int]) -> None:
    assert [entry["entry"] for entry in reader.json("log", DEMO, *filter)] == entries


def test_the_log_tells_each_entry_in_a_line(reader: Terminal) -> None:
    (line,) = [
        line for line in reader("log", DEMO, "--kind", "wound").out.splitlines() if line.lstrip().startswith("135")
    ]
    assert "damage [2] +1 = 3; hp −3" in line


def test_an_event_tells_its_zeros(reader: Terminal) -> None:
    assert "SH1: temp hp 0" in reader("entry", DEMO, 34).told


def test_an_entry_shows_its_dice_and_what_happened(reader: Terminal) -> None:
    text = reader("entry", DEMO, 135).told
    assert "damage 1d6+1 [bludgeoning] [2] = 3 (imported)" in text
    assert "SH1: hp −3" in text


def test_a_struck_entry_shows_who_struck_it_and_why(terminal: Terminal) -> None:
    terminal("undo", DEMO, 98, "--yes", "--reason", "The axe was at the inn")
    text = terminal("entry", DEMO, 98).told
    assert "struck, version 2" in text
    assert "by revision 301 by Owner: The axe was at the inn" in text


def test_an_entry_beyond_the_newest_is_not_there(reader: Terminal) -> None:
    assert "the newest is 300" in reader("entry", DEMO, 301).said


def test_an_explanation_leads_from_the_first_value_to_the_last(reader: Terminal) -> None:
    steps = reader.json("explain", DEMO, "sh1", "tracks.hp.current")["steps"]
    assert (steps[0]["after"], steps[-1]["after"]) == (52, -2)


def test_an_explanation_names_the_rolls(reader: Terminal) -> None:
    assert "230 1 21 4 damage 2d8+1d6" in reader("explain", DEMO, "sh1", "tracks.hp.current").told


def test_a_round_of_an_encounter_is_explained(reader: Terminal) -> None:
    explained = reader.json("explain", DEMO, "combat", "pace.now.round")
    assert (explained["ref"].split("/")[0], explained["stored"]) == ("encounter", explained["steps"][-1]["after"])


def test_an_option_of_the_campaign_is_explained(reader: Terminal) -> None:
    explained = reader.json("explain", DEMO, "campaign", "ground.self.options.dice")
    assert (explained["ref"], explained["steps"][0]["entry"]) == ("campaign/self", 1)


def test_a_path_that_no_encounter_has_is_told_with_ones_that_it_has(reader: Terminal) -> None:
    assert "like pace.now.round" in reader("explain", DEMO, "combat", "pace.now.rounds").said


def test_a_path_that_nothing_has_is_told_with_one_that_is(reader: Terminal) -> None:
    done = reader("explain", DEMO, "sh1", "tracks.mana.current")
    assert (done.code, "a path is one of the sheet's, like tracks.hp.current" in done.said) == (2, True)


def test_a_difference_tells_what_changed_between_two_points(reader: Terminal) -> None:
    output = reader("diff", DEMO, 134, 135).out
    assert output.splitlines() == ["From entry 134 to entry 135", "  SH1 hp 45 → 42"]


def test_what_was_believed_differs_from_what_is_held_true(terminal: Terminal) -> None:
    terminal("undo", DEMO, 98, "--yes")
    changes = terminal.json("diff", DEMO, 100, 100, "--from-view", "as_played")["changes"]
    assert [(change["path"], change["before"], change["after"]) for change in changes] == [
        ("character/sh1.tracks.hp.current", 45, 52)
    ]


def test_where_nothing_differs_that_is_told(reader: Terminal) -> None:
    assert "nothing differs" in reader("diff", DEMO, 299, 299).out


READS = {
    "/campaigns": ("campaigns",),
    "/campaigns/{c}/characters": ("characters", DEMO),
    "/campaigns/{c}/characters/sh1?as_of=150": ("sheet", DEMO, "sh1", "--as-of", "150"),
    "/campaigns/{c}/encounters/combat": ("board", DEMO, "combat"),
    "/campaigns/{c}/entries?after=90&limit=20": ("log", DEMO, "--after", "90", "--limit", "20"),
    "/campaigns/{c}/entries/135": ("entry", DEMO, "135"),
    "/campaigns/{c}/characters/sh1/explain?path=tracks.hp.current": ("explain", DEMO, "sh1", "tracks.hp.current"),
    "/campaigns/{c}/encounters/combat/explain?path=pace.now.round": ("explain", DEMO, "combat", "pace.now.round"),
    "/campaigns/{c}/explain?path=clock.now.at": ("explain", DEMO, "campaign", "clock.now.at"),
    "/campaigns/{c}/diff?from=100&to=150": ("diff", DEMO, "100", "150"),
    "/campaigns/{c}/dice": ("dice", DEMO),
    "/systems": ("systems",),
    "/systems/freeform": ("systems", "freeform"),
    "/tokens": ("token", "list"),
}


@pytest.fixture
def http(services: Services) -> httpx.Client:
    return TestClient(create_app(services))


@pytest.mark.parametrize("path", READS)
def test_programs_get_what_the_interface_answers(terminal: Terminal, http: httpx.Client, path: str) -> None:
    token = (terminal.data_dir / "owner-token").read_text().strip()
    id = terminal.json("campaigns")[0]["id"]
    with http:
        answer = http.get(f"/api/v1{path.format(c=id)}", headers={"Authorization": f"Bearer {token}"})
    assert msgspec.json.decode(terminal(*READS[path], "--json").out) == answer.json()


def test_a_player_sees_what_a_player_may(terminal: Terminal, newcomer: Newcomer) -> None:
    pat = newcomer("Pat", "player")
    assert pat.json("sheet", DEMO, "sh1")["whole"] is False
    assert terminal.json("sheet", DEMO, "sh1")["whole"] is True


def test_the_game_master_looks_through_a_players_eyes(terminal: Terminal, newcomer: Newcomer) -> None:
    pat = newcomer("Pat", "player")
    assert terminal.json("sheet", DEMO, "sh1", "--viewer", newcomer.id) == pat.json("sheet", DEMO, "sh1")


def test_a_player_cannot_borrow_eyes(newcomer: Newcomer) -> None:
    assert newcomer("Pat", "player").problem("sheet", DEMO, "sh1", "--viewer", "gm", code=1)["status"] == 403


def test_a_stranger_does_not_learn_that_a_campaign_exists(newcomer: Newcomer) -> None:
    stranger = newcomer("Sam", None)
    assert stranger.json("campaigns") == []
    assert stranger("sheet", DEMO, "sh1").said == f"There is no campaign {DEMO!r}; there is none at all."


def test_an_id_gives_a_stranger_no_more_than_a_name(newcomer: Newcomer) -> None:
    done = newcomer("Sam", None)("sheet", newcomer.campaign, "sh1")
    assert (done.code, done.out) == (2, "")
