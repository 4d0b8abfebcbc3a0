"""The base of every component instance of every game, and the words its fields are written in."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

import msgspec

Scalar = str | int | bool | None
"""A value of an instance's flat `data`; systems declare the keys and types they use."""

Audience = Literal["all", "gm"] | tuple[str, ...]
"""Who may see something: everybody in the campaign, its game masters, or these members (and the game masters)."""

NAME = re.compile(r"[a-z0-9][a-z0-9_/:+-]{0,119}\Z")
"""How an instance is named inside its component. No dot: dots separate the parts of a path."""


class Instance(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing a component holds: a track, a wound, a card.

    `title` is what people call it where the name is only an id. `audience` narrows who may see that it exists.
    """

    narrowed_by: ClassVar[str | None] = None
    """The field by which a rule may look through only part of the collection (see `Reading.where`)."""

    title: str = ""
    audience: Audience = "all"
    data: dict[str, Scalar] = {}
