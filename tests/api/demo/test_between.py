"""Downtime in demos: who plans what, how it is carried out, and what comes out otherwise than the file says."""

from __future__ import annotations

import pytest

from api.demo.happening import DemoHappening
from api.demo.player import DemoFailed
from api.demo.table import DemoTable
from tests.api.demo.conftest import HEAD, Play
from tests.checks.source import ROOT


@pytest.fixture(scope="module")
def ashore(play: Play) -> tuple[DemoTable, list[DemoHappening]]:
    return play((ROOT / "tests/data/ashore.toml").read_text())


Ashore = tuple[DemoTable, list[DemoHappening]]


def processed(ashore: Ashore) -> DemoHappening:
    return next(happened for happened in ashore[1] if happened.processed is not None)


class TestPlaying:
    def test_everybody_plans_for_their_own_as_themselves(self, ashore: Ashore) -> None:
        table, happened = ashore
        planned = [one.planned for one in happened if one.step.by == "ana" and one.planned is not None]
        assert [action["type"] for action in planned[0]["actions"]] == ["freeform.heal", "freeform.spend"]
        entries = table.ask("gm", "GET", "/entries?limit=500")
        assert table.people["ana"].member in {entry["member"] for entry in entries}

    def test_what_is_withdrawn_is_planned_no_more(self, ashore: Ashore) -> None:
        (withdrawn,) = [one.planned for one in ashore[1] if one.step.withdraw]
        assert withdrawn is not None
        assert withdrawn["actions"] == []

    def test_tried_nothing_is_written(self, ashore: Ashore) -> None:
        tried = next(one for one in ashore[1] if one.tried is not None)
        assert (tried.entries, tried.processed, (tried.tried or {})["preview"]) == ((), None, True)

    def test_carried_out_each_action_has_an_entry_with_its_name(self, ashore: Ashore) -> None:
        done = processed(ashore)
        assert {name for name in done.called.values() if name in ("rest", "asked", "stays", "feast")} == {
            "rest",
            "asked",
            "stays",
        }

    def test_a_phase_goes_on_after_its_question_is_answered(self, ashore: Ashore) -> None:
        done = processed(ashore)
        assert ((done.processed or {})["state"], (done.processed or {})["days_passed"]) == ("processed", 2)

    def test_the_entries_of_it_are_all_that_happened(self, ashore: Ashore) -> None:
        types = [(entry["command"] or {}).get("type") for entry in processed(ashore).entries]
        assert [type for type in types if type == "freeform.pass_day"] == ["freeform.pass_day"] * 2

    def test_a_report_is_read_through_another_members_eyes(self, ashore: Ashore) -> None:
        (report,) = [one.report for one in ashore[1] if one.report is not None]
        (red,) = [person for person in report["people"] if person["handle"] == "red"]
        assert [action["action"]["state"] for action in red["actions"]] == ["done", "impossible"]

    def test_what_was_carried_out_is_undone_by_its_name(self, ashore: Ashore) -> None:
        assert ashore[0].ask("ana", "GET", "/characters/red")["tracks"]["hp"]["current"] == 3

    @pytest.mark.parametrize("sort", ["roster", "group", "grid", "downtime"])
    def test_what_a_group_has_and_what_is_planned_is_looked_at(self, ashore: Ashore, sort: str) -> None:
        assert [glance for one in ashore[1] for glance in one.glances if glance.show.sort == sort]


OPEN = '[[step]]\nby = "gm"\nopen = {}\n'
PLAN = '[[step]]\nby = "ana"\nplan = "red"\naction = [{name = "rest", type = "heal", args = {target = "red", track = "hp", notation = "1d4"}%s}]\n'
PROCESS = '[[step]]\nby = "gm"\nprocess = true\n'


@pytest.mark.parametrize(
    ("steps", "because"),
    [
        (PLAN % "" + PROCESS, "step 4: rest is planned: it needs healing (d4), and ought to be done"),
        (PLAN % ", dice = [2]" + PROCESS + 'becomes = {rest = "impossible"}\n', "rest is done, and ought to be impossible"),
        (PLAN % ", dice = [2]" + PROCESS + 'becomes = {red = "done"}\n', "red is not planned for this phase"),
        (PLAN % ", dice = [2]" + PROCESS + 'answers = [{key = "x", choice = "y"}]\n', "what is asked: nothing"),
        (PLAN % "" + '[[step]]\nby = "gm"\nundo = "rest"\n', "'rest' was planned and has not become an entry"),
        (PROCESS + "phase = 3\n", "There is no downtime phase 3"),
    ],
)  # fmt: skip
def test_what_comes_out_otherwise_ends_the_demo_with_the_reason(play: Play, steps: str, because: str) -> None:
    with pytest.raises(DemoFailed) as failed:
        play(HEAD + OPEN + steps)
    assert because in str(failed.value)
