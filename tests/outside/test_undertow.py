"""A game that was written outside, from the guide alone, is installed: it keeps its rules, and breaks none of our tests."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.checks.source import ROOT
from tests.e2e.guide import settings_in

OUR_TESTS = (
    "tests/systems",
    "tests/kit/test_commands.py",
    "tests/games/test_own_ways.py",
)
"""Tests of ours that look at every game."""

Typed = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package."""
    folder = tmp_path_factory.mktemp("outside") / "undertow"
    return Path(shutil.copytree(ROOT / "tests" / "outside" / "undertow", folder))


@pytest.fixture(scope="module")
def typed(game: Path, tmp_path_factory: pytest.TempPathFactory) -> Typed:
    """Type a command where the package is installed."""
    settings = settings_in(tmp_path_factory.mktemp("venv"), os.environ)

    def run(*command: str, folder: Path = game) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)

    installed = run("python", "-m", "pip", "install", "--quiet", "--editable", ".")
    assert installed.returncode == 0, installed.stderr
    return run


def test_the_outside_games_own_tests_pass(typed: Typed) -> None:
    tested = typed("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert tested.returncode == 0, tested.stdout


def test_every_rule_of_it_has_a_test(typed: Typed) -> None:
    assert (
        typed("python", "-m", "api.testing.coverage", "undertow", "tests").stdout == "undertow: 33 of 33 rules proved\n"
    )


def test_an_installed_outside_game_is_found(typed: Typed) -> None:
    listed = typed("retcon", "systems", "undertow", "--json")
    assert '"undertow.hand_over"' in listed.stdout, listed.stderr


@pytest.mark.slow
def test_an_outside_game_breaks_no_test_of_ours(typed: Typed) -> None:
    tested = typed("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *OUR_TESTS, folder=ROOT)
    assert tested.returncode == 0, tested.stdout[-4000:]
