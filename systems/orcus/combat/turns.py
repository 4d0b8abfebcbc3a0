"""Turns: what each holds, who has none any more, and how they follow one another."""

from __future__ import annotations

from typing import Final

from domain.kit import rounds, turns
from domain.kit.conditions import has
from domain.kit.rounds import InTurn, mark_acted
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.turns import BudgetSpent, TurnChanged
from systems.orcus.combat.sides import InitiativeData
from systems.orcus.moments import TURN_END, TURN_OVER, TURN_START
from systems.orcus.sheet.conditions import SURPRISED, can_act

STANDARD: Final = "standard"
MOVE: Final = "move"
SWIFT: Final = "swift"
IMMEDIATE: Final = "immediate"

A_TURN: Final = {STANDARD: 1, MOVE: 1, SWIFT: 1, IMMEDIATE: 1}
"""OR-TURN-02, ruling 18: what a turn holds, and one immediate action until the next."""

DELAYED: Final = "delayed"
"""The state of a place whose turn is put off to a count of initiative that was named."""

READIED: Final = "readied"
"""The state of a place that takes its readied action in another's turn."""

SURPRISE_MODE: Final = "surprise_mode"
IMMEDIATE_PER: Final = "immediate_per"

OPTIONS: Final = (
    OptionSpec(
        name=SURPRISE_MODE,
        default="no_actions",
        choices=("no_actions", "one_standard"),
        text="Whether the surprised take no actions in their first turn, or one standard action until the first round ends.",
        rules=("OR-SURP-02",),
    ),
    OptionSpec(
        name=IMMEDIATE_PER,
        default="round",
        choices=("round", "each_other_turn"),
        text="Whether there is one immediate action until one's next turn, or one in the turn of each other creature.",
        rules=("OR-IMM-01", "OR-IMM-02"),
    ),
)


class Turns(InTurn):
    """OR-COMB-01, OR-INIT-03: one turn each in a round, from the highest initiative down.

    A turn that was put off to a count goes on there, without beginning again. A readied action is no turn: nothing begins or
    ends with it. The dead have turns in which nobody acts, so that what is counted by them ends (ruling 70).
    """

    def begin(self, play: Play, encounter: str, places: tuple[str, ...]) -> bool:
        """Let a turn begin, or go on where it was put off or interrupted."""
        (name,) = places
        if play.encounter(encounter).order[name].state == DELAYED:
            turns.set_state(play, encounter, name, rounds.INTERRUPTED)
        return super().begin(play, encounter, places)

    def over(self, play: Play, encounter: str) -> None:
        """End the turn that is on; who took a readied action has none left in this round (OR-READY-05)."""
        order, active = play.encounter(encounter).order, turns.pace(play, encounter).active
        for name in active:
            if order[name].state == READIED:
                turns.set_state(play, encounter, name, "")
                mark_acted(play, encounter, name)
                return
        super().over(play, encounter)
        turns.moment_of(play, encounter, active, TURN_OVER)


def in_own_turn(play: Play, who: str) -> bool:
    """OR-AP-03, OR-OA-04: whether a character acts in their own turn; a readied action is taken in that of another."""
    entry = turns.entry_of(play, who)
    return entry is not None and entry.state != READIED and turns.acting(play, who)


def end_of_next_turn(play: Play, who: str) -> AtMoment:
    """OR-DUR-01, ruling 70: return the anchor of what lasts until the end of a character's next turn.

    A turn in progress is never the next one, and a readied action interrupts it without ending it. A character who takes such an
    action is in no turn of their own, so that the very next one ends what they bring about.
    """
    return AtMoment(moment=TURN_END, subject=who, passing=int(in_own_turn(play, who) or _is_interrupted(play, who)))


def _is_interrupted(play: Play, who: str) -> bool:
    """OR-READY-02: whether a character's turn goes on once the readied action of another is done."""
    encounter, entry = turns.running(play), turns.entry_of(play, who)
    if encounter is None or entry is None or entry.state != rounds.INTERRUPTED:
        return False
    order = play.encounter(encounter).order
    return any(order[name].state == READIED for name in turns.pace(play, encounter).active)


def acts(play: Play, who: str) -> bool:
    """OR-SURP-02, ruling 26: whether a character acts in their turn at all."""
    surprised = has(play, who, SURPRISED) and play.option(SURPRISE_MODE) == "no_actions"
    return can_act(play, who) and not surprised


def is_gone(play: Play, who: str) -> bool:
    """Ruling 70: whether a character is not even among the dead, so that no turn of theirs comes any more."""
    return not play.exists(who)


FLOW: Final = Turns(is_gone, acts)


def turn_begins(play: Play, who: str) -> None:
    """OR-TURN-02, ruling 18: a turn holds all of it again, and by option everybody else may interrupt once in it."""
    turns.refill(play, who, A_TURN)
    entry, encounter, name = turns.entry_of(play, who), turns.running(play), turns.place_of(play, who)
    if entry is not None and encounter is not None and name is not None and InitiativeData.of(entry).extra:
        play.emit(encounter, TurnChanged(name=name, data=InitiativeData.changes(extra="")))
    if play.option(IMMEDIATE_PER) == "each_other_turn":
        for other in turns.fighters(play):
            give(play, other, IMMEDIATE, 1 - turns.left(play, other, IMMEDIATE))


def give(play: Play, who: str, budget: str, amount: int = 1) -> None:
    """Give a character more of what a turn holds; nothing happens for none, or to who takes no part."""
    encounter, name = turns.running(play), turns.place_of(play, who)
    if encounter is not None and name is not None and amount > 0:
        play.emit(encounter, BudgetSpent(name=name, budget=budget, amount=-amount))


def note(play: Play, who: str, **data: str) -> None:
    """Note details of a character's turn in the data of their place."""
    encounter, name = turns.running(play), turns.place_of(play, who)
    if encounter is not None and name is not None:
        play.emit(encounter, TurnChanged(name=name, data=InitiativeData.changes(**data)))


def now_on(play: Play) -> str:
    """OR-TURN-08, OR-READY-02: return a word for the turn that is on, the same as long as it goes on: its round, and whose it is.

    A readied action is no turn: the one that it interrupts is on still.
    """
    encounter = turns.running(play)
    if encounter is None:
        return ""
    pace, order = turns.pace(play, encounter), play.encounter(encounter).order
    places: tuple[str, ...] = pace.active
    if any(order[name].state == READIED for name in places):
        going_on = (name for name in turns.in_order(play, encounter) if order[name].state == rounds.INTERRUPTED)
        places = tuple(going_on)[:1]
    return f"{pace.round}/{'+'.join(places)}"


MOMENTS: Final = {TURN_START: (turn_begins,)}
