"""Turns of Cthulhu Eternal: the count by DEX, equals at once, one action for everybody."""

import pytest

from tests.games.cthulhu_eternal.people import Cellar


@pytest.fixture
def table() -> Cellar:
    return Cellar()


def counts(table: Cellar, count: int) -> list[list[str]]:
    """Who acts now, and on each of so many further counts."""
    found = [table.acting()]
    for _ in range(count):
        table.next()
        found.append(table.acting())
    return found


@pytest.mark.rules("CE-TURN-02")
class TestTheCount:
    def test_the_highest_dex_acts_first(self, table: Cellar) -> None:
        table.begin(bo=11, ana=14, cal=9)
        assert counts(table, 3) == [["ana"], ["bo"], ["cal"], ["ana"]]
