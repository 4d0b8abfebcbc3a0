"""A plan shows each player what becomes of what they may know, and nothing of the rest."""

from typing import Any

import msgspec
import pytest

from domain.aggregates import begin
from domain.history.plan import Insert, Plan, PlannedEntry, ValueChange
from domain.play.play import StreamEvent
from domain.play.refusals import Refused
from domain.records.entries import Header
from domain.system import Registry
from domain.visibility.audience import GM
from domain.vocabulary.bodies import Condition
from domain.vocabulary.intelligence import Cell
from domain.vocabulary.values import PointSpent, Track
from projections.reader import Reader
from projections.views.plans import PlanView, plan_view
from systems.freeform import SYSTEM
from tests.projections.table import Table
from tests.visibility.marked import MARKER, NUMBER, PLAYER, Worlds, creature, expect_no_secret

HERO, SPY, DEN = "character/hero", f"character/{MARKER}", "enclave/den"


def shown(
    *changes: ValueChange, entries: tuple[PlannedEntry, ...] = (), viewer: Any = PLAYER, **headers: Header
) -> PlanView:
    hero, den = creature(HERO), creature(DEN)
    hero.tracks = {"hp": Track(current=4), MARKER: Track(current=NUMBER, audience="gm")}
    setattr(den, "cells", {"g/0/0": Cell(grid="g", row=0, column=0)})  # noqa: B010
    world = Worlds(begin("campaign/self"), hero, den, creature(SPY, audience="gm"))
    plan = Plan(hash="h", entries=entries, untouched=3, changes=changes)
    known = {int(key.removeprefix("e")): header for key, header in headers.items()}
    return plan_view(plan, Reader(world, viewer, Registry(SYSTEM, ())), known)


def builtins(instance: msgspec.Struct) -> Any:
    return msgspec.to_builtins(instance)


def test_a_plan_shows_old_and_new_values_by_handle() -> None:
    table = Table()
    number = table.ana("damage", target="ramjet", track="hp", amount=3)
    (change,) = table.plan("ana", undo=(number,)).changes
    assert (change.path, change.before, change.after) == ("character/ramjet.tracks.hp.current", 7, 10)


def test_a_plan_shows_the_events_before_and_after() -> None:
    table = Table()
    number = table.ana("damage", target="ramjet", track="hp", amount=3)
    (entry,) = table.plan("ben", undo=(number,)).entries
    assert (entry.entry, entry.outcome, [e["type"] for e in entry.before], entry.after) == (
        number,
        "struck",
        ["damage_taken"],
        (),
    )


def test_a_conflict_says_which_rule_refuses_it() -> None:
    table = Table()
    given = table.gm("give_item", target="ramjet", what="rope")
    item = next(iter(table.world.aggregate(table.ref("ramjet")).items))  # type: ignore[union-attr]
    lost = table.ana("lose_item", target="ramjet", item=item)
    plan = table.plan("ana", undo=(given,))
    assert plan.conflicts == (lost,)
    assert next(entry.sentence for entry in plan.entries if entry.entry == lost)


def test_what_becomes_of_hidden_entries_is_counted_only() -> None:
    table = Table()
    table.gm("create_character", name=MARKER, hidden=True, tracks={"hp": 5})
    number = table.gm("damage", target=MARKER, track="hp", amount=2, reason=MARKER)
    plan = table.plan("ana", undo=(number,))
    assert (plan.entries, plan.changes, plan.hidden) == ((), (), 1)
    expect_no_secret(plan)


def test_an_insert_that_a_player_may_see_is_shown() -> None:
    table = Table()
    number = table.ana("note", text="So it goes.")
    command = table.envelope("damage", target="ramjet", track="hp", amount=1)
    plan = table.plan("ana", insert=Insert(after=number, command=command))
    assert [entry.outcome for entry in plan.entries] == ["inserted"]


SECRETS = [
    ValueChange(f"{HERO}.tracks.{MARKER}.current", NUMBER, NUMBER),
    ValueChange(f"{HERO}.conditions.{MARKER}", None, builtins(Condition(what=MARKER, audience="gm"))),
    ValueChange(f"{HERO}.tracks.{MARKER}", builtins(Track(current=NUMBER, audience="gm")), None),
    ValueChange(f"{SPY}.tracks.hp.current", 1, 2),
    ValueChange(f"{SPY}.profile.self", None, builtins(creature(SPY, audience="gm").profile["self"])),
    ValueChange(f"{DEN}.cells.g/0/0.truth", "", MARKER),
    ValueChange(f"{DEN}.cells.g/0/0.price", None, NUMBER),
    ValueChange(f"{DEN}.cells.g/0/0.shown", "", MARKER),
    ValueChange(f"{DEN}.cells.g/0/1", None, builtins(Cell(grid="g", row=0, column=1, truth=MARKER, shown=MARKER))),
    ValueChange(f"{HERO}.links.mark", None, {"kind": "mark", "to": SPY}),
    ValueChange(f"{HERO}.uses.x.against", "", SPY),
]


@pytest.mark.parametrize("change", SECRETS, ids=lambda change: change.path)
def test_no_hidden_value_is_shown(change: ValueChange) -> None:
    expect_no_secret(shown(change))


def test_what_is_to_be_hidden_is_not_shown_on_its_way() -> None:
    hiding = ValueChange(f"{HERO}.tracks.hp.audience", "all", "gm")
    assert shown(hiding, ValueChange(f"{HERO}.tracks.hp.current", 4, NUMBER)).changes == ()


def test_of_a_sheet_that_is_to_be_hidden_nothing_is_shown() -> None:
    hiding = ValueChange(f"{HERO}.profile.self.sheet", "all", "gm")
    assert shown(hiding, ValueChange(f"{HERO}.tracks.hp.current", 4, NUMBER)).changes == ()


def test_the_game_master_sees_every_change() -> None:
    assert len(shown(*SECRETS, viewer=GM).changes) == len(SECRETS)


def refused(entry: int = 5) -> PlannedEntry:
    refusal = Refused("rule", f"There is no {SPY}.wounds.x.", MARKER, missing=f"{SPY}.wounds.x")
    before = (StreamEvent(HERO, PointSpent(name="hp", amount=1)),)
    return PlannedEntry(entry=entry, outcome="conflict", before=before, refusal=refusal)


def test_a_refusal_is_told_in_the_players_voice_and_names_nobody_hidden() -> None:
    seen = shown(entries=(refused(),))
    assert seen.conflicts == (5,)
    expect_no_secret(seen)


def test_a_refusal_is_told_to_the_game_master_in_theirs() -> None:
    (entry,) = shown(entries=(refused(),), viewer=GM).entries
    assert (entry.sentence, entry.missing) == (MARKER, f"{SPY}.wounds.x")


def header(**fields: Any) -> Header:
    values = {"number": 5, "kind": "play", "command_id": "x", "member": "ben", "at": "", "deed": 5} | fields
    return msgspec.convert(values, Header)


@pytest.mark.parametrize(
    ("fields", "listed"), [({}, 1), ({"by_gm": True}, 0), ({"audience": "gm"}, 0), ({"audience": ["ana"]}, 1)]
)
def test_an_entry_without_visible_events_is_listed_where_a_player_gave_it_to_all(fields: Any, listed: int) -> None:
    planned = PlannedEntry(entry=5, outcome="conflict", refusal=Refused("rule", "No."))
    assert len(shown(entries=(planned,), e5=header(**fields)).entries) == listed


def test_bug_a_place_in_the_order_whose_subject_is_no_reference_is_decided_again() -> None:
    table = Table()
    table.gm("create_encounter", name="Fight")
    table.gm("join", encounter="fight", who="ramjet", initiative=5)
    table.gm("begin", encounter="fight")
    place = {"subject": "nobody", "kind": "creature", "initiative": 9}
    put = table.gm("put", target="fight", component="order", name="x", instance=place)
    turned = table.gm("next_turn", encounter="fight")
    table.gm("next_turn", encounter="fight")
    assert table.plan(undo=(turned,)).entries
    assert table.plan(undo=(put,), policy="cascade").entries
