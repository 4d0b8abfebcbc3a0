"""Underlings and the room for them."""

from typing import Any

import pytest

from api.testing.table import outcomes
from domain.play.refusals import Absent
from tests.games.weaverdice.following import Following
from tests.games.weaverdice.growing import Growing


def lead(table: Following | Growing, count: int = 1, **more: Any) -> int:
    return [table.play("take_on_underling", who="outage", type="bruiser", **more) for _ in range(count)][-1]


@pytest.fixture
def table() -> Following:
    return Following(2)


@pytest.mark.rules("WD-PROG-07", "WD-RULING-54")
class TestRoom:
    def test_there_is_room_for_as_many_as_social(self, table: Following) -> None:
        lead(table, 2)
        assert (table.states("bruiser"), table.value("outage", "limits.underlings")) == (["ready", "ready"], 2)

    def test_there_is_room_for_no_more_underlings_than_social(self, table: Following) -> None:
        lead(table, 2)
        assert table.refusal("take_on_underling", who="outage", type="bruiser").rule == "WD-PROG-07"

    def test_a_box_makes_room_for_one_more(self) -> None:
        table = Growing()
        lead(table, 4)
        table.check("room-to-recruit")
        lead(table)
        assert table.refusal("take_on_underling", who="outage", type="bruiser").rule == "WD-PROG-07"

    def test_followers_take_none_of_it(self, table: Following) -> None:
        table.follow("fan", 4)
        lead(table, 2)
        assert len(table.states("bruiser")) == 2

    def test_underlings_take_no_room_of_followers(self, table: Following) -> None:
        table.follow("fan", 4)
        lead(table, 2)
        assert table.conditions("outage") == []

    def test_the_roster_shows_both(self, table: Following) -> None:
        table.follow("fan")
        lead(table, slots=2)
        caps = table.roster().caps
        assert {path: (cap.filled, cap.most) for path, cap in caps.items()} == {
            "limits.followers": (1, 4),
            "limits.underlings": (2, 2),
        }

    def test_letting_one_go_makes_room(self, table: Following) -> None:
        lead(table, 2)
        table.play("let_underling_go", as_player="ana", who="outage", underling="bruiser")
        lead(table)
        assert len(table.states("bruiser")) == 2

    def test_nobody_is_let_go_who_is_not_there(self, table: Following) -> None:
        with pytest.raises(Absent):
            table.play("let_underling_go", who="outage", underling="bruiser")

    def test_without_the_room_of_the_box_the_last_one_does_not_come(self) -> None:
        table = Growing()
        box = table.check("room-to-recruit")
        last = lead(table, 5)
        assert outcomes(table.undo(box, policy="cascade"))[last] == "struck"


@pytest.mark.rules("WD-OPT-19")
class TestCapableOnes:
    def test_one_may_fill_more_slots(self, table: Following) -> None:
        lead(table, slots=2)
        assert table.refusal("take_on_underling", who="outage", type="bruiser").rule == "WD-PROG-07"

    def test_a_capable_underling_needs_as_many_slots(self, table: Following) -> None:
        lead(table)
        assert table.refusal("take_on_underling", who="outage", type="bruiser", slots=2).rule == "WD-PROG-07"
