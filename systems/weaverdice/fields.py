"""The kinds of fields that many commands of this game have, with what they mean."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from systems.freeform.fields import Key

Stat = Annotated[str, Meta(description="One of brawn, athletics, dexterity, wits, social, knowledge and guts")]
Target = Annotated[int, Meta(ge=1, le=99, description="What the roll has to reach")]
Pool = Annotated[str, Meta(description="One of stamina, focus and recovery")]
Thing = Annotated[str, Meta(description="A thing of theirs, by name, or by what it is where there is one such only")]
Quantity = Annotated[int, Meta(ge=1, le=20, description="From 1 to 20")]
Slots = Annotated[int, Meta(ge=1, le=20, description="How many of the places for underlings they fill")]
Call = Annotated[str, Meta(description="A call for recruits, by name or title; left out, the one that is open")]
Release = Annotated[
    bool, Meta(description="Whether the follower is lost over it, where there are more than there is room for")
]
Candidate = Annotated[Key, Meta(description="The candidate who answered a call of theirs, by name")]
Follower = Annotated[Key, Meta(description="A follower, by name, or by type where any of them will do")]
Infamy = Annotated[Key, Meta(description="A negative reputation of theirs, by name")]
