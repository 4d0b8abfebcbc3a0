"""Why something is refused: the sentence is so, and the rule is the one that keeps it from being done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from api.testing.games import GameTable
from domain.vocabulary.bodies import Condition, ConditionGained
from tests.games.cthulhu_eternal.brawl import Brawl
from tests.games.midnight_in_vaia.people import Protagonists


class Case(NamedTuple):
    """A command that a table refuses, and why."""

    table: GameTable
    word: str
    args: dict[str, Any]
    rule: str
    sentence: str


def brawl() -> Brawl:
    """It is Ana's count, and then Bo's."""
    table = Brawl()
    table.begin(ana=14, bo=11)
    return table


def acted_and_passed() -> Case:
    table = brawl()
    table.strike("ana", "bo", 92)
    table.next()
    sentence = "They have taken their action; there is one in a turn."
    return Case(table, "attack", {"who": "ana", "target": "bo"}, "CE-TURN-05", sentence)


def passed_by() -> Case:
    table = brawl()
    table.next()
    sentence = "Their count of this turn is over; they can act again in the next turn."
    return Case(table, "aim", {"who": "ana"}, "CE-TURN-02", sentence)


def not_yet() -> Case:
    sentence = "Their count has not come yet; wait until everybody with higher DEX has acted."
    return Case(brawl(), "aim", {"who": "bo"}, "CE-TURN-02", sentence)


def holding() -> Case:
    table = brawl()
    table.play("wait", who="ana")
    table.next()
    sentence = "They are holding their action; let them take it first."
    return Case(table, "aim", {"who": "ana"}, "CE-ACT-33", sentence)


def uncounted() -> Case:
    table = brawl()
    table.arm("ana")
    sentence = "Nobody counts the rounds of that weapon; there is nothing to reload."
    return Case(table, "reload", {"who": "ana", "weapon": "gun"}, "CE-ACT-34", sentence)


def full() -> Case:
    table = brawl()
    table.arm("ana", rounds=5)
    sentence = "That weapon is full; it needs no reloading."
    return Case(table, "reload", {"who": "ana", "weapon": "gun"}, "CE-ACT-34", sentence)


def alley(out: str = "") -> Protagonists:
    """Vera's Active Phase, and then Milo's; Vera may be dead or unconscious."""
    table = Protagonists()
    for who in ("vera", "milo"):
        table.protagonist(who)
    table.start(vera=17, milo=9)
    if out:
        table.let("vera", ConditionGained(name=out, condition=Condition(what=out)))
    return table


KICK = {"who": "vera", "what": "kick", "cost": "1AS"}


def dead() -> Case:
    return Case(alley("dead"), "act", KICK, "MV-RULING-44", "They are dead; only the living act and react.")


def unconscious() -> Case:
    sentence = "They are Unconscious and can neither act nor react; wake them first."
    return Case(alley("unconscious"), "act", KICK, "MV-UNC-01", sentence)


def before_anybody_checked() -> Case:
    table = Protagonists()
    for who in ("vera", "milo"):
        table.protagonist(who)
    sentence = "Initialization has not begun: it starts with the first Awareness check."
    return Case(table, "stay", {"who": "vera", "behind": "milo"}, "MV-INIT-01", sentence)


def in_the_rounds() -> Case:
    sentence = "A place is chosen during initialization; in the rounds it is kept."
    return Case(alley(), "stay", {"who": "vera", "behind": "milo"}, "MV-INIT-07", sentence)


def once_it_is_over() -> Case:
    table = alley()
    table.play("all_resolve")
    sentence = "The encounter is over; for another, create a new one."
    return Case(table, "stay", {"who": "vera", "behind": "milo"}, "MV-OUT-02", sentence)


CASES = (
    acted_and_passed,
    passed_by,
    not_yet,
    holding,
    uncounted,
    full,
    dead,
    unconscious,
    before_anybody_checked,
    in_the_rounds,
    once_it_is_over,
)


@pytest.mark.parametrize("build", CASES)
def test_a_refusal_says_what_is_so_and_names_its_rule(build: Callable[[], Case]) -> None:
    case = build()
    refusal = case.table.refusal(case.word, **case.args)
    assert (refusal.rule, refusal.player) == (case.rule, case.sentence)
