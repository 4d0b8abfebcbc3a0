"""What holds of downtime whatever is rolled: what crafts come to, what rest leaves, and that all of it can be undone."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.weaverdice.bench import Bench
from tests.games.weaverdice.ward import Ward

DICE = st.lists(st.integers(1, 6), min_size=5, max_size=5)
TIERS = {"low": 10, "standard": 15, "high": 20}


def expected(rolls: list[int], tier: str) -> tuple[int, list[str]]:
    """By the rulebook: how many of the rolls are made, and what there is in the end."""
    for made in range(1, len(rolls) + 1):
        if sum(rolls[:made]) >= TIERS[tier]:
            return made, [f"armor/{tier}"]
    met = [t for t, goal in TIERS.items() if goal <= min(sum(rolls), TIERS[tier])]
    return len(rolls), [f"armor/{met[-1]}"] if met else []


@settings(max_examples=25, deadline=None)
@given(DICE, st.sampled_from(sorted(TIERS)))
def test_a_craft_comes_to_what_its_rolls_add_up_to(rolls: list[int], tier: str) -> None:
    table = Bench(knowledge=5, dexterity=5)
    table.begin_craft("armor", tier)
    table.slot()
    made, things = expected(rolls, tier)
    for die in rolls[:made]:
        table.craft(die)
    assert (table.made(), table.sum(), table.left()) == (things, None, 5 - made)


@settings(max_examples=15, deadline=None)
@given(DICE, st.data())
def test_without_one_of_the_rolls_the_others_count(rolls: list[int], data: st.DataObject) -> None:
    table = Bench(knowledge=9, dexterity=5)
    table.play("lay_out_design", what="armor", price=100, raised=90)
    table.begin_craft()
    table.slot()
    entries = [table.craft(die) for die in rolls]
    struck = data.draw(st.integers(0, 4))
    table.undo(entries[struck])
    assert table.sum() == sum(rolls) - rolls[struck]


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 40), st.lists(st.integers(1, 6), max_size=4), st.integers(1, 6))
def test_days_come_off_as_they_are_rolled_and_never_below_none(days: int, rolls: list[int], halving: int) -> None:
    table = Ward()
    table.doctor()
    table.broken_leg(days)
    left = -(-days // 2) if halving >= 4 else days
    dice, due = {"halve/1": [halving]}, left
    for number, die in enumerate(rolls, start=1):
        if due > 0:
            dice[f"rest/{number}"] = [die]
        due -= die + 1
    table.rest(*["days:leg"] * len(rolls), **helped(dice, left, rolls))
    assert (table.days() or 0) == max(0, left - sum(die + 1 for die in rolls) - (1 if rolls else 0))


def helped(dice: dict[str, list[int]], left: int, rolls: list[int]) -> dict[str, Any]:
    """The professional's own roll, a 1, where there is anything left for it."""
    needed = bool(rolls) and left > sum(die + 1 for die in rolls)
    return {"dice": dice | ({"help/1": [1]} if needed else {}), "professional": "Doc", "halve": ["leg"]}


@settings(max_examples=15, deadline=None)
@given(st.integers(-4, 4), st.integers(1, 3))
def test_rest_never_lifts_morale_above_neutral_nor_lowers_it(morale: int, slots: int) -> None:
    table = Ward()
    table.play("move_morale", who="ramjet", by=morale)
    for _ in range(slots):
        table.rest()
    assert table.current("ramjet", "morale") == (morale if morale >= 0 else min(0, morale + 2 * slots))


@settings(max_examples=8, deadline=None)
@given(st.lists(st.sampled_from(["rest", "day", "wound", "lay_up", "award", "phase"]), min_size=2, max_size=5))
def test_all_downtime_is_undone_and_done_again(words: list[str]) -> None:
    table = Ward(dice="server")
    table.plenty = False
    table.check_undo(*[done(table, word) for word in words])


def done(table: Ward, word: str) -> int:
    match word:
        case "rest":
            return table.play("rest_and_recuperate", who="ramjet", force=True)
        case "day":
            return table.play("pass_night", who=["ramjet"])
        case "wound":
            return table.play("inflict", who="ramjet", tier="lesser", type="cut", effect=False)
        case "lay_up":
            return table.play("lay_up", who="ramjet", what="Leg", days=3)
        case "award":
            return table.play("award_slot", who="ramjet", because="thanks")
        case _:
            open_one = any(phase.state != "processed" for phase in table.campaign().phases.values())
            return table.play("end_downtime" if open_one else "open_downtime")
