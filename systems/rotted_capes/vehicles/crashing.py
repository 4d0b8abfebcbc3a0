"""Crashes: what they do to those inside, to those who are struck, and to the vehicle."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import pools
from domain.kit.commands import command
from domain.kit.rolls import addends
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.rotted_capes.fields import Areas
from systems.rotted_capes.harm.damage import inflict
from systems.rotted_capes.sheet.aboard import aboard
from systems.rotted_capes.vehicles.riding import moved
from systems.rotted_capes.windows import Hit


class Crash(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A vehicle crashes."""

    vehicle: Annotated[CharacterRef, Meta(description="What crashes")]
    struck: Annotated[tuple[CharacterRef, ...], Meta(description="Those outside who are struck")] = ()
    areas: Annotated[
        Areas | None, Meta(description="The Areas it travelled in the previous turn, where no fight is on")
    ] = None
    safety: Annotated[
        int, Meta(ge=0, le=1_000, description="What seat belts and the like take from the damage of those inside")
    ] = 0
    scrap: Annotated[bool, Meta(description="Whether nothing is left of the vehicle")] = False


@command("A vehicle crashes.", scene=True)
def crash(play: Play, command: Crash) -> None:
    """RC-VEH-19, RC-VEH-20, RC-VEH-21: Material Strength and 1d6 an Area inside, 1d8 an Area for those who are struck.

    The Editor-in-Chief says what safety equipment takes off, and whether the vehicle survives.
    """
    vehicle = command.vehicle
    areas = moved(play, vehicle) if command.areas is None else command.areas
    strength = play.value(vehicle, "attributes.material_strength").total
    less = {"Material Strength": strength, "safety": -command.safety}
    for who in aboard(play, vehicle):
        with play.citing("RC-VEH-19"):
            inflict(play, who, _hit(areas, 6, less))
    for who in command.struck:
        with play.citing("RC-VEH-20"):
            inflict(play, who, _hit(areas, 8, {}))
    if command.scrap:
        pools.lose(play, vehicle, "hits", pools.current(play, vehicle, "hits"))
    data = {"scrap": command.scrap, "safety": command.safety}
    play.emit(vehicle, Noted(name="crash", data=dict(data), rules=("RC-VEH-21",)))


def _hit(areas: int, sides: int, more: dict[str, int]) -> Hit:
    """The damage of a crash; it is an impact."""
    return Hit(dice=f"{areas}d{sides}" if areas else "", type="kinetic", cause="impact", addends=addends(more))
