"""Newer rules are looked at and applied over HTTP to a campaign that was played under older ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from litestar.testing import TestClient

from api.app import create_app
from api.services import services_on
from domain.ledger.postgres.store import CountingPool, pool_to
from domain.system import Registry, System
from systems.freeform import SYSTEM as FREEFORM
from tests.api.people import Json, Person, Table
from tests.owners import owner_token_in
from tests.systems.toy import NEWER
from tests.systems.toy import SYSTEM as OLDER


@contextmanager
def released(pool: CountingPool, system: System, folder: Path) -> Iterator[Person]:
    """The owner of an installation that has this release of the toy game."""
    services = services_on(pool, Registry(FREEFORM, [system]))
    token = owner_token_in(folder, services.accounts)
    with TestClient(create_app(services), raise_server_exceptions=False) as http:
        yield Person(http, token)


class Candles:
    """Two sessions under the older rules, in each of which a tall candle is lit, and in the first a low one too; the newer
    rules, which refuse the tall ones, are installed now."""

    def __init__(self, gm: Person, low: int, tall: int, later: int) -> None:
        self.gm, self.low, self.tall, self.later = gm, low, tall, later

    def look(self, **asked: Json) -> Json:
        return self.gm.ask("POST", "./revisions", 200, json={"rules": True, **asked, "dry_run": True})

    def commit(self, **asked: Json) -> Json:
        return self.gm.ask("POST", "./revisions", 201, json={"rules": True, **asked})

    def sheet(self, **at: Json) -> Json:
        return self.gm.see("./characters/ada", **at)

    def wax(self, **at: Json) -> int:
        left: int = self.sheet(**at)["tracks"]["wax"]["current"]
        return left


@pytest.fixture
def game(migrated_url: str, tmp_path: Path) -> Iterator[Candles]:
    with pool_to(migrated_url, 4) as pool:
        with released(pool, OLDER, tmp_path) as owner:
            gm = Table(owner, "toy").gm
            gm.does("freeform.create_character", name="Ada", tracks={"wax": 30})
            gm.does("freeform.open_session")
            low, tall = (gm.does("toy.light", who="ada", wax=wax)["entry"] for wax in (2, 5))
            gm.does("freeform.end_session")
            gm.does("freeform.open_session")
            later = gm.does("toy.light", who="ada", wax=4)["entry"]
        with released(pool, NEWER, tmp_path) as owner:
            yield Candles(owner.at(gm.campaign), low, tall, later)


def test_the_plan_tells_by_rule_and_by_sheet_what_differs(game: Candles) -> None:
    plan = game.look(policy="cascade")
    assert plan["by_rule"]["CN-05"] == [game.tall, game.later]
    assert "tracks.wax.current" in plan["by_sheet"]["character/ada"]


def test_the_plan_says_of_each_refused_entry_under_which_version_it_was_played(game: Candles) -> None:
    refused = {one["entry"]: (one["rule"], one["played_under"]) for one in game.look()["entries"]}
    assert refused == {game.tall: ("CN-05", 3), game.later: ("CN-05", 3)}


def test_a_look_writes_nothing(game: Candles) -> None:
    before = game.sheet()
    game.look(policy="cascade")
    assert game.sheet() == before


def test_without_a_policy_what_newer_rules_refuse_stands_in_the_way(game: Candles) -> None:
    problem = game.gm.problem("POST", "./revisions", 409, json={"rules": True})
    assert (problem["plan"]["conflicts"], game.wax()) == ([game.tall, game.later], 30 - 2 - 5 - 4)


@pytest.mark.parametrize(
    ("asked", "wax"),
    [
        ({"policy": "cascade"}, 30 - 2),
        ({"policy": "keep"}, 30 - 2 - 5 - 4),
        ({"policy": "cascade", "from": "session:2"}, 30 - 2 - 5),
    ],
)
def test_applied_whole_and_from_a_session_on_the_sheet_is_what_the_policy_leaves(
    game: Candles, asked: Json, wax: int
) -> None:
    game.commit(**asked)
    assert game.wax() == wax


def test_policies_decide_for_single_entries(game: Candles) -> None:
    game.commit(policy="cascade", policies={str(game.tall): "keep"})
    assert game.wax() == 30 - 2 - 5


def test_the_sheet_as_it_was_played_stays(game: Candles) -> None:
    game.commit(policy="cascade")
    assert (game.wax(as_of=game.later, view="as_played"), game.wax(as_of=game.later)) == (30 - 2 - 5 - 4, 30 - 2)


def test_the_plan_that_was_looked_at_is_the_one_that_is_committed(game: Candles) -> None:
    shown = game.look(policy="cascade")
    written = game.commit(policy="cascade", plan=shown["plan"])
    assert (written["plan"]["plan"], written["entry"]["kind"]) == (shown["plan"], "revision")


def test_withdrawn_the_sheet_is_what_it_was(game: Candles) -> None:
    before = game.sheet()["tracks"]
    revision = game.commit(policy="cascade")["entry"]["entry"]
    game.gm.ask("POST", "./revisions", 201, json={"undo": [revision]})
    assert game.sheet()["tracks"] == before


def test_applied_once_newer_rules_differ_nowhere(game: Candles) -> None:
    game.commit(policy="cascade")
    assert (game.look()["entries"], game.look()["by_rule"]) == ([], {})
