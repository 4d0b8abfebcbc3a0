"""Cards that are drawn by chance, from a deck that is a group's or a scene's cards."""

from __future__ import annotations

import pytest

from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table

SUITS = ("bells", "crows", "roots")


@pytest.fixture
def table() -> Table:
    """A deck of three cards that nobody sees, named as they are sorted, and Pat's hero."""
    table = Table().with_hero()
    table.do("create_enclave", name="Deck")
    for suit in SUITS:
        card = {"kind": "omen" if suit == "roots" else "suit", "title": suit.title(), "audience": "gm"}
        table.do("put", target="deck", component="cards", name=suit, instance=card)
    return table


def hand(table: Table) -> set[str]:
    return set(table.see("ramjet").cards)


def test_the_die_says_which_card_it_is(table: Table) -> None:
    table.do("draw", {"from": "deck", "to": "ramjet"}, dice=[2])
    assert (hand(table), set(table.see("deck").cards)) == ({"crows"}, {"bells", "roots"})


def test_each_further_card_is_drawn_from_what_is_left(table: Table) -> None:
    table.do("draw", {"from": "deck", "to": "ramjet"}, count=2, dice={"draw": [1, 1]})
    assert hand(table) == {"bells", "crows"}


def test_of_one_kind_only_those_are_drawn(table: Table) -> None:
    table.do("draw", {"from": "deck", "to": "ramjet"}, kind="omen", dice=[1])
    assert hand(table) == {"roots"}


def test_an_open_card_is_seen_by_all(table: Table) -> None:
    table.do("draw", {"from": "deck", "to": "ramjet"}, dice=[2])
    assert table.only("ramjet", "cards").audience == "all"


def test_a_hidden_one_only_by_its_holder(table: Table) -> None:
    table.do("draw", {"from": "deck", "to": "ramjet"}, hidden=True, dice=[2])
    assert table.only("ramjet", "cards").audience == ("pat",)


def test_an_empty_deck_is_no_deck(table: Table) -> None:
    with expect_refusal("cards", "Deck has no such card left"):
        table.do("draw", {"from": "deck", "to": "ramjet"}, count=4, dice={"draw": [1, 1, 1]})
    assert not hand(table)


def test_what_hung_on_the_card_in_the_deck_ends(table: Table) -> None:
    table.do("afflict", target="ramjet", what="watched", until={"by": "instance", "path": "deck.cards.roots"})
    table.do("draw", {"from": "deck", "to": "ramjet"}, dice=[3])
    assert not table.see("ramjet").conditions


def test_a_deck_that_is_not_there_is_missing(table: Table) -> None:
    with expect_missing("enclave/g-99"):
        table.do("draw", {"from": "enclave/g-99", "to": "ramjet"}, dice=[1])
