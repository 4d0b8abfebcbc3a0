"""A service on a database of its own with default durability, that can be killed and brought up again, and its players."""

from __future__ import annotations

import random
import threading
import time
from contextlib import suppress
from pathlib import Path
from uuid import UUID, uuid4

import httpx
import psutil

from api.storage import embedded
from domain.aggregates import Character, decode_state
from domain.ledger.checking.verify import verify
from domain.ledger.postgres.store import PostgresStore
from domain.records.entries import EntryFilter
from tests.api.following import eventually
from tests.api.serving import Serving, workers_of

HIT_POINTS = 1_000_000

PAUSE = 0.02
"""Seconds between a player's commands: enough are always under way, and the machine is left to restart things."""

PATIENCE = 20.0
"""Seconds after which everything that was killed must have come back, and every player have had an answer."""


class Cluster:
    """A PostgreSQL that can be killed and started again."""

    def __init__(self, folder: Path, **options: str) -> None:
        self.folder = folder
        self.options = options
        self.start_database()

    def start_database(self) -> None:
        self.database = embedded.start(self.folder / "database", options=self.options)

    def kill_database(self) -> None:
        """SIGKILL to every process of the cluster: what it had only in memory is gone."""
        postmaster = psutil.Process(int((self.database.cluster / "postmaster.pid").read_text().split()[0]))
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            with suppress(psutil.NoSuchProcess):  # a connection's process may end by itself just before
                process.kill()
        psutil.wait_procs(processes, timeout=10)
        self.database.stop()  # lets go of what is dead

    def close(self) -> None:
        self.database.stop()


class Stage(Cluster):
    """PostgreSQL and the service on it, each of which can be killed and started again; the service with so many workers."""

    def __init__(self, folder: Path, workers: int = 1, **options: str) -> None:
        super().__init__(folder, **options)
        self._workers = workers
        self.service = self._serving()

    def _serving(self) -> Serving:
        folder = self.folder / "service"
        folder.mkdir(exist_ok=True)
        settings = {"RETCON_WORKERS": str(self._workers)}
        return Serving(self.database.uri, folder, getattr(self, "port", None), **settings).wait()

    def kill_service(self) -> None:
        self.port = self.service.port
        self.service.process.kill()
        self.service.process.wait()

    def kill_worker(self, chance: random.Random) -> None:
        """Kill one of several workers, and wait until it is replaced."""
        chance.choice(workers_of(self.service)).kill()
        assert eventually(lambda: len(workers_of(self.service)) == self._workers)

    def start_service(self) -> None:
        self.service = self._serving()

    def close(self) -> None:
        if self.service.process.poll() is None:
            self.service.stop()
        super().close()


class Seat:
    """A game master's place in a new campaign of a served installation, with a character `target`."""

    def __init__(self, service: Serving) -> None:
        headers = {"Authorization": f"Bearer {service.owner_token}"}
        self.client = httpx.Client(base_url=f"{service.url}/api/v1/campaigns", headers=headers, timeout=PATIENCE)
        made = self.client.post("", json={"name": "faults", "system": "freeform"})
        assert made.status_code == 201, made.text
        self.campaign = made.json()["id"]
        created = self.give(str(uuid4()), "create_character", name="Target", tracks={"hp": HIT_POINTS})
        assert created.status_code == 201, created.text

    def give(self, command_id: str, word: str, **args: object) -> httpx.Response:
        body = {"id": command_id, "type": f"freeform.{word}", "args": args}
        return self.client.post(f"/{self.campaign}/commands", json=body)

    def hurt(self, command_id: str) -> httpx.Response:
        """Take one hit point."""
        return self.give(command_id, "damage", target="target", track="hp", amount=1)

    def hurt_until_answered(self, command_id: str) -> tuple[int, int]:
        """Send it again until it is acknowledged; gives its entry, and how often there was no or no good answer.

        Raises AssertionError where the answer is neither success nor a call to try again, or takes too long to come.
        """
        deadline, tried = time.monotonic() + PATIENCE, 0
        while time.monotonic() < deadline:
            try:
                answer = self.hurt(command_id)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code == 201:
                return int(answer.json()["entry"]), tried
            assert answer is None or answer.status_code == 503, f"{answer.status_code} {answer.text}"
            tried += 1
            time.sleep(0.05)
        raise AssertionError(f"no answer to {command_id} within {PATIENCE} seconds")


class Writers(Seat):
    """Players who write all the time, repeat under the same id what was not answered, and remember what was acknowledged."""

    def __init__(self, stage: Stage, count: int) -> None:
        super().__init__(stage.service)
        self.acknowledged: dict[str, int] = {}
        self.unanswered = 0
        self.failures: list[str] = []
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._threads = [threading.Thread(target=self._write) for _ in range(count)]

    def __enter__(self) -> Writers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Let everybody finish the command they are at."""
        self._stop.set()
        for thread in self._threads:
            thread.join()
        self.client.close()

    def _write(self) -> None:
        while not self._stop.is_set():
            command_id = str(uuid4())
            try:
                entry, tried = self.hurt_until_answered(command_id)
            except AssertionError as error:
                self.failures.append(str(error))
                return
            with self._lock:
                self.acknowledged[command_id] = entry
                self.unanswered += tried
            time.sleep(PAUSE)


def expect_each_once(uri: str, campaign: str, acknowledged: dict[str, int]) -> None:
    """Every acknowledged hit is its entry, there is no other, and what is stored is what the events amount to."""
    with PostgresStore(uri) as store:
        id = UUID(campaign)
        entries = store.entries(id, EntryFilter(limit=1_000_000, entry_kind="play"))
        written = {entry.header.command_id: entry.header.number for entry in entries[1:]}
        assert acknowledged == {key: written.get(key) for key in acknowledged}
        assert len(written) == len(acknowledged), "something was written twice, or never answered"
        (row,) = (row for row in store.all_states(id) if row.ref.startswith("character/"))
        target = decode_state(row.ref, row.body)
        assert isinstance(target, Character)
        assert target.tracks["hp"].current == HIT_POINTS - len(written)
        verification = verify(store, id)
        assert verification.ok, verification.faults
