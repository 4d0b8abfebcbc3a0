"""Actions: what is taken of a turn, downward where its own kind is used up, and what is taken between turns."""

from __future__ import annotations

from typing import Final

from domain.kit import turns
from domain.play.play import Play
from systems.orcus.combat.turns import IMMEDIATE, MOVE, STANDARD, SWIFT
from systems.orcus.fields import Cost
from systems.orcus.sheet.conditions import can_act, can_react
from systems.orcus.sheet.summoned import commander_of, note_command

_PAID_WITH: Final = {STANDARD: (STANDARD,), MOVE: (MOVE, STANDARD), SWIFT: (SWIFT, MOVE, STANDARD)}
"""OR-TURN-03: what an action is paid with, the first that is left: downward, never upward."""


def take(play: Play, who: str, what: str, cost: Cost = "standard") -> None:
    """OR-TURN-02, OR-TURN-03: take an action of one's turn; free where nobody fights, or where it costs nothing.

    Refused out of turn, for who cannot act, and where none is left.
    """
    if cost == "free" or turns.running(play) is None:
        return
    if cost == "immediate":
        react(play, who, what)
        return
    if not turns.acting(play, who):
        play.refuse("OR-IMM-02", f"It is not their turn; {what} is done in one's own turn.")
        return
    if not (can_act(play, who) and can_act(play, commander_of(play, who))):
        play.refuse("OR-TURN-02", f"They cannot act, so they cannot do this: {what}.")
    budget = next((each for each in _PAID_WITH[cost] if turns.left(play, who, each) > 0), None)
    if budget is None:
        play.refuse("OR-TURN-02", f"No {cost} action is left in this turn, and none that may stand for one.")
        return
    turns.spend(play, who, budget, rules=("OR-TURN-02",) if budget == cost else ("OR-TURN-03",))
    if commander_of(play, who) != who:
        note_command(play, who)


def react(play: Play, who: str, what: str) -> None:
    """OR-IMM-01, OR-IMM-02, ruling 18: take the immediate action, in somebody else's turn; free where nobody fights.

    Refused in one's own turn, for who cannot react, and where it is used up.
    """
    if turns.running(play) is None:
        return
    if turns.acting(play, who):
        play.refuse("OR-IMM-01", f"It is their own turn; {what} takes an immediate action, in somebody else's.")
    if not can_react(play, who) or turns.left(play, who, IMMEDIATE) < 1:
        play.refuse(
            "OR-IMM-02",
            "They cannot react: their immediate action is used up until their next turn, or they cannot act.",
        )
    turns.spend(play, who, IMMEDIATE, rules=("OR-IMM-02",) if commander_of(play, who) == who else ("OR-SUMM-02",))


def can_answer(play: Play, who: str) -> bool:
    """Whether somebody in the fight could take an immediate action now."""
    return (
        turns.running(play) is not None
        and not turns.acting(play, who)
        and can_react(play, who)
        and turns.left(play, who, IMMEDIATE) > 0
    )
