"""Damage against a slow and obvious reckoning: halving, vulnerability, resistance, temporary and real hit points."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.orcus.cast import Cast

TYPES = ("fire", "cold", "poison")
AMOUNTS = st.dictionaries(st.sampled_from((*TYPES, "all")), st.integers(1, 12), max_size=4)


class Blow(NamedTuple):
    """A hit on a character: the die, its types, who is weakened or incorporeal, and what the target resists and has."""

    die: int
    types: tuple[str, ...]
    weakened: bool
    incorporeal: bool
    resists: dict[str, int]
    vulnerable: dict[str, int]
    temporary: int


BLOWS = st.builds(
    Blow,
    die=st.integers(1, 20),
    types=st.lists(st.sampled_from(TYPES), unique=True, max_size=2).map(tuple),
    weakened=st.booleans(),
    incorporeal=st.booleans(),
    resists=AMOUNTS,
    vulnerable=AMOUNTS,
    temporary=st.integers(0, 12),
)


def reckoned(blow: Blow) -> tuple[int, int]:
    """The temporary and the real hit points that a blow takes, step by step as ruling 38 has it."""
    amount = blow.die
    for halves in (blow.weakened, blow.incorporeal):
        if halves:
            amount = max(1, amount // 2)
    covering: list[tuple[str, ...]] = [(type, "all") for type in blow.types] or [("all",)]
    amount += max(max(blow.vulnerable.get(each, 0) for each in words) for words in covering)
    amount -= min(max(blow.resists.get(each, 0) for each in words) for words in covering)
    amount = max(0, amount)
    absorbed = min(amount, blow.temporary)
    return absorbed, amount - absorbed


@pytest.mark.rules("OR-RULING-38", "OR-RULING-07", "OR-RES-01", "OR-RES-02", "OR-COND-22", "OR-MON-06", "OR-THP-01")
@given(blow=BLOWS)
def test_a_blow_takes_what_the_ruling_says(blow: Blow) -> None:
    table = Cast()
    table.hero("bryn")
    table.monster("gnasher", hp=100)
    table.arm("bryn", dice="1d20", types=[*blow.types])
    for who, what, given_it in (("bryn", "weakened", blow.weakened), ("gnasher", "incorporeal", blow.incorporeal)):
        if given_it:
            table.play("impose", who=who, what=what)
    for what, amounts in (("resistance", blow.resists), ("vulnerability", blow.vulnerable)):
        for against, amount in amounts.items():
            table.play("protect", who="gnasher", what=what, amount=amount, against=against)
    if blow.temporary:
        table.play("grant_temporary", who="gnasher", amount=blow.temporary)
    table.strike("bryn", "gnasher", 19, [blow.die])
    taken = blow.temporary - table.current("gnasher", "temporary_hp"), 100 - table.current("gnasher", "hp")
    assert taken == reckoned(blow)
