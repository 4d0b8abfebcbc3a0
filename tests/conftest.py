"""What every test may use: a real PostgreSQL, one for the whole run, and how hard Hypothesis tries."""

import atexit
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from api.storage import embedded
from api.testing import plugin, rolls
from tests import demos
from tests.databases import fresh_database, migrated_database
from tests.games.measures import MEASURES

UNSAFE_BUT_QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "300"}

collect_ignore = ["outside/undertow"]
"""A package of its own, whose tests run where it is installed (`tests/outside/test_undertow.py`)."""

pytest_configure = plugin.pytest_configure
"""The mark of rules, also where Retcon's own entry points are not installed."""

rolls.MEASURES.update(MEASURES)

gc.disable()  # until everything is collected: of all that is imported and collected nothing is garbage

settings.register_profile(
    "ci", max_examples=100, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", parent=settings.get_profile("ci"), max_examples=5_000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


GARBAGE = (20_000, 50, 100)
"""The thresholds of garbage collection. With Python's own, a run spends a tenth of its time on looking for the little there is."""


def pytest_collection_finish() -> None:
    """Leave what was imported and collected out of every later garbage collection: it stays to the end of the process, where
    libraries look for leaks."""
    gc.collect()
    gc.freeze()
    atexit.register(gc.unfreeze)
    gc.set_threshold(*GARBAGE)
    gc.enable()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the figures that tests have recorded (`record_property("figures", …)`), also from other workers."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "figures":
                terminalreporter.write_line(f"{report.nodeid.rpartition('::')[2]}: {value}")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[embedded.Server]:
    """The server of this run. All workers hold the same one, and the last to finish stops it."""
    with embedded.start(shared_folder(tmp_path_factory) / "postgres-of-this-run", options=UNSAFE_BUT_QUICK) as server:
        yield server


def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that all workers of this run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def demos_of_run(postgres: embedded.Server, tmp_path_factory: pytest.TempPathFactory) -> demos.DemosOfRun:
    """Every demo, played by the worker that needs it first."""
    return demos.demos_of_run(postgres, shared_folder(tmp_path_factory))


@pytest.fixture(scope="session")
def postgres_uri(postgres: embedded.Server) -> str:
    """A database on the server of this run that no test may write to; for making others beside it."""
    return postgres.uri


@pytest.fixture
def database_url(postgres: embedded.Server) -> Iterator[str]:
    """An empty database of the test's own."""
    with fresh_database(postgres) as url:
        yield url


@pytest.fixture
def migrated_url(postgres: embedded.Server) -> Iterator[str]:
    """A database of the test's own with all tables of an installation, and no rows."""
    with migrated_database(postgres) as url:
        yield url


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A data folder that does not exist yet."""
    return tmp_path / "data"


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    """An open connection, committing each statement, to an empty database of the test's own."""
    with psycopg.connect(database_url, autocommit=True) as opened:
        yield opened
