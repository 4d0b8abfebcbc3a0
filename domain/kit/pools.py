"""Pools: tracks of points that are lost and healed, paid and gained, within their bounds.

Folds never clamp, so how far a loss or a gain goes is decided here, and the event says just that. Damage and healing are
`damage_taken` and `damage_healed`; what is paid, drained and gained is `point_spent` and `point_gained`.
"""

from __future__ import annotations

from typing import Literal

from domain.play.play import Play
from domain.vocabulary.values import DamageHealed, DamageTaken, PointGained, PointSpent, TrackSet

Bound = Literal["minimum", "maximum"]


def has(play: Play, ref: str, pool: str) -> bool:
    """Whether a character has such a pool."""
    return pool in play.aggregate(ref).tracks


def current(play: Play, ref: str, pool: str) -> int:
    """Return how much is in a pool, as far as its bounds let it count; 0 for who has none."""
    return play.value(ref, f"tracks.{pool}.current").total if has(play, ref, pool) else 0


def bound(play: Play, ref: str, pool: str, which: Bound) -> int | None:
    """Return a pool's effective minimum or maximum; None where it has neither a stored nor a computed one."""
    path = f"tracks.{pool}.{which}"
    if getattr(play.aggregate(ref).tracks[pool], which) is None and not play.is_computed(ref, path):
        return None
    return play.value(ref, path).total


def above(play: Play, ref: str, pool: str) -> int:
    """Return how much can be taken from a pool until it is at its minimum, or at 0 where it has none."""
    return max(0, _stored(play, ref, pool) - (bound(play, ref, pool, "minimum") or 0))


def room(play: Play, ref: str, pool: str) -> int | None:
    """Return how much goes into a pool until it is at its maximum; None where it has none."""
    most = bound(play, ref, pool, "maximum")
    return None if most is None else max(0, most - _stored(play, ref, pool))


def lose(
    play: Play,
    ref: str,
    pool: str,
    amount: int,
    *,
    harm: str = "",
    below: bool = False,
    rules: tuple[str, ...] = (),
) -> int:
    """Take damage on a pool, down to its minimum unless it may fall `below`, and return how much. `harm` is its kind."""
    lost = max(0, amount if below else min(amount, above(play, ref, pool)))
    if lost:
        play.emit(ref, DamageTaken(name=pool, amount=lost, harm=harm, rules=rules))
    return lost


def heal(play: Play, ref: str, pool: str, amount: int | None = None, *, rules: tuple[str, ...] = ()) -> int:
    """Let damage on a pool heal, up to its maximum (all of it where no amount is given), and return how much.

    Raises ValueError where there is neither an amount nor a maximum.
    """
    limits = [limit for limit in (amount, room(play, ref, pool)) if limit is not None]
    if not limits:
        raise ValueError(f"{pool} has no maximum to be filled to; say how much heals")
    healed = max(0, min(limits))
    if healed:
        play.emit(ref, DamageHealed(name=pool, amount=healed, rules=rules))
    return healed


def pay(play: Play, ref: str, pool: str, amount: int, *, rule: str, sentence: str) -> None:
    """Pay points from a pool. Refused by the rule where there are too few; nothing happens for none."""
    if amount and (not has(play, ref, pool) or above(play, ref, pool) < amount):
        play.refuse(rule, sentence)
    if amount:
        play.emit(ref, PointSpent(name=pool, amount=amount))


def drain(play: Play, ref: str, pool: str, amount: int) -> int:
    """Take points from a pool that are no damage, as far as there are any, and return how many."""
    drained = max(0, min(amount, above(play, ref, pool)))
    if drained:
        play.emit(ref, PointSpent(name=pool, amount=drained))
    return drained


def gain(play: Play, ref: str, pool: str, amount: int, *, capped: bool = False) -> int:
    """Add points to a pool, up to its maximum where the gain is `capped`, and return how many."""
    space = room(play, ref, pool) if capped else None
    gained = max(0, amount if space is None else min(amount, space))
    if gained:
        play.emit(ref, PointGained(name=pool, amount=gained))
    return gained


def shift(play: Play, ref: str, pool: str, by: int) -> None:
    """Add points to a pool or, below zero, take them, beyond its bounds too. Nothing happens for none."""
    if by > 0:
        play.emit(ref, PointGained(name=pool, amount=by))
    elif by < 0:
        play.emit(ref, PointSpent(name=pool, amount=-by))


def put_at(play: Play, ref: str, pool: str, value: int, rules: tuple[str, ...] = ()) -> None:
    """Set how much is in a pool (plot points at the start of an issue). Nothing happens where it stands there already."""
    if _stored(play, ref, pool) != value:
        play.emit(ref, TrackSet(name=pool, current=value, rules=rules))


def hand_over(play: Play, pool: str, amount: int, *, giver: str, taker: str, rule: str, sentence: str) -> None:
    """Pay points from a character's pool into the same pool of another character. Refused by the rule where there are too few."""
    pay(play, giver, pool, amount, rule=rule, sentence=sentence)
    gain(play, taker, pool, amount)


def _stored(play: Play, ref: str, pool: str) -> int:
    return int(play.aggregate(ref).tracks[pool].current)
