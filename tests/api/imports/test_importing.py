"""Files are imported over HTTP: whole or not at all, by those who may, and no larger than the installation takes."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from litestar.testing import TestClient

from api.app import create_app
from api.http.uploads import AT_ONCE
from api.services import Services
from api.settings import load
from tests.api.imports.files import founder, imported, refused, rolls, zipped
from tests.api.people import Person, Table
from tests.imports.histories.worlds import d20, message, old_world

MEBIBYTE = 1024 * 1024


@pytest.fixture(scope="module")
def small(services: Services, owner_token: str) -> Iterator[Person]:
    """The owner, at a service that takes files of one MiB."""
    with TestClient(create_app(services, load({"RETCON_IMPORT_MEGABYTES": "1"}))) as http:
        yield Person(http, owner_token)


@pytest.fixture
def newcomer(owner: Person) -> Person:
    """A person who may found campaigns, and takes part in none."""
    return founder(owner, f"Nell {uuid4()}")


def test_a_table_of_rolls_becomes_a_campaign_of_its_importer(newcomer: Person) -> None:
    report = imported(newcomer, "rolls", rolls(), file="evenings.csv")["report"]
    assert (report["exit_code"], report["refused"], report["rolls"]["rolls"]) == (0, "", 3)
    (campaign,) = newcomer.see("/campaigns")
    assert (campaign["id"], campaign["name"], campaign["role"]) == (report["rolls"]["campaign"], "evenings", "gm")


def test_a_dry_run_writes_nothing(newcomer: Person) -> None:
    report = imported(newcomer, "rolls", rolls(), dry_run=True)["report"]
    assert (report["rolls"]["rolls"], report["rolls"]["campaign"], newcomer.see("/campaigns")) == (3, None, [])


def test_a_strict_import_of_a_damaged_table_writes_nothing(newcomer: Person) -> None:
    report = imported(newcomer, "rolls", rolls() + b"Ana,,,1d20,77,\n", strict=True)["report"]
    assert (report["exit_code"], newcomer.see("/campaigns")) == (1, [])
    assert "Not every line can be taken" in report["refused"]


def test_the_reasons_for_what_was_left_out_are_in_the_language_of_the_reader(newcomer: Person) -> None:
    table = rolls() + b"Ana,,,1d20,77,\nAna,,,,14,\n"
    answer = newcomer.send("POST", "/imports/rolls", content=table, headers={"Accept-Language": "de"})
    report = json.loads(answer.text.splitlines()[-1])["report"]["rolls"]
    assert [fault["text"] for fault in report["faults"]] == [
        "Ein d20 zeigt 1 bis 20, nicht 77.",
        "Die Würfel fehlen, etwa 1d20; nenne eine Spalte oder die üblichen Würfel.",
    ]


def test_a_table_of_characters_is_added_to_a_campaign_by_its_game_master(table: Table) -> None:
    file = b"Name,Player,HP\nMira,Pat,9/21\nGoblin,,7\n"
    report = imported(table.gm, "characters", file, f"/campaigns/{table.id}", column=["hp=HP"])["report"]["history"]
    assert (report["campaign"], report["written"]["characters"], report["is_new"]) == (table.id, 2, False)
    assert table.gm.see("./characters/mira")["owners"] == [table.pat.id]


def test_a_world_is_sent_as_a_zip_of_its_folder(newcomer: Person, tmp_path: Path) -> None:
    world = old_world(tmp_path / "harbour", message("M1", 0, rolls=[d20(15, 5)]))
    files = {f"harbour/{each.relative_to(world)}": each.read_bytes() for each in world.rglob("*") if each.is_file()}
    report = imported(newcomer, "foundry", zipped(files))["report"]["history"]
    assert (report["name"], report["written"]["characters"]) == ("The Harbour", 3)


@pytest.mark.parametrize(
    ("kind", "content", "slug"),
    [
        ("rolls", b"\x00\x01\x02", "wrong-columns"),
        ("characters", b"a,b\n1,2\n", "wrong-character-columns"),
        ("ledger", b"{}", "not-an-export"),
        ("roll20", b"nothing", "not-of-roll20"),
        ("roll20", b"PK\x03\x04 and no more", "damaged-zip"),
        ("foundry", b"[" * 5000, "no-export"),
        ("foundry", zipped({"readme.txt": b"Hello."}), "no-world"),
        ("foundry", zipped({"../../evil/data/users.db": b"{}"}), "damaged-zip"),
        ("foundry", zipped({"/etc/data/../../users.db": b"{}"}), "damaged-zip"),
    ],
)
def test_a_file_of_another_kind_is_refused_with_the_reason(
    newcomer: Person, kind: str, content: bytes, slug: str
) -> None:
    assert refused(newcomer, kind, content) == slug


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("ledger", {"dry_run": True}),
        ("avrae", {"dry_run": True}),
        ("rolls", {"zone": "Nowhere"}),
        ("rolls", {"older": True}),
    ],
)
def test_a_wish_that_would_be_left_aside_is_refused(newcomer: Person, kind: str, query: dict[str, Any]) -> None:
    assert refused(newcomer, kind, rolls(), **query) == "bad-parameter"


def test_an_empty_body_is_no_file(newcomer: Person) -> None:
    assert newcomer.problem("POST", "/imports/rolls", 400, content=b"")["type"] == "/problems/no-file"


@pytest.mark.parametrize("query", [{"column": "who"}, {"strict": "perhaps"}, {"as_of": 3}])
def test_wrong_parameters_are_refused_before_the_file_is_read(newcomer: Person, query: dict[str, Any]) -> None:
    newcomer.problem("POST", "/imports/rolls", 400, content=rolls(), params=query)


def test_there_is_no_other_kind_of_import(newcomer: Person) -> None:
    assert newcomer.send("POST", "/imports/nothing", content=rolls()).status_code in (400, 404)


def test_a_recording_is_not_added_to_a_campaign(table: Table) -> None:
    assert refused(table.gm, "rolls", rolls(), f"/campaigns/{table.id}") == "bad-parameter"


class TestTooMuch:
    """A service takes files up to its setting, and unpacks eight times as much."""

    def test_a_file_that_says_that_it_is_too_large_is_refused_with_what_to_do(self, small: Person) -> None:
        problem = small.problem("POST", "/imports/rolls", 413, content=b"x" * (MEBIBYTE + 1))
        assert problem["type"] == "/problems/file-too-large"
        assert "RETCON_IMPORT_MEGABYTES" in problem["detail"]

    def test_a_file_of_unknown_length_is_counted_as_it_comes(self, small: Person) -> None:
        parts = (b"x" * 65536 for _ in range(17))
        assert small.problem("POST", "/imports/rolls", 413, content=parts)["type"] == "/problems/file-too-large"

    def test_a_gzip_bomb_is_refused(self, small: Person) -> None:
        assert (
            refused(small, "rolls", gzip.compress(rolls() + (b" " * 1023 + b"\n") * (9 * 1024))) == "unpacks-too-large"
        )

    @pytest.mark.parametrize("kind", ["roll20", "foundry"])
    def test_a_zip_bomb_is_refused(self, small: Person, kind: str) -> None:
        bomb = zipped({"x/character.json": b" " * (5 * MEBIBYTE), "x/data/users.db": b" " * (5 * MEBIBYTE)})
        assert refused(small, kind, bomb) == "unpacks-too-large"

    def test_zips_within_a_zip_count_together(self, small: Person) -> None:
        inner = zipped({"character.json": b" " * (3 * MEBIBYTE)})
        outer = zipped({f"retcon-files/{n}/a.zip": inner for n in range(3)})
        assert refused(small, "roll20", outer) == "unpacks-too-large"

    def test_a_zip_of_very_many_files_is_refused(self, small: Person) -> None:
        assert refused(small, "foundry", zipped({f"data/{n}": b"" for n in range(10_001)})) == "unpacks-too-large"

    def test_a_service_may_take_no_files_at_all(self, services: Services, owner_token: str) -> None:
        with TestClient(create_app(services, load({"RETCON_IMPORT_MEGABYTES": "0"}))) as http:
            problem = Person(http, owner_token).problem("POST", "/imports/rolls", 403, content=rolls())
        assert problem["type"] == "/problems/imports-off"


class TestLedgers:
    """An exported ledger keeps its id, so it lies once in an installation."""

    def export(self, who: Person) -> bytes:
        return who.send("GET", "./export").content

    def test_a_ledger_that_is_here_is_refused(self, table: Table) -> None:
        assert refused(table.gm, "ledger", self.export(table.gm)) == "campaign-exists"

    def test_a_damaged_ledger_is_refused(self, table: Table, served: Person) -> None:
        assert refused(served, "ledger", self.export(table.gm)[:-40]) == "damaged-export"

    def test_who_imports_a_ledger_becomes_its_game_master(self, table: Table, served: Person) -> None:
        table.gm.does("freeform.note", text="The butler did it.")
        newcomer = founder(served, f"Nell {uuid4()}")
        report = imported(newcomer, "ledger", self.export(table.gm))["report"]["ledger"]
        assert (report["campaign"], report["joined"]) == (table.id, True)
        here = newcomer.at(table.id)
        assert (here.see(".")["role"], here.see("./verification")["ok"]) == ("gm", True)

    def test_a_fork_is_imported_by_game_masters_of_its_parent_alone(self, table: Table, owner: Person) -> None:
        """Its readers see the past that it shares: a forged one would show a player what the game master hides."""
        fork = table.gm.ask("POST", "./forks", 201, json={"name": "What if"})["id"]
        file = self.export(table.gm.at(fork))
        owner.ask("PATCH", f"/accounts/{table.pat.id}", 200, json={"may_found": True})
        assert refused(table.pat, "ledger", file) == "parent-missing"
        assert refused(table.gm, "ledger", file) == "campaign-exists"


class TestOthers:
    """Nobody learns of a campaign by importing the file that it came of."""

    def test_rolls_that_another_account_imported_become_a_campaign_once_more(self, owner: Person) -> None:
        file = rolls(4, of=f"Ana {uuid4()}")
        one, other = founder(owner, f"One {uuid4()}"), founder(owner, f"Other {uuid4()}")
        first = imported(one, "rolls", file)["report"]
        second = imported(other, "rolls", file)["report"]
        again = imported(one, "rolls", file)["report"]
        assert (second["exit_code"], second["rolls"]["earlier"]) == (0, [])
        assert (again["exit_code"], again["rolls"]["earlier"]) == (1, [first["rolls"]["campaign"]])

    def test_a_player_adds_nothing(self, table: Table) -> None:
        table.pat.problem("POST", f"/campaigns/{table.id}/imports/characters", 403, content=b"Name\nMira\n")

    def test_who_may_not_found_campaigns_imports_none(self, table: Table) -> None:
        table.pat.problem("POST", "/imports/rolls", 403, content=rolls())


def test_the_lines_say_how_far_the_import_is(served: Person) -> None:
    file = rolls(1500, of=f"Ana {uuid4()}")
    lines = [json.loads(line) for line in served.send("POST", "/imports/rolls", content=file).text.splitlines()]
    *before, last = lines
    steps = [line["done"] for line in before]
    assert (last["line"], {line["of"] for line in before}) == ("report", {1500})
    assert steps == sorted(set(steps))


def test_a_connection_that_is_closed_cancels_the_import(served: Person) -> None:
    name, file = f"Cut off {uuid4()}", rolls(4000, of=f"Ana {uuid4()}")
    headers = {"Authorization": f"Bearer {served.token}"}
    asked = {"params": {"name": name}, "content": file, "headers": headers}
    with served.http.stream("POST", "/api/v1/imports/rolls", **asked) as answer:  # type: ignore[arg-type]
        assert json.loads(next(answer.iter_lines()))["line"] == "progress"
    whole = imported(served, "rolls", file, name=name)["report"]
    assert (whole["exit_code"], whole["rolls"]["earlier"]) == (0, []), "what was cut off had been written"
    assert len(served.see("/campaigns", name=name)) == 1


def begun(person: Person) -> socket.socket:
    """A connection on which the beginning of a file has come."""
    url = person.http.base_url
    connection = socket.create_connection((url.host, url.port or 80), timeout=20)
    head = (
        f"POST /api/v1/imports/rolls HTTP/1.1\r\nhost: retcon\r\nauthorization: Bearer {person.token}\r\n"
        "content-length: 100000\r\n\r\nPlayer,"
    )
    connection.sendall(head.encode())
    return connection


def status_of_a_small_file(person: Person) -> int:
    return person.send("POST", "/imports/rolls", content=rolls(), params={"dry_run": True}).status_code


def test_files_that_come_in_slowly_hold_nothing_but_their_places(served: Person) -> None:
    slow = [begun(served) for _ in range(AT_ONCE)]
    try:
        while (status := status_of_a_small_file(served)) == 200 and len(slow) < 10 * AT_ONCE:
            slow.append(begun(served))  # the small file may have had the place of one of them
            time.sleep(0.05)
        assert (status, served.see("/account")["id"]) == (429, served.id)
    finally:
        for connection in slow:
            connection.close()
    statuses: list[int] = []
    while 200 not in statuses and len(statuses) < 100:
        statuses.append(status_of_a_small_file(served))
        time.sleep(0.05)
    assert statuses[-1] == 200


def test_an_application_that_ends_leaves_no_thread_of_an_import(services: Services, owner_token: str) -> None:
    others = _import_threads()
    with TestClient(create_app(services)) as http:
        imported(Person(http, owner_token), "rolls", rolls(), dry_run=True)
        assert _import_threads() > others
    assert _import_threads() == others


def _import_threads() -> set[int | None]:
    """The threads that work on imports, of every application of this process."""
    return {thread.ident for thread in threading.enumerate() if thread.name.startswith("import_")}
