"""Flaws of the catalogue: what troubles heroes, with what it takes from rolls; ours and those that a campaign adds."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import catalogues
from domain.kit.commands import command
from domain.play.play import Play
from domain.rulebook import table
from systems.freeform.fields import Key, Title
from systems.rotted_capes.catalogue import entries
from systems.rotted_capes.points import flaws
from systems.rotted_capes.points.flaws import On, Penalty

KIND: Final = "flaw"


class Flaw(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A flaw or weakness, with what it takes from rolls of a purpose while it has taken effect."""

    title: Title
    text: Annotated[str, Meta(max_length=300, description="How it shows itself, in words for the table")] = ""
    weakness: Annotated[bool, Meta(description="Whether it is a weakness, which no Plot Point negates")] = False
    penalty: Penalty = 0
    on: On = "all"


PRINTED: Final = table(__package__, "flaws", dict[str, Flaw])
"""Flaws of our own invention, by name."""

CATALOGUE: Final = (
    CatalogueKind(
        name=KIND, title="Flaws and weaknesses", table=PRINTED, rules=("RC-PP-07", "RC-RULING-17"), added_by="add_flaw"
    ),
)


class GainFlaw(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hero has a flaw of the catalogue from now on."""

    who: CharacterRef
    flaw: Annotated[Key, Meta(description="Its name in the catalogue", extra={"catalogue": KIND})]


class AddFlaw(Command, frozen=True, kw_only=True, omit_defaults=True):
    """There is another flaw in this campaign."""

    flaw: Annotated[Flaw, Meta(description="The flaw, under the name by which it is looked up")]


@command("Give a hero a flaw of the catalogue.")
def gain_flaw(play: Play, command: GainFlaw) -> None:
    """RC-PP-07, RC-EARN-04, RC-RULING-17: it stands on the sheet, with what it takes from rolls once it takes effect."""
    give(play, command.who, command.flaw)


def give(play: Play, who: str, name: str) -> None:
    """Put a flaw of the catalogue on a hero's sheet. Absent where the catalogue has none of that name."""
    flaw = catalogues.look_up(play, KIND, name, PRINTED, Flaw)
    data = flaws.FlawData(penalty=flaw.penalty, on=flaw.on)
    flaws.give(play, who, flaw.title, data, weakness=flaw.weakness, entry=name)


@command("Add a flaw of the campaign's own to the catalogue.")
def add_flaw(play: Play, command: AddFlaw) -> None:
    """RC-RULING-17: add a flaw that the rulebook names without numbers, with numbers of the Editor-in-Chief's."""
    entries.add(play, KIND, command.flaw.title, command.flaw, PRINTED)
