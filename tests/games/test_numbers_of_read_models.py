"""Every number of a read model has its rule: the one that rules would use now, or the ledger's own that nothing changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
import pytest
from msgspec import inspect

from domain.aggregates import CAMPAIGN, Aggregate, Campaign
from domain.ledger.memory.store import MemoryStore
from domain.ledger.reading.heads import Heads
from domain.ledger.upkeep.importing import import_ledger
from domain.play.play import Play
from domain.play.reading import World
from domain.play.slots import check
from domain.system import Registry
from domain.visibility.audience import GM
from domain.visibility.world import VisibleWorld
from domain.vocabulary.values import Modifier
from projections.reader import of_game
from projections.views.board import BoardView, board
from projections.views.diff import refs_of
from projections.views.downtime import Downtime, phases
from projections.views.group import GridView, GroupView, Roster, roster
from projections.views.sheet import SheetView, sheet
from systems.freeform import SYSTEM as FREEFORM
from systems.registry import load
from tests.laws.worlds import Evening
from tests.ledgers.stored import every_ledger
from tests.ledgers.today import UNSTORED, ledger_of
from tests.play.rules import decided

REGISTRY: Final = load(installed=[])

COMPARED: Final = {
    "SeenValue.value": "tests/games/test_numbers.py",
    "SeenTrack.current": "tests/games/test_numbers.py",
    "SeenTrack.maximum": "tests/games/test_numbers.py",
    "SeenCell.price": "tests/games/test_numbers.py",
    "SeenTrack.minimum": "test_a_track_ends_where_a_rule_finds_its_end",
    "Limit.most": "test_a_roster_s_cap_is_what_a_rule_reads",
    "Limit.filled": "test_a_roster_s_cap_is_what_a_rule_reads",
    "Limit.surplus": "test_a_roster_s_cap_is_what_a_rule_reads",
    "PlanOf.slots": "test_the_slots_that_are_left_are_those_that_a_rule_lets_one_take",
    "PlanOf.used": "test_the_slots_that_are_left_are_those_that_a_rule_lets_one_take",
    "BoardTurn.initiative": "test_turns_are_listed_in_the_order_in_which_they_are_taken",
    "BoardTurn.tiebreak": "test_turns_are_listed_in_the_order_in_which_they_are_taken",
}
"""Numbers that modifiers, formulas or other rules change, each with the test that sets it beside the rule's."""

OWN: Final = {
    *(
        "SeenValue.base",
        "SeenTrack.base_current",
        "SeenTrack.base_minimum",
        "SeenTrack.base_maximum",
        "Share.amount",
        "Share.over",
    ),
    *("RosterTally.count", "RosterTally.ready", "Tie.amount", "BoardTurn.moved", "BoardTurn.budget", "BoardView.round"),
    *(
        "SeenCell.row",
        "SeenCell.column",
        "GridView.rows",
        "GridView.columns",
        "GridView.strikes",
        "GridView.depth",
        "GridView.opened",
    ),
    *("Downtime.number", "Downtime.days", "Downtime.days_passed"),
    *("PlannedView.day", "PlannedView.slots", "PlannedView.entry", "PlannedView.announced", "PlannedView.dice"),
    *("AsOf.entry", "AsOf.session"),
}
"""Numbers that an event sets and that rules read just as they stand: counts, places, numbers of entries."""


def numbers_of(view: type[msgspec.Struct], met: set[type] | None = None) -> Iterator[str]:
    """The fields of a view, and of the views within it, that hold whole numbers."""
    met = set() if met is None else met
    if view in met:
        return
    met.add(view)
    info = inspect.type_info(view)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        for kind in _within(field.type):
            if isinstance(kind, inspect.IntType):
                yield f"{view.__name__}.{field.name}"
            elif isinstance(kind, inspect.StructType):
                yield from numbers_of(kind.cls, met)


def _within(kind: inspect.Type) -> Iterator[inspect.Type]:
    match kind:
        case inspect.Metadata():
            yield from _within(kind.type)
        case inspect.UnionType():
            for one in kind.types:
                yield from _within(one)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            yield from _within(kind.item_type)
        case inspect.TupleType():
            for one in kind.item_types:
                yield from _within(one)
        case inspect.DictType():
            yield from _within(kind.value_type)
        case _:
            yield kind


@pytest.mark.parametrize("view", [SheetView, BoardView, Roster, GridView, GroupView, Downtime])
def test_every_number_of_a_read_model_is_compared_or_the_ledger_s_own(view: type[msgspec.Struct]) -> None:
    assert {*numbers_of(view)} - COMPARED.keys() - OWN == set()


def test_every_number_that_is_listed_is_one_that_there_is() -> None:
    columns = {
        name for view in (SheetView, BoardView, Roster, GridView, GroupView, Downtime) for name in numbers_of(view)
    }
    assert (COMPARED.keys() | OWN) - columns == set()


@pytest.fixture(scope="module", params=[*(ledger.name for ledger in every_ledger()), *UNSTORED])
def ended(request: pytest.FixtureRequest) -> tuple[World, Registry, Any]:
    """The state in which a ledger ends, as rules and readers see it."""
    store, ledger = MemoryStore(), ledger_of(request.param, request)
    import_ledger(store, REGISTRY, ledger.lines)
    world = Heads(store).fresh(ledger.campaign)
    campaign = world.aggregate(CAMPAIGN)
    assert isinstance(campaign, Campaign)
    system = REGISTRY.system(campaign.ground["self"].system)
    return world, Registry(FREEFORM, [system]), system


class _Changed:
    """A world in which everything that bounds a track or a roster is changed."""

    def __init__(self, world: World, by: int) -> None:
        self.world, self.by = world, by
        self._changed: dict[str, Aggregate | None] = {}

    def aggregate(self, ref: str) -> Aggregate | None:
        if ref not in self._changed:
            self._changed[ref] = self._change(ref)
        return self._changed[ref]

    def _change(self, ref: str) -> Aggregate | None:
        real = self.world.aggregate(ref)
        if real is None or not self.by:
            return real
        changed = real.copy()
        paths = {f"tracks.{name}.minimum" for name, track in changed.tracks.items() if track.minimum is not None}
        paths |= {follower.cap for follower in getattr(changed, "followers", {}).values() if follower.cap}
        for number, path in enumerate(sorted(paths)):
            changed.modifiers[f"test-{number}"] = Modifier(path=path, amount=self.by)
        return changed


@pytest.mark.parametrize("by", [0, 1, -3])
def test_a_track_ends_where_a_rule_finds_its_end(ended: tuple[World, Registry, Any], by: int) -> None:
    world, registry, system = ended
    changed = _Changed(world, by)
    reader = of_game(changed, registry)
    for ref in sorted(refs_of(changed)):
        seen = sheet(reader, GM, ref)
        for name, track in seen.tracks.items() if seen is not None else ():
            if track.base_minimum is not None:
                assert track.minimum == _read(changed, system, ref, f"tracks.{name}.minimum"), f"{ref} {name}"


@pytest.mark.parametrize("by", [0, 1, -3])
def test_a_roster_s_cap_is_what_a_rule_reads(ended: tuple[World, Registry, Any], by: int) -> None:
    world, registry, system = ended
    changed = _Changed(world, by)
    reader = of_game(changed, registry)
    for ref in sorted(ref for ref in refs_of(changed) if ref.startswith("enclave/")):
        seen = roster(reader, GM, ref)
        for path, limit in seen.caps.items() if seen is not None else ():
            most = _read(changed, system, ref, path)
            assert (limit.most, limit.surplus) == (most, max(0, limit.filled - max(0, most)))


def _read(world: World, system: Any, ref: str, path: str) -> int:
    numbers: list[int] = []
    decision = decided(world, lambda play: numbers.append(play.value(ref, path).total), system=system)
    assert decision.refusal is None, decision.refusal
    return numbers[0]


@pytest.mark.parametrize("name", ["ashore", "rotted-capes", "weaverdice"])
def test_the_slots_that_are_left_are_those_that_a_rule_lets_one_take(name: str, request: pytest.FixtureRequest) -> None:
    evening, compared = Evening(ledger_of(name, request), REGISTRY), 0
    for state in evening.states():
        for phase in _under_way(state.world):
            for plan in phase.plans:
                left = max(0, plan.slots - plan.used)
                compared += 1
                assert (_may_take(state.world, state.system, plan.who, left), state.entry) == (True, state.entry)
                assert not _may_take(state.world, state.system, plan.who, left + 1), state.entry
    assert compared


def _under_way(world: World) -> tuple[Downtime, ...]:
    """The newest phase, unless it is over."""
    newest = (*phases(VisibleWorld(world, GM)),)[-1:]
    return newest if newest and newest[0].state != "processed" else ()


def _may_take(world: World, system: Any, who: str, slots: int) -> bool:
    def rule(play: Play) -> None:
        check(play, who, slots)

    return slots == 0 or decided(world, rule, system=system).refusal is None


@pytest.mark.parametrize("name", ["cthulhu-eternal", "midnight-in-vaia", "rotted-capes", "weaverdice", "the-sea-hag"])
def test_turns_are_listed_in_the_order_in_which_they_are_taken(name: str, request: pytest.FixtureRequest) -> None:
    evening, compared = Evening(ledger_of(name, request), REGISTRY), 0
    for state in evening.states():
        for ref in state.fights():
            seen = board(state.world, GM, ref)
            assert seen is not None
            places = [(-turn.initiative, -turn.tiebreak) for turn in seen.order]
            compared += len(places)
            assert places == sorted(places)
    assert compared
