"""Rounds: how turns follow one another, with those who are out of it passed over.

All games share `go_on`: the next places come on, until a character acts; after the last place a round is over. The
ready-made flow is `InTurn`: one place after the other, from the highest down, each once in a round. A turn may be put
off and taken later (delaying, waiting, readying), and taken in the middle of another turn, which goes on after it. A
place remembers the round in which it has acted in its data (`TurnData`); so it does not act twice where it is moved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from domain.kit import turns
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.turns import TurnChanged, TurnEntry

TURN_START: Final = "turn_start"
TURN_END: Final = "turn_end"
ROUND_START: Final = "round_start"
ROUND_END: Final = "round_end"
"""The moments of turns and rounds."""

WAITING: Final = "waiting"
"""The state of a place whose turn is put off until something happens."""

INTERRUPTED: Final = "interrupted"
"""The state of a place whose turn goes on when another turn, taken in its middle, is over."""


class TurnData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The data of a place: the round in which it has `acted` last, and the one whose turn it put off."""

    acted: int | None = None
    waits: int | None = None


class Flow(Protocol):
    """The flow of a game's turns. Its moments are those with which a round begins and ends; "" where none comes."""

    round_start: str
    round_end: str

    def coming(self, play: Play, encounter: str) -> tuple[str, ...]:
        """Return the places that come on next; none after the last of the round."""

    def begin(self, play: Play, encounter: str, places: tuple[str, ...]) -> bool:
        """Let the turn of these places begin, and say whether anybody acts in it."""

    def over(self, play: Play, encounter: str) -> None:
        """End the turn that is on."""


def go_on(play: Play, encounter: str, flow: Flow) -> None:
    """Begin the next turn of a character who acts; where nobody does, one round goes by and nobody's turn is on."""
    wrapped = False
    while True:
        places = flow.coming(play, encounter)
        if places:
            if flow.begin(play, encounter, places):
                return
            flow.over(play, encounter)
        elif wrapped:
            turns.pass_to(play, encounter, ())
            return
        else:
            wrapped = True
            _come(play, flow.round_end)
            turns.pass_to(play, encounter, (), turns.pace(play, encounter).round + 1)
            _come(play, flow.round_start)


def _come(play: Play, moment: str) -> None:
    if moment:
        come(play, moment)


def pass_on(play: Play, encounter: str, flow: Flow) -> None:
    """End the turn that is on, and begin the next one."""
    flow.over(play, encounter)
    go_on(play, encounter, flow)


class InTurn:
    """The flow in which one place after the other acts, each once in a round.

    A character who is `gone` has no turns any more. One who is not `able` does not act, but their turn begins and ends
    all the same.
    """

    round_start = ROUND_START
    round_end = ROUND_END

    def __init__(self, gone: Callable[[Play, str], bool], able: Callable[[Play, str], bool]) -> None:
        self._gone = gone
        self._able = able

    def coming(self, play: Play, encounter: str) -> tuple[str, ...]:
        """Return the place that goes on after an interruption, else the highest that has not acted in this round."""
        order, now = play.encounter(encounter).order, turns.pace(play, encounter).round
        places = [name for name in turns.in_order(play, encounter) if not self._is_gone(play, encounter, name)]
        interrupted = [name for name in places if order[name].state == INTERRUPTED]
        to_come = [name for name in places if _is_to_come(order[name], now)]
        return tuple((interrupted or to_come)[:1])

    def begin(self, play: Play, encounter: str, places: tuple[str, ...]) -> bool:
        """Let a turn begin, or go on; one that was put off and not taken is over then."""
        (name,) = places
        turns.pass_to(play, encounter, places)
        state = play.encounter(encounter).order[name].state
        if state == WAITING:
            self._over_at(play, encounter, name)
        if state:
            _open(play, encounter, name)
        if state != INTERRUPTED:
            self._moment(play, encounter, name, TURN_START)
        everybody = turns.subjects(play, encounter, name)
        return not everybody or any(self._able(play, who) for who in everybody)

    def over(self, play: Play, encounter: str) -> None:
        """End the turn that is on: its place has acted in this round."""
        for name in turns.pace(play, encounter).active:
            self._over_at(play, encounter, name)

    def _over_at(self, play: Play, encounter: str, name: str) -> None:
        self._moment(play, encounter, name, TURN_END)
        mark_acted(play, encounter, name)

    def _is_gone(self, play: Play, encounter: str, name: str) -> bool:
        everybody = turns.subjects(play, encounter, name)
        return bool(everybody) and all(self._gone(play, who) for who in everybody)

    def _moment(self, play: Play, encounter: str, name: str, which: str) -> None:
        for who in turns.subjects(play, encounter, name) or ("",):
            if not who or not self._gone(play, who):
                come(play, which, who)


def mark_acted(play: Play, encounter: str, name: str) -> None:
    """Note that a place has had its turn of this round, wherever it moves to."""
    now = turns.pace(play, encounter).round
    if TurnData.of(play.encounter(encounter).order[name]).acted != now:
        play.emit(encounter, TurnChanged(name=name, data=TurnData.changes(acted=now)))


def mark_if_past(play: Play, encounter: str, name: str) -> None:
    """Let a new place act from the next round on, where the turn that is on has come as far down the order or further."""
    order, active = play.encounter(encounter).order, turns.pace(play, encounter).active
    if active and turns.count_of(order[name]) >= max(turns.count_of(order[here]) for here in active):
        mark_acted(play, encounter, name)


def put_off(play: Play, encounter: str, name: str, flow: Flow) -> None:
    """Leave the turn of a place open, with all that is left of it, and begin the next one.

    It is lost when the place comes on again in the next round before it was taken.
    """
    now = turns.pace(play, encounter).round
    play.emit(encounter, TurnChanged(name=name, state=WAITING, data=TurnData.changes(waits=now)))
    go_on(play, encounter, flow)


def take_in_between(play: Play, encounter: str, name: str) -> None:
    """Go on with the turn of a place that was put off; the turn that is on goes on after it."""
    for other in turns.pace(play, encounter).active:
        turns.set_state(play, encounter, other, INTERRUPTED)
    _open(play, encounter, name)
    turns.pass_to(play, encounter, (name,))


def _open(play: Play, encounter: str, name: str) -> None:
    play.emit(encounter, TurnChanged(name=name, state="", data=TurnData.changes(waits=None)))


def _is_to_come(place: TurnEntry, now: int) -> bool:
    data = TurnData.of(place)
    return data.acted != now and not (place.state == WAITING and data.waits == now)
