"""The law that pruned planning stands on: what a command comes to follows from what it read.

A history is played, one entry of it is left out, and the last command is decided in both worlds. Where nothing it read
differs between them, it must come to the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.aggregates import begin, components_of
from domain.paths import written
from domain.play.deed import RuleOutcome
from domain.play.refusals import Refused
from tests.freeform.table import Past, Table

Step = tuple[str, dict[str, Any]]

WHO = st.sampled_from(["ramjet", "pearl"])
UNTIL = st.sampled_from(
    [
        None,
        {"by": "moment", "moment": "turn_end", "subject": "ramjet"},
        {"by": "moment", "moment": "turn_start", "subject": "pearl", "passing": 1},
        {"by": "moment", "moment": "round_end"},
        {"by": "time", "at": 60},
        {"by": "time", "at": 90},
        {"by": "scene"},
        {"by": "encounter", "encounter": "fight"},
        {"by": "instance", "path": "character/c-2.wounds.cut"},
        {"by": "instance", "path": "character/c-3.conditions.fixed"},
    ]
)
COUNT = st.integers(1, 6)


def step(type: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return st.tuples(st.just(type), st.fixed_dictionaries(fields))


def put(component: str, names: list[str], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    instance = st.fixed_dictionaries(fields)
    return step("put", target=WHO, component=st.just(component), name=st.sampled_from(names), instance=instance)


STEPS = st.one_of(
    step("damage", target=WHO, track=st.just("hp"), amount=COUNT),
    step("damage", target=WHO, track=st.just("hp"), amount=COUNT, temporary=st.just("shield")),
    step("damage", target=WHO, track=st.just("hp"), amount=COUNT, stop_at_minimum=st.just(True)),
    step("heal", target=WHO, track=st.just("hp"), amount=COUNT),
    step("spend", target=WHO, track=st.just("hp"), amount=COUNT),
    step("set", target=WHO, path=st.sampled_from(["tracks.hp.maximum", "tracks.shield.current"]), value=COUNT),
    step("modify", target=WHO, path=st.just("tracks.hp.maximum"), amount=COUNT, until=UNTIL),
    step("afflict", target=WHO, what=st.sampled_from(["prone", "dazed"]), until=UNTIL),
    step("relieve", target=WHO, condition=st.sampled_from(["prone", "dazed", "fixed"])),
    step("close_wound", target=WHO, wound=st.just("cut")),
    step("use", target=WHO, what=st.just("luck"), until=UNTIL),
    step("next_turn", encounter=st.just("fight")),
    step("previous_turn", encounter=st.just("fight")),
    step("leave", encounter=st.just("fight"), who=WHO),
    step("end_encounter", encounter=st.just("fight")),
    step("advance_clock", seconds=st.sampled_from([30, 60])),
    step("open_scene"),
    step("end_scene"),
    step("remove", target=WHO),
    step("transfer_item", **{"from": WHO, "to": WHO, "item": st.just("rope")}),
    put("wounds", ["cut"], severity=st.just("lesser")),
    put("conditions", ["fixed"], what=st.just("dazed"), until=UNTIL),
    put("items", ["rope"], what=st.just("rope"), quantity=COUNT),
    put("intents", ["held"], kind=st.just("held"), what=st.just("blow"), due=UNTIL),
)

HANDLES = {"ramjet": "character/c-2", "pearl": "character/c-3", "fight": "encounter/e-4"}


def table() -> Table:
    """Ramjet and pearl in a fight that has begun. Handles are looked up in the first of all worlds, as at acceptance."""
    room = Table()
    for name in ("Ramjet", "Pearl"):
        pools = {"hp": {"current": 8, "minimum": 0, "maximum": 10}, "shield": 2}
        room.do("create_character", name=name, tracks=pools)
    room.do("create_encounter", name="Fight")
    for who, initiative in (("ramjet", 10), ("pearl", 5)):
        room.do("join", encounter="fight", who=who, initiative=initiative)
    room.do("begin", encounter="fight")
    room.ref = lambda handle: HANDLES.get(handle, handle)  # type: ignore[method-assign]
    return room


def played(steps: list[Step], without: int | None = None) -> Table:
    """The world after these steps; those that are refused leave nothing. Each keeps its entry number."""
    here = table()
    for number, (type, args) in enumerate(steps):
        if number != without:
            _decide(here, number, type, args)
    return here


def _decide(here: Table, number: int, type: str, args: Mapping[str, Any]) -> RuleOutcome | Refused:
    here.entry = 10 + number
    try:
        return here.do(type, args)
    except Refused as refused:
        return refused


def differing(one: Past, other: Past) -> set[str]:
    """Every path at which two worlds differ."""
    paths: set[str] = set()
    for ref in one.aggregates.keys() | other.aggregates.keys():
        left, right = (world.aggregates.get(ref) or begin(ref) for world in (one, other))
        for component in components_of(type(left)):
            a, b = left.instances(component), right.instances(component)
            for name in a.keys() | b.keys():
                paths |= written(ref, component, name, a.get(name), b.get(name))
    return paths


def outcome(decision: RuleOutcome | Refused) -> object:
    return decision.rule if isinstance(decision, Refused) else decision.emitted


@settings(max_examples=300)
@given(steps=st.lists(STEPS, min_size=1, max_size=7), last=STEPS, data=st.data())
def test_a_command_comes_to_the_same_where_nothing_it_read_differs(
    steps: list[Step], last: Step, data: st.DataObject
) -> None:
    left_out = data.draw(st.integers(0, len(steps) - 1))
    worlds = [played(steps), played(steps, left_out)]
    difference = differing(*(Past(world.aggregates) for world in worlds))
    decided = [_decide(world, len(steps), *last) for world in worlds]
    spared = [isinstance(one, RuleOutcome) and not one.reads & difference for one in decided]
    assert not any(spared) or outcome(decided[0]) == outcome(decided[1])


def pruned(first: Step, last: Step, *, inserted: bool) -> bool:
    """Whether the last step need not be decided again when the first is left out (or, where `inserted`, comes in)."""
    with_it, without = played([first]), played([])
    difference = differing(Past(with_it.aggregates), Past(without.aggregates))
    decided = _decide(without if inserted else with_it, 1, *last)
    assert isinstance(decided, RuleOutcome)
    return not decided.reads & difference


NEXT: Step = ("next_turn", {"encounter": "fight"})
DAZED = {"target": "ramjet", "what": "dazed"}
UNTIL_NOW = {"by": "moment", "moment": "turn_end", "subject": "ramjet"}

PRUNED: list[tuple[Step, Step, bool]] = [
    (("afflict", DAZED), NEXT, True),
    (("afflict", {**DAZED, "until": UNTIL_NOW}), NEXT, False),
    (("afflict", {**DAZED, "until": {"by": "scene"}}), NEXT, True),
    (("afflict", {**DAZED, "until": {"by": "time", "at": 60}}), ("advance_clock", {"seconds": 60}), False),
    (("afflict", DAZED), ("advance_clock", {"seconds": 60}), True),
    (
        ("damage", {"target": "ramjet", "track": "hp", "amount": 3}),
        ("damage", {"target": "ramjet", "track": "hp", "amount": 2}),
        True,
    ),
    (
        ("damage", {"target": "ramjet", "track": "hp", "amount": 3}),
        ("heal", {"target": "ramjet", "track": "hp", "amount": 2}),
        False,
    ),
    (
        ("damage", {"target": "pearl", "track": "hp", "amount": 3}),
        ("heal", {"target": "ramjet", "track": "hp", "amount": 2}),
        True,
    ),
]


@pytest.mark.parametrize("inserted", [False, True])
@pytest.mark.parametrize(("first", "last", "spared"), PRUNED)
def test_only_what_matters_is_decided_again(first: Step, last: Step, spared: bool, inserted: bool) -> None:
    assert pruned(first, last, inserted=inserted) == spared


def test_the_existence_of_an_aggregate_is_a_path_of_its_own() -> None:
    gone: Step = ("remove", {"target": "pearl"})
    assert "character/c-3" in differing(Past(played([gone]).aggregates), Past(played([]).aggregates))
