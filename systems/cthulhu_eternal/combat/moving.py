"""Moving: at three paces, in passing, behind cover, and what comes of losing one's footing."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, under_way
from domain.kit.naming import id_of
from domain.kit.rolls import addend
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst
from domain.vocabulary.base import Scalar
from domain.vocabulary.data import Data
from domain.vocabulary.maps import Moved, Placed, Position
from systems.cthulhu_eternal import states, tests
from systems.cthulhu_eternal.combat import counts, cover, distances, fear, holds
from systems.cthulhu_eternal.combat.actions import DODGES_ON_THE_MOVE, hinder, out_of_turn, take
from systems.cthulhu_eternal.combat.distances import position, yards
from systems.cthulhu_eternal.fields import Across, Along, Area, UpTo100
from systems.cthulhu_eternal.moments import ACTION, COUNT, TURN_END

Pace = Literal["jog", "run", "sprint"]

_IN_WORDS: Final[dict[Pace, str]] = {
    "jog": text("jog"),
    "run": text("run"),
    "sprint": text("sprint"),
}
"""The paces, as a refusal says them."""

ON_THE_MOVE: Final = "on_the_move"
"""The condition of a character who has moved at `data.pace`, in turn `data.turn`; until their next action or count."""

UNSTEADY: Final = ("run", "sprint")
"""CE-ACT-24: the paces at which one may stumble."""


class _Moving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    paces: dict[Pace, int]
    limits: dict[str, int]


_MOVING: Final = table(__package__, "moving", _Moving)

PACES: Final = _MOVING.paces
"""CE-ACT-22, in yards."""

CATALOGUE: Final = (
    CatalogueKind(name="pace", title="Paces", table=PACES, rules=("CE-ACT-22",), value="distance", units={"": "yards"}),
)

SHIFT: Final = _MOVING.limits["shift"]
"""CE-ACT-23, in yards."""


@data_of("conditions", ON_THE_MOVE)
class MoveData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The pace at which a character moved, and the turn in which they did."""

    pace: str = ""
    turn: int = 0


@data_of("intents", "move")
class WalkData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The way that a character goes and their pace, whether they leave their cover, and the cover that is there."""

    pace: str = ""
    cover: int = 0
    leaves: bool = False
    area: str | None = None
    x: int | None = None
    y: int | None = None


class Going(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """The fields that commands for movement share: the place on the map; without area and square, nowhere on it."""

    who: CharacterRef
    yards: Annotated[
        Annotated[int, Meta(ge=0, le=100_000)] | None,
        Meta(description="How far; the map goes before where it shows more, and with neither it is as far as they may"),
    ] = None
    area: Area = ""
    x: Across = None
    y: Along = None


class Move(Going, frozen=True, kw_only=True, omit_defaults=True):
    """Move as far as the `pace` goes, or less far."""

    pace: Annotated[Pace, Meta(description="How fast they go, or less far", extra={"catalogue": "pace"})] = "jog"
    cover: Annotated[
        int,
        Meta(
            ge=0,
            le=100_000,
            description="The Armor rating of what the mover gets behind, if there is any there: the game master says so, where that is not known yet",
        ),
    ] = 0


class Shift(Going, frozen=True, kw_only=True, omit_defaults=True):
    """Some 3 yards in passing."""

    leaves_cover: Annotated[bool, Meta(description="Whether it leads out of it")] = False


class CallForFooting(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Against DEX x5."""

    who: CharacterRef
    modifier: UpTo100 = 0


class AgreeToDodge(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """For this turn, whichever of the two comes first."""

    who: CharacterRef


class Recover(Command, frozen=True, kw_only=True, omit_defaults=True):
    """After a stumble."""

    who: CharacterRef


@command("Move 10 yards jogging, 20 running or 30 sprinting, behind cover if there is any.", by="owner", scene=True)
def move(play: Play, command: Move) -> None:
    """CE-ACT-22, CE-ACT-26, ruling 59: the turn's action, and cover from then on; on a shared count from its end."""
    who = command.who
    if conditions.has(play, who, states.PRONE):
        play.refuse("CE-ACT-34", "They are prone and cannot move; standing up is an action of its own, take it first.")
    yards = _far(play, command)
    room = max(0, PACES[command.pace] - turns.moved(play, who))
    if yards is not None and yards > room:
        play.refuse(
            "CE-ACT-22",
            "They can {pace} {room} yards in this turn at most, not {yards}; choose a shorter way.",
            pace=_IN_WORDS[command.pace],
            room=room,
            yards=yards,
        )
    take(play, who, "move", pace=command.pace)
    destination = _destination(command)
    if fear.stops(play, who, destination):
        return
    _count_yards(play, who, room if yards is None else yards)
    behind = command.cover if _is_cover_there(play, command) else 0
    counts.together(play, who, "move", arrived, WalkData, pace=command.pace, cover=behind, leaves=True, **destination)


def _is_cover_there(play: Play, command: Move) -> bool:
    """CE-ACT-26: whether there is such cover is the game master's to say: by giving the command themselves, by having pointed
    it out, or else now."""
    if play.deed.is_gm or command.cover <= cover.near(play, command.who):
        return True
    prompt = f"Is there cover of Armor {command.cover} where {command.who} moves?"
    with play.citing("CE-ACT-26"):
        return play.ask("cover", "gm", ("there is", "there is none"), "there is none", prompt) == "there is"


@command("Shift some 3 yards while doing something else.", by="owner", scene=True)
def shift(play: Play, command: Shift) -> None:
    """CE-ACT-23: in passing, on one's count, with any action but a Move."""
    who = command.who
    hinder(play, who, "shift")
    if turns.running(play) is not None and not turns.acting(play, who):
        out_of_turn(play, who, spends=False)
    far = _far(play, command)
    yards = SHIFT if far is None else far
    if yards + turns.moved(play, who) > SHIFT:
        play.refuse(
            "CE-ACT-23",
            "Beside another action they shift {shift} yards in a turn at most; go farther with a Move.",
            shift=SHIFT,
        )
    destination = _destination(command)
    if fear.stops(play, who, destination):
        return
    with play.citing("CE-ACT-23"):
        _count_yards(play, who, yards)
        counts.together(play, who, "move", arrived, WalkData, leaves=command.leaves_cover, **destination)


def arrived(play: Play, who: str, data: WalkData) -> None:
    """CE-ACT-26, ruling 52: they are there: out of the cover they had, out of holds, and behind what is there."""
    holds.release(play, who, "moved away")
    distances.forget(play, who, "moved")
    if data.leaves:
        conditions.end(play, who, states.COVERED, "left it")
    _put(play, who, data)
    if data.cover:
        with play.citing("CE-ACT-26"):
            cover.take_cover(play, who, data.cover)
    if data.pace:
        conditions.end(play, who, ON_THE_MOVE, "moved on")
        until = UntilFirst(of=(AtMoment(moment=ACTION, subject=who), AtMoment(moment=COUNT, subject=who)))
        conditions.gain(play, who, ON_THE_MOVE, until=until, pace=data.pace, turn=counts.turn_number(play))


def within_reach(play: Play, who: str, other: str, stated: int | None = None) -> bool:
    """CE-ACT-12, CE-ACT-23, ruling 62: whether hands reach: no farther than one shifts with an action, by the map or by
    what was said, and in the same area. A character whose place is not known is in reach.
    """
    far = distances.between(play, who, other, stated)
    if far is not None:
        return far <= SHIFT
    here, target = position(play, who), position(play, other)
    return here is None or target is None or bool(here.area == target.area)


@command("Have a character who runs or sprints test DEX x5 to stay on their feet.", actor="who", scene=True)
def call_for_footing(play: Play, command: CallForFooting) -> None:
    """CE-ACT-24, CE-ACT-25, CE-DMG-17: DEX x5, or prone, with the next turn spent on getting up."""
    who = command.who
    moves = play.where(who, "conditions", ON_THE_MOVE).values()
    if not any(MoveData.of(move).pace in UNSTEADY for move in moves):
        play.refuse("CE-ACT-24", "They have not just run or sprinted; a test of footing comes only after that.")
    given = (*addend("ground", command.modifier), *tests.hindered(play, who, tests.MOVEMENT))
    with play.citing("CE-ACT-24"):
        kept = tests.stat_test(play, who, "footing", "dex", modifiers=given).success
    if not kept:
        with play.citing("CE-ACT-25"):
            fall = conditions.gain(play, who, states.PRONE)
            conditions.gain(play, who, states.FALLEN, source=fall)


@command("Let a character dodge while they jog or run, for one action, in this turn.", actor="who", scene=True)
def agree_to_dodge(play: Play, command: AgreeToDodge) -> None:
    """CE-ACT-16: in this turn a jog or run and a Dodge are one action."""
    who, encounter = command.who, under_way(play)
    if turns.place_of(play, who) is None:
        play.refuse("CE-ACT-16", "They take no part in this fight; there is nothing to agree to.")
    here = counts.turn_number(play)
    moves = play.where(who, "conditions", ON_THE_MOVE).values()
    made = map(MoveData.of, moves)
    moved = any(move.turn == here and move.pace != "sprint" for move in made)
    until = UntilFirst(of=(AtMoment(moment=TURN_END), UntilEncounterEnds(encounter=encounter)))
    with play.citing("CE-ACT-16"):
        conditions.end(play, who, DODGES_ON_THE_MOVE, "agreed anew")
        conditions.gain(play, who, DODGES_ON_THE_MOVE, until=until, half="move" if moved else "")


@command("Spend the turn on getting up after a stumble.", by="owner", scene=True)
def recover(play: Play, command: Recover) -> None:
    """CE-ACT-25: a whole turn's action; after it they stand."""
    who = command.who
    if not conditions.has(play, who, states.FALLEN):
        play.missing(
            f"{who}.conditions.{states.FALLEN}",
            "They have not stumbled; somebody who is prone for another reason stands up.",
        )
    take(play, who, "recover")
    with play.citing("CE-ACT-25"):
        conditions.end(play, who, states.FALLEN, "recovered")
        conditions.end(play, who, states.PRONE, "recovered")


def _far(play: Play, command: Going) -> int | None:
    """The yards that are said or that the map shows, whichever is more; None where neither does."""
    encounter = play.deed.encounter
    known = [] if command.yards is None else [command.yards]
    if encounter is not None and command.x is not None and command.y is not None:
        positions = play.encounter(encounter).positions
        name = id_of(command.who)
        here = positions.get(name)
        if here is not None and here.x is not None and here.y is not None:
            known.append(yards(here.x - command.x, here.y - command.y))
    return max(known, default=None)


def _count_yards(play: Play, who: str, yards: int) -> None:
    if yards:
        turns.note_moved(play, who, yards)


def _destination(command: Going) -> dict[str, Scalar]:
    destination: dict[str, Scalar] = {"area": command.area or None, "x": command.x, "y": command.y}
    return {field: value for field, value in destination.items() if value is not None}


def _put(play: Play, who: str, data: WalkData) -> None:
    encounter, name = play.deed.encounter, id_of(who)
    fields: dict[str, Any] = {"area": data.area, "x": data.x, "y": data.y}
    where = {field: value for field, value in fields.items() if value is not None}
    if encounter is None or not where:
        return
    if name in play.encounter(encounter).positions:
        play.emit(encounter, Moved(name=name, **where))
    else:
        audience = play.character(who).profile["self"].audience
        play.emit(encounter, Placed(name=name, position=Position(subject=who, audience=audience, **where)))


DUE = {"move": counts.as_due(arrived, WalkData)}
