"""The command line: how long the help and a read take, at the machine while the service runs, and from another machine."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from uuid import uuid4

from api.cli.commands.serving import DEMO
from tests.api.serving import Serving
from tests.bench.measuring import Bench, Table
from tests.cli.terminal import COMMAND

LIBRARIES = "import msgspec, psycopg, psycopg_pool, rich.table, rich_click"
"""The libraries without which no read can be: a command line, a driver of the database, JSON, and tables."""

Environment = Mapping[str, str]


def measure(bench: Bench) -> Iterator[Table]:
    folder = bench.folder / f"starting-{uuid4().hex}"
    folder.mkdir()
    here = _environment(folder, RETCON_DATA_DIR=str(folder / "data"))
    elsewhere = _environment(folder, RETCON_DATA_DIR=str(folder / "elsewhere"), RETCON_PROFILE="bench")
    _run((COMMAND, "demo"), here)
    with Serving("", folder).wait() as service:
        _run((COMMAND, "login", service.url, "--profile", "bench"), elsewhere, f"{service.owner_token}\n")
        programs: dict[str, tuple[Sequence[str], Environment]] = {
            "Python alone": ((sys.executable, "-c", "pass"), here),
            "the libraries that a read needs": ((sys.executable, "-c", LIBRARIES), here),
            "`retcon --help`": ((COMMAND, "--help"), here),
            "`retcon campaigns`": ((COMMAND, "campaigns"), here),
            "`retcon sheet`": ((COMMAND, "sheet", DEMO, "sh1"), here),
            "`retcon sheet`, from another machine": ((COMMAND, "sheet", DEMO, "sh1"), elsewhere),
        }
        rounds = [{name: _took(*given) for name, given in programs.items()} for _ in range(bench.scaled(15, 1))]
    middle = {name: [median(each[name][part] for each in rounds) for part in (0, 1)] for name in programs}
    libraries = middle["the libraries that a read needs"][1]
    rows = [
        (name, f"{1e3 * wall:.0f}", f"{1e3 * processor:.0f}", f"{processor / libraries:.1f}")
        for name, (wall, processor) in middle.items()
    ]
    note = "The middle of rounds in which all take turns. The service runs meanwhile; its time is not counted."
    yield Table("The command line", ("what", "ms", "ms of the processor", "× the libraries"), rows, note)


def _environment(folder: Path, **own: str) -> Environment:
    others = {name: value for name, value in os.environ.items() if not name.startswith("RETCON_")}
    return {**others, "XDG_CONFIG_HOME": str(folder), **own}


def _run(command: Sequence[str], environment: Environment, given: str = "") -> None:
    subprocess.run(command, env=environment, input=given, text=True, capture_output=True, check=True)


def _took(command: Sequence[str], environment: Environment) -> tuple[float, float]:
    """The seconds of a program, and those that it had of the processor."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    _run(command, environment)
    passed, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return passed, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
