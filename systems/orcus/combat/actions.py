"""Actions: what is taken of a turn, downward where its own kind is used up, and what is taken between turns."""

from __future__ import annotations

from typing import Final

from domain.kit import turns
from domain.kit.conditions import has
from domain.messages import text
from domain.play.play import Play
from domain.system import OptionSpec
from systems.orcus.combat.sides import InitiativeData
from systems.orcus.combat.turns import IMMEDIATE, MOVE, READIED, STANDARD, SWIFT, acts, note, now_on
from systems.orcus.fields import Cost
from systems.orcus.sheet.conditions import CONTROLLED, DAZED, SURPRISED, can_act, can_react
from systems.orcus.sheet.summoned import commander_of, note_command

_PAID_WITH: Final = {STANDARD: (STANDARD,), MOVE: (MOVE, STANDARD), SWIFT: (SWIFT, MOVE, STANDARD)}
"""OR-TURN-03: what an action is paid with, the first that is left: downward, never upward."""

_IN_WORDS: Final[dict[Cost, str]] = {
    "standard": text("standard"),
    "move": text("move"),
    "swift": text("swift"),
    "immediate": text("immediate"),
    "free": text("free"),
}
"""The actions, as a refusal names them."""

ONE_FREE_ACTION: Final = "one_free_action"

OPTIONS: Final = (
    OptionSpec(
        name=ONE_FREE_ACTION,
        default=False,
        text="Whether only one free action may be taken in each turn, one's own and every other.",
        rules=("OR-TURN-08",),
    ),
)


def take(play: Play, who: str, what: str, cost: Cost = "standard") -> None:
    """OR-TURN-02, OR-TURN-03: take an action of one's turn; free where nobody fights.

    Refused out of turn, for who cannot act, and where none is left. Free actions are taken in anybody's turn.
    """
    if turns.running(play) is None:
        return
    if cost == "immediate":
        react(play, who, what)
        return
    if cost == "free":
        _take_free(play, who, what)
        return
    if not turns.acting(play, who):
        play.refuse("OR-IMM-02", "It is not their turn; {what} is done in one's own turn.", what=what)
        return
    if not (acts(play, who) and acts(play, commander_of(play, who))):
        play.refuse("OR-TURN-02", "They cannot act, so they cannot do this: {what}.", what=what)
    budget = next((each for each in _payable(play, who, cost) if turns.left(play, who, each) > 0), None)
    if budget is None:
        play.refuse(
            "OR-TURN-02",
            "No {cost} action is left in this turn, and none that may stand for one.",
            cost=_IN_WORDS[cost],
        )
        return
    turns.spend(play, who, budget, rules=("OR-TURN-02",) if budget == cost else ("OR-TURN-03",))
    if budget != STANDARD and _has_one_action(play, who):
        note(play, who, extra="")
    if commander_of(play, who) != who:
        note_command(play, who)


def _payable(play: Play, who: str, cost: str) -> tuple[str, ...]:
    """OR-COND-05, rulings 26, 36 and 45: what an action may be paid with; of the dazed, their one standard action and an
    action point's, and what they readied with the one before."""
    budgets, entry = _PAID_WITH[cost], turns.entry_of(play, who)
    if not _has_one_action(play, who) or (entry is not None and entry.state == READIED):
        return budgets
    extra = "" if entry is None else InitiativeData.of(entry).extra
    return tuple(each for each in budgets if each in (STANDARD, extra))


def is_limited(play: Play, who: str) -> bool:
    """OR-COND-05, OR-COND-20: whether a character has but one standard action in a turn."""
    return has(play, who, DAZED, CONTROLLED, SURPRISED)


def _has_one_action(play: Play, who: str) -> bool:
    """OR-COND-05, OR-SUMM-01: whether a character, or the summoner whose actions they take, has but one standard action."""
    return is_limited(play, who) or is_limited(play, commander_of(play, who))


def _reacts(play: Play, who: str) -> bool:
    """OR-COND-05, OR-SUMM-02: whether a character can take an immediate action, which a summoner takes for their summon."""
    return can_react(play, who) and can_react(play, commander_of(play, who))


def _take_free(play: Play, who: str, what: str) -> None:
    """OR-TURN-02, OR-TURN-08: take a free action, of which an option allows one in each turn."""
    if not can_act(play, who) or has(play, who, SURPRISED):
        play.refuse("OR-TURN-02", "They cannot act, so they cannot do this: {what}.", what=what)
    now = now_on(play)
    entry = turns.entry_of(play, who)
    if entry is None or InitiativeData.of(entry).free == now:
        if entry is not None and play.option(ONE_FREE_ACTION):
            play.refuse("OR-TURN-08", "They have taken a free action in this turn; there is one in each.")
        return
    note(play, who, free=now)


def has_acted(play: Play, who: str) -> bool:
    """OR-DELAY-05: whether a character has taken any action in the turn that is theirs."""
    entry = turns.entry_of(play, who)
    if entry is None:
        return False
    spent = any(turns.left(play, who, each) < 1 for each in (STANDARD, MOVE, SWIFT))
    return spent or entry.moved > 0 or InitiativeData.of(entry).free == now_on(play)


def react(play: Play, who: str, what: str) -> None:
    """OR-IMM-01, OR-IMM-02, ruling 18: take the immediate action, in another's turn; free where nobody fights.

    Refused in one's own turn, for who cannot react, and where it is used up.
    """
    if turns.running(play) is None:
        return
    if turns.acting(play, who):
        play.refuse(
            "OR-IMM-01", "It is their own turn; {what} takes an immediate action, in somebody else's.", what=what
        )
    if not _reacts(play, who) or turns.left(play, who, IMMEDIATE) < 1:
        play.refuse(
            "OR-IMM-02",
            "They cannot react: their immediate action is used up until their next turn, or they cannot act.",
        )
    turns.spend(play, who, IMMEDIATE, rules=("OR-IMM-02",) if commander_of(play, who) == who else ("OR-SUMM-02",))


def can_answer(play: Play, who: str) -> bool:
    """Whether a character in the fight could take an immediate action now."""
    return (
        turns.running(play) is not None
        and not turns.acting(play, who)
        and _reacts(play, who)
        and turns.left(play, who, IMMEDIATE) > 0
    )
