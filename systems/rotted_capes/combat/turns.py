"""Turns: who acts when and on which side, and what each turn holds.

Heroes have a tiebreak each, so that they act one after the other. All others have none: those who are tied act at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from domain.formulas import Derived
from domain.kit import conditions, turns
from domain.kit.data import data_of
from domain.kit.rounds import TurnData, mark_acted
from domain.play.moments import come, come_due, hanging_on, participants
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, at_moment, parts
from domain.vocabulary.expressions import Number
from domain.vocabulary.turns import TurnChanged
from systems.rotted_capes.fields import Mode
from systems.rotted_capes.moments import (
    END_HARM,
    ROUND_END,
    ROUND_PASSES,
    ROUND_START,
    TURN_DUE,
    TURN_END,
    TURN_HARM,
    TURN_START,
)
from systems.rotted_capes.sheet.conditions import DEAD, can_act
from systems.rotted_capes.sheet.people import EVERYBODY

ACTION: Final = "action"
BONUS: Final = "bonus"
REACTION: Final = "reaction"

EXTRA: Final = "extra"
"""The kind of a place at which a character has another turn in a round."""

REACTIONS: Final = "turn.reactions"
"""Path of how many Reactions a character has from one turn of theirs to the next."""

DERIVED: Final = (Derived(REACTIONS, Number(value=1), EVERYBODY, "RC-TURN-11"),)

HEROES: Final = "heroes"
FOES: Final = "foes"

_WITH_HEROES: Final = frozenset({"hero", "bystander", "animal", "vehicle"})


@data_of("order")
class PacedTurnData(TurnData, frozen=True, kw_only=True, omit_defaults=True):
    """The data of a place: its side, and what the movement of this turn has used up by mode, in Areas of Pace.

    `back` is the Area from which a Blocked one was entered.
    """

    side: str = ""
    back: str = ""
    run: int = 0
    fly: int = 0
    climb: int = 0
    swim: int = 0
    swing: int = 0
    burrow: int = 0


def placed(play: Play, who: str) -> PacedTurnData:
    """Return the data of a character's place in the fight that is on; that of nobody's without one."""
    entry = turns.entry_of(play, who)
    return PacedTurnData() if entry is None else PacedTurnData.of(entry)


def side_of(play: Play, who: str) -> str:
    """Return the side that a character is on: that of their place, else the one that their sort usually takes."""
    usual = HEROES if play.character(who).profile["self"].kind in _WITH_HEROES else FOES
    return placed(play, who).side or usual


def hostile(play: Play, one: str, other: str) -> bool:
    """Whether two are on different sides."""
    return one != other and side_of(play, one) != side_of(play, other)


def foes_of(play: Play, who: str) -> tuple[str, ...]:
    """Return everybody in the fight who is hostile to a character, as they act."""
    others = play.findings.kept(("sides",), ("order", "pace", "profile"), lambda: _sides(play))
    own = side_of(play, who)
    return tuple(other for other in turns.fighters(play) if other != who and others[other] != own)


def _sides(play: Play) -> dict[str, str]:
    """The sides of everybody in the fight that is on."""
    return {who: side_of(play, who) for who in turns.fighters(play)}


def gone(play: Play, who: str) -> bool:
    """Whether a character has no turns any more."""
    return not play.exists(who) or conditions.has(play, who, DEAD)


def able(play: Play, who: str) -> bool:
    """Whether a character can act."""
    return play.exists(who) and can_act(play, who)


def a_turn(play: Play, who: str) -> dict[str, int]:
    """RC-TURN-01: return what a turn holds: an Action, a Bonus Action for who has one, and Reactions until the next."""
    reactions = play.value(who, REACTIONS).total if play.is_computed(who, REACTIONS) else 1
    return {ACTION: 1, BONUS: 1, REACTION: reactions}


class Initiative:
    """RC-INIT-01, RC-INIT-09, RC-INIT-10: from the highest total down, each once a round; tied foes of heroes at once."""

    round_start = ROUND_START
    round_end = ROUND_END

    def coming(self, play: Play, encounter: str) -> tuple[str, ...]:
        """Return the places of the highest count that have not acted in this round."""
        order, now = play.encounter(encounter).order, turns.pace(play, encounter).round
        to_come = [
            name
            for name in turns.in_order(play, encounter)
            if PacedTurnData.of(order[name]).acted != now and not self._is_over(play, encounter, name)
        ]
        first = next(iter(to_come), None)
        if first is None:
            return ()
        return tuple(name for name in to_come if turns.count_of(order[name]) == turns.count_of(order[first]))

    def begin(self, play: Play, encounter: str, places: tuple[str, ...]) -> bool:
        """Let the turn of these places begin, in the order of ruling 31."""
        with play.citing(*(("RC-INIT-10",) if len(places) > 1 else ())):
            turns.pass_to(play, encounter, places)
        for name in places:
            extra = play.encounter(encounter).order[name].kind == EXTRA
            for who in turns.subjects(play, encounter, name):
                _moments(play, who, TURN_DUE, *(() if extra else (ROUND_PASSES,)), TURN_HARM, TURN_START)
        everybody = [who for name in places for who in turns.subjects(play, encounter, name)]
        return not everybody or any(able(play, who) for who in everybody)

    def over(self, play: Play, encounter: str) -> None:
        """End the turn that is on: its places have acted in this round."""
        for name in turns.pace(play, encounter).active:
            for who in turns.subjects(play, encounter, name):
                _moments(play, who, END_HARM, TURN_END)
            mark_acted(play, encounter, name)

    def _is_over(self, play: Play, encounter: str, name: str) -> bool:
        everybody = turns.subjects(play, encounter, name)
        return bool(everybody) and all(gone(play, who) for who in everybody)


FLOW: Final = Initiative()


def _moments(play: Play, who: str, *moments: str) -> None:
    for moment in moments:
        if not gone(play, who):
            come(play, moment, who)


def turn_begins(play: Play, who: str) -> None:
    """RC-TURN-01, RC-TURN-11, ruling 20: a turn holds all of it again; Reactions do not come back with an extra turn."""
    encounter, name = turns.running(play), turns.place_of(play, who)
    if encounter is None or name is None:
        return
    order = play.encounter(encounter).order
    budget = a_turn(play, who)
    if any(order[place].kind == EXTRA for place in turns.pace(play, encounter).active):
        budget[REACTION] = turns.left(play, who, REACTION, budget[REACTION])
    turns.refill(play, who, budget)
    _forget_movement(play, encounter, name, PacedTurnData.of(order[name]))


def no_more_turns(play: Play, who: str) -> None:
    """RC-INIT-01, RC-INIT-07, RC-ACT-02: end what was to last until the present turn of a character ends, or the next one begins.

    The fight is over for them. A Demanding Action takes effect; saves that end something are still to be made.
    """
    for moment in (TURN_END, TURN_START, TURN_DUE):
        hook = at_moment(moment, who)
        for hanging in hanging_on(play, (*participants(play, play.deed.encounter), who), hook):
            if any(isinstance(part, AtMoment) and part.passing <= 1 for part in parts(hanging.anchor)):
                come_due(play, hanging, "the fight is over")


def _forget_movement(play: Play, encounter: str, name: str, before: PacedTurnData) -> None:
    used: Mapping[str, None] = {mode: None for mode in MODES if getattr(before, mode)}
    if used:
        play.emit(encounter, TurnChanged(name=name, data=PacedTurnData.changes(**used)))


MODES: Final[tuple[Mode, ...]] = ("run", "fly", "climb", "swim", "swing", "burrow")
"""The modes of movement that a place keeps count of."""

MOMENTS: Final = {TURN_START: (turn_begins,)}
