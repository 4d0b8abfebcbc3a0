"""A rule is cited where something came about by it, was asked or was kept from happening."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.play.play import Play
from tests.freeform.table import Table
from tests.play.rules import decided
from tests.play.test_play import HERO, HURT


@pytest.fixture
def table() -> Table:
    return Table().with_hero(hp=10)


def cited(table: Table, rule: Callable[[Play], object]) -> tuple[str, ...]:
    return decided(table, rule).citations


def test_a_rule_by_which_something_happened_is_cited(table: Table) -> None:
    def rule(play: Play) -> None:
        with play.citing("X-1"), play.citing("X-2"):
            play.emit(HERO, HURT)

    assert cited(table, rule) == ("X-1", "X-2")


def test_a_rule_that_nothing_came_of_is_not_cited(table: Table) -> None:
    def rule(play: Play) -> None:
        with play.citing("X-1"):
            play.exists(HERO)
        with play.citing("X-2"):
            play.emit(HERO, HURT)

    assert cited(table, rule) == ("X-2",)


def test_a_rule_that_kept_something_from_happening_can_be_cited(table: Table) -> None:
    assert cited(table, lambda play: play.cite("X-1")) == ("X-1",)


def test_a_rule_by_which_a_member_was_asked_is_cited(table: Table) -> None:
    def rule(play: Play) -> None:
        with play.citing("X-1"):
            play.offer("again", "pat", ("yes", "no"), "no")

    assert cited(table, rule) == ("X-1",)
