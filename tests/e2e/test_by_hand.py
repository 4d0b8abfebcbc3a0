"""Evenings of two very different games, kept by hand with freeform alone by a game master and two players over HTTP.

What must hold on the way stands in the files; here it is read back as it was, and as it is held to have been.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import httpx
import pytest

from api.demo.player import Player
from api.demo.reading import read
from api.demo.table import DemoTable
from tests.checks.source import ROOT


class Evening(NamedTuple):
    """A session that has been played to its end."""

    table: DemoTable
    player: Player

    def at(self, step: str, before: int = 0) -> int:
        """The entry that a step became, or one so many before it."""
        return self.player.references.entry(step) - before

    def track(self, who: str, track: str, query: str = "") -> Any:
        return self.table.ask("gm", "GET", f"/characters/{who}{query}")["tracks"][track]["current"]


def played(http: httpx.Client, token: str, file: str) -> Evening:
    demo = read((ROOT / "tests/e2e" / file).read_text(), file)
    table = DemoTable(http, token, demo, "freeform")
    player = Player(demo, table)
    for _ in player.play():
        pass
    return Evening(table, player)


@pytest.fixture(scope="module")
def ford(http: httpx.Client, owner_token: str) -> Evening:
    return played(http, owner_token, "ford.toml")


@pytest.fixture(scope="module")
def vault(http: httpx.Client, owner_token: str) -> Evening:
    return played(http, owner_token, "vault.toml")


def test_a_blow_in_the_middle_that_never_fell_is_gone_from_every_later_value(ford: Evening) -> None:
    hurt = [ford.track(who, "hp", f"?as_of={ford.at('club')}") for who in ("mira", "kell", "ogre")]
    assert hurt == [9, 14, 18]


def test_what_the_table_saw_when_it_fell_is_read_as_ever(ford: Evening) -> None:
    query = f"?as_of={ford.at('club')}&view=as_played"
    assert [ford.track(who, "hp", query) for who in ("mira", "kell")] == [1, 0]


def test_the_moment_before_is_the_same_in_both_views(ford: Evening) -> None:
    before = ford.at("club", before=1)
    assert ford.track("mira", "hp", f"?as_of={before}") == ford.track("mira", "hp", f"?as_of={before}&view=as_played")


def test_a_blessing_counts_as_long_as_it_is_concentrated_on(ford: Evening) -> None:
    def armor(at: int) -> Any:
        return ford.table.ask("ben", "GET", f"/characters/kell?as_of={at}")["attributes"]["armor"]["value"]

    assert [armor(ford.at("blessed")), armor(ford.at("lost", before=1)), armor(ford.at("lost"))] == [18, 18, 16]


def test_who_was_healed_less_for_it_has_that_explained(ford: Evening) -> None:
    steps = ford.table.ask("ben", "GET", "/characters/kell/explain?path=tracks.hp.current")["steps"]
    assert [step["after"] for step in steps if step["after"] is not None][-1] == 14


def test_players_see_nothing_of_a_sheet_that_is_the_game_masters(ford: Evening) -> None:
    assert ford.table.ask("ana", "GET", "/characters/ogre")["tracks"] == {}


def test_stress_without_the_push_is_two_less_from_then_on(vault: Evening) -> None:
    stress = [vault.track("sable", "stress", f"?as_of={vault.at(step)}") for step in ("push", "resist", "vice")]
    assert stress == [5, 7, 2]


def test_as_it_was_played_it_was_two_more(vault: Evening) -> None:
    at = [vault.at(step) for step in ("push", "resist", "vice")]
    assert [vault.track("sable", "stress", f"?as_of={entry}&view=as_played") for entry in at] == [7, 9, 4]


def test_a_flashback_counts_from_where_it_was_put(vault: Evening) -> None:
    """Corrected, Tock's stress is there when Sable rolls; as it was played, nobody had spoken of it."""
    at = f"?as_of={vault.at('prowl')}"
    assert (vault.track("tock", "stress", at), vault.track("tock", "stress", f"{at}&view=as_played")) == (1, 0)


@pytest.mark.parametrize("evening", ["ford", "vault"])
def test_the_ledger_verifies_after_the_evening(evening: str, request: pytest.FixtureRequest) -> None:
    assert request.getfixturevalue(evening).table.ask("gm", "GET", "/verification")["faults"] == []
