"""Movement: through Areas by any mode, over obstacles, and along the ground."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef
from domain.components.base import Audience
from domain.events.log import Noted
from domain.events.scene import TurnChanged
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.durations import end_of_turn
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import id_of
from domain.kit.positions import enter
from domain.play.moments import come
from domain.play.play import Play
from systems.freeform.fields import Because, Word
from systems.rotted_capes.combat import dread, light, pace, terrain
from systems.rotted_capes.combat.areas import area_of
from systems.rotted_capes.combat.burrowing import Soil, check_soil
from systems.rotted_capes.combat.demanding import begin
from systems.rotted_capes.combat.flying import after_moving, check_aloft, rise
from systems.rotted_capes.combat.opportunity import leave
from systems.rotted_capes.combat.prone import check_mode, crawl
from systems.rotted_capes.combat.turns import Placed, placed
from systems.rotted_capes.fields import Mode
from systems.rotted_capes.moments import MOVED
from systems.rotted_capes.rolls.challenges import Difficulty, check
from systems.rotted_capes.sheet.conditions import PRONE, can_move
from systems.rotted_capes.windows import ARRIVED, Arrived, Trial

_UNAIDED: Final[dict[str, str]] = {"climb": "RC-MODE-06", "swim": "RC-MODE-07"}
"""The rules of the modes in which whoever has no Pace of the kind gets on with an Athletics check."""


class Move(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody moves through Areas; without a map, so many of them."""

    who: CharacterRef
    to: Annotated[tuple[Word, ...], Meta(description="The Areas on the way; the last one is where they end")] = ()
    areas: Annotated[int, Meta(ge=0, le=100, description="How many Areas, where no map is drawn")] = 0
    mode: Annotated[Mode, Meta(description="The mode of movement")] = "run"
    teleport: Annotated[bool, Meta(description="Whether they are gone and there, without the way between")] = False
    height: Annotated[int, Meta(ge=0, le=100, description="How many Areas up they are afterwards")] = 0
    anchor: Annotated[str, Meta(max_length=100, description="The solid thing that a swing is anchored to")] = ""
    line: Annotated[bool, Meta(description="Whether they climb their line instead of swinging")] = False
    soil: Annotated[Soil, Meta(description="What they burrow through")] = "loose"
    athletics: Annotated[
        Difficulty | None, Meta(description="What an Athletics check has to reach where one is asked for")
    ] = None
    skill_set: Annotated[str, Meta(max_length=100, description="The Skill Set that makes haste in the dark safe")] = ""


class Cross(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody gets past an obstacle in their way."""

    who: CharacterRef
    obstacle: Annotated[Literal["minor", "major"], Meta(description="How much of an obstacle it is")] = "minor"
    athletics: Annotated[
        Difficulty | None, Meta(description="What an Athletics check has to reach, for a major one")
    ] = None
    demanding: Annotated[bool, Meta(description="Whether a major one takes a Demanding Action too")] = True


class Shift(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Something moves somebody: a push, an explosion, a power."""

    who: CharacterRef
    to: Annotated[Word, Meta(description="The Area where they end")]
    because: Because = ""


@command("Move through Areas, as far as the Pace goes.", by="owner", scene=True, replaces=("move",))
def move(play: Play, command: Move) -> None:
    """RC-MOVE-01, RC-MOVE-02, RC-MOVE-03, RC-MOVE-04, RC-MODE-01, RC-MODE-03: each Area costs Pace until none is left."""
    who, mode = command.who, command.mode
    check_free(play, who)
    check_mode(play, who, mode)
    check_aloft(play, mode, command.anchor)
    if mode == "burrow":
        check_soil(play, who, command.soil)
    if command.line:
        conditions.gain(play, who, pace.CLIMBING, until=end_of_turn(who), rules=("RC-MODE-10",))
    paying = _paying(play, command)
    if paying is None:
        return
    if not command.to:
        cost = command.areas * pace.unit(play)
        pace.check(play, who, paying, cost)
        pace.spend(play, who, paying, cost, command.areas)
    arrived = all(_step(play, command, paying, area, step) for step, area in enumerate(command.to))
    if arrived:
        rise(play, who, mode, command.height, len(command.to) or command.areas)
        after_moving(play, who, mode, command.height)


def check_free(play: Play, who: str) -> None:
    """RC-MOVE-01: refuse who cannot move now: out of turn, or held."""
    if turns.running(play) is not None and not turns.acting(play, who):
        play.refuse("RC-MOVE-01", "It is not their turn; movement is part of one's own turn.")
    if not can_move(play, who):
        play.refuse("RC-MOVE-01", "They cannot move: something holds them, or they cannot act.")


def _paying(play: Play, command: Move) -> Mode | None:
    """RC-MODE-06, RC-MODE-07: return the mode whose Pace is used; None where an Athletics check that is needed fails.

    With a Pace of the kind no check is needed, whatever is asked for. Without one, it takes a check and the Run Pace.
    """
    who, mode = command.who, command.mode
    rule = _UNAIDED.get(mode)
    if rule is None:
        return mode
    if pace.base(play, who, mode):
        play.cite(rule)
        return mode
    if command.athletics is None:
        play.refuse(rule, f"They have no {mode} Pace; say what their Athletics check has to reach.")
        return None
    return "run" if _athletics(play, who, command.athletics, rule) else None


def _athletics(play: Play, who: str, difficulty: int, rule: str) -> bool:
    with play.citing(rule):
        return check(play, Trial(who, "athletics", "check", difficulty, "strength")).success


def _step(play: Play, command: Move, mode: Mode, area: str, step: int) -> bool:
    """Go into the next Area, and say whether they got there."""
    who, here = command.who, area_of(play, command.who)
    dread.check_step(play, who, area)
    if command.teleport:
        if not leave(play, who, here, "teleporting", step):
            return False
        arrive(play, who, area)
        return True
    _check_way(play, who, here, area)
    terrain.check_fits(play, who, area)
    light.check_step(play, who, mode, area, command.skill_set)
    cost = (2 if terrain.is_difficult(play, who, area) else 1) * pace.unit(play)
    if conditions.has(play, who, PRONE):
        if not crawl(play, who, area, cost):
            return False
    else:
        pace.check(play, who, mode, cost)
        pace.spend(play, who, mode, cost)
    if not leave(play, who, here, "moving", step):
        return False
    pace.spend(play, who, mode, 0, 1)
    arrive(play, who, area)
    return True


def _check_way(play: Play, who: str, here: str, area: str) -> None:
    """RC-MOVE-06, RC-TERR-01: refuse a step to what is not next to the Area, or past a Blocked one."""
    if here and area not in terrain.borders(play, here):
        play.refuse("RC-MOVE-06", f"{area} is not next to {here}; name every Area on the way.")
    if here and terrain.is_blocked(play, who, here) and placed(play, who).back not in ("", area):
        play.refuse("RC-TERR-01", "This Area is Blocked: they can go back where they came from, but not past it.")


def arrive(play: Play, who: str, area: str) -> None:
    """Put somebody in an Area: what is tight there holds them, and a Blocked one keeps in mind where they came from."""
    encounter, name = fight(play), turns.place_of(play, who)
    here = area_of(play, who)
    audience: Audience = play.character(who).profile["self"].audience
    enter(play, encounter, id_of(who), area, subject=who, audience=audience)
    terrain.squeeze(play, who, area)
    back = here if terrain.BLOCKED in terrain.terrain_of(play, area) else ""
    if name is not None and turns.running(play) is not None and placed(play, who).back != back:
        play.emit(encounter, TurnChanged(name=name, data=Placed.changes(back=back or None)))
    ARRIVED.open(play, who, Arrived(who, area))
    if here != area and turns.running(play) is not None:
        come(play, MOVED, who)


@command("Get past an obstacle: a low wall, or something that takes effort.", by="owner", scene=True)
def cross(play: Play, command: Cross) -> None:
    """RC-TERR-04, RC-TERR-05, RC-RULING-26: a minor obstacle halves the Pace of the turn, once; a major one takes work."""
    who = command.who
    check_free(play, who)
    if command.obstacle == "minor":
        if not conditions.has(play, who, pace.HALVED):
            conditions.gain(play, who, pace.HALVED, until=end_of_turn(who), rules=("RC-TERR-04",))
        return
    if not play.deed.is_gm and not command.demanding:
        play.refuse("RC-TERR-05", "Whether it takes less than a Demanding Action is for the Editor-in-Chief to say.")
    if command.demanding:
        begin(play, who, "getting past an obstacle")
    past = command.athletics is None or _athletics(play, who, command.athletics, "RC-TERR-05")
    play.emit(who, Noted(name="obstacle", data={"past": past}, rules=("RC-TERR-05",)))


def walk(play: Play, who: str, to: tuple[str, ...]) -> None:
    """RC-ACT-06: move out of turn, up to the normal Run Pace, whatever was moved in one's own turn."""
    there, cost = pace.base(play, who, "run") * pace.unit(play), 0
    for step, area in enumerate(to):
        here = area_of(play, who)
        _check_way(play, who, here, area)
        terrain.check_fits(play, who, area)
        cost += (2 if terrain.is_difficult(play, who, area) else 1) * pace.unit(play)
        if cost > there:
            play.refuse("RC-ACT-06", "A readied movement goes up to the normal Pace.")
        if not leave(play, who, here, "moving", step):
            return
        arrive(play, who, area)


@command("Let something move somebody: a push, an explosion, a power.", scene=True)
def shift(play: Play, command: Shift) -> None:
    """RC-REAC-03: whoever is moved by something else provokes no opportunity attacks."""
    leave(play, command.who, area_of(play, command.who), "moved")
    arrive(play, command.who, command.to)
