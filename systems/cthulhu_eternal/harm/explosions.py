"""Explosions: what goes off by itself, and the structures, vehicles and objects that it may destroy."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.base import Audience
from domain.vocabulary.values import Attribute, AttributeDeclared
from systems.cthulhu_eternal import people
from systems.cthulhu_eternal.fields import Called, Caught, Harm, Yards
from systems.cthulhu_eternal.harm import kill_radius, lethality
from systems.cthulhu_eternal.harm.damage import Hit
from systems.cthulhu_eternal.people import Points, Protection


class EnterObject(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A structure, vehicle or other object that can be attacked."""

    name: Called
    handle: str = ""
    hp: Annotated[int, Meta(ge=1, le=100_000, description="The Hit Points at whose loss it is destroyed")]
    armor: Annotated[Points, Meta(description="The Armor rating of what it is made of")] = 0
    protection: Protection = "huge"
    speed: Annotated[int, Meta(ge=0, le=100_000, description="A vehicle's, in mph")] = 0
    sheet: Audience = "all"
    hidden: bool = False


class Explode(Command, frozen=True, kw_only=True, omit_defaults=True):
    """An explosion that nobody rolled an attack for. It reaches `radius` yards on the map."""

    at: Annotated[CharacterRef, Meta(description="Who or what is in the midst of it")]
    rating: Annotated[int, Meta(ge=1, le=1000, description="A percentage, as in 15")]
    radius: Annotated[Yards, Meta(description="How many yards it reaches on the map")] = 0
    caught: Caught = ()
    by: Annotated[CharacterRef, Meta(description="Who set it off")] = ""
    harm: Harm = "explosion"


@command("Give an object, a structure or a vehicle Hit Points and an Armor rating.")
def enter_object(play: Play, command: EnterObject) -> None:
    """CE-EXPL-01, CE-EXPL-02, CE-RULING-42: the game master gives an object Hit Points and an Armor rating."""
    with play.citing("CE-EXPL-02"):
        sheet = people.Create(
            name=command.name,
            handle=command.handle,
            sheet=command.sheet,
            hidden=command.hidden,
            thing=True,
            hp=command.hp,
            armor=command.armor,
            protection=command.protection,
        )
        ref = people.bring_in(play, sheet)
        if command.speed:
            play.emit(ref, AttributeDeclared(name="speed", attribute=Attribute(base=command.speed)))


@command("Something explodes: a Lethality roll against everybody within its Kill Radius.", scene=True)
def explode(play: Play, command: Explode) -> None:
    """CE-EXPL-01, CE-EXPL-03, CE-LETH-06, CE-LETH-07, CE-LETH-08: roll Lethality for everybody and everything within
    the Kill Radius; a huge target takes the rating, less its Armor."""
    if command.caught and not command.radius:
        raise Refused("CE-LETH-06", "Say how far it reaches, as `radius`, or leave out `caught`.")
    hit = Hit(by=command.by, harm=command.harm)
    for target in kill_radius.caught(play, command.at, command.radius, command.caught):
        with play.citing("CE-LETH-07"):
            lethality.strike(play, target, hit, command.rating)
