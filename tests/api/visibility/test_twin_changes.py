"""Twin campaigns whose past is changed in secret, that are forked, and into which something is brought back in secret."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from systems.freeform import SYSTEM
from tests.api.people import Person
from tests.api.serving import Serving
from tests.api.twins import Asked, Step, Twins, given
from tests.api.visibility.test_twins import ROLES, beside, cast, owned

READS = (
    *(".", "./entries?limit=500", "./entries?kind=revision&limit=500", "./decisions", "./members", "./dice", "./forks"),
    *("./export", "./verification", "./diff?from=30", "./characters", "./encounters", "./enclaves"),
    *("./characters/ramjet", "./characters/pearl", "./characters/goblin", "./characters/mole", "./encounters/ambush"),
    *("./characters/ramjet/history", "./characters/goblin/history", "./enclaves/night-shift"),
    *("./encounters/ambush/history", "./enclaves/night-shift/history"),
    *("./characters/ramjet/explain?path=tracks.hp", "./characters/goblin/explain?path=tracks.hp"),
)


class Story(NamedTuple):
    """Twins with forks of them; and the entry behind which the past was changed in secret."""

    twins: Twins
    forks: Twins
    before: int


def change_in_secret(twins: Twins) -> None:
    """Change what nobody else knows of, in every way: in the other campaign it is the game master's notes."""
    hidden: tuple[Step, ...] = (
        ("afflict", {"target": "spy", "what": "dazed"}),
        ("give_item", {"target": "ramjet", "what": "letter", "hidden": True}),
        ("roll", {"label": "peek", "notation": "1d20", "actor": "spy", "_dice": [4]}),
        ("note", {"text": "He knows.", "about": "ramjet", "_audience": "gm"}),
    )
    first = twins.head + 1
    for type, args in hidden:
        twins.secretly(type, **args)
    for entry in range(first, first + len(hidden)):
        twins.changed({"undo": [entry], "reason": "Not so."})
        twins.changed({"redo": entry})
    twins.changed(amended(first, "afflict", target="spy", what="asleep"), amended(first, "note", text="No."))
    twins.changed(
        amended(first + 3, "note", text="Nobody knows.", about="ramjet"), amended(first + 3, "note", text=".")
    )
    twins.changed(inserted(first, "afflict", target="spy", what="lost"), inserted(first, "note", text="…"))


def amended(entry: int, type: str, **args: object) -> dict[str, object]:
    return {"amend": [{"entry": entry, "command": given(type, "", **args, _audience="gm")}]}


def inserted(after: int, type: str, **args: object) -> dict[str, object]:
    return {"insert": [{"after": after, "command": given(type, "", **args, _audience="gm")}]}


@pytest.fixture(scope="module")
def story(served: Person) -> Story:
    twins = Twins(served)
    for step in SYSTEM.examples.setup:
        twins.both(step.type.removeprefix("freeform."), **owned(step.args, twins.who("player").id))
    for name, args in cast(served.id):
        twins.secretly(name, **args)
    beside(twins)
    before = twins.head
    change_in_secret(twins)
    forks = twins.forked(at=before)
    first = forks.head + 1
    forks.secretly("afflict", target="spy", what="blind")
    forks.secretly("afflict", target="ramjet", what="cursed", hidden=True)
    forks.both("note", text="Here we part.")
    change_in_secret(forks)
    twins.secretly("damage", target="goblin", track="hp", amount=2)
    back = {"entries": [first, first + 1], "reason": "So it was."}
    twins.changed(back, path="./forks/{fork}/bring-back")
    return Story(twins, forks, before)


@pytest.mark.parametrize("role", ROLES)
def test_no_read_tells_apart_whose_past_was_changed_in_secret(story: Story, role: str) -> None:
    asked = [Asked(role, "GET", path, {}) for path in READS]
    asked += [Asked(role, "GET", f"./entries/{n}", {}) for n in range(story.before - 9, story.twins.head + 1)]
    assert story.twins.differing(asked) == {}


@pytest.mark.parametrize("role", ROLES)
def test_no_read_of_a_fork_tells_apart_what_was_done_there_in_secret(story: Story, role: str) -> None:
    asked = [Asked(role, "GET", path, {}) for path in READS]
    asked += [Asked(role, "GET", f"./entries/{n}", {}) for n in range(story.before - 9, story.forks.head + 1)]
    assert story.forks.differing(asked) == {}


@pytest.mark.parametrize("role", ROLES)
def test_no_comparison_with_a_fork_tells_them_apart(story: Story, role: str) -> None:
    assert story.twins.differing([Asked(role, "GET", "./forks/{fork}/compare?limit=500", {})]) == {}


def test_no_change_of_the_past_that_is_tried_tells_apart_whose_past_was_changed(story: Story) -> None:
    entries = range(story.before - 5, story.twins.head + 2)
    wanted: list[dict[str, Any]] = [{"undo": [n]} for n in entries] + [{"undo": {"turn": n}} for n in entries]
    wanted += [{"responses": {str(n): {"which-way": "left"}}} for n in entries]
    tried = [Asked("player", "POST", "./revisions", {"json": one | {"dry_run": True}}) for one in wanted]
    assert story.twins.differing(tried) == {}


@pytest.mark.parametrize("role", ROLES)
def test_nobody_who_follows_hears_them_apart(server: Serving, story: Story, role: str) -> None:
    assert [side.heard(server, role) for side in (story.twins, story.forks)] == [("", "")] * 2
