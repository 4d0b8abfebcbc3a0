"""A roll shows the number that the rule counted: its total is its dice and its addends, caps and multiples among them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from api.testing.games import GameTable
from domain.dice.notation import parse
from domain.dice.roll import evaluate
from domain.play.adjusting import adjusted, at_least, at_most, times
from domain.vocabulary.log import Contribution, Noted, Rolled
from tests.games.cthulhu_eternal.brawl import Brawl
from tests.games.cthulhu_eternal.harming import Ward
from tests.games.cthulhu_eternal.illness import Infirmary
from tests.games.midnight_in_vaia.people import Protagonists
from tests.games.weaverdice.capes import Capes


def rolls_of(table: GameTable, entry: int) -> dict[str, Rolled]:
    return {event.name.split("/")[0]: event for event in table.told(entry) if isinstance(event, Rolled)}


def of_the_dice(rolled: Rolled) -> int:
    """What the dice alone come to, by the notation."""
    left: Iterator[int] = iter([value for _, value, _ in rolled.dice])
    return evaluate(parse(rolled.notation), lambda _: next(left)).total


class Case(NamedTuple):
    """An entry whose roll of that kind a rule changes by an `amount` to a `total`."""

    table: GameTable
    entry: int
    kind: str
    total: int
    amount: int
    rule: str = ""


def low_morale() -> Case:
    """WD-MOR-01: 6 and Athletics 5 make 8; at the second low step a check comes to 5 at most."""
    table = Capes()
    table.cape("ramjet", morale=-2, athletics=5)
    entry = table.play("check", who="ramjet", stat="athletics", target=6, dice={"check": [6]})
    return Case(table, entry, "check", 5, -3, "WD-MOR-01")


def a_critical_hit() -> Case:
    table = Ward()
    entry = table.hurt(damage="1d6", critical=True, dice={"damage/edith": [3]})
    return Case(table, entry, "damage", 6, 3, "CE-ATK-02")


def a_flesh_wound() -> Case:
    table = Ward()
    entry = table.hurt(damage="1d6", halved=True, dice={"damage/edith": [5]})
    return Case(table, entry, "damage", 3, -2, "CE-RULING-06")


def a_weak_blow() -> Case:
    """CE-DMG-03: 1D4 less 2 for STR 1; less than nothing is nothing."""
    table = Ward()
    table.person("weakling", str=1)
    entry = table.hurt(damage="1d4", by="weakling", hand_to_hand=True, dice={"damage/edith": [1]})
    return Case(table, entry, "damage", 0, 1)


def a_critical_success_at_first_aid() -> Case:
    table = Ward()
    table.hurt(6)
    dice = {"first-aid": [11], "stabilization/edith": [2]}
    return Case(table, table.play("first_aid", who="doctor", patient="edith", dice=dice), "stabilization", 4, 2)


def a_disease_withstood() -> Case:
    table = Infirmary()
    table.infect()
    return Case(table, table.interval(con=14, harm=5), "disease-damage", 3, -2, "CE-DIS-01")


def a_disease_fumbled() -> Case:
    table = Infirmary()
    table.infect()
    return Case(table, table.interval(con=99, harm=2, then=3), "disease-damage", 4, 2, "CE-DIS-03")


def damage_below_nothing() -> Case:
    table = Protagonists()
    table.protagonist("vera")
    entry = table.play("inflict", who="vera", roll="1d4-3", type="striking", dice={"damage": [1]})
    return Case(table, entry, "damage", 0, 2)


def harm_kept_by_hand() -> Case:
    table = Ward()
    dice = {"thorns": [1]}
    entry = table.play("freeform.damage", target="edith", track="hp", notation="1d4-3", label="thorns", dice=dice)
    return Case(table, entry, "thorns", 0, 2)


CASES = (
    low_morale,
    a_critical_hit,
    a_flesh_wound,
    a_weak_blow,
    a_critical_success_at_first_aid,
    a_disease_withstood,
    a_disease_fumbled,
    damage_below_nothing,
    harm_kept_by_hand,
)


@pytest.mark.parametrize("build", CASES)
class TestTheRollShowsWhatWasCounted:
    def test_the_total_is_what_the_rule_goes_on_with(self, build: Callable[[], Case]) -> None:
        case = build()
        assert rolls_of(case.table, case.entry)[case.kind].total == case.total

    def test_what_changed_it_is_an_addend_that_names_its_rule(self, build: Callable[[], Case]) -> None:
        case = build()
        change = rolls_of(case.table, case.entry)[case.kind].modifiers[-1]
        assert (change.amount, change.source) == (case.amount, case.rule)

    def test_the_total_is_the_dice_and_the_addends(self, build: Callable[[], Case]) -> None:
        case = build()
        rolls = rolls_of(case.table, case.entry).values()
        sums = [of_the_dice(roll) + sum(addend.amount for addend in roll.modifiers) for roll in rolls]
        assert sums == [roll.total for roll in rolls]

    def test_the_roll_cites_the_rule(self, build: Callable[[], Case]) -> None:
        case = build()
        assert {case.rule} - {""} <= set(rolls_of(case.table, case.entry)[case.kind].rules)

    def test_undone_nothing_of_it_is_left(self, build: Callable[[], Case]) -> None:
        case = build()
        case.table.check_undo(case.entry)


@pytest.mark.rules("CE-MOD-02")
def test_bonuses_beyond_the_most_are_told_as_cut() -> None:
    """CE-MOD-02: a pinned target (+20), aiming and point-blank come to 40 together."""
    table = Brawl()
    table.begin(ana=14, bo=11)
    table.arm("ana")
    table.play("rule_circumstances", who="ana", apply=["point-blank", "lined up through a sight", "standing still"])
    entry = table.strike("ana", "bo", 100, weapon="gun", yards=1)
    (note,) = (event for event in table.told(entry) if isinstance(event, Noted) and "after" in event.data)
    assert note.data["bonuses over 40"] == 40 - 60
    assert sum(int(value or 0) for name, value in note.data.items() if name != "after") == note.data["after"]


def test_adjustments_are_addends_in_their_order() -> None:
    assert adjusted(7, (at_most(5, "WD-MOR-01"), times(2, "critical"), at_least(0))) == (
        10,
        (
            Contribution(label="at most 5", amount=-2, source="WD-MOR-01"),
            Contribution(label="critical", amount=5),
        ),
    )
