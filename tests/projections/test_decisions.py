"""Open questions: everybody knows that one is open, its owner what is asked."""

from typing import Any

from domain.aggregates import begin
from domain.visibility.audience import GM
from domain.vocabulary.catalogue import Handle
from domain.vocabulary.questions import Question
from projections.views.questions import OpenQuestion, decisions
from tests.visibility.marked import MARKER, OTHER, PLAYER, Worlds, creature, expect_no_secret

HERO, SPY = "character/hero", f"character/{MARKER}"


def question(deed: int, owner: str, **rest: Any) -> Question:
    return Question(deed=deed, key=MARKER, owner=owner, options=(MARKER, "no"), default="no", prompt=MARKER, **rest)


def world() -> Worlds:
    campaign: Any = begin("campaign/self")
    hero, spy = creature(HERO), creature(SPY, audience="gm")
    campaign.handles = {"hero": Handle(ref=HERO, kind="character"), MARKER: Handle(ref=SPY, kind="character")}
    hero.questions = {"9/0": question(9, "ana"), "7/0": question(7, "gm")}
    spy.questions = {"8/0": question(8, "gm"), "6/0": question(6, "ana", audience="gm")}
    campaign.questions = {"4/0": question(4, "gm", audience="gm")}
    return Worlds(campaign, hero, spy)


def open_to(viewer: Any, owner: str | None = None) -> list[int]:
    return [decision.deed for decision in decisions(world(), viewer, owner)]


def mine(viewer: Any) -> list[OpenQuestion]:
    return [decision for decision in decisions(world(), viewer) if decision.mine]


def test_the_game_master_sees_every_open_question_oldest_first() -> None:
    assert open_to(GM) == [4, 6, 7, 8, 9]


def test_one_owners_may_be_asked_for() -> None:
    assert open_to(GM, "ana") == [6, 9]


def test_a_player_knows_of_questions_of_whom_they_know() -> None:
    assert (open_to(PLAYER), open_to(OTHER)) == ([6, 7, 9], [7, 9])


def test_what_is_asked_of_others_is_not_told() -> None:
    expect_no_secret(decisions(world(), OTHER))


def test_the_member_who_is_asked_reads_the_question_wherever_it_arose() -> None:
    assert [(decision.deed, decision.prompt) for decision in mine(PLAYER)] == [(6, MARKER), (9, MARKER)]


def test_a_question_about_a_hidden_character_does_not_name_them() -> None:
    assert [decision.about for decision in mine(PLAYER)] == ["hidden", "character/hero"]


def test_before_there_is_a_campaign_nothing_is_asked() -> None:
    assert decisions(Worlds(), GM) == ()
