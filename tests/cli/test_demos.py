"""Playing a demo from the command line, at a service of its own or at one that runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.serving import Serving
from tests.checks.source import ROOT
from tests.cli.terminal import Done, Terminal

BRAWL = ROOT / "tests/data/brawl.toml"


@pytest.fixture
def played(empty: Terminal) -> Done:
    done = empty("demo", "freeform", "--file", BRAWL)
    assert done.code == 0, done.err
    return done


class TestAtAServiceOfItsOwn:
    def test_a_demo_shows_who_did_what_on_which_dice(self, played: Done) -> None:
        assert "Grace: Damage damage 1d6+1 [4] = 5 Red: hp −5" in played.told

    def test_a_refusal_a_question_and_a_change_of_the_past_are_told(self, played: Done) -> None:
        for line in ("Ben: Spend is refused", "asks Ana: Where to? [left, right]", "Ana: answers whither: right"):
            assert line in played.told
        assert "Grace tries a change of the past: Red had left already What changes Red hp 5 → 10" in played.told

    def test_people_are_called_by_name_and_tokens_go_to_terminals_only(self, played: Done) -> None:
        assert "played by Ana" in played.told
        assert "retcon_" not in played.out

    def test_the_campaign_stays(self, empty: Terminal, played: Done) -> None:
        assert "Red as the brawl left her" in played.out
        assert empty.json("sheet", "A Brawl at the Docks", "red")["tracks"]["hp"]["current"] == 9

    def test_a_program_gets_the_campaign_and_everybody_s_token(self, empty: Terminal) -> None:
        played = empty.json("demo", "freeform", "--file", BRAWL)
        as_ana = Terminal(empty.data_dir, empty.database_url, played["people"][1]["token"])
        assert as_ana.json("characters", played["campaign"])[0]["handle"] == "bouncer"


def test_downtime_is_told_from_plan_to_report(empty: Terminal) -> None:
    done = empty("demo", "freeform", "--file", ROOT / "tests/data/ashore.toml")
    assert done.code == 0, done.err
    for line in (
        "Ana plans Red: 2 of 4 slots day 1 Heal notation: 1d4; target: Red; track: hp planned",
        "Nothing was written. Phase 1 is processing",
        "day 1, Red: Heal healing 1d4 [3] = 3 Red: hp +3",
        "day 2, Red: Spend is impossible There is not enough coin",
        "Phase 1 is processed; days passed: 2.",
        "Ana reads what came of it Downtime 1: processed",
        "The Crew — followers: 1, 0 of them ready",
        "0 │ · 4: A wreck.",
    ):
        assert line in done.told


def test_at_a_running_service_the_campaign_is_its(database_url: str, tmp_path: Path, empty: Terminal) -> None:
    with Serving(database_url, tmp_path) as service:
        done = empty("demo", "freeform", "--file", BRAWL, "--url", service.url, "--token", service.owner_token)
    assert "stays" in done.out


class TestWhatCannotBePlayed:
    def test_a_game_without_a_demo(self, empty: Terminal) -> None:
        done = empty("demo", "freeform")
        assert (done.code, "there is no demo of 'freeform'" in done.said.lower()) == (2, True)

    def test_a_wrong_file(self, empty: Terminal, tmp_path: Path) -> None:
        (wrong := tmp_path / "wrong.toml").write_text(BRAWL.read_text().replace('undo = "blow"', 'undo = "snow"', 1))
        done = empty("demo", "freeform", "--file", wrong)
        assert (done.code, "line 65, step 9: no step before it is called 'snow'" in done.said) == (2, True)

    def test_a_step_that_comes_out_otherwise(self, empty: Terminal, tmp_path: Path) -> None:
        (wrong := tmp_path / "wrong.toml").write_text(BRAWL.read_text().replace("damage = 5", "damage = 6"))
        done = empty("demo", "freeform", "--file", wrong)
        assert (done.code, "Step 5 (blow): 'damage' comes to 5" in done.said) == (1, True)

    def test_a_service_that_is_not_there(self, empty: Terminal) -> None:
        done = empty("demo", "freeform", "--file", BRAWL, "--url", "http://127.0.0.1:9", "--token", "x")
        assert (done.code, "cannot be asked" in done.said) == (4, True)

    @pytest.mark.parametrize("words", [("freeform", "--url", "http://x"), ("--url", "http://x", "--token", "y")])
    def test_half_of_what_is_needed(self, empty: Terminal, words: tuple[str, ...]) -> None:
        assert empty("demo", *words).code == 2


class TestLaidOut:
    """Sheets and boards at the terminal, as their game lays them out."""

    @pytest.fixture
    def table(self, empty: Terminal, tmp_path: Path) -> Terminal:
        (small := tmp_path / "small.toml").write_text(
            'name = "Small"\npeople = {gm = "Grace"}\n'
            '[[step]]\nby = "gm"\ntype = "create"\nargs = {name = "Ramjet", stats = {guts = 2}}\n'
            '[[step]]\nby = "gm"\ntype = "freeform.create_encounter"\nargs = {name = "Alley"}\n'
            '[[step]]\nby = "gm"\ntype = "join_fight"\nargs = {encounter = "alley", who = "ramjet"}\n'
            'show = [{sheet = "ramjet", only = ["Effort"]}]\n'
        )
        done = empty("demo", "weaverdice", "--file", small)
        assert (done.code, "Effort Stamina ●●● · Focus ●●● · Recovery ●●" in done.told) == (0, True), done.err
        return empty

    def test_a_sheet_has_the_sections_of_its_game(self, table: Terminal) -> None:
        assert "Wounds Body: 1 – · 2 –" in table("sheet", "Small", "ramjet").told

    def test_a_board_has_its_columns(self, table: Terminal) -> None:
        assert "S ●●● F ●●● R ●●" in table("board", "Small").told

    @pytest.mark.parametrize("words", [("sheet", "Small", "ramjet"), ("board", "Small")])
    def test_plain_it_is_component_by_component(self, table: Terminal, words: tuple[str, ...]) -> None:
        assert "●" not in table(*words, "--plain").out
