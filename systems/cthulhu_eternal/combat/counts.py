"""Turns, counted down by DEX: ties at once, and whose count it is.

A place in the order is named by the id of the character who has it; a held action comes in at a place of its own (see `waiting`). A
count is a pair of DEX and tiebreak: all places of one count are on together, and what is done there is applied when it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from domain.kit import conditions, turns
from domain.kit.naming import id_of
from domain.kit.turns import pace, running
from domain.play.moments import come
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.turns import TurnChanged, TurnEntry, TurnLeft
from domain.vocabulary.undertakings import Intent, IntentAnnounced
from systems.cthulhu_eternal import people, states
from systems.cthulhu_eternal.moments import COUNT, COUNT_END, TURN_END, TURN_START

D = TypeVar("D", bound=Data)

Effect = Callable[[Play, str, D], None]
"""The effect of a character's action: (play, who, data)."""

ACTION: Final = "action"
A_TURN: Final = {ACTION: 1}
"""CE-TURN-01: what a turn holds for everybody."""

HAS_COME, ACTED, INTERRUPTED = "come", "acted", "interrupted"
"""States of a place: its count has come in this turn; its action has been taken there; it goes on after a held action."""

EXTRA: Final = "extra"
"""The kind of a place at which a held action comes in."""

OUT: Final = (states.DEAD, states.UNCONSCIOUS)
"""Conditions without a count: it passes over characters who are in them."""


def turn_number(play: Play) -> int:
    """The number of the turn that the fight is in; 0 where nobody fights."""
    encounter = running(play)
    return 0 if encounter is None else pace(play, encounter).round


def place_of(play: Play, who: str) -> str | None:
    """The name of a character's own place in the fight that is on; None without one."""
    encounter = running(play)
    return id_of(who) if encounter is not None and id_of(who) in play.encounter(encounter).order else None


def acting(play: Play, who: str) -> bool:
    """CE-TURN-02: whether the count is at a character now, at their own place or with a held action."""
    encounter = running(play)
    if encounter is None:
        return False
    order = play.encounter(encounter).order
    return any(order[name].subject == who for name in pace(play, encounter).active)


def is_extra(play: Play, who: str) -> bool:
    """Whether a character acts before their time now, with the action that they held."""
    encounter = running(play)
    if encounter is None:
        return False
    order = play.encounter(encounter).order
    active = pace(play, encounter).active
    return any(order[name].subject == who and order[name].kind == EXTRA for name in active)


def together(play: Play, who: str, kind: str, effect: Effect[D], struct: type[D], **fields: Any) -> None:
    """CE-TURN-03, ruling 58: bring about what an action does: at once, or on a shared count when all there have done
    theirs.

    Until then it is an intent of this `kind` with these fields of its data, and everybody is as they were when the count came.
    The chapter brings it about with `DUE = {kind: as_due(effect, struct)}`.
    """
    encounter = running(play)
    if encounter is None or not acting(play, who) or not _is_shared(play, encounter):
        effect(play, who, struct(**fields))
        return
    due = AtMoment(moment=COUNT_END, subject=who)
    with play.citing("CE-TURN-03"):
        intent = Intent(kind=kind, what=kind, by=who, due=due, data=struct.changes(**fields))
        play.emit(who, IntentAnnounced(name=play.new_id(kind), intent=intent))


def as_due(effect: Effect[D], struct: type[D]) -> Callable[[Play, str, str], None]:
    """An effect as it comes about when the intent that holds it is due."""

    def due(play: Play, who: str, name: str) -> None:
        effect(play, who, struct.read(play.character(who).intents[name]))

    return due


def _is_shared(play: Play, encounter: str) -> bool:
    order = play.encounter(encounter).order
    return len({order[name].subject for name in pace(play, encounter).active}) > 1


def to_act(entry: TurnEntry) -> bool:
    """Whether the count has come to a place, and its action is neither taken nor spent."""
    return entry.state == HAS_COME and entry.budget.get(ACTION, 0) > 0


def end_count(play: Play, encounter: str) -> None:
    """The count that is on ends, for each at it, and the places of held actions are gone."""
    order, active = play.encounter(encounter).order, pace(play, encounter).active
    for who in dict.fromkeys(order[name].subject for name in active):
        come(play, COUNT_END, who)
    extra = [name for name in active if order[name].kind == EXTRA]
    if extra:
        turns.pass_to(play, encounter, ())
    for name in extra:
        play.emit(encounter, TurnLeft(name=name, because="over"))


class Counts:
    """CE-TURN-02, CE-TURN-03: the flow of counts, from the highest DEX down; all places of one count come on together."""

    round_start = TURN_START
    round_end = TURN_END

    def coming(self, play: Play, encounter: str) -> tuple[str, ...]:
        """Return the places of the highest count that is still to come."""
        return _next(play, encounter)

    def begin(self, play: Play, encounter: str, places: tuple[str, ...]) -> bool:
        """Let the count come to these places, and say whether anybody can make use of it."""
        return _come_to(play, encounter, places)

    def over(self, play: Play, encounter: str) -> None:
        """End the count that is on."""
        end_count(play, encounter)


FLOW: Final = Counts()


def _next(play: Play, encounter: str) -> tuple[str, ...]:
    """CE-TURN-02, CE-TURN-03: the places of the highest count that is still to come in this turn; none after the last."""
    order = play.encounter(encounter).order
    to_come = [name for name in sorted(order) if order[name].state in ("", INTERRUPTED)]
    highest = max((count_of(order[name]) for name in to_come), default=None)
    return tuple(name for name in to_come if count_of(order[name]) == highest)


def count_of(entry: TurnEntry) -> tuple[int, int]:
    """When a place acts: by DEX, then by what breaks a tie; the higher first."""
    return entry.initiative, entry.tiebreak


def _come_to(play: Play, encounter: str, places: tuple[str, ...]) -> bool:
    """The count comes to these places, or goes on there after a held action; whether anybody can make use of it."""
    order = play.encounter(encounter).order
    places = ordered(play, encounter, places)
    with play.citing(*(("CE-TURN-03",) if len(places) > 1 else ())):
        turns.pass_to(play, encounter, places)
    for name in places:
        comes_first = order[name].state == ""
        turns.set_state(play, encounter, name, HAS_COME)
        if comes_first:
            come(play, COUNT, order[name].subject)
    return any(name in order and is_in_it(play, order[name].subject) for name in places)


def ordered(play: Play, encounter: str, places: tuple[str, ...]) -> tuple[str, ...]:
    """Ruling 58: those who act at once; where the campaign has it so, the game master says who of them is first.

    The others then come one tiebreak later.
    """
    order = play.encounter(encounter).order
    if len(places) == 1 or play.option("dex_tie") == "simultaneous":
        return places
    names = {order[name].subject: name for name in places}
    dex, tiebreak = count_of(order[places[0]])
    prompt = "Their DEX is equal: who acts first?"
    chosen = names[play.ask("first", "gm", tuple(names), next(iter(names)), prompt, about=str(dex))]
    with play.citing("CE-TURN-03"):
        for name in sorted(order):
            if order[name].initiative == dex and order[name].tiebreak <= tiebreak and name != chosen:
                play.emit(encounter, TurnChanged(name=name, tiebreak=order[name].tiebreak - 1))
    return (chosen,)


def is_in_it(play: Play, who: str) -> bool:
    """Whether a count means anything to a character: it passes over the dead and the unconscious."""
    return play.exists(who) and not any(conditions.has(play, who, what) for what in OUT)


def turn_begins(play: Play, _: str) -> None:
    """CE-TURN-01, CE-TURN-02: one action for everybody, on the count of their DEX as it now is."""
    encounter = running(play)
    if encounter is None:
        return
    order = play.encounter(encounter).order
    for name in sorted(order):
        entry = order[name]
        if entry.state or dict(entry.budget) != A_TURN or entry.moved:
            play.emit(encounter, TurnChanged(name=name, state="", budget=dict(A_TURN), moved=0))
        dex = people.stat(play, entry.subject, "dex") if play.exists(entry.subject) else entry.initiative
        if dex != entry.initiative:
            play.emit(encounter, TurnChanged(name=name, initiative=dex))


def count_comes(play: Play, who: str) -> None:
    """CE-TURN-02: once in a turn, however it came about (the base's own command passes turns too)."""
    encounter, place = running(play), place_of(play, who)
    if encounter is not None and place is not None and play.encounter(encounter).order[place].state == "":
        turns.set_state(play, encounter, place, HAS_COME)


MOMENTS = {TURN_START: (turn_begins,), COUNT: (count_comes,)}

OPTIONS = (
    OptionSpec(
        name="dex_tie",
        default="simultaneous",
        choices=("simultaneous", "game master"),
        text="Whether those of equal DEX act at the same moment, or the game master says each time who is first.",
        rules=("CE-TURN-03", "CE-RULING-58"),
    ),
)
