"""A character who moves among two others on a map drawn by chance, and which steps are open, looked at one by one."""

from __future__ import annotations

from functools import cache
from random import Random

from domain.kit.maps.squares import Space, Square
from systems.orcus.board.terrain import Terrain
from tests.games.orcus.maps import SIZES, Gathering, any_character, somewhere
from tests.kit.boards import cells, some_squares


@cache
def gathering() -> Gathering:
    """The fight whose map is drawn anew for each board."""
    return Gathering()


def as_places(squares: frozenset[Square]) -> set[tuple[int, int]]:
    """Squares as pairs of column and row."""
    return {(square.x, square.y) for square in squares}


class Walkers:
    """A mover among two others on some terrain, and which steps are open to them, looked at one by one."""

    def __init__(self, chance: Random, *, forced: bool = False) -> None:
        self.who = any_character(chance, but=("hero-tiny", "foe-tiny"))
        self.others = [any_character(chance, but=("hero-tiny", "foe-tiny", self.who))]
        self.others.append(any_character(chance, but=("hero-tiny", "foe-tiny", self.who, *self.others)))
        self.forced = forced
        self.standing = {who: somewhere(chance, who) for who in (self.who, *self.others)}
        self.terrain: dict[Terrain, frozenset[Square]] = {
            "wall": some_squares(chance, share=0.12),
            "difficult": some_squares(chance, share=0.2),
            "cliff": some_squares(chance, share=0.05),
        }
        self.play = gathering().map(self.standing, self.terrain)
        self.ref = gathering().ref(self.who)

    @property
    def here(self) -> Space:
        """Where the mover stands."""
        return self.standing[self.who].space

    def may_pass(self, other: str) -> bool:
        """Whether the mover may go through another: an ally, or a character at least two sizes larger or smaller."""
        sides = [who.partition("-")[0] for who in (self.who, other)]
        sizes = [SIZES.index(size) for who in (self.who, other) for size in SIZES if who.endswith(size)]
        return not self.forced and (sides[0] == sides[1] or abs(sizes[0] - sizes[1]) >= 2)

    def is_open(self, space: Space, *, stop: bool = False) -> bool:
        """Whether the mover may be on a space, or stop there."""
        blocked = as_places(self.terrain["wall"] | self.terrain["cliff"])
        for other in self.others:
            if stop or not self.may_pass(other):
                blocked |= cells(self.standing[other].space)
        return not cells(space) & blocked

    def lets(self, space: Space, dx: int, dy: int) -> bool:
        """Whether a step is open; a diagonal one is not where walls are on both sides of it."""
        if not self.is_open(space.moved(dx, dy)):
            return False
        walls = as_places(self.terrain["wall"])
        return not (dx and dy and cells(space.moved(dx, 0)) & walls and cells(space.moved(0, dy)) & walls)

    def cost(self, space: Space, dx: int, dy: int) -> int:
        """What a step costs: 1, and 1 more where it enters a difficult square."""
        return 1 + bool((cells(space.moved(dx, dy)) - cells(space)) & as_places(self.terrain["difficult"]))
