"""A real combat, from its file to its sheets, audited and corrected by a program that only speaks HTTP."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.checks.source import ROOT
from tests.e2e.running import running


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What the client saw of a service that was started like `make run` starts it."""
    folder = tmp_path_factory.mktemp("demo")
    with running(folder, "--demo") as service:
        client = [sys.executable, str(ROOT / "tests/e2e/client.py"), service.url, service.token]
        done = subprocess.run(client, capture_output=True, text=True, check=False, cwd=folder)
        assert done.returncode == 0, done.stderr
        yield json.loads(done.stdout)


def test_the_hags_hit_points_run_as_the_log_has_them(seen: dict[str, Any]) -> None:
    assert seen["course"] == [52, 45, 42, 36, 30, 21, 4, 2, -2]


def test_every_hit_is_explained_by_its_dice(seen: dict[str, Any]) -> None:
    assert seen["damage dice"] == [[4], [2], [3], [3, 3], [4], [3, 8, 6], [2], []]


def test_a_past_moment_is_read(seen: dict[str, Any]) -> None:
    assert (seen["after the third hit"], seen["at the end"]) == (36, -2)


def test_striking_the_hit_of_nine_leaves_her_at_seven_and_redo_at_minus_two(seen: dict[str, Any]) -> None:
    assert (seen["nine struck"], seen["redone"]) == (7, -2)


def test_what_the_table_saw_and_what_we_hold_true_are_both_read(seen: dict[str, Any]) -> None:
    assert (seen["as the table saw it"], seen["as we hold it true"]) == (21, 30)


def test_the_hit_of_seventeen_amended_to_seven_leaves_her_at_eight(seen: dict[str, Any]) -> None:
    assert seen["seventeen amended to seven"] == 8


def test_ten_points_healed_after_the_third_hit_reach_every_later_value(seen: dict[str, Any]) -> None:
    assert seen["healed after the third hit"] == [46, 40, 31, 14, 12, 8]


def test_blind_hits_are_not_decided_again_for_an_insert(seen: dict[str, Any]) -> None:
    assert seen["decided again for the insert"] == []


def test_the_ledger_verifies_after_all_of_it(seen: dict[str, Any]) -> None:
    assert seen["verified"] is True
