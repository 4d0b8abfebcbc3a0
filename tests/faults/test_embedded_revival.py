"""The embedded database is killed under a running service: it comes back, and play goes on by itself."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import psutil
import pytest

from tests.api.people import Person, command
from tests.api.serving import Serving

PATIENCE = 30.0
"""Seconds that the database has to be started again and to recover, on a busy machine."""


@pytest.mark.slow
def test_a_service_whose_embedded_database_is_killed_goes_on_by_itself(tmp_path: Path) -> None:
    with Serving("", tmp_path) as served, httpx.Client(base_url=served.url, timeout=20) as client:
        owner = Person(client, served.owner_token)
        founded = owner.ask("POST", "/campaigns", 201, json={"name": "Night", "system": "freeform"})
        gm = owner.at(founded["id"])
        before = gm.does("freeform.note", text="before")["entry"]
        kill_database(served)
        retried = command("freeform.note", text="after")
        until = time.monotonic() + PATIENCE
        while (answer := gm.send("POST", "./commands", json=retried)).status_code != 201:
            assert answer.status_code == 503, answer.text
            assert time.monotonic() < until, "the database did not come back"
            time.sleep(0.2)
        assert answer.json()["entry"] == before + 1


def kill_database(served: Serving) -> None:
    """SIGKILL to the server and to all that it has started."""
    number = (served.folder / "data" / "postgres" / "postmaster.pid").read_text().split()[0]
    postmaster = psutil.Process(int(number))
    for process in (postmaster, *postmaster.children(recursive=True)):
        process.kill()
