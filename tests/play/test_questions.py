"""A question stops a rule until it is answered; an offer takes its default and stays open."""

from __future__ import annotations

from typing import Any

import pytest

from domain.play.deed import PrefixBroken, continuation, opening
from domain.play.play import Play
from domain.vocabulary.values import DamageTaken
from systems.registry import load
from tests.freeform.table import Table
from tests.play.rules import ENTRY, decided
from tests.play.test_play import HERO, refusal


@pytest.fixture
def table() -> Table:
    return Table().with_hero(hp=10)


def ask(play: Play, key: str = "dodge", options: tuple[str, ...] = ("yes", "no")) -> str:
    return play.ask(key, "pat", options, options[-1], "Dodge?")


def fight_on(play: Play) -> None:
    """A rule with an effect before, between and after two questions."""
    play.emit(HERO, DamageTaken(name="hp", amount=1))
    if ask(play) == "yes":
        play.emit(HERO, DamageTaken(name="hp", amount=2))
    if ask(play, "counter") == "yes":
        play.emit(HERO, DamageTaken(name="hp", amount=3))


def amounts(decision: Any) -> list[int]:
    return [h.event.amount for h in decision.emitted]


def test_a_question_stops_the_rule_after_what_came_before(table: Table) -> None:
    decision = decided(table, fight_on)
    assert (decision.outcome, amounts(decision), decision.question and decision.question.key) == (
        "waiting",
        [1],
        "dodge",
    )


@pytest.mark.parametrize(
    ("answers", "outcome", "done"),
    [
        ({"dodge": "yes"}, "waiting", [1, 2]),
        ({"dodge": "no"}, "waiting", [1]),
        ({"dodge": "yes", "counter": "yes"}, "done", [1, 2, 3]),
    ],
)
def test_answers_carry_the_rule_on(table: Table, answers: dict[str, str], outcome: str, done: list[int]) -> None:
    decision = decided(table, fight_on, answers=answers)
    assert (decision.outcome, amounts(decision)) == (outcome, done)


def test_closing_takes_every_default_that_is_open(table: Table) -> None:
    decision = decided(table, fight_on, answers={"dodge": "yes"}, closing=True)
    assert (decision.outcome, amounts(decision)) == ("done", [1, 2])


def test_an_answer_s_entry_holds_the_answer_and_what_is_new(table: Table) -> None:
    first = decided(table, fight_on)
    assert first.question is not None
    second = decided(table, fight_on, answers={"dodge": "yes"})
    emitted = continuation(second, first.emitted, first.question, "yes", home=HERO, answers=1)
    assert [h.event.__struct_config__.tag for h in emitted] == [
        "question_answered",
        "damage_taken",
        "question_asked",
    ]
    assert [h.event.name for h in emitted] == [f"{ENTRY}/0", "hp", f"{ENTRY}/1"]


def test_the_first_entry_ends_with_the_question(table: Table) -> None:
    emitted = opening(decided(table, fight_on), HERO)
    assert [h.event.__struct_config__.tag for h in emitted] == ["damage_taken", "question_asked"]


def test_a_rule_that_does_something_else_the_second_time_is_found_out(table: Table) -> None:
    first = decided(table, fight_on)
    assert first.question is not None
    with pytest.raises(PrefixBroken):
        continuation(decided(table, ask), first.emitted, first.question, "yes", home=HERO, answers=1)


def test_an_offer_takes_its_default_and_stays_open(table: Table) -> None:
    decision = decided(table, lambda play: play.offer("reroll", "pat", ("yes", "no"), "no"))
    assert (decision.outcome, [offer.key for offer in decision.offers]) == ("done", ["reroll"])


def test_an_offer_that_was_taken_in_advance_is_not_open(table: Table) -> None:
    seen: list[str] = []
    decision = decided(
        table, lambda play: seen.append(play.offer("reroll", "pat", ("yes", "no"), "no")), answers={"reroll": "yes"}
    )
    assert (seen, decision.offers) == (["yes"], ())


def test_an_answer_is_one_of_the_options(table: Table) -> None:
    assert refusal(table, ask, answers={"dodge": "maybe"}).rule == "unknown-choice"


def test_a_question_that_is_put_again_has_its_number_behind_its_key(table: Table) -> None:
    decision = decided(table, lambda play: (ask(play), ask(play)), answers={"dodge": "yes"})
    assert decision.question is not None
    assert decision.question.key == "dodge/2"


def test_one_title_is_asked_once(table: Table) -> None:
    def asks(play: Play) -> str:
        return play.ask("question", "gm", ("yes", "no"), "no", title="stay")

    with pytest.raises(ValueError, match="asked twice"):
        decided(table, lambda play: (asks(play), asks(play)), answers={"stay": "yes"})


def test_a_question_is_for_those_whom_the_command_is_for(table: Table) -> None:
    decision = decided(table, ask, audience=("pat",))
    assert decision.question is not None
    assert decision.question.audience == ("pat",)


@pytest.mark.parametrize("key", ["defend/ramjet", "defend/c-2", f"defend/{HERO}", "defend"])
def test_an_answer_under_the_key_of_an_older_release_is_the_answer_still(table: Table, key: str) -> None:
    def attacked(play: Play) -> None:
        play.ask("defend", "pat", ("yes", "no"), "no", about=HERO)
        play.ask("defend", "pat", ("yes", "no"), "no", about=HERO)

    system = load(installed=[]).systems["cthulhu-eternal"]
    decision = decided(table, attacked, answers={key: "yes"}, system=system)
    assert [question.key for question in decision.asked] == [key, f"defend/{HERO}/2"]
