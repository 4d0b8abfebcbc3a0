"""What holds in every grapple, whatever the dice and no matter who has hold of whom."""

from hypothesis import given, settings
from hypothesis import strategies as st

from systems.weaverdice.combat.grapple_options import NUMBERS
from tests.games.weaverdice.grappling import Ring

DICE = st.integers(1, 6)
HELD = ("ramjet", "lung", "oni")
PAIRS = [(one, other) for one in HELD for other in HELD if one != other]


@given(grappler=DICE, target=DICE)
@settings(max_examples=20, deadline=None)
def test_the_bank_is_what_brawn_won_and_nobody_is_held_without_winning(grappler: int, target: int) -> None:
    table = Ring()
    margin = grappler + 1 - target
    table.grab(grappler, target, "hold", turned_ramjet="nothing")
    assert table.bank("ramjet", "lung") == (margin if margin > 0 else None)


@given(
    banked=st.integers(0, 5), option=st.sampled_from(["restrain", "drag 5 feet", "drag 10 feet", "choke", "meatshield"])
)
@settings(max_examples=20, deadline=None)
def test_what_an_option_costs_is_what_the_bank_lacks(banked: int, option: str) -> None:
    table = Ring()
    table.play("have_hold", who="ramjet", target="lung", points=banked)
    cost = NUMBERS.options[option].cost
    table.wrestle(2, 1, option)
    assert table.bank("ramjet", "lung") == banked + 2 - cost


@given(pairs=st.lists(st.sampled_from(PAIRS), min_size=1, max_size=8))
@settings(max_examples=20, deadline=None)
def test_only_grapplers_and_the_grappled_have_no_defence_score(pairs: list[tuple[str, str]]) -> None:
    table = Ring()
    table.foe("oni")
    holding: set[tuple[str, str]] = set()
    for who, target in pairs:
        if (target, who) in holding:
            continue
        table.play("let_go" if (who, target) in holding else "have_hold", who=who, target=target)
        holding ^= {(who, target)}
    engaged = {handle for pair in holding for handle in pair}
    assert {handle: table.defence(handle) for handle in HELD} == {h: 0 if h in engaged else 4 for h in HELD}
