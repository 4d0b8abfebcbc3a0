"""Areas: where everybody stands, how far apart, and who is engaged with whom."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.kit import turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, fight
from domain.kit.maps.areas import areas_apart
from domain.kit.maps.positions import areas_of, enter, put, space_of
from domain.kit.maps.squares import Space, Square
from domain.kit.naming import id_of
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.base import Audience
from domain.vocabulary.data import Data
from domain.vocabulary.maps import Area, AreaChanged, AreaDrawn, Moved
from systems.freeform.fields import Word
from systems.rotted_capes.combat.turns import able, foes_of

Block = Annotated[int, Meta(ge=0, le=1_000)]

BLOCK: Final = 4
"""RC-MOVE-05: the squares along the side of an Area, and in a Pace of 1."""


@data_of("areas")
class AreaData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The block of 4 by 4 squares that an Area is, counted from the bottom left one."""

    column: int | None = None
    row: int | None = None


class LayOut(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """An Area is a block of squares."""

    area: Annotated[Word, Meta(description="The Area")]
    column: Annotated[Block, Meta(description="How many blocks of 4 squares it is to the right of the first")]
    row: Annotated[Block, Meta(description="How many blocks of 4 squares it is above the first")]


@command("Say which block of 4 by 4 squares an Area of the map is.", scene=True, option="one_inch_squares")
def lay_out(play: Play, command: LayOut) -> None:
    """RC-MOVE-05: an Area is a block of 4 by 4 squares. Refused where another one is that block."""
    encounter = fight(play)
    data = AreaData(column=command.column, row=command.row)
    area = _named(play, encounter, command.column, command.row)
    if area not in ("", command.area):
        play.refuse("RC-MOVE-05", "{area} is these squares already; choose others.", area=area)
    with play.citing("RC-MOVE-05"):
        if command.area in play.encounter(encounter).areas:
            play.emit(encounter, AreaChanged(name=command.area, data=data.stored()))
        else:
            play.emit(encounter, AreaDrawn(name=command.area, area=Area(data=data.stored())))


def _named(play: Play, encounter: str, column: int, row: int) -> str:
    """Return the name of the Area that is a block of squares; "" where none is."""
    areas = play.encounter(encounter).areas
    for name in sorted(areas):
        data = AreaData.of(areas[name])
        if (data.column, data.row) == (column, row):
            return name
    return ""


def area_at(play: Play, encounter: str, square: Square) -> str:
    """RC-MOVE-05: return the Area that a square belongs to: by its name or, where its block has none, by the place of that."""
    column, row = square.x // BLOCK, square.y // BLOCK
    return _named(play, encounter, column, row) or f"{column}/{row}"


def _block_of(play: Play, encounter: str, area: str) -> tuple[int, int] | None:
    """RC-MOVE-05: return the column and row of the block of squares that an Area is; None where it is none."""
    drawn = play.encounter(encounter).areas.get(area)
    if drawn is None:
        column, _, row = area.partition("/")
        return (int(column), int(row)) if column.isdecimal() and row.isdecimal() else None
    data = AreaData.of(drawn)
    return None if data.column is None or data.row is None else (data.column, data.row)


def stand_in(play: Play, who: str, area: str) -> None:
    """Put a character in an Area of the map. A character on squares is on the first one of its block or, where it is
    none, off them."""
    encounter = fight(play)
    space = space_of(play, encounter, id_of(who))
    audience: Audience = play.character(who).profile["self"].audience
    enter(play, encounter, id_of(who), area, subject=who, audience=audience)
    block = _block_of(play, encounter, area) if space is not None else None
    if space is not None and block is not None:
        stand_on(play, who, space.at(Square(block[0] * BLOCK, block[1] * BLOCK)))
    elif space is not None:
        play.emit(encounter, Moved(name=id_of(who), x=None, y=None))


def stand_on(play: Play, who: str, space: Space) -> None:
    """Put a character on squares; which Area that is follows from them."""
    encounter = fight(play)
    audience: Audience = play.character(who).profile["self"].audience
    put(play, encounter, id_of(who), space, subject=who, audience=audience)
    if play.encounter(encounter).positions[id_of(who)].area:
        play.emit(encounter, Moved(name=id_of(who), area=""))


def stand_with(play: Play, who: str, other: str) -> None:
    """Put a character where another is."""
    space = space_of(play, fight(play), id_of(other))
    if space is not None:
        stand_on(play, who, space)
    else:
        stand_in(play, who, area_of(play, other))


def encounter_of(play: Play) -> str | None:
    """Return the encounter whose map counts for this deed; None outside of any."""
    encounter = play.deed.encounter
    return encounter if encounter is not None and play.exists(encounter) else None


def area_of(play: Play, who: str) -> str:
    """Return the Area that a character is in; "" where no map shows it. On squares it is a block of 4 by 4."""
    encounter = encounter_of(play)
    if encounter is None:
        return ""
    return play.findings.kept(("area of", who), ("positions", "areas"), lambda: _area_of(play, encounter, who))


def _area_of(play: Play, encounter: str, who: str) -> str:
    position = play.encounter(encounter).positions.get(id_of(who))
    if position is None:
        return ""
    if position.x is not None and position.y is not None and not position.area:
        return area_at(play, encounter, Square(position.x, position.y))
    return str(position.area)


def distance(play: Play, one: str, other: str) -> int | None:
    """RC-MOVE-06: return how many Areas apart two are, 0 within one; None where no map says it, or no way leads there."""
    return between(play, area_of(play, one), area_of(play, other))


def between(play: Play, here: str, target: str) -> int | None:
    """RC-MOVE-05, RC-MOVE-06: return how many Areas apart two Areas are, 0 from itself; None where no way leads there.

    Where one is but a block of squares, it is counted in blocks.
    """
    if not here or not target:
        return None
    if here == target:
        return 0
    encounter = encounter_of(play)
    if encounter is None:
        return None
    areas = play.encounter(encounter).areas
    if here in areas and target in areas:
        return areas_apart(areas_of(play, encounter), {here}, {target})
    one, other = _block_of(play, encounter, here), _block_of(play, encounter, target)
    return None if one is None or other is None else max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def together(play: Play, one: str, other: str) -> bool:
    """Whether two are in the same Area, as far as a map says."""
    return distance(play, one, other) == 0


def apart(play: Play, one: str, other: str) -> bool:
    """Whether a map says that two are in different Areas; without a map nobody is."""
    here, target = area_of(play, one), area_of(play, other)
    return bool(here and target) and here != target


def in_area(play: Play, area: str) -> tuple[str, ...]:
    """Return everybody in the fight who is in an Area, as they act."""
    return tuple(who for who in turns.fighters(play) if area_of(play, who) == area)


def standing_in(play: Play, area: str) -> tuple[str, ...]:
    """Return every character whom the map shows in an Area, whether they fight or not; by the names of their positions."""
    return tuple(who for who in shown(play) if area_of(play, who) == area)


def shown(play: Play) -> tuple[str, ...]:
    """Return every character whom the map shows anywhere, by the names of their positions."""
    encounter = encounter_of(play)
    positions = {} if encounter is None else play.encounter(encounter).positions
    everybody = (str(positions[name].subject) for name in sorted(positions))
    return tuple(who for who in everybody if who.startswith("character/"))


def engaged(play: Play, who: str) -> bool:
    """Ruling 34: whether a hostile character who can act is in the same Area."""
    return any(able(play, foe) and together(play, who, foe) for foe in foes_of(play, who))


OPTIONS = (
    OptionSpec(
        name="one_inch_squares",
        default=False,
        text="Whether the map has squares of one inch: four of them for each Area of Pace, and 4 by 4 for an Area.",
        rules=("RC-MOVE-05",),
    ),
)
