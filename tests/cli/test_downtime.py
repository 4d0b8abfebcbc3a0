"""Downtime at a terminal."""

import json

import pytest

from api.cli.commands.serving import DEMO
from tests.cli.terminal import Terminal

REST = json.dumps([{"type": "freeform.heal", "args": {"target": "sh1", "track": "hp", "notation": "1d4"}, "dice": [3]}])
TOO_MUCH = json.dumps(
    [{"type": "freeform.set", "args": {"target": "sh1", "path": "tracks.nothing.current", "value": 1}}]
)


@pytest.fixture
def opened(terminal: Terminal) -> Terminal:
    """A terminal at the demo campaign with a downtime phase in which SH1 has two slots."""
    done = terminal("downtime", "open", DEMO, "--title", "Ashore", "--days", 2, "--slots", "sh1=2")
    assert (done.code, "1 Ashore: open, 0 of 2 days passed" in done.told) == (0, True)
    return terminal


def test_before_the_first_there_is_none(terminal: Terminal) -> None:
    assert terminal("downtime", "list", DEMO).told == "There has been no downtime yet."


def test_a_plan_is_listed(opened: Terminal) -> None:
    text = opened("downtime", "plan", DEMO, 1, "sh1", "--actions", REST).told
    assert "SH1: 1 of 2 slots" in text
    assert "day 1 Heal notation: 1d4" in opened("downtime", "list", DEMO).told


def test_tried_it_shows_what_would_come(opened: Terminal) -> None:
    opened("downtime", "plan", DEMO, 1, "sh1", "--actions", REST)
    done = opened("downtime", "process", DEMO, 1, "--dry-run")
    assert (done.code, "Nothing was written. Phase 1 is processed; days passed: 2." in done.told) == (0, True)


def test_carried_out_its_report_has_the_rolls_and_what_was_impossible(opened: Terminal) -> None:
    actions = json.dumps([*json.loads(REST), *json.loads(TOO_MUCH)])
    opened("downtime", "plan", DEMO, 1, "sh1", "--actions", actions)
    assert "impossible" in opened("downtime", "process", DEMO, 1, "--one-by-one").told
    report = opened.json("downtime", "report", DEMO, 1)
    (sh1,) = [person for person in report["people"] if person["handle"] == "sh1"]
    assert [roll["total"] for roll in sh1["actions"][0]["entry"]["rolls"]] == [3]
    text = opened("downtime", "report", DEMO, 1).told
    assert "Downtime 1: processed" in text
    assert "not-there" in text


def test_bug_why_something_was_impossible_is_told_with_names(opened: Terminal) -> None:
    opened("downtime", "plan", DEMO, 1, "sh1", "--actions", TOO_MUCH)
    carried_out = opened("downtime", "process", DEMO, 1).told
    assert "character/" not in carried_out + opened("downtime", "report", DEMO, 1).told


def test_slots_are_numbers(terminal: Terminal) -> None:
    done = terminal("downtime", "open", DEMO, "--slots", "sh1=many")
    assert (done.code, "sh1=2" in done.said) == (2, True)
