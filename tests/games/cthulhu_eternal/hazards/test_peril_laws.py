"""What holds of the perils whatever is rolled: by the book's words, done again here from the numbers alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.cthulhu_eternal.harming import LOW, Ward

PERCENT = st.integers(1, 100)


def tens_and_ones(roll: int) -> int:
    """The sum of the two dice of a percentile roll, a 0 counting as 10."""
    return sum(int(digit) or 10 for digit in f"{roll % 100:02}")


@settings(max_examples=25, deadline=None)
@given(yards=st.integers(4, 120), roll=PERCENT)
def test_a_long_fall_kills_or_deals_the_sum_of_its_dice(yards: int, roll: int) -> None:
    table = Ward(hp=100)
    killed = roll <= yards
    dice = {"lethality/edith": [roll], **({} if killed else {"stun/edith": [LOW]})}
    table.play("fall", who="edith", yards=yards, dice=dice)
    assert table.hp("edith") == (0 if killed else 100 - tens_and_ones(roll))


@settings(max_examples=25, deadline=None)
@given(con=st.integers(1, 18), turns=st.integers(1, 100))
def test_a_breath_holds_for_con_x5_turns_and_each_later_one_costs_a_point(con: int, turns: int) -> None:
    table = Ward(con=con, hp=200)
    table.play("suffocate", who="edith", breath=True)
    late = max(0, turns + 1 - 5 * con)
    dice = {"gasp/edith" + (f"/{number}" if number > 1 else ""): [1] for number in range(1, late + 1)}
    table.play("pass_turns", who=["edith"], turns=turns, dice=dice)
    assert table.hp("edith") == 200 - late


@settings(max_examples=25, deadline=None)
@given(con=st.integers(2, 18), rolls=st.lists(st.integers(2, 99), min_size=1, max_size=12))
def test_every_five_minutes_in_the_cold_a_test_of_what_con_is_left(con: int, rolls: list[int]) -> None:
    table, left = Ward(con=con, hp=200), con
    table.play("go_into_cold", who="edith")
    table.minutes(con)
    for roll in rolls:
        die = {"cold/edith": [roll]} if left > 1 else {"frost/edith": [1]}
        table.play("freeform.advance_clock", minutes=5, dice=die)
        left -= left > 1 and roll > 5 * left
        assert table.value("edith", "attributes.con") == left


@settings(max_examples=15, deadline=None)
@given(lost=st.lists(st.integers(1, 4), min_size=1, max_size=4), back=st.lists(st.integers(1, 2), min_size=16))
def test_water_gives_back_what_thirst_took_and_no_more(lost: list[int], back: list[int]) -> None:
    table, missing, days = Ward(str=40, con=18), sum(lost), 0
    table.play("go_without", who="edith", what="water")
    table.hours(24)
    for points in lost:
        dice = {"thirst/edith": [99], "thirst/str/edith": [points], "thirst/con/edith": [1]}
        table.play("freeform.advance_clock", hours=24, dice=dice)
    table.play("supply", who="edith", what="water")
    while (strength := 40 - table.value("edith", "attributes.str")) | (18 - table.value("edith", "attributes.con")):
        assert strength == max(0, missing - sum(back[:days]))
        weak = ["str"] * (strength > 0) + ["con"] * (table.value("edith", "attributes.con") < 18)
        table.play("freeform.advance_clock", hours=24, dice={f"refreshing/{stat}/edith": [back[days]] for stat in weak})
        days += 1
    assert dict(table.sheet("edith").tasks) == {}
