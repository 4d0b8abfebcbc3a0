"""Requests free their memory by themselves: objects that hold one another wait for the garbage collector, and a command's
hold the states that it was decided on."""

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from tests.api.people import Person, Table
from tests.bench.processor import CHEAP, example_of, gives

OURS = ("api.", "domain.", "projections.", "systems.")


@contextmanager
def collected() -> Iterator[list[object]]:
    """What the block leaves to the garbage collector, once it is over."""
    left: list[object] = []
    gc.collect()
    gc.disable()
    try:
        yield left
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


def left_by(request: Callable[[], object]) -> Counter[str]:
    """Count the objects of our own that some equal requests leave to the garbage collector."""
    request()  # what is made once is not left
    with collected() as left:
        for _ in range(5):
            request()
    kinds = (type(one) for one in left)
    return Counter(kind.__qualname__ for kind in kinds if kind.__module__.startswith(OURS))


def test_a_sheet_leaves_no_garbage(table: Table) -> None:
    table.gm.does("freeform.create_character", name="Ramjet")
    assert left_by(partial(table.gm.see, "./characters/ramjet")) == {}


def test_a_player_s_command_leaves_no_garbage(table: Table) -> None:
    tracks = {"hp": {"current": 10, "minimum": None}}
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks=tracks)
    assert left_by(partial(table.pat.does, "freeform.damage", target="ramjet", track="hp", amount=1)) == {}


@pytest.mark.parametrize(("game", "name"), CHEAP.items())
def test_a_command_of_a_game_leaves_no_garbage(owner: Person, game: str, name: str) -> None:
    assert left_by(partial(gives, *example_of(owner, game, name))) == {}
