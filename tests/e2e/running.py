"""The product started as its users start it: the installed command, in a data folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.api.serving import free_port

RETCON = str(Path(sys.executable).with_name("retcon"))


class Running(NamedTuple):
    """A service that answers, and the token of whoever owns it."""

    url: str
    token: str


def environment(folder: Path, port: int | None = None) -> dict[str, str]:
    """The settings of an installation in a folder of its own."""
    settings = {**os.environ, "RETCON_DATA_DIR": str(folder / "data")}
    settings.pop("RETCON_DATABASE_URL", None)
    return settings if port is None else {**settings, "RETCON_PORT": str(port)}


@contextmanager
def running(folder: Path, *options: str, retcon: str = RETCON, port: int = 0) -> Iterator[Running]:
    """`retcon serve` until the block ends; of another installation and on a port of its own where they are given."""
    port = port or free_port()
    with (folder / "log").open("wb") as log:
        service = subprocess.Popen(
            [retcon, "serve", *options], env=environment(folder, port), stdout=log, stderr=subprocess.STDOUT
        )
    try:
        wait_for(f"http://127.0.0.1:{port}/ready", service, folder / "log")
        yield Running(f"http://127.0.0.1:{port}", (folder / "data" / "owner-token").read_text().strip())
    finally:
        service.terminate()
        service.wait(timeout=20)


def wait_for(url: str, service: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and service.poll() is None:
        try:
            if httpx.get(url).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError(f"the service did not start:\n{log.read_text()}")
