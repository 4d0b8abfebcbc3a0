import pytest
from conftest import Wreck


@pytest.mark.rules("UT-POOL-01")
def test_dice_that_show_5_or_6_are_successes(wreck: Wreck) -> None:
    assert wreck.rolls(wreck.attempt(5, 6, 4))["pool"] == 2


@pytest.mark.rules("UT-POOL-02", "UT-POOL-04")
def test_a_fitting_card_adds_a_die_and_is_spent(wreck: Wreck) -> None:
    entry = wreck.attempt(2, 2, 2, 5, cards=[wreck.card("ines", "kelp", 1)])
    assert (wreck.outcomes_of(entry)["pool"], wreck.hand("ines")) == ("success", {})


@pytest.mark.rules("UT-POOL-02")
def test_a_card_of_another_suit_is_not_laid_down(wreck: Wreck) -> None:
    card = wreck.card("ines", "silt", 1)
    assert wreck.refusal("try", who="ines", score="grip", cards=[card]).player == "Only current and kelp add to grip."


@pytest.mark.rules("UT-POOL-03")
@pytest.mark.parametrize(("difficulty", "outcome"), [(2, "success"), (3, "failure")])
def test_as_many_successes_as_the_difficulty_are_enough(wreck: Wreck, difficulty: int, outcome: str) -> None:
    assert wreck.outcomes_of(wreck.attempt(5, 6, 4, difficulty=difficulty))["pool"] == outcome


@pytest.mark.rules("UT-POOL-05")
@pytest.mark.parametrize(("dice", "cards"), [((5, 5, 2), []), ((5, 5, 5), [("pearl", 1)])])
def test_two_successes_over_bring_a_pearl(wreck: Wreck, dice: tuple[int, ...], cards: list[tuple[str, int]]) -> None:
    wreck.attempt(*dice)
    assert list(wreck.hand("ines").values()) == cards


@pytest.mark.rules("UT-POOL-06")
def test_two_breaths_buy_the_pool_again(wreck: Wreck) -> None:
    entry = wreck.play(
        "try", who="ines", score="grip", dice={"pool": [2, 2, 2, 6, 2, 2]}, responses={"push/ines": "yes"}
    )
    assert (wreck.outcomes_of(entry)["pool/2"], wreck.breath("ines")) == ("success", 5)


@pytest.mark.rules("UT-POOL-06")
def test_a_diver_with_one_breath_left_is_not_asked(wreck: Wreck) -> None:
    wreck.play("freeform.spend", target="ines", track="breath", amount=6)
    entry = wreck.play("try", who="ines", score="grip", dice={"pool": [2, 2, 2]})
    assert (wreck.outcomes_of(entry)["pool"], wreck.breath("ines")) == ("failure", 1)


@pytest.mark.rules("UT-POOL-07")
@pytest.mark.parametrize(("dice", "states"), [((1, 2, 2), ["snagged"]), ((2, 2, 2), []), ((1, 1, 5), [])])
def test_a_failure_with_a_1_snags(wreck: Wreck, dice: tuple[int, ...], states: list[str]) -> None:
    wreck.attempt(*dice)
    assert wreck.conditions("ines") == states
