"""A reader who looks back sees what could be seen then, and of that only what they may see now."""

from typing import Any

import pytest

from domain.aggregates import Aggregate, Slot, begin, components_of
from domain.visibility.audience import GM
from domain.visibility.state import RemovedLookup
from domain.visibility.world import RedactedPast, VisibleWorld
from domain.vocabulary import COMPONENTS, EVENTS
from domain.vocabulary.base import Event
from domain.vocabulary.bodies import Condition, ConditionEnded, ConditionGained
from domain.vocabulary.intelligence import Cell, CellLaid
from domain.vocabulary.maps import Zone
from domain.vocabulary.turns import Pace, TurnEntry
from domain.vocabulary.undertakings import Link
from domain.vocabulary.values import Track
from tests.visibility.marked import (
    EVERYBODY,
    MARKER,
    PLAYER,
    Worlds,
    creature,
    expect_no_secret,
    full_of_secrets,
    marked,
)
from tests.visibility.test_world import CREATING, DEN, FIGHT, HERO, SPY, holding

KINDS = (HERO, FIGHT, DEN, "campaign/self")


def looking_back(then: Worlds, now: Worlds, viewer: Any = PLAYER, gone: RemovedLookup = lambda _: {}) -> VisibleWorld:
    return VisibleWorld(RedactedPast(then, VisibleWorld(now, viewer, gone)), viewer, gone)


def spies(*then: Aggregate, audience: Any = "gm") -> VisibleWorld:
    """Looking back at these, when everybody knew a character who is hidden now."""
    return looking_back(Worlds(*then, creature(SPY)), Worlds(*then, creature(SPY, audience=audience)))


@pytest.mark.parametrize("ref", KINDS)
@pytest.mark.parametrize("viewer", EVERYBODY, ids=lambda v: v.member)
def test_what_is_hidden_now_is_not_seen_in_any_past(ref: str, viewer: Any) -> None:
    visible = looking_back(Worlds(full_of_secrets(ref, "all")), Worlds(full_of_secrets(ref, "gm")), viewer)
    expect_no_secret(visible.wording.as_json(visible.aggregate(ref), ref))


@pytest.mark.parametrize("component", sorted(COMPONENTS))
def test_a_past_event_of_what_is_hidden_now_is_not_seen(component: str) -> None:
    ref = next(r for r in KINDS if component in components_of(type(begin(r))))
    visible = looking_back(Worlds(full_of_secrets(ref, "all")), Worlds(full_of_secrets(ref, "gm")))
    kinds = [kind for kind in EVENTS if kind.component == component and component != "profile"]
    assert [event for kind in kinds if (event := visible.event(ref, marked(kind, name=MARKER)))] == []


@pytest.mark.parametrize("component", sorted(CREATING))
def test_the_beginning_of_what_is_hidden_now_is_not_seen(component: str) -> None:
    ref = next(r for r in KINDS if component in components_of(type(begin(r))))
    instance = marked(COMPONENTS[component].instance)
    empty = creature(ref) if ref != "campaign/self" else begin(ref)
    visible = looking_back(Worlds(empty), Worlds(full_of_secrets(ref, "gm")))
    assert component == "profile" or visible.event(ref, CREATING[component](MARKER, instance)) is None


def test_a_character_who_is_hidden_now_was_never_known() -> None:
    visible = spies()
    assert (visible.aggregate(SPY), visible.knows(SPY), visible.profile(SPY)) == (None, False, None)


def test_a_sheet_that_is_hidden_now_was_never_open() -> None:
    then, now = holding(HERO, tracks={"hp": Track(current=4)}), creature(HERO, sheet="gm")
    visible = looking_back(Worlds(then), Worlds(now))
    seen = visible.aggregate(HERO)
    assert seen is not None
    assert (seen.profile != {}, seen.tracks, visible.sees_sheet(HERO)) == (True, {}, False)


@pytest.mark.parametrize(
    "pointing",
    [
        holding(HERO, links={"mark": Link(kind="mark", to=SPY)}),
        holding(FIGHT, order={MARKER: TurnEntry(subject=SPY)}, pace={"now": Pace(active=(MARKER,))}),
        holding(HERO, conditions={"dazed": Condition(what="dazed", source=SPY)}),
    ],
    ids=["link", "turn", "source"],
)
def test_what_pointed_at_a_character_who_is_hidden_now_names_nobody(pointing: Aggregate) -> None:
    visible = spies(pointing)
    expect_no_secret(visible.wording.as_json(visible.aggregate(pointing.ref), pointing.ref))


def test_a_text_of_the_past_names_nobody_who_is_hidden_now() -> None:
    assert MARKER not in spies().wording.text(f"There is no {SPY}.wounds.leg.")


def cell(*known_by: str) -> Cell:
    return Cell(grid="x", row=0, column=0, shown=MARKER, node=MARKER, known_by=known_by)


def test_what_one_knows_no_longer_is_not_remembered() -> None:
    then, now = holding(DEN, cells={"x/0/0": cell(HERO)}), holding(DEN, cells={"x/0/0": cell()})
    visible = looking_back(Worlds(then), Worlds(now))
    expect_no_secret((visible.aggregate(DEN), visible.event(DEN, CellLaid(name="x/0/0", cell=cell(HERO)))))


def test_a_zone_that_others_alone_know_now_was_never_seen() -> None:
    then = holding(FIGHT, zones={MARKER: Zone(kind="snare")})
    now = holding(FIGHT, zones={MARKER: Zone(kind="snare", known_to=("character/friend",))})
    expect_no_secret(looking_back(Worlds(then), Worlds(now)).aggregate(FIGHT))


@pytest.mark.parametrize(("last", "is_told"), [("all", True), ("gm", False)])
def test_what_is_gone_is_remembered_as_it_was_last(last: Any, is_told: bool) -> None:
    then, gone = holding(HERO, conditions={"prone": Condition(what="prone")}), Condition(what="prone", audience=last)
    visible = looking_back(Worlds(then), Worlds(holding(HERO)), gone=lambda _: {Slot("conditions", "prone"): gone})
    seen = visible.aggregate(HERO)
    assert seen is not None
    events: list[Event] = [
        ConditionGained(name="prone", condition=Condition(what="prone")),
        ConditionEnded(name="prone"),
    ]
    assert [seen.conditions != {}, *(visible.event(HERO, event) is not None for event in events)] == [is_told] * 3


def test_what_was_hidden_then_stays_hidden_there() -> None:
    visible = looking_back(Worlds(full_of_secrets(HERO, "gm")), Worlds(full_of_secrets(HERO, "all")))
    expect_no_secret(visible.wording.as_json(visible.aggregate(HERO), HERO))


def test_what_was_open_and_is_open_is_seen_as_it_was() -> None:
    then, now = (holding(HERO, tracks={"hp": Track(current=n)}) for n in (4, 9))
    seen = looking_back(Worlds(then), Worlds(now)).aggregate(HERO)
    assert seen is not None
    assert seen.tracks["hp"].current == 4


def test_the_game_master_sees_every_past() -> None:
    visible = looking_back(Worlds(full_of_secrets(HERO, "all")), Worlds(full_of_secrets(HERO, "gm")), GM)
    seen = visible.aggregate(HERO)
    assert seen is not None
    assert MARKER in seen.tracks
