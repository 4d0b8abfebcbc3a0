"""Movement: through Areas by any mode, over obstacles, and along the ground."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.durations import end_of_turn
from domain.kit.fights import InEncounter, fight
from domain.kit.maps.positions import space_of
from domain.kit.maps.squares import Square, distance
from domain.kit.naming import id_of
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.log import Noted
from domain.vocabulary.turns import TurnChanged
from systems.freeform.fields import Because, Word
from systems.rotted_capes.combat import dread, light, pace, terrain
from systems.rotted_capes.combat.areas import area_at, area_of, stand_in, stand_on
from systems.rotted_capes.combat.demanding import begin
from systems.rotted_capes.combat.movement.burrowing import Soil, check_soil
from systems.rotted_capes.combat.movement.flying import after_moving, check_aloft, rise, steep
from systems.rotted_capes.combat.movement.prone import check_mode, crawl, crawl_cost
from systems.rotted_capes.combat.opportunity import Departure, leave
from systems.rotted_capes.combat.turns import PacedTurnData, placed
from systems.rotted_capes.fields import MODE_WORDS, Anchor, Height, Mode
from systems.rotted_capes.moments import DISPLACED, MOVED
from systems.rotted_capes.rolls.challenges import Difficulty, check
from systems.rotted_capes.sheet.conditions import PRONE, can_move
from systems.rotted_capes.windows import ARRIVED, Arrived, Trial

_UNAIDED: Final[dict[str, str]] = {"climb": "RC-MODE-06", "swim": "RC-MODE-07"}
"""The rules of the modes in which a character who has no Pace of the kind gets on with an Athletics check."""


class Move(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Move through Areas; without a map, so many of them."""

    who: CharacterRef
    to: Annotated[tuple[Word, ...], Meta(description="The Areas on the way; the last one is where they end")] = ()
    squares: Annotated[
        tuple[tuple[int, int], ...],
        Meta(max_length=200, description="The squares on the way, as pairs of x and y, on a map of squares"),
    ] = ()
    areas: Annotated[int, Meta(ge=0, le=100, description="How many Areas, where no map is drawn")] = 0
    mode: Annotated[Mode, Meta(description="The mode of movement")] = "run"
    teleport: Annotated[bool, Meta(description="Whether they are gone and there, without the way between")] = False
    height: Height = 0
    anchor: Anchor = ""
    line: Annotated[bool, Meta(description="Whether they climb their line instead of swinging")] = False
    soil: Annotated[Soil, Meta(description="What they burrow through")] = "loose"
    athletics: Annotated[
        Difficulty | None, Meta(description="What an Athletics check has to reach where one is asked for")
    ] = None
    skill_set: Annotated[str, Meta(max_length=100, description="The Skill Set that makes haste in the dark safe")] = ""


class Cross(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Get past an obstacle in one's way."""

    who: CharacterRef
    obstacle: Annotated[Literal["minor", "major"], Meta(description="How much of an obstacle it is")] = "minor"
    athletics: Annotated[
        Difficulty | None, Meta(description="What an Athletics check has to reach, for a major one")
    ] = None
    demanding: Annotated[bool, Meta(description="Whether a major one takes a Demanding Action too")] = True


class Shift(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A push, an explosion or a power moves a character."""

    who: CharacterRef
    to: Annotated[Word, Meta(description="The Area where they end")]
    because: Because = ""


class Way(NamedTuple):
    """A way that a character takes: through which Areas, by which mode, and how many Areas up they are at its end."""

    to: tuple[str, ...] = ()
    mode: Mode = "run"
    height: int = 0
    anchor: str = ""


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
    arrived = bool(command.to or command.squares) or _go_so_far(play, who, paying, command.areas)
    arrived = (
        arrived
        and all(_step(play, command, paying, area, step) for step, area in enumerate(command.to))
        and all(_square(play, command, paying, Square(*at), step) for step, at in enumerate(command.squares))
    )
    if arrived:
        covered = len(command.to) + len(command.squares) // pace.unit(play)
        rise(play, who, mode, command.height, covered or command.areas)
        after_moving(play, who, mode, command.height)


def _go_so_far(play: Play, who: str, mode: Mode, areas: int) -> bool:
    """RC-MOVE-01, RC-MOVE-10, RC-MOVE-12: go through so many Areas where no map is drawn, and say whether they got so far, as who
    crawls may not."""
    if not conditions.has(play, who, PRONE):
        cost = areas * pace.unit(play)
        pace.check(play, who, mode, cost)
        pace.spend(play, who, mode, cost, areas)
        return True
    unit = pace.unit(play)
    for _ in range(areas):
        if not crawl(play, who, "", unit + crawl_cost(play, who, unit)):
            return False
        pace.spend(play, who, mode, 0, 1)
    return True


def check_free(play: Play, who: str) -> None:
    """RC-MOVE-01: refuse who cannot move now: out of turn, or held."""
    if turns.running(play) is not None and not turns.acting(play, who):
        play.refuse("RC-MOVE-01", "It is not their turn; movement is part of one's own turn.")
    check_held(play, who)


def check_held(play: Play, who: str) -> None:
    """RC-MOVE-01: refuse who cannot move, no matter whose turn it is."""
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
        play.refuse(
            rule, "They have no {mode} Pace; say what their Athletics check has to reach.", mode=MODE_WORDS[mode]
        )
        return None
    return "run" if _athletics(play, who, command.athletics, rule) else None


def _athletics(play: Play, who: str, difficulty: int, rule: str) -> bool:
    with play.citing(rule):
        return check(play, Trial(who, "athletics", "check", difficulty, "strength")).success


def _step(play: Play, command: Move, mode: Mode, area: str, step: int) -> bool:
    """Go into the next Area, and say whether they got there."""
    who, here = command.who, area_of(play, command.who)
    if command.teleport:
        dread.check_step(play, who, area)
        if not leave(play, who, Departure(here, area, "teleporting", step)):
            return False
        arrive(play, who, area)
        return True
    cost = _cost(play, who, here, area) + crawl_cost(play, who, pace.unit(play))
    light.check_step(play, who, mode, area, command.skill_set)
    if not _pay(play, who, mode, area, cost) or not leave(play, who, Departure(here, area, step=step)):
        return False
    pace.spend(play, who, mode, 0, 1)
    arrive(play, who, area)
    return True


def _pay(play: Play, who: str, mode: Mode, area: str, cost: int) -> bool:
    """RC-MOVE-03, RC-MOVE-12: use up what a step costs; whether it suffices, as it may not for who crawls."""
    if conditions.has(play, who, PRONE):
        return crawl(play, who, area, cost)
    pace.check(play, who, mode, cost)
    pace.spend(play, who, mode, cost)
    return True


def _square(play: Play, command: Move, mode: Mode, square: Square, step: int) -> bool:
    """RC-MOVE-05: go to the next square, and say whether they got there. The next Area begins with its first square."""
    who, encounter = command.who, fight(play)
    space = space_of(play, encounter, id_of(who))
    if not pace.in_squares(play) or space is None or distance(space.corner, square) != 1:
        play.refuse("RC-MOVE-05", "Name every square on the way, on a map of squares where they stand on one.")
        return False
    here, target = area_of(play, who), area_at(play, encounter, square)
    beyond = here != target
    if beyond:
        _check_border(play, who, here, target)
    cost = 2 if terrain.is_difficult(play, who, target) else 1
    if not command.skill_set:
        light.check_haste(play, who, mode, target, pace.used(play, who) + 1)
    if not _pay(play, who, mode, target, cost + crawl_cost(play, who, 1)):
        return False
    if beyond and not leave(play, who, Departure(here, target, step=step)):
        return False
    stand_on(play, who, space.at(square))
    if beyond:
        pace.spend(play, who, mode, 0, 1)
    _come_in(play, who, here, target)
    return True


def _check_border(play: Play, who: str, here: str, area: str) -> None:
    """RC-COND-07, RC-MOVE-06, RC-TERR-01, RC-TERR-07: refuse to cross into an Area. Blocks that have no name border on all."""
    dread.check_step(play, who, area)
    areas = play.encounter(fight(play)).areas
    if here in areas and area in areas:
        _check_way(play, who, here, area)
    terrain.check_fits(play, who, area)


def _cost(play: Play, who: str, here: str, area: str) -> int:
    """RC-TERR-02, RC-TERR-03: return the cost of a step into the next Area. Refused where nothing leads there, or they
    would not go."""
    dread.check_step(play, who, area)
    _check_way(play, who, here, area)
    terrain.check_fits(play, who, area)
    return (2 if terrain.is_difficult(play, who, area) else 1) * pace.unit(play)


def _check_way(play: Play, who: str, here: str, area: str) -> None:
    """RC-MOVE-06, RC-TERR-01: refuse a step to what is not next to the Area, or past a Blocked one."""
    if here and area not in terrain.borders(play, here):
        play.refuse("RC-MOVE-06", "{area} is not next to {start}; name every Area on the way.", area=area, start=here)
    if here and terrain.is_blocked(play, who, here) and placed(play, who).back not in ("", area):
        play.refuse("RC-TERR-01", "This Area is Blocked: they can go back where they came from, but not past it.")


def arrive(play: Play, who: str, area: str, moment: str = MOVED) -> None:
    """Put a character in an Area: what is tight there holds them, and a Blocked one keeps in mind where they came
    from."""
    here = area_of(play, who)
    stand_in(play, who, area)
    _come_in(play, who, here, area, moment)


def _come_in(play: Play, who: str, here: str, area: str, moment: str = MOVED) -> None:
    """Let an Area do to a character what it does to a character who comes in."""
    encounter, name = fight(play), turns.place_of(play, who)
    terrain.squeeze(play, who, area)
    back = here if terrain.BLOCKED in terrain.terrain_of(play, area) else ""
    turn = name if here != area and turns.running(play) is not None else None
    if turn is not None and placed(play, who).back != back:
        play.emit(encounter, TurnChanged(name=turn, data=PacedTurnData.changes(back=back or None)))
    ARRIVED.open(play, who, Arrived(who, area, forced=moment == DISPLACED))
    if here != area and turns.running(play) is not None:
        come(play, moment, who)


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
        begin(play, who, text("getting past an obstacle"), what="getting past an obstacle")
    past = command.athletics is None or _athletics(play, who, command.athletics, "RC-TERR-05")
    play.emit(who, Noted(name="obstacle", data={"past": past}, rules=("RC-TERR-05",)))


def go(play: Play, who: str, way: Way) -> None:
    """RC-ACT-06: move out of turn, up to the normal Pace of the mode, whatever was moved in one's own turn."""
    check_held(play, who)
    check_mode(play, who, way.mode)
    check_aloft(play, way.mode, way.anchor)
    reach = pace.base(play, who, way.mode) * pace.unit(play)
    spent = steep(play, who, way.mode, way.height, len(way.to)) * pace.unit(play)
    for step, area in enumerate(way.to):
        here = area_of(play, who)
        spent += _cost(play, who, here, area) + crawl_cost(play, who, pace.unit(play))
        light.check_haste(play, who, way.mode, area, spent)
        if spent > reach:
            play.refuse(
                "RC-ACT-06",
                "A readied movement goes up to the normal Pace: this takes {spent} of {reach}.",
                spent=spent,
                reach=reach,
            )
        if not leave(play, who, Departure(here, area, step=step)):
            return
        arrive(play, who, area)
    after_moving(play, who, way.mode, way.height)


@command("Let a push, an explosion or a power move a character.", scene=True)
def shift(play: Play, command: Shift) -> None:
    """RC-REAC-03: move a character by another force, which provokes no opportunity attacks."""
    leave(play, command.who, Departure(area_of(play, command.who), command.to, "moved"))
    arrive(play, command.who, command.to, DISPLACED)
