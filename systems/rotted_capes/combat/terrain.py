"""Terrain: what entering an Area costs, who cannot get past, and what is too tight.

An Area's terrain is words of the map: `difficult`, `blocked`, `confined`, `narrow`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from domain.kit import conditions
from domain.play.play import Play
from systems.rotted_capes.combat.areas import area_of, encounter_of, in_area, stand_with
from systems.rotted_capes.combat.turns import gone, hostile
from systems.rotted_capes.moments import RESIZED
from systems.rotted_capes.sheet.conditions import CRAMPED
from systems.rotted_capes.sheet.sizes import crowds, fits, rank_of

DIFFICULT: Final = "difficult"
BLOCKED: Final = "blocked"
CONFINED: Final = "confined"
NARROW: Final = "narrow"

_APART: Final = 3
"""RC-TERR-01: the size categories between two who get past each other."""


def terrain_of(play: Play, area: str) -> frozenset[str]:
    """Return what an Area is like, in the words of the map."""
    encounter = encounter_of(play)
    fields = None if encounter is None else play.encounter(encounter).areas.get(area)
    return frozenset() if fields is None else frozenset(fields.terrain)


def enemies_in(play: Play, who: str, area: str) -> list[str]:
    """Return those in an Area who are hostile to a character, and alive."""
    return [other for other in in_area(play, area) if hostile(play, who, other) and not gone(play, other)]


def is_difficult(play: Play, who: str, area: str) -> bool:
    """RC-TERR-02, RC-TERR-03: whether an Area is Difficult Terrain for a character; several reasons are one."""
    if DIFFICULT in terrain_of(play, area):
        play.cite("RC-TERR-02")
        return True
    if enemies_in(play, who, area):
        play.cite("RC-TERR-03")
        return True
    return False


def is_blocked(play: Play, who: str, area: str) -> bool:
    """RC-TERR-01, ruling 25: whether an Area marked so lets a character not past: allies do, and foes of quite another
    size."""
    if BLOCKED not in terrain_of(play, area):
        return False
    others = [other for other in in_area(play, area) if other != who and not gone(play, other)]
    foes = enemies_in(play, who, area)
    if others and not foes:
        return False
    own = rank_of(play, who)
    return not foes or any(abs(rank_of(play, foe) - own) < _APART for foe in foes)


def check_fits(play: Play, who: str, area: str) -> None:
    """RC-TERR-07, RC-SIZE-03, RC-SIZE-06, ruling 27: refuse a character who is too big for an Area: confined, or a few
    inches wide."""
    ground = terrain_of(play, area)
    if NARROW in ground and not fits(play, who, "narrow"):
        play.refuse("RC-SIZE-03", "It is a few inches wide; only the Tiny get through.")
    if CONFINED in ground and not fits(play, who, "confined"):
        play.refuse("RC-TERR-07", "They do not fit into this Area; they can neither enter it nor act there.")


def squeeze(play: Play, who: str, area: str) -> None:
    """RC-TERR-06, ruling 27: the Large and the Huge are Cramped in an Area that is confined, as long as they are there."""
    tight = CONFINED in terrain_of(play, area) and crowds(play, who)
    states = conditions.present(play, who, CRAMPED, source=CONFINED)
    if tight and not states:
        with play.citing("RC-TERR-06"):
            conditions.gain(play, who, CRAMPED, source=CONFINED)
    elif states and not tight:
        conditions.end(play, who, CRAMPED, "out in the open", source=CONFINED)


def resized(play: Play, who: str) -> None:
    """RC-TERR-06, RC-SIZE-04, RC-SIZE-05: let an Area do to a character who has grown or shrunk in it what it does to their size."""
    area = area_of(play, who)
    if area:
        squeeze(play, who, area)


def follow(play: Play, who: str, lead: str, area: str) -> None:
    """RC-TERR-06: bring a character to where another has come, with what the Area does to who is too large for it."""
    stand_with(play, who, lead)
    squeeze(play, who, area)


def borders(play: Play, area: str) -> Iterator[str]:
    """Return the Areas that one may go to from an Area."""
    encounter = encounter_of(play)
    if encounter is None:
        return
    areas = play.encounter(encounter).areas
    for other in sorted(areas):
        if other in areas[area].borders or area in areas[other].borders:
            yield other


MOMENTS: Final = {RESIZED: (resized,)}
