"""Damage types and their categories, those that a campaign adds among them."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import Command
from domain.kit import catalogues
from domain.kit.commands import command
from domain.play.play import Play
from domain.rulebook import table


class DamageType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A damage type: the category that it belongs to, "" for none, and what does such damage."""

    category: str = ""
    text: str = ""


class _Types(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    types: dict[str, DamageType]


PRINTED: Final = table(__package__, "types", _Types).types
PSYCHIC: Final = "psychic"
ENERGY: Final = "energy"
KIND: Final = "damage-type"
CATALOGUE: Final = (
    CatalogueKind(
        name=KIND, title="Damage types", table=PRINTED, rules=("RC-TYPE-01", "RC-TYPE-02"), added_by="add_damage_type"
    ),
)

TypeOfDamage = Annotated[
    str,
    Meta(
        min_length=1, max_length=40, description="The damage type, such as `fire`", extra={"catalogue": "damage-type"}
    ),
]


class AddDamageType(Command, frozen=True, kw_only=True, omit_defaults=True):
    """There is another energy type in this campaign."""

    name: Annotated[str, Meta(min_length=1, max_length=40, description="What it is called")]
    text: Annotated[str, Meta(max_length=200, description="What does such damage")] = ""


def type_of(play: Play, word: str) -> DamageType:
    """RC-TYPE-01: return a damage type by its name. Raises Absent where there is none of that name."""
    return catalogues.look_up(play, KIND, word, PRINTED, DamageType)


def covers(play: Play, against: str, word: str) -> bool:
    """RC-TYPE-03, RC-TYPE-04: whether DR against a type or a category counts: against all, a category or a type.

    Against psychic damage nothing counts but what names it.
    """
    if word == PSYCHIC:
        return against == PSYCHIC
    return against in ("all", word) or (bool(against) and against == type_of(play, word).category)


@command("Add an energy type to the damage types of this campaign.")
def add_damage_type(play: Play, command: AddDamageType) -> None:
    """RC-TYPE-02: the Editor-in-Chief may add further types of energy."""
    name = catalogues.name_of(KIND, command.name)
    if command.name in PRINTED or catalogues.has(play, name):
        play.refuse("RC-TYPE-02", "There is such a damage type already; give the new one another name.")
    entry = DamageType(category=ENERGY, text=command.text)
    with play.citing("RC-TYPE-02"):
        catalogues.add(play, name, KIND, command.name, catalogues.of_struct(entry))
