"""The tab key on a machine that keeps no ledger and only signed in to a service."""

from __future__ import annotations

import pytest

from api.cli.commands.serving import DEMO
from tests.cli.elsewhere.conftest import Pair
from tests.cli.terminal import Terminal
from tests.cli.test_completion import SEA_HAG, completed

LINES = [
    ("sheet the", ["The\\ Sea\\ Hag"]),
    ('sheet "The S', [DEMO]),
    (f"sheet {SEA_HAG} ke", ["keya"]),
    (f"log {SEA_HAG} --character ke", ["keya"]),
    (f"play {SEA_HAG} damage_", ["damage_all"]),
    (f"play {SEA_HAG} damage target=ke", ["keya"]),
    (f"play {SEA_HAG} draw --dice ", ["draw="]),
    ("commands wea", ["weaverdice"]),
]


@pytest.mark.parametrize(("line", "some"), LINES)
def test_a_line_is_completed_with_what_the_service_has(pair: Pair, line: str, some: list[str]) -> None:
    assert completed(pair.there, line) == some


def test_a_profile_named_on_the_line_or_by_the_last_login_is_used(pair: Pair) -> None:
    current = Terminal(pair.there.data_dir)
    current.environment = {**pair.there.environment, "RETCON_PROFILE": None}
    named = Terminal(pair.there.data_dir)
    named.environment = {**current.environment, "RETCON_DATA_DIR": "/nonexistent"}
    assert completed(current, f"sheet {SEA_HAG} ke") == ["keya"]
    assert completed(named, f"--profile table sheet {SEA_HAG} ke") == ["keya"]
    assert completed(named, f"sheet {SEA_HAG} ke") == []


@pytest.mark.parametrize("line", ["--profile ta", "logout ta", "profiles --use ta"])
def test_profiles_are_completed(pair: Pair, line: str) -> None:
    assert completed(pair.there, line) == ["table"]


def test_a_wrong_setting_of_this_machine_is_no_hindrance(pair: Pair) -> None:
    mistaken = Terminal(pair.there.data_dir)
    mistaken.environment = {**pair.there.environment, "RETCON_PORT": "many"}
    assert completed(mistaken, f"sheet {SEA_HAG} ke") == ["keya"]
