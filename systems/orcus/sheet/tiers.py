"""Levels and tiers: what XP a level takes, what it brings, and which tier it belongs to."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from domain.rulebook import table

Tier = Literal["Adventurer", "Prestige", "Epic"]
Path = Literal["", "prestige path", "epic path"]


class LevelRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """OR-LVL-02: the XP with which a level is reached, how many abilities rise, the feats it brings and the path it selects."""

    xp: int
    abilities: int = 0
    feats: int = 0
    selects: Path = ""


class _Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: tuple[LevelRow, ...]
    tiers: dict[Tier, tuple[int, int]]


_TABLE: Final = table(__package__, "levels", _Levels)

LEVELS: Final = dict(enumerate(_TABLE.levels, 1))
"""OR-LVL-01, OR-LVL-02: the levels from 1 to 30."""

HIGHEST: Final = len(LEVELS)
TIERS: Final = _TABLE.tiers


def tier_of(level: int) -> Tier:
    """OR-TIER-01: return the tier of whatever has a level, be it a creature, an item or a power."""
    return next(tier for tier, (_, highest) in TIERS.items() if level <= highest)


def level_for(xp: int) -> int:
    """OR-LVL-03: return the level that so many XP entitle to: the highest whose threshold they reach."""
    return max(level for level, row in LEVELS.items() if row.xp <= xp)
