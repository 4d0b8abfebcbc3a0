"""Maps drawn by chance, and what Orcus says of them: a fight among creatures of all sizes, who stand where each map has them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from domain.aggregates import Aggregate
from domain.commands import Envelope
from domain.dice.supply import DiceSupply
from domain.dice.tape import Tape
from domain.kit.maps.squares import Space, Square
from domain.play.play import Deed, Play
from domain.play.reading import GameWorld
from domain.vocabulary.maps import Position, Zone
from systems.orcus.board.places import SIDES
from systems.orcus.board.terrain import Terrain
from systems.orcus.fields import Size
from tests.games.orcus.cast import Cast

SIDE: Final = 6
"""How many columns and rows a map has."""

SIZES: Final[tuple[Size, ...]] = ("tiny", "small", "medium", "large", "huge")


class Standing(NamedTuple):
    """Where a character stands, and how high up."""

    space: Space
    height: int = 0


class Gathering:
    """A character of each size on either side, called by side and size: `hero-large`, `foe-tiny`, and one more hero, `hero`."""

    def __init__(self) -> None:
        self._table = Cast()
        for size in SIZES:
            self._table.hero(f"hero-{size}", size=size)
            self._table.monster(f"foe-{size}", size=size)
        self._table.hero("hero")
        heroes = {who: die for die, who in enumerate((*(f"hero-{size}" for size in SIZES), "hero"), start=10)}
        self._table.begin(heroes, {f"foe-{size}": die for die, size in enumerate(SIZES, start=1)})
        self._world = self._table.ledger.heads.fresh(self._table.campaign_id)

    def ref(self, who: str) -> str:
        """The reference of a character."""
        return self._table.ref(who)

    def map(self, standing: Mapping[str, Standing], terrain: Mapping[Terrain, frozenset[Square]] | None = None) -> Play:
        """What a rule sees where everybody stands so, on such terrain."""
        encounter = self._world.aggregate(self.ref("ledge"))
        assert encounter is not None
        drawn = encounter.copy()
        vars_of = {"positions": self._positions(standing), "zones": _zones(terrain or {})}
        for component, instances in vars_of.items():
            setattr(drawn, component, instances)
        return self._looking(drawn)

    def _positions(self, standing: Mapping[str, Standing]) -> dict[str, Position]:
        by_name = {}
        for who, (space, height) in standing.items():
            ref = self.ref(who)
            x, y = space.corner
            by_name[ref.partition("/")[2]] = Position(subject=ref, x=x, y=y, size=space.size, height=height)
        return by_name

    def _looking(self, drawn: Aggregate) -> Play:
        envelope = Envelope(type="orcus.walk", encounter=drawn.ref)
        deed = Deed(entry=0, member="gm", is_gm=True, envelope=envelope, args=None)
        world = GameWorld(_Drawn(self._world, drawn), self._table.system.values)
        return Play(world, deed, DiceSupply(Tape()), self._table.system, self._table.ledger.registry)


class _Drawn:
    """A world in which one aggregate is another."""

    def __init__(self, world: object, drawn: Aggregate) -> None:
        self._world, self._drawn = world, drawn

    def aggregate(self, ref: str) -> Aggregate | None:
        """That one, or what the world has."""
        return self._drawn if ref == self._drawn.ref else self._world.aggregate(ref)  # type: ignore[attr-defined]


def _zones(terrain: Mapping[Terrain, frozenset[Square]]) -> dict[str, Zone]:
    return {
        kind.replace(" ", "-"): Zone(kind=kind, squares=tuple((x, y) for x, y in sorted(squares)))
        for kind, squares in terrain.items()
    }


def side_of(who: str) -> int:
    """How wide the space of a character is, by their name."""
    return next((side for size, side in SIDES.items() if who.endswith(size)), 1)


def any_character(chance: Random, *, but: tuple[str, ...] = (), largest: int = 3) -> str:
    """The name of a random character whose space is no wider than that."""
    everybody = [f"{side}-{size}" for side in ("hero", "foe") for size in SIZES if SIDES[size] <= largest]
    return chance.choice([who for who in everybody if who not in but])


def somewhere(chance: Random, who: str, *, side: int = SIDE, most_up: int = 0) -> Standing:
    """Where a character stands by chance, inside a map of that side."""
    wide = side_of(who)
    corner = Square(chance.randint(0, side - wide), chance.randint(0, side - wide))
    return Standing(Space(corner, wide), chance.randint(0, most_up))
