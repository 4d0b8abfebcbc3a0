"""Data is checked when it comes about: a rule that brings what does not fit has a defect, a hand that writes it is refused."""

from typing import Any

import pytest

from domain.play.play import Play
from domain.play.working_copy import DataDefect
from domain.system import System, Vocabulary
from domain.vocabulary.base import Scalar
from domain.vocabulary.bodies import Condition, ConditionChanged, ConditionGained
from domain.vocabulary.data import Data
from tests.freeform.table import Table
from tests.play.rules import decided
from tests.play.test_play import HERO, refusal


class Dazed(Data, frozen=True, kw_only=True, omit_defaults=True):
    """What is kept with being dazed."""

    roll: int
    by: str = ""


class Aged(Data, frozen=True, kw_only=True, omit_defaults=True):
    """What is kept with every condition."""

    since: int = 0


GAME = System(
    id="strict",
    name="Strict",
    version=1,
    kinds=(),
    vocabulary=Vocabulary(data={("conditions", "dazed"): (Dazed,), ("conditions", ""): (Aged,)}),
)

BAD: list[tuple[dict[str, Scalar], str]] = [
    ({"roll": 1, "dice": 1}, "conditions 'dazed'.*no key 'dice'"),
    ({"roll": "high"}, "'roll' there as int, not as 'high'"),
    ({"by": "ana"}, "'roll' there, which is missing"),
]


@pytest.fixture
def table() -> Table:
    return Table().with_hero(hp=10)


def dazed(play: Play, data: dict[str, Scalar], *, by_hand: bool = False) -> None:
    play.is_by_hand = by_hand
    play.emit(HERO, ConditionGained(name="x-1", condition=Condition(what="dazed", data=data)))


@pytest.mark.parametrize(("data", "says"), BAD)
def test_a_rule_whose_data_does_not_fit_has_a_defect(table: Table, data: dict[str, Scalar], says: str) -> None:
    with pytest.raises(DataDefect, match=says):
        decided(table, lambda play: dazed(play, data), system=GAME)


@pytest.mark.parametrize(("data", "says"), BAD)
def test_data_by_hand_that_does_not_fit_is_refused(table: Table, data: dict[str, Scalar], says: str) -> None:
    refused = refusal(table, lambda play: dazed(play, data, by_hand=True), system=GAME)
    assert refused.rule == "vocabulary"
    assert says.rpartition(".*")[2] in refused.player


def test_a_game_master_may_force_a_key_of_the_tables_own_and_no_wrong_type(table: Table) -> None:
    forced = decided(table, lambda play: dazed(play, {"roll": 1, "dice": 1}, by_hand=True), system=GAME, force=True)
    assert [overruled.rule for overruled in forced.overruled] == ["vocabulary"]
    wrong = refusal(table, lambda play: dazed(play, {"roll": "high"}, by_hand=True), system=GAME, force=True)
    assert wrong.rule == "vocabulary"


def test_a_change_is_checked_by_the_keys_that_it_sets(table: Table) -> None:
    def rule(play: Play, **data: Any) -> None:
        dazed(play, {"roll": 1, "since": 2})
        play.emit(HERO, ConditionChanged(name="x-1", data=data))

    assert decided(table, lambda play: rule(play, by="ana", since=None), system=GAME).outcome == "done"
    with pytest.raises(DataDefect, match="'roll'"):
        decided(table, lambda play: rule(play, roll=None), system=GAME)


def test_a_kind_that_a_game_does_not_know_may_have_a_tables_own_keys(table: Table) -> None:
    def rule(play: Play) -> None:
        play.is_by_hand = True
        play.emit(HERO, ConditionGained(name="x-1", condition=Condition(what="itchy", data={"where": "back"})))

    assert decided(table, rule, system=GAME).outcome == "done"
