"""Two copies of one campaign: one at this machine, one behind a service, each with a terminal of the same account."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from api.cli.commands.serving import DEMO
from api.storage.embedded import Server
from tests.api.serving import Serving
from tests.cli.terminal import Terminal
from tests.databases import fresh_database

GRID = {
    "target": "the docks",
    "rows": 1,
    "columns": 1,
    "strikes": 1,
    "row_labels": ["Movements"],
    "column_labels": ["x"],
}
CELL = {"grid": "plans", "row": 0, "column": 0, "truth": "A spy.", "shown": "A cook.", "state": "open"}
PUT = {
    "followers scouts": {
        "kind": "scout",
        "title": "Scouts",
        "count": 3,
        "cap": "limits.scouts",
        "passives": ["scores.speed"],
    },
    "assets boat": {"kind": "boat", "title": "The Gull"},
    "grids plans": GRID,
    "cells plans/0/0": CELL,
}


class Pair(NamedTuple):
    """A terminal at the machine of a campaign, one elsewhere at a copy of it, and the service of that copy. `player` are two
    such terminals of a player, who sees less."""

    here: Terminal
    there: Terminal
    service: Serving
    player: tuple[Terminal, Terminal]


def elsewhere(folder: Path, profile: str | None = None) -> Terminal:
    """A terminal on another machine: it knows no ledger, and its profiles are in that folder."""
    terminal = Terminal(folder)
    terminal.environment = dict.fromkeys(terminal.environment) | {"RETCON_PROFILE": profile}
    terminal.environment["XDG_CONFIG_HOME"] = str(folder)
    return terminal


def sign_in(terminal: Terminal, service: Serving, token: str, name: str = "table") -> None:
    """Sign in, and let the terminal use that profile."""
    assert terminal("login", service.url, "--profile", name, stdin=f"{token}\n").code == 0
    terminal.environment["RETCON_PROFILE"] = name


@pytest.fixture(scope="module")
def pair(postgres: Server, reader: Terminal, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    token = (reader.data_dir / "owner-token").read_text().strip()
    with fresh_database(postgres, _name(reader)) as url:
        here = Terminal(reader.data_dir, url, token)
        _furnish(here)
        joined = Terminal(reader.data_dir, url)("join", here.json("invite", DEMO)["code"], "--name", "Ana").out.strip()
        with (
            fresh_database(postgres, _name(here)) as copy,
            Serving(copy, tmp_path_factory.mktemp("served"), RETCON_DATA_DIR=str(reader.data_dir)) as service,
        ):
            distant = elsewhere(tmp_path_factory.mktemp("elsewhere"))
            sign_in(distant, service, token)
            player = elsewhere(tmp_path_factory.mktemp("player"))
            sign_in(player, service, joined)
            yield Pair(here, distant, service, (Terminal(reader.data_dir, url, joined), player))


def _name(terminal: Terminal) -> str:
    assert terminal.database_url is not None
    return terminal.database_url.partition("?")[0].rpartition("/")[2]


def _furnish(terminal: Terminal) -> None:
    """Give the campaign a group with followers and a grid, and a note that only its game master sees."""
    done = terminal("play", DEMO, "freeform.note", "text=A spy.", "--audience", "gm")
    assert done.code == 0, done.err
    _give(terminal, "create_enclave", name="The Crew", handle="crew", members=["sh1"])
    for place, instance in PUT.items():
        component, name = place.split()
        _give(terminal, "put", target="crew", component=component, name=name, instance=instance)


def _give(terminal: Terminal, type: str, **args: object) -> None:
    done = terminal("play", DEMO, f"freeform.{type}", "--args", msgspec.json.encode(args).decode())
    assert done.code == 0, done.err
