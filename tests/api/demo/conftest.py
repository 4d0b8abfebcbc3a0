"""Playing demos without a socket."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from api.demo.happening import DemoHappening
from api.demo.player import Player
from api.demo.reading import read
from api.demo.table import DemoTable
from tests.checks.source import ROOT

Play = Callable[[str], tuple[DemoTable, list[DemoHappening]]]

HEAD = """
name = "A Brawl"
options = {dice = "table"}
[people]
gm = "Grace"
ana = "Ana"
[[step]]
by = "gm"
type = "create_character"
name = "red"
args = {name = "Red", owners = ["@ana"], tracks = {hp = 10}}
"""
"""A demo with one character, to which tests add steps; its first line of steps is the eighth."""


@pytest.fixture(scope="session")
def play(http: httpx.Client, owner_token: str) -> Play:
    """Plays what a text describes; gives the table and what happened."""

    def played(text: str) -> tuple[DemoTable, list[DemoHappening]]:
        demo = read(text, "test.toml")
        table = DemoTable(http, owner_token, demo, "freeform")
        return table, list(Player(demo, table).play())

    return played


@pytest.fixture(scope="session")
def brawl(play: Play) -> tuple[DemoTable, list[DemoHappening]]:
    """The brawl, played."""
    return play((ROOT / "tests/data/brawl.toml").read_text())
