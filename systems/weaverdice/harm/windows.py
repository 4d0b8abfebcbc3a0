"""The windows of a hit that gets through: what armor takes, what clothes keep off, what is struck besides the body."""

from __future__ import annotations

from typing import Final, NamedTuple

from domain.play.windows import Window


class Blow(NamedTuple):
    """A wound that is about to come to a character; damage of no `type` comes from within. Once it has a `slot`, that
    takes it."""

    tier: str
    type: str = ""
    slot: str = ""


class Covering(NamedTuple):
    """The cover of a character against effects: what keeps them off, and a helmet; `bare` says that they wear nothing
    above the bottom tier."""

    coverage: bool = False
    helmet: bool = False
    bare: bool = True


class BodyThrow(NamedTuple):
    """A throw of a character over so many feet."""

    feet: int


class Tearing(NamedTuple):
    """A strike at what a character wears: a piece loses its bottom feature or, where pieces are `named`, one of those
    is lost.

    `namer` names them, `chooser` picks which it is: references, or `gm`.
    """

    named: int = 0
    namer: str = ""
    chooser: str = ""


WOUNDING: Final = Window("wounding", Blow, over=lambda blow: bool(blow.slot))
"""A wound is about to reach a character's body."""

COVERED: Final = Window("covered", Covering)
"""An effect asks how a character is covered."""

THROWN: Final = Window("thrown", BodyThrow)
"""Opens when a character is knocked back."""

TORN: Final = Window("torn", Tearing)
"""Opens when an item that a character wears is damaged."""

ALL: Final = (WOUNDING, COVERED, THROWN, TORN)
