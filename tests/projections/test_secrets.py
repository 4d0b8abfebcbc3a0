"""No view for a player or observer contains a secret, whatever the state and whatever the point of time."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.aggregates import Aggregate, begin, components_of
from domain.ledger.playing.references import UnknownThing
from domain.play.deed import BadCommand
from domain.play.reading import World
from domain.play.refusals import Refused
from domain.visibility.audience import Viewer
from domain.vocabulary import COMPONENTS
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.base import Audience
from domain.vocabulary.bodies import Condition
from domain.vocabulary.catalogue import Handle
from domain.vocabulary.expressions import ValueOf
from domain.vocabulary.groups import Membership, Mission
from domain.vocabulary.holdings import Item
from domain.vocabulary.intelligence import Cell, Grid
from domain.vocabulary.maps import Area, Position
from domain.vocabulary.turns import Pace, TurnEntry
from domain.vocabulary.undertakings import Link, Use
from domain.vocabulary.values import Attribute, Formula, Modifier, Track
from projections.views.board import board
from projections.views.group import grids, group, roster
from projections.views.questions import decisions
from projections.views.sheet import sheet
from tests.projections.table import Table
from tests.visibility.marked import EVERYBODY, MARKER, Worlds, creature, expect_no_secret, marked

HERO, FOE, SPY, FIGHT, DEN = "character/hero", "character/foe", f"character/{MARKER}", "encounter/fight", "enclave/den"
SECRET = f"{MARKER}-too"

PLAIN: dict[str, dict[str, Any]] = {
    "attributes": {"guts": Attribute(base=3)},
    "tracks": {"hp": Track(current=4, maximum=9)},
    "conditions": {
        "dazed": Condition(what="dazed", source=SPY, until=WhilePresent(path=f"{HERO}.wounds.{MARKER}")),
        "marked": Condition(what="marked", target=f"{SPY}.traits.gaze"),
    },
    "modifiers": {"m": Modifier(path="attributes.guts", amount=ValueOf(path=f"attributes.{MARKER}"), source=SPY)},
    "formulas": {"f": Formula(path="defense.ac", expression=ValueOf(path="attributes.guts", of=SPY))},
    "items": {"gem": Item(what="gem", location=f"inside/{MARKER}")},
    "uses": {"bite": Use(what="bite", against=SPY)},
    "links": {"mark": Link(kind="mark", to=SPY), "grip": Link(kind="grip", to=FOE)},
    "order": {"spy": TurnEntry(subject=SPY, initiative=9), "hero": TurnEntry(subject=HERO, members=(SPY,))},
    "pace": {"now": Pace(active=("spy", MARKER, "hero"))},
    "positions": {MARKER: Position(area="yard"), "hero": Position(subject=HERO, area=MARKER)},
    "areas": {"yard": Area(borders=(MARKER,))},
    "members": {"spy": Membership(character=SPY)},
    "missions": {"raid": Mission(participants=(SPY, HERO))},
    "grids": {"den": Grid(target=SPY, rows=1, columns=1)},
    "cells": {
        "den/0/0": marked(Cell, grid="den", known_by=(SPY,), row=0, column=0, state="closed", title=""),
        "x/0/0": Cell(grid=MARKER, row=0, column=0, shown=MARKER),
    },
    "handles": {SECRET: Handle(ref=SPY, kind="character", folded=MARKER), "hero": Handle(ref=HERO, kind="character")},
}
"""What everybody may see, pointing at what not everybody may."""

audiences: st.SearchStrategy[Audience] = st.sampled_from(["gm", ("cleo",), ("cleo", "dan")])


@st.composite
def aggregates(draw: st.DrawFn, ref: str) -> Aggregate:
    """An aggregate whose components each hold a secret, and perhaps what points at secrets."""
    aggregate = begin(ref) if ref.startswith("campaign") else creature(ref)
    for component in components_of(type(aggregate)):
        if component == "profile":
            continue
        instances = dict(PLAIN.get(component, {})) if draw(st.booleans()) else {}
        known = {"base": 5} if component == "attributes" else {}  # what a visible formula makes of it is no secret
        secret = marked(COMPONENTS[component].instance, audience=draw(audiences), **known)
        setattr(aggregate, component, instances | {MARKER: secret})
    return aggregate


@st.composite
def worlds(draw: st.DrawFn) -> Worlds:
    """A hero, a foe of whom only the name is known, a hidden character, a fight, a group and their campaign."""
    foe, spy = draw(aggregates(FOE)), draw(aggregates(SPY))
    foe.profile = creature(FOE, sheet="gm").profile
    spy.profile = creature(SPY, audience=draw(audiences)).profile
    spy.attributes = {MARKER: Attribute(base=5), "guts": Attribute(base=6)}
    rest = (draw(aggregates(ref)) for ref in (HERO, FIGHT, DEN, "campaign/self"))
    return Worlds(foe, spy, *rest)


def views(world: World, viewer: Viewer, refs: tuple[str, ...]) -> list[object]:
    """Every view that is a function of a state."""
    reads = (sheet, board, group, roster, grids)
    return [*(read(world, viewer, ref) for read in reads for ref in refs), decisions(world, viewer)]


@settings(max_examples=80)
@given(worlds(), st.sampled_from(EVERYBODY))
def test_no_view_of_any_state_contains_a_secret(world: Worlds, viewer: Viewer) -> None:
    expect_no_secret(views(world, viewer, (HERO, FOE, SPY, FIGHT, DEN, "campaign/self")))


SECRETLY: dict[str, dict[str, Any]] = {
    "afflict": {"target": "ramjet", "what": MARKER, "source": MARKER, "hidden": True},
    "modify": {"target": "ramjet", "path": "tracks.hp.maximum", "amount": -1, "title": MARKER, "hidden": True},
    "give_item": {"target": "ramjet", "what": MARKER, "title": MARKER, "hidden": True},
    "begin_task": {"target": "ramjet", "kind": MARKER, "hidden": True},
    "link": {"from": "ramjet", "kind": MARKER, "to": MARKER},
    "announce": {"actor": MARKER, "kind": "held", "what": MARKER},
    "damage": {"target": MARKER, "track": MARKER, "amount": 1, "harm": MARKER},
    "roll": {"label": MARKER, "notation": "1d20", "sealed": True},
    "join": {"encounter": "fight", "who": MARKER, "initiative": 3},
    "zone": {"encounter": "fight", "kind": MARKER, "areas": ["yard"], "hidden": True},
    "place": {"encounter": "fight", "who": MARKER, "area": "yard"},
    "leave": {"encounter": "fight", "who": MARKER, "because": MARKER},
    "describe": {"target": MARKER, "name": SECRET},
    "remove": {"target": MARKER, "because": MARKER},
    "award": {"target": MARKER, "what": MARKER, "text": MARKER},
}
"""Commands of a game master that are about something hidden."""

OPENLY: list[tuple[str, dict[str, Any]]] = [
    ("damage", {"target": "ramjet", "track": "hp", "amount": 1}),
    ("roll", {"label": "luck", "notation": "1d6", "target": 987654321, "veiled": True, "actor": "ramjet"}),
    ("note", {"text": MARKER, "audience": "gm"}),
    ("join", {"encounter": "fight", "who": "ramjet", "initiative": 5}),
    ("begin", {"encounter": "fight"}),
    ("next_turn", {"encounter": "fight"}),
]

commands = st.lists(st.sampled_from([*SECRETLY.items(), *OPENLY]), min_size=4, max_size=14)


def played(story: list[tuple[str, dict[str, Any]]], undone: int) -> Table:
    """A campaign in which these commands were given, as far as they could be, and one of them was taken back."""
    table = Table()
    table.gm("create_character", name=MARKER, hidden=True, tracks={MARKER: 5})
    table.gm("create_encounter", name="Fight", areas={"yard": {}})
    given_entries = [entry for kind, args in story if (entry := attempted(table, kind, args))]
    if given_entries:
        try:
            table.revise(undo=(given_entries[undone % len(given_entries)],), policy="cascade", reason="As agreed.")
        except (BadCommand, Refused):
            return table
    return table


def attempted(table: Table, kind: str, args: dict[str, Any]) -> int | None:
    """The entry of a command, where it is not refused for what came before it."""
    try:
        return table.gm(kind, **msgspec.json.decode(msgspec.json.encode(args)))
    except (Refused, UnknownThing):
        return None


@settings(max_examples=80)
@given(commands, st.integers(0, 20), st.sampled_from(["ana", "ben", "olaf"]), st.data())
def test_no_read_of_any_history_at_any_point_contains_a_secret(
    story: list[tuple[str, dict[str, Any]]], undone: int, member: str, data: st.DataObject
) -> None:
    table = played(story, undone)
    head = table.store.head(table.campaign).entry
    refs = tuple(row.ref for row in table.store.all_states(table.campaign))
    at = data.draw(st.integers(1, head))
    for moment in (table.at(), table.at(str(at)), table.at(str(at), "as_played")):
        expect_no_secret(views(moment.world, table.viewer(member), refs))
        expect_no_secret(
            [table.why("ramjet", path, member, moment) for path in ("tracks.hp.current", "tracks.hp.maximum")]
        )
    expect_no_secret([table.timeline(member), table.timeline(member, known_at=at), table.history("ramjet", member)])
    expect_no_secret(
        table.plan(member, undo=(at,)) if table.entry(at).status == "standing" and is_play(table, at) else None
    )


def is_play(table: Table, number: int) -> bool:
    return table.entry(number).kind == "play"
