"""The helpless: whom one attack kills, without a roll."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.play.play import Play
from systems.cthulhu_eternal import people, states
from systems.cthulhu_eternal.combat import actions
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.harm import damage, protection
from systems.freeform.fields import Title


class DeclareHelpless(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`how` it is that they cannot defend themselves: bound, asleep."""

    who: CharacterRef
    how: Annotated[Title, Meta(description="Why they cannot defend themselves: bound, asleep")]


class EndHelplessness(Command, frozen=True, kw_only=True, omit_defaults=True):
    """They are free, or awake."""

    who: CharacterRef
    because: Why = ""


class FinishOff(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` kills `target`, by the way of it that `how` tells."""

    who: Annotated[CharacterRef, Meta(description="Who kills")]
    target: Annotated[CharacterRef, Meta(description="Who is killed")]
    how: Annotated[Text, Meta(description="The way of it")] = ""


@command("Say that a character is helpless, so that one attack may kill them without a roll.", scene=True)
def declare_helpless(play: Play, command: DeclareHelpless) -> None:
    """CE-PROT-03: the game master says that a character is helpless, and so Fragile; an attack needs no damage roll to kill."""
    if people.is_thing(play, command.who):
        play.missing(command.who, "{who} is a thing; only the living are helpless.", who=command.who)
    if states.is_helpless(play, command.who):
        play.refuse("CE-PROT-03", "They are helpless already.")
    with play.citing("CE-PROT-03"):
        conditions.gain(play, command.who, states.AT_THEIR_MERCY, how=command.how)


@command("Say that a character is no longer helpless.", scene=True)
def end_helplessness(play: Play, command: EndHelplessness) -> None:
    """CE-PROT-03: end a character's helplessness."""
    if not conditions.end(play, command.who, states.AT_THEIR_MERCY, "free"):
        play.missing(
            f"{command.who}.conditions",
            "{who} is not declared helpless; the unconscious come to by themselves.",
            who=command.who,
        )


@command("Kill a helpless character with one attack, without a roll.", by="owner", scene=True)
def finish_off(play: Play, command: FinishOff) -> None:
    """CE-DMG-08, CE-PROT-03, CE-SURP-02: one attack on a helpless character kills, of whatever size they are, and nothing is
    rolled; it is the turn's action."""
    if conditions.has(play, command.target, states.DEAD):
        play.refuse("CE-DMG-08", "They are dead already.")
    if not states.is_helpless(play, command.target):
        play.refuse("CE-DMG-08", "They are not helpless; attack them.")
    if protection.stage(play, command.target) == protection.TRANSCENDENT:
        play.refuse("CE-PROT-16", "They are Transcendent, and no attack harms them.")
    if protection.sealed(play, command.target):
        play.refuse("CE-PROT-11", "Nothing reaches them as long as the cover around them is not breached.")
    actions.take(play, command.who, "attack")
    unconscious = conditions.has(play, command.target, states.UNCONSCIOUS)
    with play.citing("CE-DMG-08" if unconscious else "CE-SURP-02"):
        damage.kill(play, command.target, by=command.who)
