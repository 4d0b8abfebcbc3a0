"""Nobody can tell two campaigns apart that differ only in what is hidden from them: not by any read, try or refusal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any, get_args

import pytest
from litestar import Litestar

from projections.analytics.querying.names import TableName
from projections.analytics.reports.every import REPORTS
from systems.freeform import SYSTEM
from tests.api.game_twins import reads_of
from tests.api.people import Json, Person
from tests.api.twins import Asked, Step, Twins, given
from tests.shares import one_in

ROLES = ("player", "observer")

IN_SECRET = {
    "ramjet": "spy",
    "pearl": "mole",
    "goblin": "shade",
    "ambush": "trap",
    "chase": "hunt",
    "parley": "tryst",
    "night-shift": "cult",
}
"""Whom and what the examples of the commands are about, and who stands there in secret."""

OPEN = {
    *("advance_clock", "set_clock", "set_option", "open_session", "end_session", "open_scene", "end_scene"),
    *("open_downtime", "change_downtime", "begin_processing", "pass_day", "end_downtime"),
}
"""Commands about the campaign as such: there is nobody in them who could be hidden."""

PLANNED = {"plan_downtime", "withdraw_plan", "carry_out_plan", "fail_plan"}
"""Commands of downtime, which come in their own order."""

ON_RECORD = {"seal", "unseal"}
"""Commands that commit to secrets: what everybody sees of them is alike, so they are given in both."""

BY_NUMBER = {"answer", "close", "erase"}
"""Commands that name an entry; they are tried with every number."""

LAST = ("take_off", "leave", "end_encounter", "remove", "ask")
"""Commands after which others find nothing to do."""


def renamed(args: Json) -> Json:
    """The same with everybody's name in secret."""
    text = json.dumps(args).replace("Night Shift", "Cult")
    for name, secret in IN_SECRET.items():
        text = text.replace(f'"{name}"', f'"{secret}"').replace(f'"{name.title()}"', f'"{secret.title()}"')
    document: Json = json.loads(text)
    return document


def owned(args: Json, owner: str) -> Json:
    document: Json = json.loads(json.dumps(args).replace(f'"{SYSTEM.examples.player}"', f'"{owner}"'))
    return document


def in_secret(name: str, args: Any, gm: str) -> Step:
    """A command about those of whom nobody knows; who is made by it is the game master's."""
    hidden = {"hidden": True} if name.startswith("create_") else {}
    about = {"about": "spy"} if name == "ask" else {}
    elsewhere = {"encounter": "hunt"} if name == "next_turn" else {}
    return name, renamed(owned(dict(args), gm)) | hidden | about | elsewhere


def cast(gm: str) -> list[Step]:
    """Everybody and everything of the example, in secret."""
    story = ((step.type.removeprefix("freeform."), step.args) for step in SYSTEM.examples.setup)
    return [in_secret(name, args, gm) for name, args in story if name not in OPEN]


def examples(gm: str) -> Iterator[Step]:
    """The example of every command that can be about a hidden character, in any order in which it works."""
    puts = [(name, args) for name, args in cast(gm) if name == "put"]
    names = {kind.name for kind in SYSTEM.kinds.values()} - OPEN - PLANNED - BY_NUMBER - ON_RECORD - set(LAST)
    mixed = Random(7).sample(sorted(names), len(names))  # the order is any order, and the same in every run
    for name in (*mixed, *LAST):
        yield from puts  # what an example before may have used up
        yield in_secret(name, SYSTEM.kinds[f"freeform.{name}"].example, gm)


def downtime(twins: Twins, gm: str) -> None:
    """A phase in which a character nobody knows of has slots, plans, and comes to nothing."""
    name, plan = in_secret("plan_downtime", SYSTEM.kinds["freeform.plan_downtime"].example, gm)
    twins.both("open_downtime", days=2, title="Rest")
    twins.both("change_downtime", title="A rest")
    twins.secretly(name, **plan)
    twins.secretly("withdraw_plan", who="spy")
    twins.secretly(name, **plan | {"actions": plan["actions"] * 2})
    twins.both("begin_processing")
    twins.secretly("carry_out_plan", who="spy", plan="downtime/1/1")
    twins.secretly("fail_plan", who="spy", plan="downtime/1/2", rule="not-there", why="Gone.")
    twins.both("pass_day")
    twins.both("end_downtime")


def beside(twins: Twins) -> None:
    """What is hidden on people whom everybody sees, in their fight and in their group, called as what is not hidden."""
    on_ramjet: tuple[Step, ...] = (
        ("afflict", {"what": "prone"}),
        ("give_item", {"what": "rope"}),
        ("begin_task", {"kind": "repairs"}),
        ("give_card", {"kind": "rumour"}),
        ("put", {"component": "traits", "name": "dread", "instance": {"kind": "flaw", "audience": "gm"}}),
    )
    for name, args in on_ramjet:
        twins.secretly(name, target="ramjet", **args, **({} if name == "put" else {"hidden": True}))
    twins.secretly("announce", actor="ramjet", kind="channelled", what="a blow", hidden=True)
    twins.secretly("link", **{"from": "ramjet", "kind": "mark", "to": "pearl", "hidden": True})
    twins.secretly("link", **{"from": "ramjet", "kind": "mark", "to": "mole"})
    twins.secretly("zone", encounter="ambush", kind="fire", areas=["hall"], hidden=True)
    twins.secretly("join", encounter="ambush", who="mole", initiative=1)
    twins.secretly("place", encounter="ambush", who="mole", area="hall")
    twins.secretly("roll", label="peek", notation="1d20", actor="ramjet", sealed=True, target=12)
    twins.secretly("roll", label="peek", notation="1d20", actor="spy")
    twins.secretly("damage", target="goblin", track="hp", amount=1)
    twins.secretly("note", text="Look at him.", about="ramjet", _audience="gm")
    grid = {"target": "goblin", "rows": 2, "columns": 2}
    twins.both("put", target="night-shift", component="grids", name="plans", instance=grid)
    cell: Json = {"grid": "plans", "row": 0, "column": 0, "state": "closed"}
    told_cell, untold = cell | {"truth": "He is their brother.", "price": 4}, cell | {"truth": "No.", "price": 9}
    put = {"target": "night-shift", "component": "cells", "name": "plans/0/0"}
    twins.apart(("put", put | {"instance": told_cell}), ("put", put | {"instance": untold}))


def seals(twins: Twins, gm: str) -> None:
    """Secrets of other words and lengths, known to others, and one of them that comes out."""
    for title in ("Who he is", "What it cost"):
        one = {"title": title, "text": "He is their brother.", "_reason": "So that nobody doubts it."}
        twins.apart(("seal", one), ("seal", {"title": title, "text": "No. " * 400, "known_to": [gm]}))
    twins.both("seal", title="Where", text="In the mill.")
    twins.both("unseal", seal="where")


@pytest.fixture(scope="module")
def twins(owner: Person) -> Twins:
    twins = Twins(owner)
    for step in SYSTEM.examples.setup:
        twins.both(step.type.removeprefix("freeform."), **owned(step.args, twins.who("player").id))
    for name, args in cast(owner.id):
        twins.secretly(name, **args)
    beside(twins)
    downtime(twins, owner.id)
    seals(twins, owner.id)
    for name, args in examples(owner.id):
        if name != "put" or twins.can(name, **args):
            twins.secretly(name, **args)
    return twins


@pytest.fixture(scope="module")
def reads(app: Litestar, twins: Twins) -> dict[str, bool]:
    """Every read of a campaign that the application has, but for the stream: with whether it takes a point of time."""
    places = {
        "character": ["ramjet", "pearl", "goblin", "mole", "nobody"],
        "encounter": ["ambush", "chase", "trap"],
        "enclave": ["night-shift", "cult"],
        "target": ["plans", "mole"],
        "entry": [str(number) for number in range(1, twins.head + 2)],
        "member": [twins.who("player").id],
        "fork": [],
        "phase": ["1", "2"],
        "report": list(REPORTS),
        "seal": ["Who he is", "what it cost", "Where", "1"],
    }
    return reads_of(app, places)


def test_every_command_is_given_in_secret_or_in_the_open() -> None:
    given_there = {name for name, _ in examples("")} | OPEN | PLANNED | BY_NUMBER | ON_RECORD
    assert given_there == {kind.name for kind in SYSTEM.kinds.values()}


def test_a_difference_that_can_be_seen_is_found(owner: Person) -> None:
    twins = Twins(owner)
    twins.apart(("create_character", {"name": "Ada"}), ("note", {"text": "Nothing.", "_audience": "gm"}))
    assert twins.differing([Asked("observer", "GET", "./characters", {})]) != {}


def test_no_read_tells_them_apart(twins: Twins, reads: dict[str, bool]) -> None:
    reports = [path for path in reads if "/analytics/" in path]
    asked = [Asked(role, "GET", path, {}) for path in reads if path not in reports for role in ROLES]
    asked += [Asked(role, "GET", path, {}) for path, role in zip(reports, cycle(ROLES), strict=False)]
    assert twins.differing(asked) == {}


@one_in(5)
def test_no_read_of_the_past_tells_them_apart(twins: Twins, reads: dict[str, bool], step: int) -> None:
    points: list[Json] = [{"as_of": 30}, {"as_of": 45, "view": "as_played"}, {"as_of": 80}, {"known_at": 60}]
    points += [{"as_of": 31, "known_at": twins.head - 20}, {"as_of": "scene:1"}]
    beside = ("./entries/", "./analytics/")  # reports are made of facts, which are compared at points of time below
    timely = [path for path, takes_time in reads.items() if takes_time and not path.startswith(beside)]
    asked = (Asked("player", "GET", path, {"params": at}) for path in timely for at in points)
    assert twins.differing(islice(asked, 0, None, step)) == {}


@one_in(4)
def test_no_chart_tells_them_apart(twins: Twins, step: int) -> None:
    charts = [Asked("player", "GET", f"./analytics/{name}", {"params": {"chart": "svg"}}) for name in REPORTS]
    assert twins.differing(charts[::step]) == {}


@one_in(3)
def test_no_file_of_facts_tells_them_apart(twins: Twins, step: int) -> None:
    points: list[Json] = [{"view": "as_played"}, {"known_at": 60}, {"as_of": 45}]
    files: list[tuple[str, str, Json]] = [(name, "jsonl", {}) for name in get_args(TableName)]
    files += [("facts", "csv", {}), *(("facts", "jsonl", point) for point in points)]
    wanted = [{"params": {"table": name, "format": form} | point} for name, form, point in files]
    asked = [Asked(role, "GET", "./facts", each) for each in wanted for role in ROLES]
    assert twins.differing(asked[::step]) == {}


def test_no_explanation_and_no_difference_tells_them_apart(twins: Twins) -> None:
    paths = [
        "tracks.hp",
        "attributes.guts",
        "conditions.prone",
        "items.rope",
        "links.mark",
        "traits.dread",
        "tasks.repairs",
    ]
    asked = [
        Asked("player", "GET", f"./characters/{who}/explain", {"params": {"path": path}})
        for who in ("ramjet", "goblin", "mole")
        for path in paths
    ]
    asked += [Asked("player", "GET", "./diff", {"params": {"from": n}}) for n in range(20, twins.head, 12)]
    asked += [Asked("player", "GET", "./entries", {"params": {"kind": kind}}) for kind in ("roll", "note", "downtime")]
    asked += [Asked("player", "GET", "./entries", {"params": {"order": "newest", "limit": n}}) for n in (1, 7, 50)]
    assert twins.differing(asked) == {}


def commands(twins: Twins) -> Iterator[Json]:
    """Every command there is, about oneself and about those of whom one must not know."""
    for type, kind in sorted(SYSTEM.kinds.items()):
        for args in (dict(kind.example), renamed(dict(kind.example))):
            body = given(type.removeprefix("freeform."), twins.new_id(), **args) | {"dry_run": True}
            dice = {"dice": [3]} if kind.name == "roll" else {}
            yield body | dice
            yield body | dice | {"expected_entry": 25}
    for deed in (*range(20, twins.head, 9), twins.head - 1):
        for key in ("which-way", "?"):
            yield given("answer", twins.new_id(), deed=deed, key=key, choice="left") | {"dry_run": True}


def test_no_command_that_is_tried_tells_them_apart(twins: Twins) -> None:
    tried = (Asked("player", "POST", "./commands", {"json": body}) for body in commands(twins))
    assert twins.differing(tried) == {}


def test_no_change_of_the_past_that_is_tried_tells_them_apart(twins: Twins) -> None:
    wanted: list[Json] = []
    for entry in range(20, twins.head + 2, 3):
        wanted += [{"undo": [entry]}, {"redo": entry}, {"responses": {str(entry): {"which-way": "left"}}}]
    tried = (Asked("player", "POST", "./revisions", {"json": one | {"dry_run": True}}) for one in wanted)
    assert twins.differing(tried) == {}
