"""Each game declares its kinds of rolls, and rolls no other."""

from __future__ import annotations

import pytest

from domain.system import RollKind, System
from systems.registry import load
from tests.freeform.table import Table
from tests.play.rules import decided

REGISTRY = load(installed=[])
HERO = "character/c-2"
DECLARING = System(
    id="declaring",
    name="Declaring",
    version=1,
    kinds=(),
    roll_kinds=[
        RollKind(name="dodge", text="A defender rolls to dodge."),
        RollKind(name="luck", text="Anybody rolls for luck, under a name of their own.", titled=True),
    ],
)


@pytest.fixture
def table() -> Table:
    return Table().with_hero(hp=10)


@pytest.mark.parametrize("system", sorted(REGISTRY.systems))
def test_every_game_says_what_is_rolled_and_by_whom(system: str) -> None:
    kinds = REGISTRY.systems[system].roll_kinds
    assert kinds
    assert [kind.name for kind in kinds.values() if not kind.text.endswith(".") or len(kind.text.split()) < 4] == []


@pytest.mark.parametrize("system", sorted(REGISTRY.systems))
def test_a_game_declares_no_kind_that_every_game_has(system: str) -> None:
    own = REGISTRY.systems[system]
    assert own is REGISTRY.base or not (own.roll_kinds or {}).keys() & (REGISTRY.base.roll_kinds or {}).keys()


@pytest.mark.parametrize("kind", ["dodge", "dodge/behind-cover", "draw"])
def test_a_declared_kind_is_rolled(table: Table, kind: str) -> None:
    decision = decided(table, lambda play: play.roll(HERO, kind, "1d6"), dice=[4], system=DECLARING)
    assert [die.label for die in decision.dice] == [kind]


def test_a_roll_of_an_undeclared_kind_is_a_defect(table: Table) -> None:
    with pytest.raises(ValueError, match="Declaring declares no kind of rolls 'parry'"):
        decided(table, lambda play: play.roll(HERO, "parry", "1d6"), dice=[4], system=DECLARING)


def test_a_titled_roll_has_its_title_for_a_label(table: Table) -> None:
    decision = decided(
        table, lambda play: play.roll(HERO, "luck", "1d6", title="a good day"), dice=[4], system=DECLARING
    )
    assert [die.label for die in decision.dice] == ["a good day"]


def test_only_a_titled_kind_has_titles(table: Table) -> None:
    with pytest.raises(ValueError, match="not titled"):
        decided(table, lambda play: play.roll(HERO, "dodge", "1d6", title="jump"), dice=[4], system=DECLARING)
