"""What holds of harm whatever happens: what armor leaves is lost, nothing below 0, and nobody is healed into more."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.cthulhu_eternal.harming import LOW, Ward

SMALL = st.integers(0, 12)


@settings(max_examples=25, deadline=None)
@given(amount=st.integers(1, 60), armor=SMALL, cover=SMALL, piercing=SMALL)
def test_what_armor_leaves_of_an_attack_is_lost(amount: int, armor: int, cover: int, piercing: int) -> None:
    table = Ward(hp=200, armor=armor)
    table.play("put_behind_cover", who="edith", armor=cover)
    table.struck(amount, piercing=piercing)
    assert 200 - table.hp("edith") == max(0, amount - max(0, armor + cover - piercing))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=5))
def test_one_attack_stuns_where_it_takes_half_of_what_was_left(blows: list[int]) -> None:
    table = Ward(hp=210)
    before = 210
    for blow in blows:
        table.struck(blow)
        half = 2 * blow >= before
        before -= blow
        assert table.hp("edith") == before
        if half:
            assert table.conditions("edith") == ["stunned"]
            return
        assert table.conditions("edith") == []


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=6))
def test_first_aid_never_leaves_more_than_the_most(rounds: list[tuple[int, int]]) -> None:
    table = Ward(hp=30)
    for harm, healing in rounds:
        table.hurt(harm)
        dice = {"first-aid": [LOW], "stabilization/edith": [healing]}
        before = table.hp("edith")
        table.play("first_aid", who="doctor", patient="edith", dice=dice)
        assert table.hp("edith") == min(30, before + healing)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 60), st.integers(1, 60))
def test_hit_points_end_at_0_or_what_is_left(most: int, harm: int) -> None:
    table = Ward(hp=most)
    table.hurt(harm)
    assert table.hp("edith") == max(0, most - harm)
    assert ("dead" in table.conditions("edith")) == (harm >= most)
