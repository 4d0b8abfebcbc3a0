"""Dice as a document shows them to one reader: nobody hidden is named, and what cannot be recomputed then says so."""

from __future__ import annotations

import pytest

from domain.aggregates import Campaign, begin
from domain.dice.tape import Die, FirstKey, Source, Tokens
from domain.visibility.audience import GM, Viewer
from domain.visibility.visible_dice import die_as_seen
from domain.visibility.world import VisibleWorld
from domain.vocabulary.catalogue import Handle
from tests.visibility.marked import PLAYER, Worlds
from tests.visibility.test_wording import HERO, JUDGE, person

BY_HANDLE = Die("damage/the-masked-judge", 0, 6, 3, Source.SERVER, "open")
"""As older releases keyed it."""


def looking_back(viewer: Viewer) -> VisibleWorld:
    """The world of a viewer who reads something old."""
    campaign = begin("campaign/self")
    assert isinstance(campaign, Campaign)
    judge = Handle(ref=JUDGE, kind="character", folded="the masked judge", audience="gm")
    campaign.handles = {"the-masked-judge": judge}
    world = Worlds(person(JUDGE, "The Masked Judge", "gm"), person(HERO, "Ada Byron"), campaign)
    return VisibleWorld(world, viewer).afresh(old=True)


def test_an_older_die_that_is_keyed_by_the_handle_of_a_hidden_character_is_masked() -> None:
    shown = die_as_seen(looking_back(PLAYER), BY_HANDLE)
    assert (shown.label, shown.masked) == ("damage/somebody", True)


def test_a_die_rekeyed_to_its_roller_is_masked_by_its_older_key() -> None:
    rekeyed = Die(
        f"damage/{JUDGE}", 0, 6, 3, Source.SERVER, "open", roller=HERO, was=FirstKey("damage/the-masked-judge", 0)
    )
    shown = die_as_seen(looking_back(PLAYER), rekeyed)
    assert (shown.label, shown.was, shown.masked) == ("damage/somebody", FirstKey("damage/somebody", 0), True)


def test_a_reader_who_may_know_of_the_hidden_recomputes_the_die() -> None:
    shown = die_as_seen(looking_back(GM), BY_HANDLE)
    assert (shown.label, shown.masked) == ("damage/the-masked-judge", False)


@pytest.mark.parametrize("viewer", [PLAYER, GM])
def test_a_die_with_tokens_is_recomputed_whatever_character_its_label_names(viewer: Viewer) -> None:
    die = Die(f"damage/{JUDGE}", 0, 6, 3, Source.SERVER, "open", roller=HERO, tokens=Tokens("a", "b"))
    assert not die_as_seen(looking_back(viewer), die).masked


def test_an_older_die_whose_label_names_nobody_hidden_is_recomputed() -> None:
    assert not die_as_seen(looking_back(PLAYER), Die("attack", 0, 6, 3, Source.SERVER, "open")).masked
