"""What the player of demos does with each kind of step."""

from __future__ import annotations

import pytest

from api.demo.happening import DemoHappening
from api.demo.player import DemoFailed
from api.demo.table import DemoTable
from tests.api.demo.conftest import HEAD, Play

Brawl = tuple[DemoTable, list[DemoHappening]]


def step_of(brawl: Brawl, name: str) -> DemoHappening:
    return next(happened for happened in brawl[1] if happened.step.name == name)


class TestPeople:
    def test_everybody_has_a_token_of_their_own(self, brawl: Brawl) -> None:
        assert len({person.token for person in brawl[0].people.values()}) == 3

    def test_each_step_is_taken_by_its_person(self, brawl: Brawl) -> None:
        table, _ = brawl
        answers = step_of(brawl, "whither").entries[1]
        assert answers["member"] == table.people["ana"].member

    def test_a_name_that_is_taken_is_numbered(self, play: Play) -> None:
        assert [play(HEAD)[0].name for _ in range(2)][1].startswith("A Brawl (")


class TestCommands:
    def test_dice_come_from_the_file(self, brawl: Brawl) -> None:
        (entry,) = step_of(brawl, "blow").entries
        assert [die["source"] for die in entry["rolls"][0]["dice"]] == ["table"]

    def test_what_is_refused_is_told_with_its_problem(self, brawl: Brawl) -> None:
        refused = [happened.problem for happened in brawl[1] if happened.problem]
        assert [problem["status"] for problem in refused] == [403]

    def test_an_answer_is_an_entry_of_its_own(self, brawl: Brawl) -> None:
        assert [entry["answers"] for entry in step_of(brawl, "whither").entries] == [None, "whither"]

    def test_a_sheet_is_seen_through_another_members_eyes(self, brawl: Brawl) -> None:
        (glance,) = step_of(brawl, "prone").glances
        assert glance.seen["tracks"]["hp"]["current"] == 5

    def test_a_text_that_begins_with_an_at_is_written_with_two(self, play: Play) -> None:
        _, happened = play(HEAD + '[[step]]\nby = "gm"\ntype = "note"\nargs = {text = "@@home"}\n')
        assert happened[-1].entries[0]["command"]["args"]["text"] == "@home"


class TestThePast:
    def test_a_dry_run_writes_nothing(self, brawl: Brawl) -> None:
        tried = [happened for happened in brawl[1] if happened.step.dry_run]
        assert [happened.entries for happened in tried] == [(), ()]

    def test_what_is_written_is_what_was_planned(self, brawl: Brawl) -> None:
        undone = step_of(brawl, "never-fell")
        assert (undone.plan or {})["changes"][0]["after"] == 10
        assert undone.entries[0]["kind"] == "revision"

    def test_undo_undo_amend_and_insert_leave_what_the_file_says(self, brawl: Brawl) -> None:
        assert brawl[0].ask("ana", "GET", "/characters/red")["tracks"]["hp"]["current"] == 9


STEP = '[[step]]\nby = "gm"\nname = "hit"\ntype = "damage"\nargs = {target = "red", track = "hp", notation = "1d6"}\n'


@pytest.mark.parametrize(
    ("steps", "because"),
    [
        (STEP, "step 2 (hit): "),
        (STEP + "dice = [4]\ncomes_to = {damage = 5}\n", "'damage' comes to 4, and ought to come to 5"),
        (STEP + "dice = [4]\ncomes_to = {luck = 5}\n", "nothing was rolled for 'luck'; rolled was damage"),
        (
            STEP + 'dice = [4]\nholds = [{sheet = "red", path = "tracks.hp.current", is = 10}]\n',
            "is 6, and ought to be 10",
        ),
        (
            STEP + 'dice = [4]\nholds = [{sheet = "red", path = "wounds", count = 1}]\n',
            "wounds has 0, and ought to have 1",
        ),
        (STEP + 'dice = [4]\nanswers = [{key = "dodge", choice = "no"}]\n', "what is asked: nothing"),
        (
            '[[step]]\nby = "gm"\ntype = "note"\nargs = {text = "x"}\nrefused = "owner"\n',
            "ought to be refused by owner",
        ),
        ('[[step]]\nby = "gm"\nundo = "red"\nbecomes = {red = "moot"}\n', "red comes out struck, and ought to be moot"),
        (
            '[[step]]\nby = "gm"\ntype = "ask"\nargs = {owner = "@ana", prompt = "?", options = ["a", "b"], default = "a",'
            ' key = "k"}\n',
            "ana is asked 'k' (a or b); say so in the step's `answers`",
        ),
        (STEP + 'dice = [4]\n[[step]]\nby = "gm"\nundo = "red"\n', "it cannot be written: hit: "),
        ('[[step]]\nby = "gm"\ntype = "note"\nargs = {text = "@red/wounded"}\n', "has no event 'wounded' number 1"),
    ],
)
def test_what_comes_out_otherwise_ends_the_demo_with_the_reason(play: Play, steps: str, because: str) -> None:
    with pytest.raises(DemoFailed) as failed:
        play(HEAD + steps)
    assert because in str(failed.value)
