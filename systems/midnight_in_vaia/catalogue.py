"""Characters of our own invention, ready to play: protagonists for an evening, and what waits for them in the dark."""

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
from systems.freeform.fields import Key
from systems.midnight_in_vaia import abilities, people


class Ready(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sheet of a ready character."""

    name: str
    text: str
    category: people.Category = "player"
    hit_points: people.HitPoints
    agility: people.Agility = 0
    awareness: people.Awareness = 0
    abilities: Annotated[tuple[str, ...], Meta(extra={"catalogue": abilities.ABILITY})] = ()


CAST: Final = table(__package__, "catalogue", dict[str, Ready])
CATALOGUE: Final = (
    CatalogueKind(
        name="ready", title="Ready characters", table=CAST, rules=("MV-SLOT-06",), labels={"hit_points": "Hit Points"}
    ),
)


class Cast(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`ready` is a name of the catalogue."""

    ready: Annotated[Key, Meta(description="A name of the catalogue", extra={"catalogue": "ready"})]
    name: Annotated[str, Meta(description="What it is called here; left out, as in the catalogue")] = ""
    handle: Annotated[str, Meta(description="A short name of its own; left out, it is made of its name")] = ""
    owners: tuple[MemberRef, ...] = ()
    hidden: bool = False


@command("A ready character of the catalogue comes into the campaign, with sheet and abilities.")
def cast(play: Play, command: Cast) -> None:
    """MV-SLOT-06, ruling 36: a ready character comes into the campaign, with sheet and abilities."""
    ready = printed(play, command.ready, CAST)
    who = people.bring_in(
        play,
        people.Create(
            name=command.name or ready.name,
            handle=command.handle,
            category=ready.category,
            owners=command.owners,
            hidden=command.hidden,
            hit_points=ready.hit_points,
            agility=ready.agility,
            awareness=ready.awareness,
        ),
    )
    for ability in ready.abilities:
        abilities.give(play, who, ability, abilities.PRINTED[ability])
