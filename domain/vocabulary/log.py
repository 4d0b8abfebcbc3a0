"""Events without any change of state: rolls, how rules judged them, and notes. They are events, so that none is ever
lost."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec

from domain.vocabulary.base import Event, EventCategory, Scalar


class LogEntry(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what is written down and folds to nothing. `name` is the roll's label or the note's subject."""

    component: ClassVar[str] = "log"
    kind: ClassVar[EventCategory] = EventCategory.NOTE


class Contribution(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One addend of a roll: what it is called, where it comes from, how much it is, and of which type, by which it stacks."""

    label: str
    amount: int
    source: str = ""
    type: str = ""


Addends: TypeAlias = tuple[Contribution, ...]
"""Addends of a roll or a value."""


class Rolled(LogEntry, frozen=True, kw_only=True, omit_defaults=True, tag="rolled"):
    """Dice were rolled. `dice` are [sides, value, kept] in rolling order; every die stands on the entry's tape as well.

    Where `veiled`, the target and the outcome are the game master's (a hidden defense, a secret difficulty).
    """

    kind: ClassVar[EventCategory] = EventCategory.ROLL

    notation: str
    dice: tuple[tuple[int, int, bool], ...] = ()
    modifiers: tuple[Contribution, ...] = ()
    total: int
    target: int | None = None
    outcome: str = ""
    veiled: bool = False


class Judged(LogEntry, frozen=True, kw_only=True, omit_defaults=True, tag="judged"):
    """A rule judged a roll after its dice had fallen, or judged what no dice were rolled for. `name` is the label of the roll.

    `natural` is what the dice count as, `total` what that and the `modifiers` come to, where the rule changes them; `outcome`
    is what counts from now on, and `why` says in a few words how that came about. `veiled` is as for a roll.
    """

    kind: ClassVar[EventCategory] = EventCategory.ROLL

    why: str = ""
    natural: int | None = None
    modifiers: tuple[Contribution, ...] = ()
    total: int | None = None
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

    kind: ClassVar[EventCategory] = EventCategory.MILESTONE

    amount: int = 0
    text: str = ""
    data: dict[str, Scalar] = {}


AnyLogEntry = Rolled | Judged | Noted | Awarded
