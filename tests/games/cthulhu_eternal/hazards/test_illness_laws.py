"""What holds of poisons and diseases whatever is rolled."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.cthulhu_eternal.harming import LOW
from tests.games.cthulhu_eternal.illness import Infirmary

PERCENT = st.integers(1, 100)
LATE = {"antidote/edith": "doctor"}


def poisoned(lethality: int, con: int, *, late: bool) -> int:
    """The Hit Points out of 100 that a rating of 20% costs."""
    table = Infirmary(hp=100)
    table.give("adder antidote")
    table.poison("Adder", lethality=20, speed="1d6", unit="hours", antidote=True)
    dice = {"poison/edith": con} if lethality > (10 if late else 20) else {}
    answers = LATE if late else {"antidote/edith": "nobody"}
    table.works(lethality, None, answers=answers, dice={**dice, **({"antidote/edith": LOW} if late else {})})
    return 100 - table.hp("edith")


@settings(max_examples=25, deadline=None)
@given(PERCENT, PERCENT)
def test_a_late_antidote_never_makes_it_worse(lethality: int, con: int) -> None:
    assert poisoned(lethality, con, late=True) <= poisoned(lethality, con, late=False)


@settings(max_examples=25, deadline=None)
@given(st.integers(21, 100), PERCENT)
def test_what_does_not_kill_costs_1_to_40(lethality: int, con: int) -> None:
    assert 1 <= poisoned(lethality, con, late=False) <= 40


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.integers(51, 98).filter(lambda roll: roll % 11), st.integers(1, 6)), max_size=5))
def test_a_disease_costs_what_its_failed_tests_say_and_ends_with_the_first_success(
    failed: list[tuple[int, int]],
) -> None:
    table = Infirmary(hp=100)
    table.infect()
    for roll, harm in failed:
        table.interval(roll, harm, then=3)
    table.interval(LOW, 6)
    assert (table.hp("edith"), table.ailments()) == (97 - sum(harm for _, harm in failed), {})


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(PERCENT.filter(lambda roll: roll > 10), PERCENT), min_size=1, max_size=3))
def test_each_dose_of_poison_can_be_taken_back(doses: list[tuple[int, int]]) -> None:
    table = Infirmary(hp=200)
    entries = []
    for lethality, con in doses:
        entries += [table.poison(), table.works(lethality, con)]
    table.check_undo(*entries)
