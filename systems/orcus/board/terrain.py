"""Terrain: what fills squares of the map, and what of it is in the way of whom.

The game master draws it and takes it away. A pit and the ground below a ledge are squares that lie so many squares deeper than
the others.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, fight
from domain.kit.maps.paths import MapGround
from domain.kit.maps.squares import Space, Square, squares_of
from domain.kit.naming import find, id_of, new_name
from domain.play import moments
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.data import Data
from domain.vocabulary.maps import Zone, ZoneClosed, ZoneOpened
from systems.orcus.board.places import height_of, rise, size_of, standing
from systems.orcus.combat.sides import hostile
from systems.orcus.fields import At, Mode, Way
from systems.orcus.sheet.people import CONJURATION, kind_of

Terrain = Literal[
    "wall",
    "glass",
    "arrow slit",
    "low wall",
    "cliff",
    "difficult",
    "hazard",
    "pit",
    "ledge",
    "dim",
    "dark",
    "obscured light",
    "obscured heavy",
    "obscured total",
]
SOLID: Final[tuple[Terrain, ...]] = ("wall", "glass")
"""OR-LOS-02: what blocks line of effect."""
OPAQUE: Final[tuple[Terrain, ...]] = ("wall",)
"""OR-LOS-01: what blocks line of sight."""
IMPASSABLE: Final[tuple[Terrain, ...]] = ("wall", "glass", "arrow slit")
"""Terrain on which nobody can stand."""
DEEP: Final[tuple[Terrain, ...]] = ("pit", "ledge")
"""Terrain into which one falls."""


@data_of("zones", *DEEP, "difficult")
class TerrainData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The depth of a pit or of the ground below a ledge in squares, and whether difficult terrain hampers those who
    fly."""

    depth: int = 0
    aerial: bool = False


class DrawTerrain(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Terrain fills some squares of the map."""

    terrain: Annotated[Terrain, Meta(description="What it is")]
    squares: Annotated[tuple[At, ...], Meta(min_length=1, max_length=2_000, description="The squares that it fills")]
    depth: Annotated[int, Meta(ge=0, le=200, description="How many squares deep a pit or ledge drops")] = 0
    aerial: Annotated[bool, Meta(description="Whether difficult terrain is in the air as well")] = False


class EraseTerrain(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Terrain is gone from the map."""

    zone: Annotated[str, Meta(description="Its name on the map, or its kind where there is one of that")]


@command("Draw terrain on the map.", scene=True)
def draw_terrain(play: Play, command: DrawTerrain) -> None:
    """OR-MOVE-06, OR-VIS-03, OR-COV-01, ruling 62: the game master says what fills which squares."""
    if (command.terrain in DEEP) != bool(command.depth):
        play.refuse("OR-FORC-03", "A pit or ledge has a depth of at least 1 square, and nothing else has one.")
    if command.aerial and command.terrain != "difficult":
        raise Refused("OR-MOVE-06", "Only difficult terrain can be in the air; leave out `aerial`.")
    depth = command.depth if command.terrain in DEEP else 0  # which a game master may have forced
    data = TerrainData(depth=depth, aerial=command.aerial).stored()
    zone = Zone(kind=command.terrain, squares=command.squares, data=data)
    play.emit(fight(play), ZoneOpened(name=new_name(play, command.terrain), zone=zone))


@command("Take terrain off the map.", scene=True)
def erase_terrain(play: Play, command: EraseTerrain) -> None:
    """OR-MOVE-06, OR-VIS-03: take away the terrain that filled some squares."""
    encounter = fight(play)
    name = find(play, encounter, "zones", command.zone)
    play.emit(encounter, ZoneClosed(name=name, because="erased"))
    moments.settle(play, f"{encounter}.zones.{name}")


def filled(play: Play, *kinds: Terrain, aerial: bool = False) -> frozenset[Square]:
    """Return the squares that terrain of these kinds fills; of difficult terrain where `aerial`, only what is in the air."""
    encounter = play.deed.encounter
    if encounter is None:
        return frozenset()
    zones = (zone for kind in kinds for zone in play.where(encounter, "zones", kind).values())
    return frozenset(Square(*at) for zone in zones if not aerial or TerrainData.of(zone).aerial for at in zone.squares)


def depths(play: Play) -> dict[Square, int]:
    """Return how many squares deep each square is that is deeper than the ground."""
    encounter = play.deed.encounter
    if encounter is None:
        return {}
    zones = [zone for kind in DEEP for zone in play.where(encounter, "zones", kind).values()]
    depth_of: dict[Square, int] = {}
    for zone in zones:
        for at in zone.squares:
            depth_of[Square(*at)] = max(depth_of.get(Square(*at), 0), TerrainData.of(zone).depth)
    return depth_of


def drops_for(play: Play, who: str) -> frozenset[Square]:
    """Return the squares over which a character who walks would fall: those deeper than where they are."""
    height = height_of(play, who)
    return frozenset(square for square, depth in depths(play).items() if -depth < height)


def floor_under(play: Play, space: Space) -> int:
    """Return how high the ground is that carries a space: 0, or below it where all of it is over something deep."""
    deep = depths(play)
    return -min(deep.get(square, 0) for square in squares_of(space))


def is_flying(play: Play, who: str, space: Space) -> bool:
    """Whether a character who is on a space is above the ground."""
    return height_of(play, who) > floor_under(play, space)


def may_pass(play: Play, who: str, other: str) -> bool:
    """OR-MOVE-09, OR-KEY-05: whether a character may go through another's space: of an ally, or of a foe two sizes larger or smaller."""
    if kind_of(play, other) == CONJURATION:
        return not hostile(play, who, other)
    return not hostile(play, who, other) or abs(size_of(play, who) - size_of(play, other)) >= 2


def ground_for(play: Play, who: str, mode: Way = "walk", *, forced: bool = False) -> MapGround:
    """OR-MOVE-06, OR-MOVE-09, OR-MOVE-10, OR-SIZE-02: return what a character who moves in a mode meets.

    A `forced` creature and one that teleports go through nobody. Steps between two walls that touch at a corner are
    none. Ground that lies higher than they are is climbed or flown over.
    """
    closed: set[Square] = set()
    passed: set[Square] = set()
    for other, space in _in_the_way(play, who).items():
        if forced or not may_pass(play, who, other):
            closed |= set(squares_of(space))
        elif not _shares(play, who, other):
            passed |= set(squares_of(space))
    if mode not in ("climb", "fly"):
        closed |= filled(play, "cliff") | _above(play, who)
    difficult = filled(play, "difficult", aerial=mode == "fly")
    extra = {} if forced else dict.fromkeys(difficult, 1)
    return MapGround(filled(play, *IMPASSABLE), closed, passed, extra, corners="between")


def modes_of(play: Play, who: str) -> frozenset[Mode]:
    """Return the modes of movement that a character has a speed for."""
    modes: tuple[Mode, ...] = ("walk", "fly", "climb", "swim", "burrow")
    return frozenset(mode for mode in modes if play.value(who, f"speed.{mode}").total > 0)


def _in_the_way(play: Play, who: str) -> dict[str, Space]:
    """Return everybody on the map who is as high up as a character."""
    return {other: space for other, space in standing(play, who).items() if not rise(play, who, other)}


def _shares(play: Play, who: str, other: str) -> bool:
    """OR-SIZE-01, OR-TYPE-02: whether a character may stop where another is: the Tiny, with far larger ones and up to four of them."""
    if size_of(play, who) > 0:
        return False
    if size_of(play, other) > 0:
        return True
    here = standing(play, who)
    tiny = [each for each, space in here.items() if space == here[other] and size_of(play, each) == 0]
    return len(tiny) < 4


def _above(play: Play, who: str) -> frozenset[Square]:
    """The squares around a pit that are higher than a character who is down in it."""
    encounter, height = play.deed.encounter, height_of(play, who)
    if encounter is None or height >= 0 or id_of(who) not in play.encounter(encounter).positions:
        return frozenset()
    deep = depths(play)
    rim = {square.moved(dx, dy) for square in deep for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return frozenset(square for square in rim if -deep.get(square, 0) > height)
