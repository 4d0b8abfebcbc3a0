"""The tables of what wounds do, as they stand in `wound_effects.toml`."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.rulebook import table

DamageType = Annotated[
    Literal["cut", "bash", "pierce", "rend", "burn", "shock"],
    Meta(description="The kind of damage, which says what effects it may have", extra={"catalogue": "damage-type"}),
]
Tier = Annotated[
    Literal["lesser", "moderate", "critical"],
    Meta(description="How bad its wound and its effect are", extra={"catalogue": "tier"}),
]

Lasting = Literal["wound", "encounter", "long-term", "permanent"]
"""The duration of a loss of stat points: with the wound, to the end of the encounter (ruling 32), until it is mended by itself, for good."""


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that a row of a table does."""

    what: Annotated[str, Meta(description="The function; the other fields are what that one needs")]
    amount: int = 0
    part: str = ""
    among: tuple[str, ...] = ()
    tier: str = ""
    fades: str = ""
    lasts: Annotated[Lasting, Meta(description="How long a loss of stat points stays")] = "wound"
    menu: str = ""
    otherwise: Annotated[tuple[Effect, ...], Meta(description="What comes where it cannot be")] = ()
    instead: Annotated[tuple[Effect, ...], Meta(description="Where it is averted")] = ()


class EffectRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effect on some faces of the die."""

    rolls: tuple[int, ...] = ()
    does: tuple[Effect, ...] = ()
    ignorable: Annotated[bool, Meta(description="Whether a dot of Recovery could do away with it")] = True
    ask: bool = False


class EffectTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effects of a damage type and tier."""

    type: str
    tier: str
    rule: str
    die: bool = True
    covered: str = ""
    covered_for_effort: bool = False
    row: tuple[EffectRow, ...]

    def rolled(self, face: int) -> EffectRow:
        """The row of a face; the only row of a table without a die."""
        return next(row for row in self.row if not row.rolls or face in row.rolls)


class Menu(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options that may be picked: `once` lists those that are not picked a second time."""

    once: Annotated[tuple[str, ...], Meta(description="What may not be picked a second time")]
    fitting: Annotated[bool, Meta(description="Whether what would do nothing is left out")] = False
    options: dict[str, Effect]


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: tuple[EffectTable, ...]
    menu: dict[str, Menu]
    repeats: dict[str, tuple[int, ...]]


_BOOK: Final = table(__package__, "wound_effects", _Book)

TABLES: Final = {(table.type, table.tier): table for table in _BOOK.table}
MENUS: Final = _BOOK.menu

REPEATS: Final = {int(dots): faces for dots, faces in _BOOK.repeats.items()}
"""WD-WFX-19: on which faces of the Guts die a critical shock goes on, by the dots of effort spent."""
