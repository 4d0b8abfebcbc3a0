"""A value in a situation: conditions on modifiers, addends of the situation, one law of stacking for both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.aggregates import Aggregate, Character
from domain.play.reading import TrackedReads
from domain.play.values import Situation, Value, effective
from domain.vocabulary.expressions import ValueOf
from domain.vocabulary.log import Contribution
from domain.vocabulary.profile import Profile
from domain.vocabulary.values import Attribute, Modifier

REF, FOE, OTHER = "character/one", "character/foe", "character/other"
PATH = "attributes.attack"


class Alone:
    """A world with one character in it, with an attack of ten, wits of four and these modifiers."""

    def __init__(self, modifiers: Sequence[Modifier]) -> None:
        self.character = Character(
            ref=REF,
            profile={"self": Profile(handle="one", name="One")},
            attributes={"attack": Attribute(base=10), "wits": Attribute(base=4)},
            modifiers={f"m{number}": modifier for number, modifier in enumerate(modifiers)},
        )

    def aggregate(self, ref: str) -> Aggregate | None:
        return self.character if ref == REF else None


def value(modifiers: Sequence[Modifier], tags: Sequence[str] = (), against: str = "", *addends: Contribution) -> Value:
    return effective(TrackedReads(Alone(modifiers), None), REF, PATH, Situation(frozenset(tags), against, addends))


def plus(amount: int, **fields: Any) -> Modifier:
    return Modifier(path=PATH, amount=amount, **fields)


@pytest.mark.parametrize(
    ("when", "tags", "total"),
    [
        ((), (), 12),
        (("melee",), (), 10),
        (("melee",), ("melee", "fire"), 12),
        (("melee", "fire"), ("melee",), 10),
        (("melee", "fire"), ("fire", "melee"), 12),
    ],
)
def test_a_modifier_counts_where_the_situation_has_all_its_tags(
    when: tuple[str, ...], tags: tuple[str, ...], total: int
) -> None:
    assert value([plus(2, when=when)], tags).total == total


@pytest.mark.parametrize(("against", "total"), [("", 10), (FOE, 12), (OTHER, 10)])
def test_a_modifier_against_a_character_counts_against_no_other(against: str, total: int) -> None:
    assert value([plus(2, against=FOE)], (), against).total == total


def test_a_modifier_that_does_not_count_here_is_shown_with_its_condition() -> None:
    (part,) = value([plus(2, when=("melee",), title="Duellist")]).parts
    assert (part.title, part.when, part.counted) == ("Duellist", ("melee",), False)


def test_a_modifier_for_another_situation_does_not_displace_one_of_its_type() -> None:
    kept = [plus(5, type="power", stacking="best", when=("melee",)), plus(2, type="power", stacking="best")]
    assert value(kept).total == 12
    assert value(kept, ["melee"]).total == 15


def test_an_addend_of_the_situation_stacks_by_type_with_what_is_kept() -> None:
    kept = [plus(2, type="power", stacking="best")]
    assert value(kept, (), "", Contribution(label="spell", amount=3, type="power")).total == 13
    assert value(kept, (), "", Contribution(label="spell", amount=1, type="power")).total == 12
    assert value(kept, (), "", Contribution(label="spell", amount=1, type="feat")).total == 13
    assert value(kept, (), "", Contribution(label="spell", amount=1)).total == 13


def test_addends_come_before_multiples_and_caps() -> None:
    kept = [plus(2, operation="multiply"), plus(25, operation="cap")]
    assert value(kept, (), "", Contribution(label="high ground", amount=1)).total == 22
    assert value(kept, (), "", Contribution(label="high ground", amount=4)).total == 25


def test_what_a_value_leans_on_is_reckoned_in_the_situation_without_its_addends() -> None:
    kept = [
        Modifier(path=PATH, amount=ValueOf(path="attributes.wits")),
        Modifier(path="attributes.wits", amount=3, when=("melee",)),
    ]
    assert value(kept, (), "", Contribution(label="high ground", amount=1)).total == 15
    assert value(kept, ["melee"], "", Contribution(label="high ground", amount=1)).total == 18


def test_a_condition_that_nobody_gave_is_left_out_of_what_is_stored() -> None:
    assert msgspec.json.encode(plus(2)) == b'{"path":"attributes.attack","amount":2}'


TAGS = st.lists(st.sampled_from(["melee", "fire", "charge"]), unique=True, max_size=2).map(tuple)
TYPES = st.sampled_from(["", "power", "feat"])
MODIFIERS = st.lists(
    st.builds(
        plus,
        st.integers(-4, 4),
        type=TYPES,
        stacking=st.sampled_from(["sum", "best", "once"]),
        source=st.sampled_from(["ring", "song"]),
        when=TAGS,
        against=st.sampled_from(["", FOE]),
    ),
    max_size=6,
)
ADDENDS = st.lists(st.builds(Contribution, label=st.just("addend"), amount=st.integers(-4, 4), type=TYPES), max_size=4)


def brute_force(
    modifiers: Sequence[Modifier], tags: Sequence[str], against: str, addends: Sequence[Contribution]
) -> int:
    """The total by the words of the rule: which ones fit, then each way of stacking by itself."""
    fitting = [m for m in modifiers if set(m.when) <= set(tags) and m.against in ("", against)]
    total = 10 + sum(int(str(m.amount)) for m in fitting if m.stacking == "sum")
    total += sum(addend.amount for addend in addends if not addend.type)
    first = {}
    for m in reversed(fitting):
        if m.stacking == "once":
            first[m.source, m.type] = int(str(m.amount))
    total += sum(first.values())
    best = [(m.type, int(str(m.amount))) for m in fitting if m.stacking == "best"]
    best += [(addend.type, addend.amount) for addend in addends if addend.type]
    for type in {type for type, _ in best}:
        amounts = [amount for each, amount in best if each == type]
        total += max([amount for amount in amounts if amount > 0], default=0)
        total += min([amount for amount in amounts if amount < 0], default=0)
    return total


@given(MODIFIERS, TAGS, st.sampled_from(["", FOE, OTHER]), ADDENDS)
def test_a_value_in_a_situation_is_what_brute_force_makes_it(
    modifiers: list[Modifier], tags: tuple[str, ...], against: str, addends: list[Contribution]
) -> None:
    result = value(modifiers, tags, against, *addends)
    assert result.total == brute_force(modifiers, tags, against, addends)


@given(MODIFIERS, TAGS, st.integers(1, 3), st.integers(0, 30))
def test_the_contributions_of_a_value_come_to_its_total(
    modifiers: list[Modifier], tags: tuple[str, ...], times: int, cap: int
) -> None:
    kept = [*modifiers, plus(times, operation="multiply", over=2), plus(cap, operation="cap")]
    result = value(kept, tags)
    assert sum(each.amount for each in result.contributions()) == result.total
    assert all(each.amount for each in result.contributions())
