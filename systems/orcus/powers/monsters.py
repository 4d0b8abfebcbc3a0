"""Monsters as they are printed: stat blocks in one flat record, and how one of them comes into play with its powers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from domain.catalogue import CatalogueKind
from domain.kit import catalogues, conditions
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.play.play import Play
from domain.rulebook import table
from systems.freeform.people import Newcomer
from systems.orcus.attacks.weapons import GiveWeapon, give_weapon
from systems.orcus.fields import Bonus, Level, Score, Size, Squares
from systems.orcus.powers.known import learn
from systems.orcus.powers.records.record import is_catalogued
from systems.orcus.sheet.conditions import INCORPOREAL
from systems.orcus.sheet.natures import NATURES
from systems.orcus.sheet.people import ABILITIES, DEFENSES, MODES, Category, Create, StatBlock, Strength, bring_in

KIND: Final = "monster"
"""The kind of an entry of the catalogue that is a stat block."""


class Monster(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The stat block of a monster."""

    name: Annotated[str, Meta(min_length=1, max_length=80, description="What it is called")]
    level: Level = 1
    role: Annotated[str, Meta(max_length=40, description="Its role in a fight, in the book's word")] = ""
    tags: Annotated[str, Meta(max_length=200, description="Its type and tags, separated by commas")] = ""
    strength_type: Annotated[Strength, Meta(description="How strong it is for its level")] = "standard"
    size: Annotated[Size, Meta(description="Its size category")] = "medium"
    hp: Annotated[int, Meta(ge=1, le=10_000, description="Maximum hit points")] = 1
    ac: Bonus = 10
    fortitude: Bonus = 10
    reflex: Bonus = 10
    will: Bonus = 10
    attack: Annotated[Bonus, Meta(description="Its attack modifier")] = 0
    initiative: Annotated[Bonus, Meta(description="Its initiative modifier")] = 0
    walk: Squares = 6
    fly: Squares = 0
    climb: Squares = 0
    swim: Squares = 0
    burrow: Squares = 0
    reach: Squares = 1
    strength: Score = 10
    constitution: Score = 10
    dexterity: Score = 10
    intelligence: Score = 10
    wisdom: Score = 10
    charisma: Score = 10
    damage: Annotated[
        str,
        Meta(
            pattern=r"^(\d*d\d+([+-]\d+)?)?$",
            description="The damage of its basic attack, as `1d8+5`; none where empty",
        ),
    ] = ""
    range: Annotated[Squares, Meta(description="How far its basic attack carries; 0 for one in melee")] = 0
    powers: Annotated[str, Meta(max_length=600, description="The words of its powers, separated by commas")] = ""
    instinct: Annotated[str, Meta(max_length=600, description="How it behaves while nobody commands it")] = ""
    text: Annotated[str, Meta(max_length=2_000, description="What the table carries out by hand")] = ""


class _Printed(Struct, frozen=True, forbid_unknown_fields=True):
    monsters: dict[str, Monster]


PRINTED: Final = table(__package__, "monsters", _Printed).monsters
"""The monsters that come with the game."""

CATALOGUE: Final = (
    CatalogueKind(
        name=KIND,
        title="Monsters",
        table=PRINTED,
        rules=("OR-MON-02",),
        labels={"hp": "HP", "ac": "AC", "strength_type": "strength for its level"},
        units=dict.fromkeys((*MODES, "reach", "range"), "squares"),
        added_by="import_table",
    ),
)


def named_in(tags: str, natures: Iterable[str]) -> str:
    """Return the first of these words that is among tags; "" where none is."""
    words = {handle_of(tag) for tag in tags.split(",")}
    return next((nature for nature in natures if handle_of(nature) in words), "")


NUMBERS: Final = ("level", "attack", "initiative", "reach")


class BringMonster(Newcomer, frozen=True, kw_only=True, omit_defaults=True):
    """A monster of the catalogue comes into play."""

    name: Annotated[str, Meta(max_length=200, description="What it is called; left out, as in the catalogue")] = ""
    monster: Annotated[
        str, Meta(min_length=1, max_length=80, description="The word of its stat block", extra={"catalogue": "monster"})
    ]


@command("Bring a monster of the catalogue into play, with its powers.")
def bring_monster(play: Play, command: BringMonster) -> None:
    """OR-MON-02, OR-POW-07: a stat block's numbers and powers stand on its sheet."""
    come_in(play, command, stat_block(play, command.monster))


def stat_block(play: Play, word: str) -> Monster:
    """Return the stat block that goes by a word: the campaign's own, else the game's. Absent where there is neither."""
    return catalogues.look_up(play, KIND, handle_of(word), PRINTED, Monster)


def come_in(play: Play, newcomer: Newcomer, block: Monster, category: Category = "monster") -> str:
    """OR-MON-01, OR-MON-03, OR-MON-04, OR-MON-06: let a creature with the numbers and the nature of a stat block come into
    play, and return its reference."""
    numbers: dict[str, Any] = {name: getattr(block, name) for name in NUMBERS}
    statistics = StatBlock(
        scores={name: getattr(block, name) for name in ABILITIES},
        defenses={name: getattr(block, name) for name in DEFENSES},
        speeds={name: getattr(block, name) for name in MODES},
        **numbers,
    )
    given = msgspec.structs.asdict(newcomer)
    shared = {field: given[field] for field in Newcomer.__struct_fields__} | {"name": newcomer.name or block.name}
    create = Create(
        **shared,
        category=category,
        statistics=statistics,
        hp=block.hp,
        strength_type=block.strength_type,
        size=block.size,
        role=block.role,
        creature_type=named_in(block.tags, NATURES.types),
        source=named_in(block.tags, NATURES.sources),
    )
    who = bring_in(play, create)
    if named_in(block.tags, (INCORPOREAL,)):
        conditions.gain(play, who, INCORPOREAL, rules=("OR-MON-06",))
    if block.damage:
        natural = GiveWeapon(
            who=who,
            name="Attack",
            damage=block.damage,
            location="natural",
            range=block.range,
            melee=not block.range,
        )
        give_weapon(play, natural)
    for word in filter(None, (handle_of(part) for part in block.powers.split(","))):
        if is_catalogued(play, word):
            learn(play, who, word)
    return who
