"""What a rule looks at is recorded: each value by its path, each collection it goes through, each existence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.play.play import Play
from domain.play.reading import TrackedReads
from domain.play.refusals import Absent
from tests.freeform.claims import expect_missing
from tests.freeform.table import Table
from tests.play.rules import reads

HERO = "character/c-2"


@pytest.fixture
def table() -> Table:
    table = Table().with_hero(hp=(5, 0, 9), stress=1)
    table.do("put", target="ramjet", component="conditions", name="a", instance={"what": "prone", "data": {"roll": 3}})
    table.do("put", target="ramjet", component="conditions", name="b", instance={"what": "dazed"})
    return table


LOOKS: list[tuple[Callable[[Play], Any], str]] = [
    (lambda play: play.exists(HERO), "self"),
    (lambda play: play.character(HERO).tracks["hp"], "self tracks.hp"),
    (lambda play: play.character(HERO).tracks["hp"].current, "self tracks.hp tracks.hp.current"),
    (lambda play: "mana" in play.character(HERO).tracks, "self tracks.mana"),
    (lambda play: play.character(HERO).tracks.get("mana"), "self tracks.mana"),
    (lambda play: list(play.character(HERO).tracks), "self tracks.*"),
    (lambda play: len(play.character(HERO).tracks), "self tracks.*"),
    (lambda play: play.where(HERO, "conditions", "prone"), "conditions.*:prone conditions.a"),
    (lambda play: play.where(HERO, "conditions", "stunned"), "conditions.*:stunned"),
    (lambda play: play.character(HERO).conditions["a"].data["roll"], "self conditions.a conditions.a.data.roll"),
    (lambda play: play.character(HERO).conditions["b"].data.get("roll"), "self conditions.b conditions.b.data.roll"),
    (
        lambda play: dict(play.character(HERO).conditions["a"].data),
        "self conditions.a conditions.a.data conditions.a.data.roll",
    ),
    (
        lambda play: [c.what for c in play.character(HERO).conditions.values()],
        "self conditions.* conditions.a conditions.a.what conditions.b conditions.b.what",
    ),
]
"""A look, and the paths it leaves; `self` stands for the existence of the character."""


@pytest.mark.parametrize(("look", "paths"), LOOKS)
def test_just_what_was_looked_at_is_recorded(table: Table, look: Callable[[Play], Any], paths: str) -> None:
    expected = {HERO if path == "self" else f"{HERO}.{path}" for path in paths.split()}
    assert reads(table, look) == expected


def test_a_look_without_a_record_records_nothing(table: Table) -> None:
    look = TrackedReads(table, None)
    assert look.character(HERO).tracks["hp"].current == 5
    assert look.reads is None


def test_what_does_not_exist_was_looked_for(table: Table) -> None:
    assert reads(table, lambda play: play.exists("character/c-99")) == {"character/c-99"}


def test_an_instance_is_always_seen_as_it_is_now(table: Table) -> None:
    seen = TrackedReads(table, None).character(HERO).tracks["hp"]
    table.do("damage", target="ramjet", track="hp", amount=2)
    assert seen.current == 3


@pytest.mark.parametrize(
    ("look", "says"),
    [
        (lambda look: look.character("character/c-99"), "character/c-99"),
        (lambda look: look.character("encounter/e-1"), "no character"),
        (lambda look: look.encounter(HERO), "no encounter"),
        (lambda look: look.character(HERO).tracks["mana"], "'mana' among the tracks of character/c-2"),
        (lambda look: look.aggregate(HERO).zones["fire"], "no component 'zones'"),
        (lambda look: look.where(HERO, "nonsense", "x"), "no component 'nonsense'"),
    ],
)
def test_what_is_not_there_is_absent(table: Table, look: Callable[[TrackedReads], Any], says: str) -> None:
    with expect_missing(says):
        look(TrackedReads(table, None))


def test_an_instance_that_goes_while_it_is_held_is_absent(table: Table) -> None:
    condition = TrackedReads(table, None).character(HERO).conditions["a"]
    table.do("take", target="ramjet", path="conditions.a")
    with pytest.raises(Absent):
        assert condition.what
