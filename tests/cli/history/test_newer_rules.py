"""Newer rules are looked at and applied at a terminal to a campaign that was played under older ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.commands import Envelope
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import PostgresStore, pool_to
from domain.system import Registry
from systems.freeform import SYSTEM as FREEFORM
from tests.cli.terminal import Terminal
from tests.systems.toy import NEWER
from tests.systems.toy import SYSTEM as OLDER

GM = Actor("2f0c7c7e-4a53-4a0e-9c4e-0d6f5f0f2b11", "gm")
CANDLES = "Candles"


@pytest.fixture
def newer(migrated_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal at two sessions of candles, lit under the older rules: a low and a tall one, then a tall one."""
    with pool_to(migrated_url, 2) as pool:
        ledger = Ledger(PostgresStore(pool), Registry(FREEFORM, [OLDER]))
        campaign = ledger.found(CANDLES, "toy", GM.member).id
        lit = [Envelope(type="toy.light", args={"who": "ada", "wax": wax}) for wax in (2, 5, 4)]
        opened = Envelope(type="freeform.open_session")
        ada = Envelope(type="freeform.create_character", args={"name": "Ada", "tracks": {"wax": 30}})
        for envelope in (ada, opened, *lit[:2], Envelope(type="freeform.end_session"), opened, lit[2]):
            ledger.submit(campaign, GM, envelope)
    monkeypatch.setattr("systems.registry.find", lambda: Registry(FREEFORM, [NEWER]))
    return Terminal(tmp_path, migrated_url)


def wax(terminal: Terminal) -> int:
    left: int = terminal.json("sheet", CANDLES, "ada")["tracks"]["wax"]["current"]
    return left


def test_what_newer_rules_refuse_is_told_with_the_version_that_allowed_it(newer: Terminal) -> None:
    done = newer("rules", CANDLES, "--dry-run")
    assert "Version 3 of the rules, under which it was played, allowed it; newer rules do not (CN-05)" in done.told
    assert wax(newer) == 30 - 2 - 5 - 4


def test_the_plan_begins_with_rules_and_sheets(newer: Terminal) -> None:
    done = newer("rules", CANDLES, "--policy", "cascade", "--dry-run")
    assert "CN-05: entries 6, 11" in done.told
    assert "ada: 3 values differ" in done.told


def test_without_a_policy_nothing_is_written(newer: Terminal) -> None:
    assert (newer("rules", CANDLES, "--yes").code, wax(newer)) == (1, 30 - 2 - 5 - 4)


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (("--policy", "cascade"), 30 - 2),
        (("--policy", "cascade", "--from", "session:2"), 30 - 2 - 5),
        (("--policy", "cascade", "--policy", "11=keep"), 30 - 2 - 4),
    ],
)
def test_newer_rules_are_applied_with_a_yes(newer: Terminal, options: tuple[str, ...], left: int) -> None:
    assert (newer("rules", CANDLES, *options, "--yes").code, wax(newer)) == (0, left)


def test_applied_rules_are_taken_back_by_undoing_the_revision(newer: Terminal) -> None:
    revision = newer.json("rules", CANDLES, "--policy", "cascade", "--yes")["entry"]["entry"]
    newer("undo", CANDLES, revision, "--yes")
    assert wax(newer) == 30 - 2 - 5 - 4


def test_where_nothing_differs_any_more_it_says_so(newer: Terminal) -> None:
    newer("rules", CANDLES, "--policy", "cascade", "--yes")
    assert "No rule makes a difference." in newer("rules", CANDLES, "--dry-run").out
