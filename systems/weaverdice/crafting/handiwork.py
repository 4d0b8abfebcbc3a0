"""Uses of craft skills besides making things: a handy background, specialties kept up and paired."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, counters
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.play.play import Play
from domain.vocabulary.holdings import TraitChanged
from systems.freeform.fields import Title
from systems.weaverdice.checks.crafting_skills import PAIRED, PairData, TradeData
from systems.weaverdice.sheet import backgrounds, skills

YEAR: Final = 365 * 86_400
"""WD-CSK-05, in seconds."""

PAIRINGS: Final = "specialties-paired"
"""The counter of pairings; its last use is told by the clock."""


class OfField(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`field` is the background's name."""

    who: CharacterRef
    field: Annotated[Title, Meta(description="The background's name")]


class FadeSpecialty(OfField, frozen=True, kw_only=True, omit_defaults=True):
    """`kept_up` is whether daily life still has room for the field."""

    kept_up: Annotated[bool, Meta(description="Whether daily life still has room for the field")] = False


class PairSpecialties(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`first` and `second` are fields of specialties."""

    who: CharacterRef
    first: Annotated[Title, Meta(description="The field of one specialty")]
    second: Annotated[Title, Meta(description="The field of the other specialty")]
    project: Annotated[Title, Meta(description="The one work that has both")]


@command("Take the hands-on background that comes with Handy.", by="owner")
def learn_trade(play: Play, command: OfField) -> None:
    """WD-CSK-02: Handy brings one hands-on background, beside those that were picked."""
    who = command.who
    if not skills.knows(play, who, "handy"):
        play.refuse("WD-CSK-02", "A trade comes with the skill Handy; learn that first.")
    if TradeData.of(play.character(who).traits["handy"]).trade:
        play.refuse("WD-CSK-02", "Handy brings one background, and they have chosen it already.")
    backgrounds.gain(play, who, command.field, brought=True)
    play.emit(who, TraitChanged(name="handy", data=TradeData.changes(trade=handle_of(command.field))))


@command("Say that the field of a specialty is neglected, or kept up again.")
def fade_specialty(play: Play, command: FadeSpecialty) -> None:
    """WD-CSK-05: with the background neglected a specialty comes down to a third, until it is kept up again."""
    name = f"specialist/{handle_of(command.field)}"
    if name not in play.character(command.who).traits:
        play.missing(
            f"{command.who}.traits.{name}",
            "There is no specialty in {field!r}; name one they have.",
            field=command.field,
        )
    play.emit(
        command.who,
        TraitChanged(name=name, data=TradeData.changes(faded=None if command.kept_up else True)),
    )


@command("Combine two specialties on one project, once a year.", by="owner")
def pair_specialties(play: Play, command: PairSpecialties) -> None:
    """WD-CSK-05: once a year two specialties count together, for one project that suits both."""
    who, fields = command.who, (handle_of(command.first), handle_of(command.second))
    if fields[0] == fields[1] or not all(skills.knows(play, who, f"specialist/{field}") for field in fields):
        play.refuse("WD-CSK-05", "A pairing takes two specialties that are known; name two of theirs.")
    if counters.wait(play, who, PAIRINGS, YEAR):
        play.refuse("WD-CSK-05", "Specialties are paired once a year; wait until a year has gone by.")
    counters.count(play, who, PAIRINGS, at=play.clock(), what="specialties")
    data = PairData(first=fields[0], second=fields[1], project=command.project).stored()
    conditions.gain(play, who, PAIRED, name=play.new_id("pairing"), data=data)
