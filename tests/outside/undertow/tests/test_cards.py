import pytest
from conftest import Wreck


@pytest.mark.rules("UT-CARD-01")
@pytest.mark.parametrize(("die", "suit"), [(1, "current"), (2, "kelp"), (3, "silt"), (4, "pearl")])
def test_dice_say_which_card_is_drawn(wreck: Wreck, die: int, suit: str) -> None:
    wreck.play("draw", who="ines", dice={"suit": [die], "rank": [5]}, as_player="ana")
    assert list(wreck.hand("ines").values()) == [(suit, 5)]


@pytest.mark.rules("UT-CARD-02")
def test_a_card_is_handed_over_below(wreck: Wreck) -> None:
    wreck.play("hand_over", who="ines", card=wreck.card("ines", "silt", 3), to="bruno")
    assert (wreck.hand("ines"), list(wreck.hand("bruno").values())) == ({}, [("silt", 3)])


@pytest.mark.rules("UT-CARD-02")
def test_no_card_is_handed_to_somebody_at_the_surface(wreck: Wreck) -> None:
    card = wreck.card("ines", "silt", 3)
    wreck.play("surface", who="bruno")
    assert wreck.refusal("hand_over", who="ines", card=card, to="bruno").rule == "UT-DIVER-06"


@pytest.mark.rules("UT-CARD-03")
def test_a_card_costs_a_breath(wreck: Wreck) -> None:
    wreck.card("ines", "kelp", 1)
    assert wreck.breath("ines") == 6


@pytest.mark.rules("UT-CARD-03")
def test_without_breath_no_card_is_drawn(wreck: Wreck) -> None:
    wreck.play("freeform.spend", target="ines", track="breath", amount=7)
    assert wreck.refusal("draw", who="ines").rule == "UT-CARD-03"


@pytest.mark.rules("UT-CARD-04")
def test_a_hand_holds_five_cards(wreck: Wreck) -> None:
    for rank in range(1, 6):
        wreck.card("ines", "kelp", rank)
    assert wreck.refusal("draw", who="ines").rule == "UT-CARD-04"


@pytest.mark.rules("UT-CARD-05")
def test_a_card_is_discarded_for_nothing(wreck: Wreck) -> None:
    card = wreck.card("ines", "kelp", 1)
    wreck.play("discard", who="ines", card=card)
    assert (wreck.hand("ines"), wreck.breath("ines")) == ({}, 6)


@pytest.mark.rules("UT-CARD-06")
def test_two_cards_of_one_rank_are_a_breath(wreck: Wreck) -> None:
    cards = [wreck.card("ines", suit, 4) for suit in ("kelp", "pearl")]
    wreck.play("surge", who="ines", card=cards[0], other=cards[1])
    assert (wreck.hand("ines"), wreck.breath("ines")) == ({}, 6)


@pytest.mark.rules("UT-CARD-06")
def test_cards_of_two_ranks_are_none(wreck: Wreck) -> None:
    cards = [wreck.card("ines", "kelp", rank) for rank in (4, 5)]
    assert wreck.refusal("surge", who="ines", card=cards[0], other=cards[1]).rule == "UT-CARD-06"
