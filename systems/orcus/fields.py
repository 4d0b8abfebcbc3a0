"""Fields that several commands of Orcus share, each with its meaning."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

Ability = Literal["strength", "constitution", "dexterity", "intelligence", "wisdom", "charisma"]
Skill = Literal[
    "athletics",
    "endure",
    "acrobatics",
    "stealth",
    "sleight_of_hand",
    "arcana",
    "history",
    "religion",
    "dungeoneering",
    "heal",
    "insight",
    "perception",
    "bluff",
    "diplomacy",
    "intimidate",
    "streetsmarts",
]
Defense = Literal["ac", "fortitude", "reflex", "will"]
Mode = Literal["walk", "fly", "climb", "swim", "burrow"]
Way = Literal["walk", "jump", "climb", "swim", "fly", "burrow"]
"""OR-MOVE-02: how a part of a move is covered."""
Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]
Origin = Literal["melee", "ranged", "near", "far", "self"]
Sense = Literal["blindsight", "darkvision", "tremorsense", "truesight", "blind"]
"""OR-VIS-04 to OR-VIS-07: a sense, with its radius in squares; of `darkvision` and of `blind`, 1 is that one has it."""
Flight = Literal["hover", "ceiling", "clumsy_on_ground", "clumsy_in_air"]
"""OR-FLY-02 to OR-FLY-04: how a character flies; `ceiling` is the greatest height in squares, of the others 1 is that it is so."""
Cost = Literal["standard", "move", "swift", "immediate", "free"]

DamageType = Literal[
    "", "acid", "cold", "fire", "force", "lightning", "necrotic", "poison", "psychic", "radiant", "thunder"
]
"""OR-DMG-04: the types of damage; untyped is none."""

Score = Annotated[int, Meta(ge=1, le=30, description="An ability score; 10 and 11 change nothing")]
Level = Annotated[int, Meta(ge=1, le=30, description="The level")]
Bonus = Annotated[int, Meta(ge=-40, le=80, description="What is added to a roll, or below 0 taken from it")]
Squares = Annotated[int, Meta(ge=0, le=200, description="A number of squares of 5 feet")]
Because = Annotated[str, Meta(max_length=200, description="What it is for, in the table's words")]
X = Annotated[int, Meta(ge=-1_000, le=1_000, description="The column of the square, counted to the right")]
Y = Annotated[int, Meta(ge=-1_000, le=1_000, description="The row of the square, counted upwards")]
Height = Annotated[int, Meta(ge=0, le=200, description="How many squares above the ground")]
At = tuple[X, Y]
"""A square, by its column and its row."""

Path = Annotated[
    tuple[At, ...],
    Meta(max_length=60, description="The squares of the way, step by step, without the one where it begins"),
]
