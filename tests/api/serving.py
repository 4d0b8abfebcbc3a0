"""The service as a process of its own, on a free port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import httpx
import psutil

from tests.checks.source import ROOT

PATIENCE: Final = 120.0
"""The seconds for which tests wait for a process. Only what never comes takes so long; a busy machine takes a good part of it."""

PROGRAM = """
import os
from api.analytics import extra
from api.serving.server import serve
from api.settings import load
extra.WARM_AFTER = 3600.0
serve(load(os.environ))
"""
"""A service as `retcon serve` runs it, which imports what reports need at the first report: for most tests it would do so in vain, and
that takes longer than all else that it does."""


class Serving:
    """A running service; leaving it stops it. `log` holds what it wrote."""

    def __init__(self, database_url: str, folder: Path, port: int | None = None, **settings: str) -> None:
        self.folder = folder
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "RETCON_DATABASE_URL": database_url,
            "RETCON_DATA_DIR": str(folder / "data"),
            "RETCON_PORT": str(self.port),
            **settings,
        }
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", PROGRAM], env=environment, stdout=log, stderr=subprocess.STDOUT
            )

    @property
    def owner_token(self) -> str:
        return (self.folder / "data" / "owner-token").read_text().strip()

    def wait(self) -> Self:
        """Wait until it answers."""
        if not answers_within(PATIENCE, f"{self.url}/ready", self.process):
            raise AssertionError(f"the service did not start:\n{self.log.read_text()}")
        return self

    def client(self) -> httpx.Client:
        """A client of it that waits as long as an answer takes on a machine where much else runs."""
        return httpx.Client(base_url=self.url, timeout=PATIENCE, verify=False)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Tell it to stop; gives its exit code, and how many seconds it took."""
        began = time.monotonic()
        self.process.send_signal(how)
        return self.process.wait(timeout=PATIENCE), time.monotonic() - began

    def __enter__(self) -> Self:
        return self.wait()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.stop()


def answers_within(seconds: float, url: str, process: subprocess.Popen[Any]) -> bool:
    """Whether a service comes to answer with 200 in that time, while its process runs.

    One client asks again and again, and loads no certificates: that takes longer than the answer, and as much as a start
    if each time does.
    """
    deadline = time.monotonic() + seconds
    with httpx.Client(verify=False) as client:
        while time.monotonic() < deadline and process.poll() is None:
            try:
                if client.get(url).status_code == 200:
                    return True
            except httpx.TransportError:
                pass
            time.sleep(0.05)
    return False


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        number: int = taken.getsockname()[1]
        return number


def workers_of(serving: Serving) -> list[psutil.Process]:
    """The worker processes of a service that has several. A worker that was killed is none any more."""
    return [child for child in psutil.Process(serving.process.pid).children() if _is_worker(child)]


def _is_worker(child: psutil.Process) -> bool:
    try:
        return "multiprocessing.spawn" in " ".join(child.cmdline())
    except psutil.NoSuchProcess:  # a zombie is one such
        return False
