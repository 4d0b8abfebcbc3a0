"""What happened without changing any state: rolls and notes. They are events all the same, so that none is ever lost."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from domain.components.base import Scalar
from domain.events.base import Event, Kind


class LogEntry(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what is written down and folds to nothing. `name` is the roll's label or the note's subject."""

    component: ClassVar[str] = "log"
    kind: ClassVar[Kind] = Kind.NOTE


class Contribution(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One addend of a roll: what it is called, where it comes from, how much it is."""

    label: str
    amount: int
    source: str = ""


class Rolled(LogEntry, frozen=True, kw_only=True, omit_defaults=True, tag="rolled"):
    """Dice were rolled. `dice` are [sides, value, kept] in rolling order; every die stands on the entry's tape as well.

    Where `veiled`, the target and the outcome are the game master's (a hidden defense, a secret difficulty).
    """

    kind: ClassVar[Kind] = Kind.ROLL

    notation: str
    dice: tuple[tuple[int, int, bool], ...] = ()
    modifiers: tuple[Contribution, ...] = ()
    total: int
    target: int | None = None
    outcome: str = ""
    veiled: bool = False


class Noted(LogEntry, frozen=True, kw_only=True, omit_defaults=True, tag="noted"):
    """Something was written down: a note, a ruling, the result of a rule the game master applies by judgement.

    `text` is the key of the text in the ledger (`<entry>.<index>`), never the words themselves: they can be erased.
    """

    text: str = ""
    data: dict[str, Scalar] = {}


class Awarded(LogEntry, frozen=True, kw_only=True, omit_defaults=True, tag="awarded"):
    """Something was achieved or given that no component holds: a milestone reached, experience, thanks."""

    kind: ClassVar[Kind] = Kind.MILESTONE

    amount: int = 0
    text: str = ""
    data: dict[str, Scalar] = {}


AnyLogEntry = Rolled | Noted | Awarded
