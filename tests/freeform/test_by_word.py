"""An instance is meant by its name, or by the word by which it is the only one: in commands, in paths, in anchors."""

from __future__ import annotations

from typing import Any

import pytest

from tests.freeform.claims import expect_missing, expect_refusal
from tests.freeform.table import Table


@pytest.fixture
def table() -> Table:
    """Ramjet is tired, and has a rope."""
    table = Table().with_hero(hp=8)
    table.do("afflict", target="ramjet", what="tired", level=1)
    table.do("give_item", target="ramjet", what="rope", location="belt/1", quantity=3)
    return table


def test_a_number_is_counted_by_the_word(table: Table) -> None:
    table.do("change", target="ramjet", path="conditions.tired.level", by=2)
    assert table.only("ramjet", "conditions").level == 3


def test_a_field_is_set_by_the_word(table: Table) -> None:
    table.do("set", target="ramjet", path="items.belt/1.quantity", value=7)
    assert table.only("ramjet", "items").quantity == 7


def test_a_thing_is_taken_by_the_word_and_what_hung_on_it_ends(table: Table) -> None:
    until = {"by": "instance", "path": "ramjet.conditions.tired"}
    table.do("modify", target="ramjet", path="tracks.hp.current", amount=-1, until=until)
    table.do("take", target="ramjet", path="conditions.tired")
    assert (table.see("ramjet").conditions, table.see("ramjet").modifiers) == ({}, {})


def test_an_anchor_on_a_word_is_stored_on_the_instance(table: Table) -> None:
    table.do("afflict", target="ramjet", what="slow", until={"by": "instance", "path": "ramjet.conditions.tired"})
    slow = next(c for c in table.see("ramjet").conditions.values() if c.what == "slow")
    tired = next(name for name, c in table.see("ramjet").conditions.items() if c.what == "tired")
    assert slow.until.path == f"{table.ref('ramjet')}.conditions.{tired}"


def test_an_anchor_of_several_on_a_word_is_stored_on_the_instance(table: Table) -> None:
    several = [{"by": "scene"}, {"by": "instance", "path": "ramjet.conditions.tired"}]
    table.do("afflict", target="ramjet", what="slow", until={"by": "first", "of": several})
    table.do("relieve", target="ramjet", condition="tired")
    assert not table.see("ramjet").conditions


COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("change", {"path": "conditions.tired.level", "by": 1}),
    ("set", {"path": "conditions.tired.level", "value": 1}),
    ("take", {"path": "conditions.tired"}),
    ("relieve", {"condition": "tired"}),
    ("afflict", {"what": "slow", "until": {"by": "instance", "path": "ramjet.conditions.tired"}}),
]


@pytest.mark.parametrize(("command", "args"), COMMANDS)
def test_a_word_that_two_go_by_names_them_both(table: Table, command: str, args: dict[str, Any]) -> None:
    table.do("afflict", target="ramjet", what="tired")
    with expect_refusal("which", "name one of tired-"):
        table.do(command, target="ramjet", **args)


@pytest.mark.parametrize(("command", "args"), COMMANDS)
def test_a_word_that_nothing_goes_by_is_missing(table: Table, command: str, args: dict[str, Any]) -> None:
    table.do("take", target="ramjet", path="conditions.tired")
    with expect_missing("There is no 'tired' among the conditions of Ramjet."):
        table.do(command, target="ramjet", **args, force=True)
