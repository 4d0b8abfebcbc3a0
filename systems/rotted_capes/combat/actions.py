"""Actions: what is taken of a turn, and Reactions between turns."""

from __future__ import annotations

from typing import Final, Literal

from domain.kit import conditions, turns
from domain.messages import text
from domain.play.play import Play
from systems.rotted_capes.combat.turns import ACTION, BONUS, REACTION, able

Cost = Literal["none", "action", "bonus", "demanding", "reaction"]

DEMANDING: Final = "demanding"
"""The kind of the intent, and the condition, of a character who is at a Demanding Action."""

RESPONDING: Final = "responding"
"""RC-ACT-06: a character's readied Action goes off, and is theirs to take at once."""

_RULES: Final = {ACTION: "RC-TURN-02", BONUS: "RC-TURN-05", DEMANDING: "RC-DEM-05"}
_UNABLE: Final = {ACTION: "RC-TURN-07", BONUS: "RC-TURN-07", DEMANDING: "RC-DEM-05"}


def take(play: Play, who: str, what: str, cost: Cost = "action") -> None:
    """RC-TURN-02, RC-TURN-05, RC-TURN-07: take an Action, a Bonus Action or nothing of one's turn; free where nobody fights.

    A Demanding Action takes the Action here; all else of it is `combat.demanding`'s. Refused out of turn, for who cannot
    act, and where none is left.
    """
    if cost == "none" or turns.running(play) is None:
        return
    if cost == "reaction":
        react(play, who, what)
        return
    if _responds(play, who, cost):
        return
    if not turns.acting(play, who):
        play.refuse("RC-TURN-01", "It is not their turn; {what} is done in one's own turn.", what=what)
        return
    if not able(play, who):
        play.refuse(_UNABLE[cost], "They cannot act, so they cannot do this: {what}.", what=what)
    budget = BONUS if cost == "bonus" else ACTION
    if budget == BONUS and conditions.has(play, who, DEMANDING):
        play.refuse("RC-DEM-04", "They are taking a Demanding Action; a Bonus Action has to come before it.")
    if turns.left(play, who, budget) < 1:
        play.refuse(
            _RULES[cost],
            "The {budget_name} of this turn is taken already; end the turn, or do something that takes none.",
            budget_name=_budget_name(budget),
        )
    turns.spend(play, who, budget, rules=(_RULES[cost],))


def _responds(play: Play, who: str, cost: Cost) -> bool:
    """RC-ACT-06, RC-TURN-07: whether this is the response that a Reaction of theirs brings about; it is one Action, which
    nobody takes who cannot act by now."""
    if cost != "action" or not conditions.has(play, who, RESPONDING) or not able(play, who):
        return False
    with play.citing("RC-ACT-06"):
        conditions.end(play, who, RESPONDING, "done")
    return True


def react(play: Play, who: str, trigger: str) -> None:
    """RC-TURN-11, RC-REAC-01, RC-DEM-03: answer a trigger with a Reaction, on any turn; free where nobody fights.

    Refused without a trigger, for who cannot react or is at a Demanding Action, and where no Reaction is left.
    """
    if not trigger:
        play.refuse("RC-REAC-01", "A Reaction needs a trigger; say what has just happened as `trigger`.")
    if turns.running(play) is None:
        return
    if conditions.has(play, who, DEMANDING):
        play.refuse("RC-DEM-03", "They are taking a Demanding Action and have no Reactions until it takes effect.")
    if not can_answer(play, who):
        play.refuse(
            "RC-TURN-11", "They cannot react now: no Reaction is left before their next turn, or they cannot act."
        )
    turns.spend(play, who, REACTION, rules=("RC-TURN-11",))


def can_answer(play: Play, who: str) -> bool:
    """Whether a character in the fight has a Reaction left, and can take it."""
    return (
        able(play, who) and not conditions.has(play, who, DEMANDING, "stunned") and turns.left(play, who, REACTION) > 0
    )


def _budget_name(budget: str) -> str:
    return {ACTION: text("Action"), BONUS: text("Bonus Action")}[budget]
