"""The walks in `domain/README.md` are the ways that requests go, in as few files as they say."""

import re
from functools import cache, reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from api.storage.database import SCHEMAS
from api.storage.embedded import Server
from domain.ledger.postgres.migrations import migrate
from tests.bench.journeys import REQUESTS, traced
from tests.checks.source import ROOT
from tests.databases import fresh_database
from tests.journeys import Journey, Step

MOST_FILES = {"give a command": 50, "undo an old entry": 60, "read a sheet as of an entry": 45}
"""Project files that a request runs through at most."""

STEP = re.compile(r"(?P<number>[0-9]+)\. `(?P<function>[A-Za-z_.]+)` [a-z][^`]*.*\.")


@cache
def walks() -> dict[str, list[str]]:
    """The functions of each walk, by its heading in lower case."""
    readme = (ROOT / "domain/README.md").read_text()
    section = readme.partition("## Three requests, from the route to the SQL")[2].partition("\n## ")[0]
    parts = (part.partition("\n") for part in section.split("\n### ")[1:])
    return {heading.lower(): steps(body) for heading, _, body in parts}


def steps(body: str) -> list[str]:
    lines = [line for line in body.splitlines() if re.match(r"[0-9]+\.", line)]
    steps = [STEP.fullmatch(line) for line in lines]
    assert [line for line, step in zip(lines, steps, strict=True) if step is None] == []
    assert [int(step["number"]) for step in steps if step] == list(range(1, len(lines) + 1))
    return [step["function"] for step in steps if step]


@pytest.fixture(scope="module")
def journeys(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Journey]:
    folder: Path = tmp_path_factory.mktemp("traced")
    with fresh_database(postgres) as url:
        migrate(url, SCHEMAS)
        with traced(url, folder) as at_table:
            return {name: request(at_table) for name, request in REQUESTS.items()}


def out_of_order(walk: list[str], journey: Journey) -> list[str]:
    """The functions of a walk that the request does not call behind those before them."""
    calls = iter(step.function for step in journey.steps)
    return [function for function in walk if function not in calls]


def named(function: str) -> Any:
    """What a dotted name stands for: a function of a module, or of a class there."""
    parts = function.split(".")
    depth = next(n for n in range(len(parts), 0, -1) if (ROOT / "/".join(parts[:n])).with_suffix(".py").exists())
    return reduce(getattr, parts[depth:], import_module(".".join(parts[:depth])))


def test_the_walks_are_those_that_are_traced() -> None:
    assert walks().keys() == REQUESTS.keys()


@pytest.mark.parametrize("walk", REQUESTS)
def test_every_step_of_a_walk_is_a_function(walk: str) -> None:
    assert [function for function in walks()[walk] if not callable(named(function))] == []


@pytest.mark.parametrize("walk", REQUESTS)
def test_a_request_calls_the_functions_of_its_walk_in_their_order(walk: str, journeys: dict[str, Journey]) -> None:
    assert out_of_order(walks()[walk], journeys[walk]) == []


@pytest.mark.parametrize("walk", REQUESTS)
def test_a_request_runs_through_few_files(walk: str, journeys: dict[str, Journey], record_property: Any) -> None:
    files = len(journeys[walk].files)
    record_property("figures", f"{walk}: {files} project files")
    assert files <= MOST_FILES[walk]


def test_a_function_that_is_called_too_early_is_out_of_order() -> None:
    journey = Journey()
    journey.steps = [Step("a.py", "a.first"), Step("a.py", "a.second")]
    assert out_of_order(["a.second", "a.first"], journey) == ["a.first"]
