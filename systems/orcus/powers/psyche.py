"""Psyche: powers of words and presence, for which the target has to understand the user."""

from __future__ import annotations

from typing import Final

from domain.kit.conditions import has
from domain.play.play import Play
from systems.orcus.powers.records.reading import Reading
from systems.orcus.sheet.conditions import hears

PSYCHE: Final = "psyche"

NO_FREE_WILL: Final = "no_free_will"
"""The state, or the feature on a sheet, of a character who lacks free will."""


def understands(play: Play, who: str, target: str) -> bool:
    """OR-KEY-09: whether a character hears the user, shares a language with them, and has free will.

    Two who have languages on their sheets have to share one; where a sheet names none, nothing is in the way.
    """
    if not hears(play, target) or has(play, target, NO_FREE_WILL) or play.where(target, "traits", NO_FREE_WILL):
        return False
    own, theirs = _languages(play, who), _languages(play, target)
    return not own or not theirs or bool(own & theirs)


def affected(play: Play, who: str, targets: tuple[str, ...], reading: Reading) -> tuple[str, ...]:
    """OR-KEY-09: return those of the targets whom a power can affect; a psyche power affects only those who understand its user."""
    if PSYCHE not in reading.tags:
        return targets
    reached = tuple(target for target in targets if target == who or understands(play, who, target))
    if reached != targets:
        play.cite("OR-KEY-09")
    return reached


def _languages(play: Play, who: str) -> frozenset[str]:
    return frozenset(trait.title for trait in play.where(who, "traits", "language").values())
