"""Every read model's number is the one that a rule would use now, however much has changed it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from domain.aggregates import Aggregate, Enclave
from domain.ledger.memory.store import MemoryStore
from domain.ledger.reading.heads import Heads
from domain.ledger.upkeep.importing import import_ledger
from domain.play.play import Play
from domain.play.reading import World
from domain.system import Registry, System
from domain.visibility.audience import GM
from domain.vocabulary.values import Modifier
from projections.reader import of_game
from projections.views.diff import refs_of
from projections.views.group import grids
from projections.views.sheet import sheet
from systems.freeform import SYSTEM as FREEFORM
from systems.registry import load
from tests.games.numbers import NUMBERS, rules_for
from tests.ledgers.today import ledger_of
from tests.play.rules import decided


class Changed:
    """A world in which every value of every sheet and grid is changed by as much."""

    def __init__(self, world: World, by: int) -> None:
        self.world, self.by = world, by

    def aggregate(self, ref: str) -> Aggregate | None:
        real = self.world.aggregate(ref)
        if real is None or not self.by:
            return real
        changed = real.copy()
        for number, path in enumerate(sorted(_paths(changed))):
            changed.modifiers[f"test-{number}"] = Modifier(path=path, amount=self.by)
        return changed


def _paths(aggregate: Aggregate) -> set[str]:
    """The paths of what modifiers may change."""
    paths = {f"attributes.{name}" for name in aggregate.attributes}
    paths |= {formula.path for formula in aggregate.formulas.values()}
    if isinstance(aggregate, Enclave):
        priced = {f"cells.{name}.price" for name, cell in aggregate.cells.items() if cell.price is not None}
        paths |= priced | {f"cells.{name}.data.tier" for name, cell in aggregate.cells.items() if "tier" in cell.data}
    return paths


def shown(world: World, ref: str) -> Iterator[tuple[str, int | None]]:
    """Every number that a game master reads of an aggregate, by its path."""
    seen = sheet(world, GM, ref)
    if seen is None:
        return
    for name, value in seen.attributes.items():
        yield f"attributes.{name}", value.value
    for path, value in seen.values.items():
        yield path, value.value
    for name, track in seen.tracks.items():
        yield f"tracks.{name}.current", track.current
        yield f"tracks.{name}.maximum", track.maximum
    for grid in grids(world, GM, ref) or () if ref.startswith("enclave/") else ():
        for cell in grid.cells:
            yield f"cells.{cell.name}.price", cell.price
            if "tier" in cell.data:
                yield f"cells.{cell.name}.data.tier", cell.data["tier"]


def used(world: World, system: System, ref: str, rule: Callable[[Play, str], int]) -> int:
    """The number that a rule works with."""
    numbers: list[int] = []
    decision = decided(world, lambda play: numbers.append(rule(play, ref)), system=system)
    assert decision.refusal is None, decision.refusal
    return numbers[0]


@pytest.fixture(scope="module", params=sorted(NUMBERS))
def demo(request: pytest.FixtureRequest) -> tuple[System, World]:
    """The state in which the demo of a game ends."""
    store, registry, ledger = MemoryStore(), load(installed=[]), ledger_of(request.param, request)
    import_ledger(store, registry, ledger.lines)
    return registry.system(request.param), Heads(store).fresh(ledger.campaign)


@pytest.mark.parametrize("by", [0, 1, -2, -40])
def test_what_is_read_is_what_a_rule_uses(demo: tuple[System, World], by: int) -> None:
    system, world = demo
    changed = Changed(world, by)
    seen = of_game(changed, Registry(FREEFORM, [system]))
    checked, wrong = 0, []
    for ref in sorted(refs_of(changed) - {"campaign"}):
        numbers = dict(shown(seen, ref))
        for path, rule in rules_for(system.id, iter(numbers)):
            checked += 1
            if numbers[path] != (counted := used(changed, system, ref, rule)):
                wrong.append(f"{ref}.{path}: shown {numbers[path]}, used {counted}")
    assert (wrong, checked > 10) == ([], True)
