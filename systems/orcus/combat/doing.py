"""Actions beside attacks and powers: handling things, free actions, and deeds that no rule was written for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.orcus.combat.actions import take
from systems.orcus.fields import Ability, Because, Bonus, Cost, Skill
from systems.orcus.rolls.checks import Target, ability_check, skill_check

INTERACTION = "interaction"
DONE_FREELY = "free_action"
IMPROVISED = "improvised"

Deed = Annotated[str, Meta(min_length=1, max_length=200, description="What they do, in the table's words")]


class Interact(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Handle one thing: a door, a lever, a weapon that one draws."""

    who: CharacterRef
    what: Deed


class Improvise(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Do something that no rule has: the game master says whether it can be done, and which roll decides it, if any."""

    who: CharacterRef
    what: Deed
    cost: Annotated[Cost, Meta(description="The action that it takes")] = "standard"
    possible: Annotated[bool, Meta(description="Whether it can be done at all")] = True
    skill: Annotated[
        Skill | None, Meta(description="The skill whose check decides it", extra={"catalogue": "skill"})
    ] = None
    ability: Annotated[
        Ability | None, Meta(description="The ability whose check decides it", extra={"catalogue": "ability"})
    ] = None
    target: Target = 10
    bonus: Bonus = 0
    because: Because = ""


@command("Handle a thing with a swift action: open a door, draw or sheathe a weapon.", by="owner", scene=True)
def interact(play: Play, command: Interact) -> None:
    """OR-TURN-06: one thing is handled with a swift action."""
    take(play, command.who, command.what, "swift")
    play.emit(command.who, Noted(name=INTERACTION, rules=("OR-TURN-06",)))


@command(
    "Do something that takes no time to speak of: say a few words, make a sign, let go of a thing.",
    by="owner",
    scene=True,
)
def do_freely(play: Play, command: Interact) -> None:
    """OR-TURN-02, OR-TURN-07, OR-TURN-08: free actions are taken in any turn, within reason; by option one in each."""
    take(play, command.who, command.what, "free")
    play.emit(command.who, Noted(name=DONE_FREELY, rules=("OR-TURN-07",)))


@command("Have a character improvise, with the roll that decides it.", scene=True)
def improvise(play: Play, command: Improvise) -> None:
    """OR-ACT-01: the game master says whether an improvised action is possible, and which roll decides it, if any."""
    who = command.who
    if not command.possible:
        play.emit(who, Noted(name=IMPROVISED, data={"came_off": False}, rules=("OR-ACT-01",)))
        return
    take(play, who, command.what, command.cost)
    more = addend("circumstances", command.bonus)
    came_off = True
    if command.skill is not None:
        came_off = skill_check(play, who, command.skill, command.target, more).success
    elif command.ability is not None:
        came_off = ability_check(play, who, command.ability, command.target, more).success
    play.emit(who, Noted(name=IMPROVISED, data={"came_off": came_off}, rules=("OR-ACT-01",)))
