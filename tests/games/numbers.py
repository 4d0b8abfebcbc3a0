"""The numbers of read models, each beside the rule that uses it: one table for all games.

A game's line says under which path a reader finds a number, and what a rule would use in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import partial
from typing import NamedTuple

from domain.kit import pools
from domain.play.play import Play
from systems.cthulhu_eternal import people as ce_people
from systems.rotted_capes.sheet import exhaustion
from systems.weaverdice.harm import wounds
from systems.weaverdice.investigation import spaces
from systems.weaverdice.sheet import effort, stats

Rule = Callable[[Play, str, str], int]
"""What a rule uses: of an aggregate, the value by this name (what stands for the first `*` of the path)."""


class Number(NamedTuple):
    """A number of a read model, and the rule's."""

    path: str
    rule: Rule

    def name(self, path: str) -> str:
        """What stands for the `*` in a path."""
        before, _, after = self.path.partition("*")
        return path[len(before) : len(path) - len(after) or None]


def _dots(pool: str) -> Rule:
    return lambda play, who, _: effort.dots(play, who, pool)


def _most(pool: str) -> Rule:
    return lambda play, who, _: play.value(who, f"tracks.{pool}.maximum").total


NUMBERS: dict[str, tuple[Number, ...]] = {
    "cthulhu-eternal": (
        Number("tracks.hp.maximum", lambda play, who, _: ce_people.most_hit_points(play, who)),
        Number("tracks.hp.current", lambda play, who, _: ce_people.hit_points(play, who)),
        Number("attributes.damage_bonus", lambda play, who, _: play.value(who, "attributes.damage_bonus").total),
        Number("attributes.*", ce_people.stat),
    ),
    "midnight-in-vaia": (
        Number("slots.*", lambda play, who, name: max(0, play.value(who, f"slots.{name}").total)),
        Number("attributes.*", lambda play, who, name: play.value(who, f"attributes.{name}").total),
    ),
    "rotted-capes": (
        Number("attributes.*", lambda play, who, name: play.value(who, f"attributes.{name}").total),
        Number("levels.exhaustion", lambda play, who, _: exhaustion.level(play, who)),
        Number("tracks.*.current", pools.current),
        *(Number(f"tracks.{pool}.maximum", _most(pool)) for pool in ("stamina", "wounds")),
    ),
    "weaverdice": (
        Number("attributes.*", stats.score),
        *(Number(f"tracks.{pool}.current", _dots(pool)) for pool in effort.POOLS),
        Number("slots.wounds", lambda play, who, _: wounds.slots(play, who)),
        Number("cells.*.price", spaces.number),
        Number("cells.*.data.tier", lambda play, group, name: spaces.price(play, group, name).tier),
    ),
}
"""By system. The first line that fits a path counts."""


def rules_for(system: str, paths: Iterator[str]) -> Iterator[tuple[str, Callable[[Play, str], int]]]:
    """The paths that a line of the table is about, each with its rule."""
    for path in paths:
        line = next((number for number in NUMBERS.get(system, ()) if fnmatchcase(path, number.path)), None)
        if line is not None:
            yield path, partial(_use, line.rule, line.name(path))


def _use(rule: Rule, name: str, play: Play, ref: str) -> int:
    return rule(play, ref, name)
