"""A service on a database of its own with default durability, that can be killed and brought up again, and its players."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from uuid import uuid4

import httpx
import psutil

from api.storage import embedded
from tests.api.serving import Serving

HIT_POINTS = 1_000_000

PAUSE = 0.02
"""Seconds between a player's commands: enough are always under way, and the machine is left to restart things."""


class Stage:
    """PostgreSQL and the service on it, each of which can be killed and started again."""

    def __init__(self, folder: Path, **options: str) -> None:
        self.folder = folder
        self.options = options
        self.database = embedded.start(folder / "database", options=options)
        self.service = self._serving()

    def _serving(self) -> Serving:
        folder = self.folder / "service"
        folder.mkdir(exist_ok=True)
        return Serving(self.database.uri, folder, getattr(self, "port", None)).wait()

    def kill_service(self) -> None:
        self.port = self.service.port
        self.service.process.kill()
        self.service.process.wait()

    def start_service(self) -> None:
        self.service = self._serving()

    def kill_database(self) -> None:
        """SIGKILL to every process of the cluster: what it had only in memory is gone."""
        postmaster = psutil.Process(int((self.database.cluster / "postmaster.pid").read_text().split()[0]))
        processes = [postmaster, *postmaster.children(recursive=True)]
        for process in processes:
            process.kill()
        psutil.wait_procs(processes, timeout=10)
        self.database.stop()  # lets go of what is dead

    def start_database(self) -> None:
        self.database = embedded.start(self.folder / "database", options=self.options)

    def close(self) -> None:
        if self.service.process.poll() is None:
            self.service.stop()
        self.database.stop()


class Writers:
    """Players who write all the time, repeat under the same id what was not answered, and remember what was acknowledged."""

    def __init__(self, stage: Stage, count: int) -> None:
        self.stage = stage
        headers = {"Authorization": f"Bearer {stage.service.owner_token}"}
        self.client = httpx.Client(base_url=f"{stage.service.url}/api/v1/campaigns", headers=headers, timeout=10)
        made = self.client.post("", json={"name": "faults", "system": "freeform"})
        self.campaign = made.raise_for_status().json()["id"]
        self.acknowledged: dict[str, int] = {}
        self.unanswered = 0
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self.send(str(uuid4()), "create_character", {"name": "Target", "tracks": {"hp": HIT_POINTS}})
        self._threads = [threading.Thread(target=self._write) for _ in range(count)]

    def send(self, command_id: str, word: str, args: dict[str, object]) -> int | None:
        """The entry a command made; None where no answer came that could be relied on."""
        body = {"id": command_id, "type": f"freeform.{word}", "args": args}
        try:
            answer = self.client.post(f"/{self.campaign}/commands", json=body)
        except httpx.TransportError:
            return None
        return int(answer.json()["entry"]) if answer.status_code == 201 else None

    def __enter__(self) -> Writers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=60)
        self.client.close()

    def _write(self) -> None:
        while not self._stop.is_set():
            command_id = str(uuid4())
            hurt: dict[str, object] = {"target": "target", "track": "hp", "amount": 1}
            while (entry := self.send(command_id, "damage", hurt)) is None:
                self.unanswered += 1
                time.sleep(0.05)
            with self._lock:
                self.acknowledged[command_id] = entry
            time.sleep(PAUSE)
