"""Outcomes of rolls are told as the viewer may know them, with how rules judged the rolls afterwards."""

from __future__ import annotations

import msgspec

from domain.play.play import StreamEvent
from domain.visibility.event_views import RollView, rolls, seen_events
from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import Event
from domain.vocabulary.log import Judged, Rolled
from tests.projections.test_proof import looking_back
from tests.visibility.marked import PLAYER
from tests.visibility.test_wording import HERO, JUDGE


def outcome(visible: VisibleWorld, ref: str) -> str:
    rolled = Rolled(name="crowd", notation="1d2", dice=((2, 1, True),), total=1, outcome=ref)
    (view,) = rolls(visible, seen_events(visible, [StreamEvent(HERO, rolled)]), ())
    return view.outcome


def test_a_hidden_character_whom_a_roll_comes_to_is_not_named() -> None:
    looking = looking_back(PLAYER)
    assert (outcome(looking, JUDGE), outcome(looking, HERO)) == ("somebody", "ada-byron")


def judged(*events: Event) -> RollView:
    """A roll of the hero's as a player is told it after these events."""
    rolled = Rolled(name="leap", notation="1d6", dice=((6, 2, True),), total=2, target=4, outcome="failure")
    stream = [StreamEvent(HERO, event) for event in (rolled, *events)]
    visible = looking_back(PLAYER)
    (roll,) = rolls(visible, seen_events(visible, stream), ())
    return roll


def test_a_roll_tells_how_it_was_judged_after_it_fell() -> None:
    roll = judged(Judged(name="leap", why="morale was lowered", natural=4, total=4, target=4, outcome="success"))
    assert (roll.outcome, [(each.outcome, each.why) for each in roll.judged]) == (
        "failure",
        [("success", "morale was lowered")],
    )


def test_a_judgement_goes_with_the_last_roll_of_its_label() -> None:
    assert judged(Judged(name="dodge", why="nobody dodges", outcome="failure")).judged == ()


def test_a_roll_that_was_not_judged_again_is_told_without_judgements() -> None:
    assert "judged" not in msgspec.to_builtins(judged())


def test_of_a_veiled_judgement_a_player_is_not_told_the_outcome() -> None:
    (judgement,) = judged(Judged(name="leap", why="out of breath", target=4, outcome="failure", veiled=True)).judged
    assert (judgement.target, judgement.outcome, judgement.why) == (None, "", "out of breath")
