"""Inserts go directly before an entry or directly after one, whatever was inserted there earlier."""

from __future__ import annotations

import pytest

from tests.api.people import Json, Person, Table


@pytest.fixture
def table(owner: Person) -> Table:
    """Ramjet with 10 hit points, and a note (`noted`) after which nothing has happened."""
    table = Table(owner)
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    return table


def inserted(table: Table, status: int = 201, /, **where: int) -> Json:
    """Ramjet's hit points are set to 3 there."""
    command = {"type": "freeform.set", "args": {"target": "ramjet", "path": "tracks.hp.current", "value": 3}}
    return table.gm.ask("POST", "./revisions", status, json={"insert": {**where, "command": command}})


def hurt_before(table: Table, entry: int) -> None:
    """Ramjet was hurt by one directly before an entry."""
    command = {"type": "freeform.damage", "args": {"target": "ramjet", "track": "hp", "amount": 1}}
    table.gm.ask("POST", "./revisions", 201, json={"insert": {"after": entry - 1, "command": command}})


def hp(table: Table, **when: int) -> int:
    current: int = table.gm.see("./characters/ramjet", **when)["tracks"]["hp"]["current"]
    return current


def test_an_insert_before_an_entry_stands_behind_what_was_inserted_there(table: Table) -> None:
    note = table.gm.does("freeform.note", text="The rain begins.")["entry"]
    hurt_before(table, note)
    hurt_before(table, note)
    inserted(table, before=note)
    assert (hp(table, as_of=note), hp(table)) == (3, 3)


def test_an_insert_after_an_entry_stands_before_what_was_inserted_there(table: Table) -> None:
    note = table.gm.does("freeform.note", text="The rain begins.")["entry"]
    hurt_before(table, note)
    inserted(table, after=note - 1)
    assert hp(table) == 2


def test_an_insert_before_an_insert_stands_directly_before_it(table: Table) -> None:
    note = table.gm.does("freeform.note", text="The rain begins.")["entry"]
    hurt_before(table, note)
    hurt = table.gm.see(".")["head"]["entry"]
    hurt_before(table, note)
    inserted(table, before=hurt)
    assert hp(table) == 2


def test_a_revision_is_passed_over(table: Table) -> None:
    wrong = table.gm.does("freeform.damage", target="ramjet", track="hp", amount=4)["entry"]
    table.gm.ask("POST", "./revisions", 201, json={"undo": [wrong]})
    hit = table.gm.does("freeform.damage", target="ramjet", track="hp", amount=1)["entry"]
    inserted(table, before=hit)
    assert hp(table) == 2


@pytest.mark.parametrize("where", [{}, {"after": 2, "before": 3}])
def test_an_insert_has_one_place(table: Table, where: dict[str, int]) -> None:
    assert "after" in inserted(table, 400, **where)["detail"]


def test_an_insert_before_a_record_or_an_unknown_entry_is_refused(table: Table) -> None:
    assert "no place in the story" in inserted(table, 400, before=1)["detail"]
    inserted(table, 404, before=999)
