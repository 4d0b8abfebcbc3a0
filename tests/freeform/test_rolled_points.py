"""Damage and healing that are rolled: dice and their effect are one entry."""

import pytest

from domain.vocabulary.log import Rolled
from tests.freeform.claims import expect_refusal
from tests.freeform.table import Table, tags
from tests.play.rules import but_for_sight


def hurt(hp: int = 10) -> Table:
    return Table().with_hero(hp=(hp, None, 20))


def hp(table: Table) -> int:
    return int(table.see("ramjet").tracks["hp"].current)


@pytest.mark.parametrize(("command", "now"), [("damage", 3), ("heal", 17)])
def test_the_dice_say_how_much(command: str, now: int) -> None:
    table = hurt()
    table.do(command, target="ramjet", track="hp", notation="1d6+3", dice=[4])
    assert hp(table) == now


@pytest.mark.parametrize(("command", "label"), [("damage", "damage"), ("heal", "healing")])
def test_the_roll_stands_in_the_same_entry_under_its_label(command: str, label: str) -> None:
    decision = hurt().do(command, target="ramjet", track="hp", notation="1d6", dice={label: [4]})
    roll = decision.emitted[0].event
    assert isinstance(roll, Rolled)
    assert (roll.name, roll.total, len(tags(decision))) == (label, 4, 2)


def test_a_label_may_be_given() -> None:
    table = hurt()
    table.do("damage", target="ramjet", track="hp", notation="1d6", label="claws", dice={"claws": [4]})
    assert hp(table) == 6


def test_an_amount_beside_the_dice_is_what_came_of_them() -> None:
    table = hurt()
    table.do("damage", target="ramjet", track="hp", notation="1d6+3", amount=3, dice=[4])
    assert hp(table) == 7


def test_dice_below_zero_do_nothing() -> None:
    table = hurt()
    assert tags(table.do("damage", target="ramjet", track="hp", notation="1d6-5", dice=[1])) == ["rolled"]


def test_rolled_damage_is_blind() -> None:
    table = hurt()
    decision = table.do("damage", target="ramjet", track="hp", notation="1d6", dice=[4])
    ref = table.ref("ramjet")
    assert but_for_sight(decision.reads) == {ref, f"{ref}.tracks.hp"}


@pytest.mark.parametrize("command", ["damage", "heal"])
def test_how_much_has_to_be_said(command: str) -> None:
    with expect_refusal("amount", "Say how much"):
        hurt().do(command, target="ramjet", track="hp")
