"""Areas: where everybody stands, how far apart, and who is engaged with whom."""

from __future__ import annotations

from typing import Final

from domain.kit import turns
from domain.kit.areas import areas_apart
from domain.kit.naming import id_of
from domain.kit.positions import areas_of
from domain.play.play import Play
from domain.system import Option
from systems.rotted_capes.combat.turns import able, foes_of

BLOCK: Final = 4
"""RC-MOVE-05: the squares along the side of an Area, and in a Pace of 1."""


def encounter_of(play: Play) -> str | None:
    """Return the encounter whose map counts for this deed; None outside of any."""
    encounter = play.deed.encounter
    return encounter if encounter is not None and play.exists(encounter) else None


def area_of(play: Play, who: str) -> str:
    """Return the Area that somebody is in; "" where no map shows it. On squares it is a block of 4 by 4."""
    encounter = encounter_of(play)
    position = None if encounter is None else play.encounter(encounter).positions.get(id_of(who))
    if position is None:
        return ""
    if position.x is not None and position.y is not None and not position.area:
        return f"{position.x // BLOCK}/{position.y // BLOCK}"
    return str(position.area)


def distance(play: Play, one: str, other: str) -> int | None:
    """RC-MOVE-06: return how many Areas apart two are, 0 within one; None where no map says it, or no way leads there."""
    here, there = area_of(play, one), area_of(play, other)
    if not here or not there:
        return None
    if here == there:
        return 0
    if "/" in here and "/" in there:
        (x, y), (to_x, to_y) = (map(int, area.split("/")) for area in (here, there))
        return max(abs(x - to_x), abs(y - to_y))
    encounter = encounter_of(play)
    return None if encounter is None else areas_apart(areas_of(play, encounter), {here}, {there})


def together(play: Play, one: str, other: str) -> bool:
    """Whether two are in the same Area, as far as a map says."""
    return distance(play, one, other) == 0


def apart(play: Play, one: str, other: str) -> bool:
    """Whether a map says that two are in different Areas; without a map nobody is."""
    here, there = area_of(play, one), area_of(play, other)
    return bool(here and there) and here != there


def in_area(play: Play, area: str) -> tuple[str, ...]:
    """Return everybody in the fight who is in an Area, as they act."""
    return tuple(who for who in turns.fighters(play) if area_of(play, who) == area)


def engaged(play: Play, who: str) -> bool:
    """Ruling 34: whether somebody hostile who can act is in the same Area."""
    return any(able(play, foe) and together(play, who, foe) for foe in foes_of(play, who))


OPTIONS = (
    Option(
        name="one_inch_squares",
        default=False,
        text="Whether the map has squares of one inch: four of them for each Area of Pace, and 4 by 4 for an Area.",
        rules=("RC-MOVE-05",),
    ),
)
