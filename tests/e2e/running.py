"""The product started as its users start it: the installed command, in a data folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.api.serving import answers_within, free_port

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
        ready = answers_within(60, f"http://127.0.0.1:{port}/ready", service)
        assert ready, f"the service did not start:\n{(folder / 'log').read_text()}"
        yield Running(f"http://127.0.0.1:{port}", (folder / "data" / "owner-token").read_text().strip())
    finally:
        service.terminate()
        service.wait(timeout=20)
