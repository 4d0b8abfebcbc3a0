"""The service as a process: it starts, serves many at once, and ends when it is told to."""

import gc
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import httpx
import pytest

from api.analytics import extra
from api.problems import NotInstalled
from api.serving.not_serving import AddressTaken
from api.serving.server import free_address
from tests.api.people import Person, Table
from tests.api.serving import PATIENCE, Serving, free_port
from tests.checks.source import ROOT


def test_a_whole_evening_over_a_real_connection(served: Person) -> None:
    table = Table(served)
    table.gm.does("freeform.open_session", title="One")
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    wrong = table.pat.does("freeform.damage", target="ramjet", track="hp", amount=7)["entry"]
    table.pat.does("freeform.heal", target="ramjet", track="hp", amount=1)
    table.pat.ask("POST", "./commands?dry_run=true", 200, json={"type": "freeform.note", "args": {"text": "?"}})
    plan = table.gm.ask("POST", "./revisions", 200, json={"undo": [wrong], "dry_run": True})
    table.gm.ask("POST", "./revisions", 201, json={"undo": [wrong], "plan": plan["plan"], "reason": "missed"})
    assert table.pat.see("./characters/ramjet")["tracks"]["hp"]["current"] == 11
    table.gm.does("freeform.end_session")
    assert table.olga.see("./verification")["ok"]


def test_many_at_once_are_all_served_and_numbered_without_gaps(served: Person) -> None:
    table = Table(served)
    before = table.gm.see(".")["head"]["entry"]
    with ThreadPoolExecutor(8) as threads:
        notes = threads.map(lambda n: table.gm.does("freeform.note", text=f"note {n}")["entry"], range(24))
        assert sorted(notes) == list(range(before + 1, before + 25))


def test_the_page_is_there(server: Serving) -> None:
    assert "Retcon" in httpx.get(f"{server.url}/docs").text


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_server_ends_promptly_on_a_signal(database_url: str, tmp_path: Path, how: signal.Signals) -> None:
    with Serving(database_url, tmp_path) as serving:
        code, seconds = serving.stop(how)
    assert code == 0, serving.log.read_text()
    assert seconds < 4


def test_the_servers_log_is_json_lines(database_url: str, tmp_path: Path) -> None:
    with Serving(database_url, tmp_path) as serving:
        pass
    assert all(line.startswith("{") for line in serving.log.read_text().splitlines())


def test_started_again_it_knows_everything(database_url: str, tmp_path: Path) -> None:
    with Serving(database_url, tmp_path) as serving, serving.client() as client:
        token = serving.owner_token
        founded = Person(client, token).ask("POST", "/campaigns", 201, json={"name": "Night", "system": "freeform"})
    with Serving(database_url, tmp_path) as serving, serving.client() as client:
        assert Person(client, token).see("/campaigns") == [founded]


def test_a_taken_port_is_named(server: Serving, database_url: str, tmp_path: Path) -> None:
    second = Serving(database_url, tmp_path, port=server.port)
    assert second.process.wait(timeout=PATIENCE) != 0
    assert f"cannot listen on 127.0.0.1:{server.port} (another program listens there" in second.log.read_text()


@pytest.mark.parametrize(("host", "address"), [("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1")])
def test_a_host_may_be_an_address_or_a_name(host: str, address: str) -> None:
    assert free_address(host, free_port()) == address


def test_a_host_that_nobody_knows_is_named() -> None:
    with pytest.raises(AddressTaken, match="nohost"):
        free_address("nohost.invalid", 80)


@pytest.mark.parametrize("installed", [True, False])
def test_what_reports_need_is_imported_in_a_while_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, *, installed: bool
) -> None:
    done: list[str] = []
    asked, timers = Event(), set(threading.enumerate())

    def importing() -> None:
        asked.set()
        if not installed:
            raise NotInstalled("reports need altair")
        done.append("imported")

    monkeypatch.setattr(extra, "WARM_AFTER", 0.01)
    monkeypatch.setattr(extra, "reporting", importing)
    monkeypatch.setattr(gc, "freeze", lambda: done.append("frozen"))
    extra.warm_up()
    for timer in set(threading.enumerate()) - timers:
        timer.join(PATIENCE)
    assert asked.is_set()
    assert done == (["imported", "frozen"] if installed else [])


STOPPED_AFTER_REPORTS = """
import gc
from api.analytics.extra import reporting
from api.serving.server import frozen
from projections.analytics.base import in_memory
with frozen():
    reporting()
    base = in_memory({})
    gc.freeze()
"""


def test_a_service_that_has_made_reports_ends_without_a_word() -> None:
    ended = subprocess.run([sys.executable, "-c", STOPPED_AFTER_REPORTS], cwd=ROOT, capture_output=True, check=True)
    assert (ended.stdout, ended.stderr) == (b"", b"")
