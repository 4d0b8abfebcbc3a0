"""An option that is somebody is stored by reference, shown by handle or as somebody, and chosen by either."""

from __future__ import annotations

import pytest

from domain.play.choices import meant
from domain.visibility.world import VisibleWorld
from domain.vocabulary.questions import Question
from tests.visibility.marked import PLAYER, Worlds
from tests.visibility.test_wording import HERO, JUDGE, person

WORLD = Worlds(person(HERO, "Ada Byron"), person(JUDGE, "The Masked Judge", "gm"))
AT_WHOM = Question(deed=9, key="at", owner=PLAYER.member, options=(JUDGE, HERO, "nobody"), default="nobody")


@pytest.mark.parametrize(
    ("choice", "option"),
    [(HERO, HERO), ("ada-byron", HERO), ("Ada Byron", HERO), ("nobody", "nobody"), ("the-masked-judge", JUDGE)],
)
def test_a_character_is_chosen_by_reference_handle_or_name(choice: str, option: str) -> None:
    assert meant(WORLD, AT_WHOM.options, choice) == option


def test_a_choice_that_is_no_option_stays_as_it_is() -> None:
    assert meant(WORLD, AT_WHOM.options, "somebody-else") == "somebody-else"


def test_whom_the_reader_may_not_know_is_shown_as_somebody_and_meant_by_that() -> None:
    shown = VisibleWorld(WORLD, PLAYER).wording.options(AT_WHOM)
    assert shown == {"somebody": JUDGE, "ada-byron": HERO, "nobody": "nobody"}
