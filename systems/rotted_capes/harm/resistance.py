"""Damage Resistance: what armor, force fields and powers take from damage, of which only the highest counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor, WhilePresent
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from systems.rotted_capes.fields import Because
from systems.rotted_capes.harm import types
from systems.rotted_capes.harm.objects import HITS, WORN, ObjectData
from systems.rotted_capes.sheet.conditions import GROUND
from systems.rotted_capes.windows import Hit

RESISTANT: Final = "resistant"
"""A condition of a character who has DR `data.amount` against `data.against`."""

CATEGORIES: Final = ("all", "energy", "physical")


@data_of("conditions", RESISTANT)
class ResistanceData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """Damage Resistance: how much, and against which type or category, or `all`."""

    amount: int
    against: str = "all"


class GrantResistance(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Armor, a force field or a power takes damage from a character from now on."""

    who: CharacterRef
    amount: Annotated[int, Meta(ge=1, le=1_000, description="How much of the damage it takes")]
    against: Annotated[
        str, Meta(min_length=1, max_length=40, description="A damage type, `energy`, `physical`, or `all`")
    ] = "all"
    source: Annotated[str, Meta(max_length=100, description="What gives it: armor, a force field, a power")] = ""
    until: Annotated[AnyAnchor, Meta(description="When it ends by itself")] | None = None


class EndResistance(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Armor, a force field or a power is gone."""

    who: CharacterRef
    source: Annotated[str, Meta(max_length=100, description="What gave it, as it was entered")] = ""
    because: Because = ""


def resistance(play: Play, who: str, hit: Hit) -> int:
    """RC-DMG-08, RC-DMG-09, RC-OBJ-04, RC-TYPE-03: the highest DR of a character that counts against a hit; 0 where it
    bypasses DR."""
    if hit.bypasses:
        play.cite("RC-DMG-09")
        return 0
    states = play.where(who, "conditions", RESISTANT).values()
    resistances = (*(ResistanceData.of(each) for each in states if _protects(play, who, each)), *_armor(play, who))
    highest = max((each.amount for each in resistances if types.covers(play, each.against, hit.type)), default=0)
    return max(0, highest - hit.piercing)


def _armor(play: Play, who: str) -> Iterator[ResistanceData]:
    """RC-DMG-08, RC-OBJ-04: the DR of what a character wears, whoever wore it before; broken armor gives none."""
    for item in play.where(who, "items", WORN).values():
        data = ObjectData.of(item)
        if data.resists and item.tracks.get(HITS, 1):
            yield ResistanceData(amount=data.resists, against=data.against)


def _protects(play: Play, who: str, state: Condition) -> bool:
    """RC-OBJ-04, RC-COND-16: whether what gives DR does so now: a thing that is broken, or lies on the ground, does not."""
    path = state.until.path if isinstance(state.until, WhilePresent) else ""
    thing = play.character(who).items.get(path.removeprefix(f"{who}.items."))
    return thing is None or (bool(thing.tracks.get(HITS, 1)) and thing.location != GROUND)


@command("Enter that a character has Damage Resistance.")
def grant_resistance(play: Play, command: GrantResistance) -> None:
    """RC-DMG-08, RC-TYPE-04: DR is against everything, a category or a type."""
    if command.against not in CATEGORIES:
        types.type_of(play, command.against)
    resist(
        play, command.who, ResistanceData(amount=command.amount, against=command.against), command.source, command.until
    )


def resist(play: Play, who: str, data: ResistanceData, source: str, until: AnyAnchor | None = None) -> None:
    """RC-DMG-08: let a character have Damage Resistance from a source, for as long as an anchor says."""
    title = source or f"DR {data.amount}"
    conditions.gain(play, who, RESISTANT, source=source, until=until, title=title, data=data)


@command("Enter that Damage Resistance of a character is gone.")
def end_resistance(play: Play, command: EndResistance) -> None:
    """RC-DMG-08: end DR whose source gives it no more."""
    if not conditions.end(play, command.who, RESISTANT, command.because, source=command.source):
        play.refuse("RC-DMG-08", "They have no such Damage Resistance; name what gives it as it was entered.")
