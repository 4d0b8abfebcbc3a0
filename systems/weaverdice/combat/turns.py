"""Turns: how they pass from one to the next, what comes with them, and how somebody takes theirs in between."""

from __future__ import annotations

from typing import Final, Literal, assert_never

from domain.commands import CharacterRef
from domain.components.scene import TurnEntry
from domain.events.scene import TurnChanged, TurnPassed
from domain.kit.commands import command
from domain.play.deciders import owner_of
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from systems.freeform.turns import ORDER, InEncounter, end_encounter, fight
from systems.weaverdice.combat import fights
from systems.weaverdice.moments import ENCOUNTER_END

WAITING: Final = "waiting"
"""The state of a place whose turn is put off until something happens."""

INTERRUPTED: Final = "interrupted"
"""The state of a place whose turn goes on when somebody else's, taken in between, is over."""


class ShiftPlace(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`to` is where they come to act: a place further down, after the next foes, or just before somebody, who is named as
    `before`."""

    who: CharacterRef
    to: Literal["a place down", "behind the next foes", "before"] = "before"
    before: CharacterRef = ""


@command(
    "Pass the turn on. Who cannot act is passed over; players pass on the turns of their own characters.",
    by="player",
    scene=True,
    replaces=("next_turn", "previous_turn", "set_turn"),
)
def next_turn(play: Play, _: InEncounter) -> None:
    """WD-INIT-06, WD-INIT-08: the turn passes on; players pass on those of their own characters."""
    encounter = under_way(play)
    active = fights.pace(play, encounter).active
    everybody = [who for name in active for who in fights.subjects(play, encounter, name)]
    if not play.deed.is_gm and play.deed.member not in [owner_of(play, who) for who in everybody]:
        play.refuse("WD-INIT-08", "It is not your character's turn; whoever's turn it is passes it on.")
    pass_on(play, encounter)


@command("The fight is over, and whatever was to last as long.", scene=True, replaces=("end_encounter",))
def end_fight(play: Play, command: InEncounter) -> None:
    """WD-INIT-06, WD-EFF-15: the fight is over; what comes with its end comes, and what was to last as long ends."""
    under_way(play)
    come(play, ENCOUNTER_END)
    end_encounter(play, command)


@command("Change somebody's place in the order of turns.", scene=True)
def shift_place(play: Play, command: ShiftPlace) -> None:
    """WD-EFF-17, WD-ATK-05, WD-COND-12: a power or a stunt changes who acts when."""
    encounter = under_way(play)
    for who in filter(None, (command.who, command.before)):
        if fights.place_of(play, encounter, who) is None:
            play.missing(f"{encounter}.order", f"{who} takes no part in this fight.")
    match command.to:
        case "a place down":
            fights.drop_a_place(play, command.who)
        case "behind the next foes":
            fights.delay(play, command.who)
        case "before" if command.before:
            fights.place_before(play, command.who, command.before)
        case "before":
            raise Refused(ORDER, "Say before whom: somebody's handle as `before`.")
        case _:
            assert_never(command.to)


def under_way(play: Play) -> str:
    """The encounter that the command is about. Refused where it is not under way."""
    encounter = fight(play)
    if fights.running(play) is None:
        raise Refused(ORDER, "The fight is not under way; begin it first, with begin_fight.")
    return encounter


def pass_on(play: Play, encounter: str) -> None:
    """The turn that is on ends, and the next one begins."""
    for name in fights.pace(play, encounter).active:
        _over(play, encounter, name)
    go_on(play, encounter)


def put_off(play: Play, encounter: str, name: str) -> None:
    """WD-WAIT-01: the turn of a place stays open, with all that is left of it, and the next one begins."""
    now = fights.pace(play, encounter).round
    play.emit(encounter, TurnChanged(name=name, state=WAITING, data={"waits": now}))
    go_on(play, encounter)


def take_in_between(play: Play, encounter: str, name: str) -> None:
    """WD-WAIT-02: the turn of a place that waits goes on now; the one that is on goes on after it."""
    for other in fights.pace(play, encounter).active:
        play.emit(encounter, TurnChanged(name=other, state=INTERRUPTED))
    play.emit(encounter, TurnChanged(name=name, state="", data={"waits": None}))
    play.emit(encounter, TurnPassed(name="now", active=(name,)))


def go_on(play: Play, encounter: str) -> None:
    """WD-INIT-06: the next turn of somebody who is able to act; where nobody is, one round goes by and nobody's turn is on."""
    new_round = False
    while True:
        name = _next(play, encounter)
        if name is not None:
            if _begins(play, encounter, name):
                return
        elif new_round:
            play.emit(encounter, TurnPassed(name="now", active=()))
            return
        else:
            new_round = True
            come(play, "round_end")
            number = fights.pace(play, encounter).round + 1
            play.emit(encounter, TurnPassed(name="now", round=number, active=()))
            come(play, "round_start")


def acted(play: Play, who: str) -> None:
    """WD-INIT-08: whose turn ends has had it for this round, wherever their place moves to."""
    encounter, name = fights.running(play), fights.entry_of(play, who)
    if encounter is None or name is None:
        return
    now = fights.pace(play, encounter).round
    if play.encounter(encounter).order[name].data.get("acted") != now:
        play.emit(encounter, TurnChanged(name=name, data={"acted": now}))


def _next(play: Play, encounter: str) -> str | None:
    order, now = play.encounter(encounter).order, fights.pace(play, encounter).round
    places = [name for name in fights.in_order(play, encounter) if not _gone(play, encounter, name)]
    interrupted = [name for name in places if order[name].state == INTERRUPTED]
    to_come = [name for name in places if _is_to_come(order[name], now)]
    return next(iter(interrupted or to_come), None)


def _is_to_come(place: TurnEntry, now: int) -> bool:
    waits = place.state == WAITING and place.data.get("waits") == now
    return place.data.get("acted") != now and not waits


def _gone(play: Play, encounter: str, name: str) -> bool:
    everybody = fights.subjects(play, encounter, name)
    return bool(everybody) and all(fights.is_absent(play, who) for who in everybody)


def _begins(play: Play, encounter: str, name: str) -> bool:
    """A turn begins, or goes on after an interruption; whether anybody acts in it. One in which nobody does is over."""
    play.emit(encounter, TurnPassed(name="now", active=(name,)))
    state = play.encounter(encounter).order[name].state
    if state == WAITING:
        _over(play, encounter, name)
    if state:
        play.emit(encounter, TurnChanged(name=name, state="", data={"waits": None}))
    if state != INTERRUPTED:
        _each(play, encounter, name, "turn_start")
    everybody = fights.subjects(play, encounter, name)
    if not everybody or any(fights.able(play, who) for who in everybody):
        return True
    _over(play, encounter, name)
    return False


def _over(play: Play, encounter: str, name: str) -> None:
    _each(play, encounter, name, "turn_end")
    now = fights.pace(play, encounter).round
    if play.encounter(encounter).order[name].data.get("acted") != now:
        play.emit(encounter, TurnChanged(name=name, data={"acted": now}))


def _each(play: Play, encounter: str, name: str, moment: str) -> None:
    for who in fights.subjects(play, encounter, name) or ("",):
        if not who or not fights.is_absent(play, who):
            come(play, moment, who)


MOMENTS = {"turn_end": (acted,)}
