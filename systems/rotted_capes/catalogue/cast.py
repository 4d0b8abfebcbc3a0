"""Characters of our own invention, ready to play: heroes for an evening, and what waits for them."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import Command, MemberRef
from domain.kit.catalogues import printed
from domain.kit.commands import command
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.log import Noted
from systems.freeform.fields import Key
from systems.rotted_capes.catalogue import abilities, flaws, gear
from systems.rotted_capes.sheet.people import Category, Create, Pool, Rank, Size, Statistics, bring_in


class ReadyCharacter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sheet of a ready character."""

    name: str
    text: str
    category: Category
    statistics: Statistics
    stamina: Pool = 0
    wounds: int = 1
    rank: Rank | None = None
    size: Size = "medium"
    abilities: Annotated[tuple[str, ...], Meta(extra={"catalogue": abilities.KIND})] = ()
    gear: Annotated[tuple[str, ...], Meta(extra={"catalogue": gear.KIND})] = ()
    flaws: Annotated[tuple[str, ...], Meta(extra={"catalogue": flaws.KIND})] = ()


CAST: Final = table(__package__, "cast", dict[str, ReadyCharacter])
"""Ready characters by name."""

CATALOGUE: Final = (
    CatalogueKind(
        name="ready",
        title="Ready characters",
        table=CAST,
        rules=("RC-RULING-17",),
        labels={
            "statistics": "",
            "statistics.scores": "",
            "statistics.defenses": "",
            "statistics.bonuses": "",
            "statistics.paces": "Pace",
        },
    ),
)


class Cast(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A ready character comes into the campaign."""

    ready: Annotated[Key, Meta(description="A name of the catalogue", extra={"catalogue": "ready"})]
    name: Annotated[str, Meta(max_length=120, description="What it is called here; left out, as in the catalogue")] = ""
    handle: Annotated[
        str, Meta(max_length=60, description="A short name of its own; left out, it is made of its name")
    ] = ""
    owners: Annotated[tuple[MemberRef, ...], Meta(description="The players whose character it is")] = ()
    hidden: Annotated[bool, Meta(description="Whether the players may not know of it yet")] = False


@command("A ready character of the catalogue comes into the campaign, with sheet, abilities, gear and flaws.")
def cast(play: Play, command: Cast) -> None:
    """RC-RULING-17: a ready character comes into the campaign, with all that stands on the sheet."""
    ready = printed(play, command.ready, CAST)
    who = bring_in(
        play,
        Create(
            name=command.name or ready.name,
            handle=command.handle,
            owners=command.owners,
            hidden=command.hidden,
            category=ready.category,
            statistics=ready.statistics,
            stamina=ready.stamina,
            wounds=ready.wounds,
            rank=ready.rank,
            size=ready.size,
        ),
    )
    for name in ready.abilities:
        abilities.give(play, who, name)
    for name in ready.gear:
        gear.give(play, who, name)
    for name in ready.flaws:
        flaws.give(play, who, name)
    play.emit(who, Noted(name="cast", text=ready.text))
