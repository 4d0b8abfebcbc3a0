"""Using what stands on a sheet on a character: powers, maneuvers and gear of the catalogue."""

from __future__ import annotations

from domain.kit import conditions
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.rotted_capes.catalogue import abilities, gear
from systems.rotted_capes.catalogue.abilities import PRINTED, ListedAbility
from systems.rotted_capes.catalogue.effects import UseOn, take_effect
from systems.rotted_capes.combat import demanding, features
from systems.rotted_capes.combat.actions import take
from systems.rotted_capes.sheet.conditions import CHARMED


@command(
    "Use a power, a maneuver or a thing of the catalogue on a character, or on a whole Area.", by="owner", scene=True
)
def use_on(play: Play, command: UseOn) -> None:
    """RC-COND-06, RC-TURN-13, RC-USE-05, RC-USE-06: it costs what it says, and does what its entry says.

    A Demanding Action is begun by it, and takes effect when it is used again as it is over; where nobody counts turns, at once.
    """
    thing = gear.gear_of(play, command.who, command.means)
    if thing:
        _use_thing(play, command, thing)
        return
    ability = _ability(play, command.who, command.means)
    if (
        ability.sort == "power"
        and command.target
        and conditions.present(play, command.who, CHARMED, target=command.target)
    ):
        play.refuse("RC-COND-06", "They are Charmed by that one, and can't use a power on them.")
    with play.citing("RC-TURN-13", ability.rule):
        if ability.activation == "demanding" and demanding.takes_effect(play, command.who, ability.title):
            take_effect(play, command, ability, ability.rule)
            return
        at_once = features.charge(play, command.who, ability.title, ability.feature, command.trigger, aimed=True)
        play.emit(command.who, Noted(name="used", data={"feature": ability.title}))
        if at_once:
            take_effect(play, command, ability, ability.rule)


def _use_thing(play: Play, command: UseOn, thing: str) -> None:
    """RC-OBJ-04, RC-TURN-02: a thing is used with an Action, unless it is broken or on the ground."""
    gear.check_usable(play, command.who, thing)
    entry = gear.listed(play, play.character(command.who).items[thing].catalogue)
    take(play, command.who, text("using {thing}", thing=entry.title))
    if entry.spent:
        gear.use_up(play, command.who, thing)
    take_effect(play, command, entry, "RC-TURN-02")


def _ability(play: Play, who: str, word: str) -> ListedAbility:
    """RC-USE-06, ruling 17: an ability of the catalogue that stands on a character's sheet, or a maneuver that all
    know."""
    basic = PRINTED.get(word.lower().replace(" ", "-"))
    if basic is not None and basic.basic:
        return basic
    known = features.known(play, who, word)
    if not known.catalogue:
        play.refuse(
            "RC-RULING-17", "The catalogue says nothing of this ability; use it without a target, and roll by hand."
        )
    return abilities.listed(play, known.catalogue)
