"""Fields that several commands of Rotted Capes share, each with its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.messages import text

Ability = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]
Defense = Literal["avoidance", "fortitude", "willpower"]
Mode = Literal["run", "fly", "climb", "swim", "swing", "burrow"]
MODE_WORDS: Final[Mapping[Mode, str]] = {
    "run": text("run"),
    "fly": text("fly"),
    "climb": text("climb"),
    "swim": text("swim"),
    "swing": text("swing"),
    "burrow": text("burrow"),
}
"""The modes, as sentences call them."""

Score = Annotated[int, Meta(ge=1, le=60, description="A score; 10 and 11 change nothing")]
Bonus = Annotated[int, Meta(ge=-20, le=60, description="What is added to a roll, or below 0 taken from it")]
Areas = Annotated[int, Meta(ge=0, le=100, description="A number of Areas")]
Height = Annotated[int, Meta(ge=0, le=100, description="How many Areas up they are afterwards")]
Anchor = Annotated[str, Meta(max_length=100, description="The solid thing that a swing is anchored to")]
Because = Annotated[str, Meta(max_length=200, description="What it is for, in the table's words")]
Circumstances = Annotated[
    int, Meta(ge=-20, le=20, description="What the Editor-in-Chief adds for the circumstances, or below 0 takes")
]
Trained = Annotated[bool, Meta(description="Whether a Skill Set of theirs covers it; without one it has Disadvantage")]
Edge = Annotated[
    Literal["", "advantage", "disadvantage"],
    Meta(description="Advantage or Disadvantage that the Editor-in-Chief gives for the circumstances"),
]
