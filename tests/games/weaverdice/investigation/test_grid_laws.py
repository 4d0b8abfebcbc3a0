"""Laws of grids: what can be reached, and what a watch comes to, whatever is rolled, in whatever order, and undone."""

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.testing.table import GM
from domain.ledger.downtime import process
from domain.play.refusals import Refused
from tests.games.weaverdice.watching import ON, Stakeout

SIDE = 3
PLACES = [f"{row}/{column}" for row in range(SIDE) for column in range(SIDE)]


def beside(place: str) -> set[str]:
    row, column = (int(part) for part in place.split("/"))
    around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return {f"{r}/{c}" for r, c in around} & set(PLACES)


@pytest.mark.rules("WD-GRID-05", "WD-GRID-06", "WD-GRID-13")
@given(blocked=st.sets(st.sampled_from(PLACES), max_size=3), tried=st.lists(st.sampled_from(PLACES), max_size=7))
@settings(max_examples=25, deadline=None)
def test_a_space_is_attempted_exactly_where_a_way_leads_to_it(blocked: set[str], tried: list[str]) -> None:
    table = Stakeout(wits=9)
    table.lay("villain", size="3x3", spaces={place: {"blocked": True} for place in blocked})
    table.surveil()
    opened: set[str] = set()
    for place in tried:
        reached = place not in opened | blocked and (place == "0/0" or bool(beside(place) & opened))
        try:
            table.watch(6, place)
            assert reached, place
            opened.add(place)
        except Refused:
            assert not reached, place
    assert set(table.opened()) == opened


class Watched(NamedTuple):
    """What a watch comes to: strikes that are marked, alerts, spaces and pieces of intel."""

    strikes: int
    alerts: int
    opened: int
    intel: int


def expected(faces: list[int], number: int) -> Watched:
    """By the rulebook, for spaces in a row that all take the same number, in one action without a choice."""
    strikes = alerts = opened = pieces = 0
    for at, face in enumerate(faces):
        success, repeated = face >= number, face in faces[:at]
        opened, pieces = opened + success, pieces + success
        if repeated or not success:
            strikes, pieces = strikes + 1, pieces + 1
        if strikes == 3:
            strikes, alerts = 0, alerts + 1
    return Watched(strikes, alerts, opened, pieces)


def watched(table: Stakeout) -> Watched:
    alerts = sum(task.kind == "alert" for task in table.group("crew").tasks.values())
    return Watched(table.grid.strikes, alerts, len(table.opened()), len(table.intel()))


@pytest.mark.rules("WD-SURV-02", "WD-SURV-03", "WD-SURV-04", "WD-SURV-05", "WD-RULING-82", "WD-RULING-83")
@given(faces=st.lists(st.integers(1, 6), min_size=1, max_size=7), undone=st.integers(0, 6))
@settings(max_examples=25, deadline=None)
def test_a_watch_comes_to_what_the_rulebook_says_also_without_one_of_its_rolls(faces: list[int], undone: int) -> None:
    table = Stakeout(wits=7)
    spaces = {f"0/{column}": {"number": 8} for column in range(8)}
    table.lay("villain", rows=["Movements"], columns=list("ABCDEFGH"), spaces=spaces)
    table.surveil()
    entries = [table.watch(face, f"0/{len(table.opened())}") for face in faces]
    assert watched(table) == expected(faces, 4)
    struck = undone % len(faces)
    table.undo(entries[struck], policy="cascade")
    table.redo(entries[struck])
    assert watched(table) == expected(faces, 4)


@pytest.mark.rules("WD-GRID-04", "WD-SURV-01", "WD-RSCH-05")
def test_a_plan_for_downtime_is_an_action_with_its_rolls() -> None:
    table = Stakeout()
    table.lay("villain")
    table.play("open_downtime", days=1, slots=[{"who": "bandit", "slots": 1}])
    watching = [{"type": "weaverdice.surveil", "args": {**ON, "who": "bandit"}}]
    for space, die in (("0/0", 5), ("1/1", 6), ("0/1", 4)):
        args = {**ON, "who": "bandit", "space": space}
        watching.append({"type": "weaverdice.watch", "args": args, "dice": {"surveil": [die]}})
    table.play("plan_downtime", as_player="ana", who="bandit", actions=watching)
    done = process(table.ledger, table.campaign_id, GM, 1)
    assert [(action.state, action.rule) for action in done.actions] == [
        ("done", ""),
        ("done", ""),
        ("impossible", "WD-GRID-06"),
        ("done", ""),
    ]
    assert table.opened() == ["0/0", "0/1"]
