"""How often a request goes to the database: each time costs more than the rules of any game."""

from collections.abc import Iterator
from typing import Any

import pytest

from api.storage.embedded import Server
from tests.api.counting import Counting, counted
from tests.api.people import Json, Person, Table, command


@pytest.fixture(scope="module")
def table(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table at which Pat plays Ramjet, over connections that know all statements by now."""
    with counted(postgres, tmp_path_factory.mktemp("counted")) as (owner, _):
        yield _at_table(Table(owner))


def _at_table(table: Table) -> Table:
    tracks = {"hp": {"current": 10, "minimum": None}}
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks=tracks)
    for _ in range(14):
        table.pat.ask("POST", "./commands", 201, json=hurt(_reason="Ouch."))
        table.pat.ask("POST", "./commands", 201, json=hurt())
        table.pat.see("./characters/ramjet")
    return table


def hurt(**more: object) -> Json:
    return command("freeform.damage", target="ramjet", track="hp", amount=1, **more)


def sent_for(person: Person, method: str, path: str, status: int, **sent: Any) -> int:
    before = Counting.sent
    person.ask(method, path, status, **sent)
    return Counting.sent - before


def test_a_command_takes_two(table: Table) -> None:
    """Who sends it and where the campaign stands, and the append."""
    assert sent_for(table.pat, "POST", "./commands", 201, json=hurt()) == 2


def test_words_take_no_more(table: Table) -> None:
    assert sent_for(table.pat, "POST", "./commands", 201, json=hurt(_reason="A slip.")) == 2


def test_a_batch_takes_no_more(table: Table) -> None:
    batch = {"commands": [hurt() for _ in range(20)]}
    assert sent_for(table.pat, "POST", "./batches", 201, json=batch) <= 3


def test_a_sheet_takes_none_of_the_pool(table: Table) -> None:
    """Who asks and where the campaign stands is asked beside the pool; whoever looks first after it moved also asks when."""
    table.pat.see("./characters/ramjet")
    assert sent_for(table.pat, "GET", "./characters/ramjet", 200) == 0
