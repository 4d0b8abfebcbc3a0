"""One front and two workers: what goes through one holds at the other, and neither stays behind."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from uuid import uuid4

import httpx
import psutil
import pytest

from api.storage.embedded import Server
from tests.api.following import Following, eventually
from tests.api.people import Person, Table, command
from tests.api.serving import PATIENCE, Serving, workers_of
from tests.databases import fresh_database


class Served:
    """A service of two workers, and a connection to each: connections that follow each other go to different ones."""

    def __init__(self, serving: Serving, stack: ExitStack) -> None:
        self.serving = serving
        self.connections = [stack.enter_context(serving.client()) for _ in range(2)]
        for connection in self.connections:
            connection.get("/health").raise_for_status()
        owner = Person(self.connections[0], serving.owner_token)
        self.owner = Person(owner.http, owner.token, owner.see("/account")["id"])

    def elsewhere(self, who: Person) -> Person:
        """The same person at the other worker."""
        other = self.connections[who.http is self.connections[0]]
        return Person(other, who.token, who.id, who.campaign)


@contextmanager
def two_workers(postgres: Server, folder: Path) -> Iterator[Served]:
    with fresh_database(postgres) as url, ExitStack() as stack:
        serving = Serving(url, folder, RETCON_WORKERS="2", RETCON_GUESSES_PER_MINUTE="5")
        yield Served(stack.enter_context(serving), stack)


@pytest.fixture(scope="module")
def served(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with two_workers(postgres, tmp_path_factory.mktemp("served")) as served:
        yield served


@pytest.fixture
def spent(postgres: Server, tmp_path: Path) -> Iterator[Served]:
    """A service of its own, for a test that leaves its workers or its guesses otherwise than it found them."""
    with two_workers(postgres, tmp_path) as served:
        yield served


@pytest.fixture
def table(served: Served) -> Table:
    return Table(served.owner)


def connections(worker: psutil.Process, port: int) -> int:
    """How many connections to a port end at a worker."""
    return sum(each.laddr.port == port and each.status == "ESTABLISHED" for each in worker.net_connections("tcp"))


def test_each_worker_takes_every_other_connection(served: Served) -> None:
    assert [connections(worker, served.serving.port) for worker in workers_of(served.serving)] == [1, 1]


def test_a_stream_at_one_worker_tells_what_is_written_at_both(served: Served, table: Table) -> None:
    with Following(served.serving, table.pat) as here, Following(served.serving, table.pat) as beyond:
        written = [who.does("freeform.note", text="…")["entry"] for who in (table.gm, served.elsewhere(table.gm))]
        assert here.until(written[-1]).entries == beyond.until(written[-1]).entries == written


def test_a_token_that_is_revoked_at_one_worker_is_worth_nothing_at_the_other(served: Served, table: Table) -> None:
    made = table.pat.ask("POST", "/tokens", 201, json={"label": "phone"})
    phone = served.elsewhere(Person(table.pat.http, made["secret"], table.pat.id, table.id))
    phone.does("freeform.note", text="hello")
    table.pat.ask("DELETE", f"/tokens/{made['token']['id']}", 204)
    assert phone.send("POST", "./commands", json=command("freeform.note", text="…")).status_code == 401


def test_a_member_who_is_removed_at_one_worker_is_a_stranger_at_the_other(served: Served, table: Table) -> None:
    pat = served.elsewhere(table.pat)
    pat.does("freeform.note", text="hello")
    table.gm.ask("DELETE", f"./members/{table.pat.id}", 200)
    assert pat.send("POST", "./commands", json=command("freeform.note", text="…")).status_code == 404


def test_a_command_that_is_sent_again_to_the_other_worker_is_the_same_entry(served: Served, table: Table) -> None:
    body = command("freeform.roll", notation="3d6", label="luck")
    entry = table.gm.ask("POST", "./commands", 201, json=body)
    assert served.elsewhere(table.gm).ask("POST", "./commands", 201, json=body) == entry


def test_dice_that_both_workers_roll_prove_right(served: Served, table: Table) -> None:
    for who in (table.gm, served.elsewhere(table.gm)) * 3:
        who.does("freeform.roll", notation="2d6", label="luck")
    assert table.gm.see("./verification")["ok"]


def test_wrong_tokens_are_counted_by_each_worker(spent: Served) -> None:
    here = Person(spent.connections[0], f"retcon_{uuid4()}")
    assert [here.send("GET", "/account").status_code for _ in range(6)][-1] == 429
    assert spent.elsewhere(here).send("GET", "/account").status_code == 401


def test_a_worker_that_is_killed_is_replaced_while_the_other_serves(spent: Served) -> None:
    killed = workers_of(spent.serving)[0]
    killed.kill()
    killed.wait(PATIENCE)
    assert httpx.get(f"{spent.serving.url}/ready", timeout=PATIENCE).status_code == 200
    assert eventually(lambda: len(workers_of(spent.serving)) == 2)


def runs(process: psutil.Process) -> bool:
    """Whether a process has not ended. One that ended stays listed until whoever adopted it asks how."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_service_that_ends_leaves_no_process_behind(tmp_path: Path, how: signal.Signals) -> None:
    with Serving("", tmp_path, RETCON_WORKERS="2") as serving:
        database = int((tmp_path / "data" / "postgres" / "postmaster.pid").read_text().split()[0])
        family = [psutil.Process(database), *psutil.Process(serving.process.pid).children(recursive=True)]
        serving.stop(how)
        assert eventually(lambda: not any(runs(process) for process in family))
