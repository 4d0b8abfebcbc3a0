"""Attacks by Bo that Eve meets with a Dodge or a Fight Back."""

from __future__ import annotations

from typing import Any

from domain.vocabulary.bodies import Condition
from tests.games.cthulhu_eternal.brawl import Brawl


def held(table: Brawl, who: str, what: str) -> list[Condition]:
    """The rolls that stay on the table for a character."""
    return [condition for condition in table.sheet(who).conditions.values() if condition.what == what]


def dodged(table: Brawl, rolled: int, dodge: int, damage: int | None = None, **more: Any) -> int:
    """Bo attacks Eve, who dodges."""
    return table.strike("bo", "eve", rolled, damage, defend="dodge", against={"dodge": [dodge]}, **more)


def fought_back(table: Brawl, rolled: int, back: int, *, action: str = "attack", **more: Any) -> int:
    """Bo attacks Eve, who fights back; `hurt` is the die of what Bo suffers, `damage` of what she does."""
    against: dict[str, list[int]] = {"fight-back": [back]}
    if (hurt := more.pop("hurt", None)) is not None:
        against["damage/bo"] = [hurt]
    also = {"fight-back/eve": action, **more.pop("also", {})}
    return table.strike(
        "bo", "eve", rolled, more.pop("damage", None), defend="fight back", against=against, also=also, **more
    )
