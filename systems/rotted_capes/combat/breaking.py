"""Breaking things: attacks upon objects, in a character's hands or not, and sheer Strength."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.kit.rolls import addend, addends
from domain.messages import text
from domain.play.play import Play
from systems.rotted_capes.combat.actions import take
from systems.rotted_capes.combat.attacks import USUAL, Adds, Damage, bonus, by_sight, check_reach
from systems.rotted_capes.harm.damage import thrown
from systems.rotted_capes.harm.objects import HITS, Holder, ObjectData, Thing, damage, named
from systems.rotted_capes.rolls.challenges import check
from systems.rotted_capes.rolls.trials import attempt
from systems.rotted_capes.sheet.conditions import GROUND
from systems.rotted_capes.windows import Hit, Trial

DAY: Final = 86_400


class HitObject(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Strike at an object."""

    who: CharacterRef
    holder: Holder
    thing: Thing
    damage: Damage
    adds: Adds = 0
    way: Annotated[Literal["melee", "ranged"], Meta(description="Hand to hand, or at a distance")] = "melee"
    factor: Annotated[
        Literal["", "double", "half"], Meta(description="What the Editor-in-Chief makes of the damage to this material")
    ] = ""
    strength: Annotated[
        int, Meta(ge=-100, le=100, description="What the Editor-in-Chief adds to its Material Strength against this")
    ] = 0


class BreakObject(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Break an object with one's bare Strength."""

    who: CharacterRef
    holder: Holder
    thing: Thing


@command("Strike at an object, be it held, worn or standing somewhere.", by="owner", scene=True)
def hit_object(play: Play, command: HitObject) -> None:
    """RC-OBJ-01, RC-OBJ-02, RC-OBJ-05, RC-OBJ-06, RC-OBJ-08: a roll against the holder alone, and damage against its strength.

    An object on the ground, and one's own, is hit without a roll. The damage may be rolled again as any other.
    """
    if (command.factor or command.strength) and not play.deed.is_gm:
        play.refuse("RC-OBJ-08", "The Editor-in-Chief says how well a material withstands this; leave it to them.")
    name = named(play, command.holder, command.thing)
    item = play.aggregate(command.holder).items[name]
    if not item.tracks[HITS]:
        play.refuse("RC-OBJ-04", "It is broken already.")
    take(play, command.who, text("attack"))
    critical = False
    stationary = command.holder == command.who or item.location == GROUND
    if command.holder.startswith("character/") and not stationary:
        outcome = _against_holder(play, command)
        if outcome not in ("success", "critical"):
            return
        critical = outcome == "critical"
    else:
        play.cite("RC-OBJ-05")
    blow = Hit(dice=command.damage, by=command.who, addends=addends({"adds": command.adds}))
    rolled = thrown(play, blow, command.holder)
    damage(play, command.holder, name, _counted(play, command, rolled), critical=critical, strength=command.strength)


def _against_holder(play: Play, command: HitObject) -> str:
    """RC-ATK-02, RC-CMOD-03, RC-OBJ-06: the outcome of an attack with Disadvantage against the Avoidance of its holder or
    wearer."""
    if command.way == "melee":
        check_reach(play, command.who, command.holder)
    trial = Trial(
        command.who,
        "attack",
        "attack",
        play.value(command.holder, "attributes.avoidance").total,
        USUAL[command.way == "melee"],
        bonus(play, command.who, command.way),
        about=command.holder,
        against=command.holder,
        defense="avoidance",
        melee=command.way == "melee",
    )
    return attempt(play, by_sight(play, trial).hampered("RC-OBJ-06")).roll.outcome


def _counted(play: Play, command: HitObject, rolled: int) -> int:
    """RC-OBJ-08: the damage as the material takes it."""
    if command.factor or command.strength:
        play.cite("RC-OBJ-08")
    return rolled * 2 if command.factor == "double" else rolled // 2 if command.factor else rolled


@command("Break an object by Strength.", by="owner", scene=True)
def break_object(play: Play, command: BreakObject) -> None:
    """RC-OBJ-12, RC-OBJ-13, RC-RULING-55: a Strength check against its Hits times 5 and its strength; harder each time a day."""
    who, holder = command.who, command.holder
    name = named(play, holder, command.thing)
    item = play.aggregate(holder).items[name]
    left = item.tracks[HITS]
    if not left:
        play.refuse("RC-OBJ-04", "It is broken already.")
    counter = f"break/{name}/{play.clock() // DAY}"
    tries = counters.times(play, who, counter)
    counters.count(play, who, counter, what="break")
    difficulty = left * 5 + ObjectData.of(item).strength
    again = addend("tried before", -tries, source="RC-OBJ-13")
    trial = Trial(who, "check", "check", difficulty, "strength", again)
    if check(play, trial).success:
        damage(play, holder, name, 2 * (ObjectData.of(item).strength + ObjectData.of(item).full))
