"""Companions: animals and summoned creatures, which act as one with the character who controls them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.rounds import mark_if_past
from domain.play.play import Play
from domain.vocabulary.turns import TurnChanged
from systems.rotted_capes.combat.turns import PacedTurnData, a_turn, side_of


class ControlCreature(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Have an animal or a summoned creature with one in a fight."""

    who: CharacterRef
    creature: CharacterRef
    bond: Annotated[Literal["animal", "summoned"], Meta(description="What binds it to them")] = "animal"


@command("An animal or a summoned creature acts with the character who controls it.", scene=True)
def control_creature(play: Play, command: ControlCreature) -> None:
    """RC-CMOD-09: they have the same initiative, and act at once; a creature that comes in after it waits for the next round."""
    encounter, lead = turns.running(play), turns.place_of(play, command.who)
    if encounter is None or lead is None:
        play.refuse("RC-CMOD-09", "Its controller has no initiative yet; let them join the fight first.")
        return
    initiative, tiebreak = turns.count_of(play.encounter(encounter).order[lead])
    place = turns.place_of(play, command.creature)
    with play.citing("RC-CMOD-09"):
        if place is not None:
            play.emit(encounter, TurnChanged(name=place, initiative=initiative, tiebreak=tiebreak))
            return
        data = PacedTurnData(side=side_of(play, command.who)).stored()
        budget = a_turn(play, command.creature)
        name = turns.enter(play, encounter, command.creature, initiative, tiebreak, budget=budget, data=data)
        mark_if_past(play, encounter, name)
