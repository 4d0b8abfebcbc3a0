"""Rests: a game declares once what a kind of rest gives back, and everybody who takes one gets it.

A kind of rest refills pools, heals some of them in part, and lets counters begin afresh: powers that may be used once in an
encounter, or once a day. An effect that lasts until a rest hangs on its moment. That a rest takes hours, or needs food, is the
game's to say before it calls `take`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.kit import conditions, counters, pools
from domain.play.moments import come
from domain.play.play import Play


class RestKind(NamedTuple):
    """A kind of rest.

    `moment` comes for everybody who has taken one. `fills` are pools that are full after it, `heals` those that regain so many
    points, `sets` those that stand at a number, whether that is more or less. Counters of the kinds in `renews` begin
    afresh. Of the conditions in `eases` a level goes, unless they are locked; those in `ends` are over. `hours` is how long
    it takes, `every` the hours in which there is one at most.
    """

    name: str
    moment: str = ""
    fills: tuple[str, ...] = ()
    heals: Mapping[str, int] = {}
    sets: Mapping[str, int] = {}
    renews: frozenset[str] = frozenset()
    eases: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    hours: int = 0
    every: int = 0


HOUR = 3_600


def take(play: Play, who: str, rest: RestKind) -> None:
    """Give a character what a rest gives, and then let its moment come. That it was taken is counted as `rest/<name>`."""
    for pool in rest.fills:
        if pools.has(play, who, pool):
            pools.heal(play, who, pool)
    for pool, amount in rest.heals.items():
        if pools.has(play, who, pool):
            pools.heal(play, who, pool, amount)
    for pool, value in rest.sets.items():
        if pools.has(play, who, pool):
            pools.put_at(play, who, pool, value)
    renew(play, who, rest.renews)
    for what in rest.eases:
        ease(play, who, what, rest.name)
    for what in rest.ends:
        conditions.end(play, who, what, rest.name)
    counters.count(play, who, _name(rest), at=play.clock(), what="rest")
    if rest.moment:
        come(play, rest.moment, who)


def renew(play: Play, who: str, kinds: frozenset[str]) -> None:
    """Let a character's counters of these kinds begin afresh; those that count nothing stay as they are."""
    for name, use in sorted(play.aggregate(who).uses.items()):
        if use.what in kinds and use.count:
            counters.clear(play, who, name)


def ease(play: Play, who: str, what: str, because: str, by: int = 1) -> int:
    """Take levels of a condition away, from any source, and return how many; what is locked stays."""
    left = by
    for name, condition in conditions.present(play, who, what).items():
        if left and not condition.locked:
            left -= conditions.ease(play, who, name, left, because)
    return by - left


def too_soon(play: Play, who: str, rest: RestKind) -> int:
    """Return the seconds until a character may have such a rest again; 0 where they may now."""
    return counters.wait(play, who, _name(rest), rest.every * HOUR) if rest.every else 0


def _name(rest: RestKind) -> str:
    return f"rest/{rest.name}"
