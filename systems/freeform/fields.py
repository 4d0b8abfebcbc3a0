"""The kinds of fields that freeform's commands have, with their bounds."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from domain.commands import Whom
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import Scalar

Title = Annotated[str, Meta(min_length=1, max_length=120, pattern=r"\S", description="A title, in people's own words")]
Party = Annotated[Whom, Meta(min_length=1, max_length=120, pattern=r"\S")]
Word = Annotated[str, Meta(min_length=1, max_length=80, description="The table's or the game's own word")]
Notation = Annotated[str, Meta(max_length=500, description="Dice, as in 2d6+3, 4d6kh3 or 1d20adv")]
Key = Annotated[str, Meta(min_length=1, max_length=120, description="The name of an instance, or the word it goes by")]
Amount = Annotated[int, Meta(ge=1, le=1_000_000_000, description="How much, from 1 up")]
Number = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Data = dict[str, Scalar]
Values = Annotated[dict[str, Number], Meta(description="Values, whole numbers by name")]
Counters = Annotated[dict[str, Number], Meta(description="Counters that it has, by name, each with how much is in it")]
KindOf = Annotated[str, Meta(description="Which kind it is, in the table's or the game's own word")]
Tags = Annotated[tuple[str, ...], Meta(description="What rules or people tell it by, in the game's words")]
Source = Annotated[str, Meta(description="What it comes from, in a few words")]
Location = Annotated[str, Meta(description="Where it is: the game's word, such as hand/left, belt/2 or inside/<item>")]
Locked = Annotated[bool, Meta(description="Whether ordinary recovery leaves it as it is")]
Until = Annotated[AnyAnchor | None, Meta(description="What ends it; null: nothing does by itself, it is ended by name")]
"""A moment, a save, a time, another instance, the scene, the session, an encounter, or the first of several."""

Because = Annotated[str, Meta(max_length=200, description="Why, in a few words")]
Json = Any
"""Any JSON value; checked against what it is meant for."""
