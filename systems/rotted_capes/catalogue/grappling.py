"""Getting loose from a grappler's hold."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from systems.rotted_capes.combat.actions import take
from systems.rotted_capes.rolls.challenges import Difficulty, check
from systems.rotted_capes.sheet.conditions import GRAPPLED
from systems.rotted_capes.sheet.sizes import GRAPPLE, SCALES, size_of
from systems.rotted_capes.windows import Trial

PASSIVE: Final = 10
"""Ruling 18: what a passive score is on top of the bonus of the same roll."""


class BreakFree(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Try to get loose from a grappler's hold."""

    who: CharacterRef
    holder: Annotated[CharacterRef, Meta(description="Who holds them, where several do")] = ""
    ability: Annotated[
        Literal["strength", "dexterity"], Meta(description="Whether they tear themselves loose or wriggle out")
    ] = "strength"
    difficulty: Annotated[
        Difficulty | None,
        Meta(description="What the check has to reach; left out, 10 and what the holder adds to grapples"),
    ] = None


@command("Try to get loose from a hold.", by="owner", scene=True)
def break_free(play: Play, command: BreakFree) -> None:
    """RC-COND-08, RC-SIZE-04, RC-RULING-17, RC-RULING-18: an Action and a check against what the holder's own grapple comes to."""
    who = command.who
    if command.difficulty is not None and not play.deed.is_gm:
        play.refuse("RC-RULING-17", "How hard a hold is to break is for the Editor-in-Chief to say; leave it out.")
    grapples = conditions.present(play, who, GRAPPLED, target=command.holder)
    if not grapples:
        play.refuse("RC-COND-08", "Nobody holds them, so there is nothing to get loose from.")
        return
    name = next(iter(grapples))
    take(play, who, text("breaking free"))
    with play.citing("RC-COND-08"):
        difficulty = command.difficulty or strength_of(play, str(grapples[name].target))
        trial = Trial(who, "check", "check", difficulty, command.ability, against=grapples[name].target, task=GRAPPLE)
        if check(play, trial).success:
            conditions.end_one(play, who, name, "broke free")


def strength_of(play: Play, holder: str) -> int:
    """Ruling 18: return the passive score of a character's grapples, 10 for what nobody holds with."""
    if not holder:
        return PASSIVE
    return PASSIVE + play.value(holder, "attributes.melee").total + SCALES[size_of(play, holder)].grapples
