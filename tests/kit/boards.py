"""Random small boards, and the slow and obvious way to answer what the modules for squares and areas answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from domain.kit.maps.squares import Space, Square

Law = Callable[[Random], None]
"""Makes one board by chance, and asserts that an answer is the obvious one."""


def check(law: Law, boards: int, *, first: int = 0) -> int:
    """Check a law on so many boards, and return how many. A board that breaks it is named by its seed."""
    for seed in range(first, first + boards):
        try:
            law(Random(seed))
        except AssertionError as error:
            raise AssertionError(f"{law.__name__} does not hold on the board with the seed {seed}: {error}") from error
    return boards


def check_at_length(law: Law, boards: int) -> None:
    """Check a law on boards that a usual run does not have, and say on how many."""
    print(f"{law.__name__}: {check(law, boards, first=1_000_000):,} boards")


def name_of(value: object) -> str:
    """How a law is called in the name of its test."""
    return getattr(value, "__name__", str(value))


def some_square(chance: Random, side: int = 6) -> Square:
    return Square(chance.randrange(side), chance.randrange(side))


def some_space(chance: Random, side: int = 6, largest: int = 3) -> Space:
    """A space inside a board of that side."""
    size = chance.randint(1, largest)
    return Space(Square(chance.randint(0, side - size), chance.randint(0, side - size)), size)


def some_squares(chance: Random, side: int = 6, share: float = 0.3) -> frozenset[Square]:
    """Each square of a board with that chance."""
    return frozenset(Square(x, y) for x in range(side) for y in range(side) if chance.random() < share)


def cells(space: Space) -> set[tuple[int, int]]:
    """The squares of a space, counted out."""
    squares = set()
    for right in range(space.size):
        for up in range(space.size):
            squares.add((space.corner.x + right, space.corner.y + up))
    return squares
