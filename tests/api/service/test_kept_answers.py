"""Reads that are answered again at the same head: nobody gets more than they may see now, or less than there is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from api.app import create_app
from api.http.endpoints import Endpoint
from api.http.kept_answers import MOST_BYTES, MOST_KEPT, KeptAnswers, key_of
from api.http.representations import Answer
from api.services import Services, services_on
from api.storage.accounts import Credential
from api.storage.database import Pool
from api.storage.token_checks import NAME
from domain.records.entries import Head
from tests.api.following import eventually
from tests.api.people import PREFIX, Json, Person, Table
from tests.api.room import Room

SHEET = "./characters/ramjet"
HEAD = Head(1, 4, b"hash", 0)
CHECKING = "FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"


@pytest.fixture
def table(owner: Person) -> Table:
    """A table at which Pat plays Ramjet and has just looked at the sheet."""
    table = Table(owner)
    tracks = {"hp": {"current": 10, "minimum": None}}
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks=tracks)
    for person in (table.gm, table.pat, table.olga):
        assert health(person) == 10
        assert health(person) == 10
    return table


def health(person: Person) -> int:
    sheet: Json = person.see(SHEET)
    return int(sheet["tracks"]["hp"]["current"])


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the reads that were made, and not given again."""
    paths: list[str] = []
    make = Endpoint._made

    def noted(self: Endpoint, scope: Any, asked: Any) -> tuple[Answer, bool]:
        paths.append(scope["path"].rpartition("/")[2])
        return make(self, scope, asked)

    monkeypatch.setattr(Endpoint, "_made", noted)
    return paths


def test_a_sheet_is_made_once_for_each_reader_and_head(table: Table, made: list[str]) -> None:
    for person in (table.pat, table.gm, table.pat):
        person.see(SHEET)
    assert made == []
    table.pat.does("freeform.damage", target="ramjet", track="hp", amount=1)
    table.pat.see(SHEET)
    assert made[-1] == "ramjet"


THINGS = {"character": "hero", "encounter": "fight", "enclave": "den", "target": "plans"}


def test_every_read_that_may_be_kept_is_made_once(app: Litestar, owner: Person, made: list[str]) -> None:
    gm = Room(owner).gm
    paths = [path.format(campaign=gm.campaign, **THINGS) for path in kept_paths(app)]
    for path in paths:
        gm.see(path)
    gm.see(paths[0])
    made.clear()
    for path in paths:
        gm.see(path)
    assert paths
    assert made == []


def kept_paths(app: Litestar) -> list[str]:
    """The paths, below the prefix, of routes whose answers may be kept."""
    handlers = [
        (route.path_format, handler) for route in app.routes for handler in getattr(route, "route_handlers", ())
    ]
    endpoints = [(path, each) for path, handler in handlers for each in handler.resolve_middleware()]
    return [path.removeprefix(PREFIX) for path, each in endpoints if isinstance(each, Endpoint) and each.kept]


def test_a_read_after_a_command_sees_it(table: Table) -> None:
    for left in range(9, 4, -1):
        table.pat.does("freeform.damage", target="ramjet", track="hp", amount=1)
        assert (health(table.gm), health(table.pat)) == (left, left)


def test_a_read_sees_the_commands_of_other_processes(table: Table, services: Services) -> None:
    other = services_on(services.pool, services.registry)
    with TestClient(create_app(other)) as elsewhere:
        gm = Person(elsewhere, table.gm.token, table.gm.id, table.id)
        for left in (9, 8, 7):
            gm.does("freeform.damage", target="ramjet", track="hp", amount=1)
            assert health(table.pat) == left


def test_a_revoked_token_reads_nothing_more(table: Table) -> None:
    (token,) = (token["id"] for token in table.pat.see("/tokens"))
    table.pat.ask("DELETE", f"/tokens/{token}", 204)
    table.pat.ask("GET", SHEET, 401)


def test_a_member_who_left_reads_nothing_more(table: Table) -> None:
    table.gm.ask("DELETE", f"./members/{table.olga.id}", 200)
    table.olga.ask("GET", SHEET, 404)


def test_a_bot_reads_nothing_more_once_its_member_lets_it_no_longer(table: Table) -> None:
    made = table.pat.ask("POST", "/bots", 201, json={"name": "Dicer"})
    bot, acting = (
        Person(table.pat.http, made["secret"], made["account"]["id"], table.id),
        {"On-Behalf-Of": table.pat.id},
    )
    table.pat.ask("PUT", f"./members/{table.pat.id}/grants/{bot.id}", 204)
    for _ in range(2):
        bot.ask("GET", SHEET, 200, headers=acting)
    table.pat.ask("DELETE", f"./members/{table.pat.id}/grants/{bot.id}", 204)
    bot.ask("GET", SHEET, 403, headers=acting)


def test_everybody_sees_their_own_answer(table: Table) -> None:
    table.gm.does("freeform.create_character", name="Shade", _audience="gm")
    for _ in range(2):
        assert [line["handle"] for line in table.gm.see("./characters")] == ["ramjet", "shade"]
        assert [line["handle"] for line in table.pat.see("./characters")] == ["ramjet"]


def test_a_kept_answer_is_the_one_that_was_made(table: Table) -> None:
    first, again = table.pat.send("GET", SHEET), table.pat.send("GET", SHEET)
    other = table.pat.send("GET", SHEET, headers={"Accept-Encoding": "identity"})
    assert first.content == again.content == other.content
    assert "content-encoding" not in other.headers


def test_wrong_parameters_are_refused_each_time(table: Table) -> None:
    for _ in range(2):
        table.pat.ask("GET", f"{SHEET}?as_off=3", 400)


@pytest.fixture
def cut(services: Services, table: Table) -> Pool:
    """The pool of an installation whose connection that checks tokens is ended."""
    with services.pool.connection() as connection:
        ended = f"SELECT pg_terminate_backend(pid) {CHECKING}"
        assert connection.execute(ended.encode(), [NAME]).fetchall(), "there is one"
    return services.pool


def test_reads_go_on_while_the_connection_that_checks_tokens_is_lost(table: Table, cut: Pool) -> None:
    assert [health(table.pat) for _ in range(20)] == [10] * 20
    assert eventually(lambda: _checking(cut))


def _checking(pool: Pool) -> bool:
    with pool.connection() as connection:
        row = connection.execute(f"SELECT count(*) {CHECKING}".encode(), [NAME]).fetchone()
    return row is not None and row[0] > 0


def test_only_so_many_answers_are_kept() -> None:
    answers = KeptAnswers()
    for number in range(MOST_KEPT + 1):
        answers.keep(_key(f"/{number}"), HEAD, _answer(b"{}"))
    assert answers.at(_key("/0"), HEAD) is None
    assert answers.at(_key("/1"), HEAD) is not None


def test_large_answers_are_made_each_time() -> None:
    answers = KeptAnswers()
    answers.keep(_key("/"), HEAD, _answer(b" " * (MOST_BYTES + 1)))
    assert answers.at(_key("/"), HEAD) is None


def test_an_answer_of_another_ledger_with_as_many_entries_is_not_given() -> None:
    answers = KeptAnswers()
    answers.keep(_key("/"), HEAD, _answer(b"{}"))
    assert answers.at(_key("/"), Head(1, 4, b"another", 0)) is None


def _key(path: str) -> Any:
    scope: Any = {"path": path, "query_string": b""}
    credential: Any = Credential
    return key_of(scope, {}, credential)


def _answer(body: bytes) -> Answer:
    return 200, [], body


def test_an_answer_that_is_given_again_is_a_use_of_the_token(table: Table, services: Services) -> None:
    with services.pool.connection() as connection:
        connection.execute("UPDATE tokens SET used_on = used_on - 1 WHERE account_id = %s", [table.pat.id])
    table.pat.see(SHEET)
    used = [token.used_on for token in services.accounts.tokens(UUID(table.pat.id))]
    assert used == [datetime.now(UTC).date()]
