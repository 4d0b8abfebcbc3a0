"""Every demo, played once: in memory, published, and on a Spark Connect server of the test's own."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from pysail.spark import SparkConnectServer

from projections.analytics.base import Base, in_memory
from projections.analytics.engines import published_base
from projections.analytics.publishing.dataset import DataSet, data_set_at
from projections.analytics.publishing.filesystems import LocalFolder
from projections.analytics.publishing.publisher import DataSetPublisher
from tests.analytics.demos import PlayedDemos


@pytest.fixture(scope="session")
def demo_set(demos: PlayedDemos, tmp_path_factory: pytest.TempPathFactory) -> DataSet:
    """The demos as a published data set."""
    folder = LocalFolder(tmp_path_factory.mktemp("set"))
    DataSetPublisher(demos.services.ledger, demos.database, folder).publish()
    return data_set_at(str(folder.path))


@pytest.fixture(scope="session")
def memory(demos: PlayedDemos) -> Base:
    """The demos in the memory of this process."""
    return in_memory(demos.tables())


@pytest.fixture(scope="session")
def files(demo_set: DataSet) -> Iterator[Base]:
    """The published demos on DuckDB."""
    with published_base(demo_set) as base:
        yield base


@pytest.fixture(scope="session", autouse=True)
def no_doctests() -> None:
    """Let the client of Spark know that this is a program.

    It takes a process whose main module has no file for one that runs its own doctests, and ends it; workers of pytest-xdist are such processes.
    """
    main = sys.modules["__main__"]
    if not hasattr(main, "__file__"):
        main.__file__ = __file__


@pytest.fixture(scope="session")
def sail() -> Iterator[str]:
    """The address of a Spark Connect server in this process."""
    server = SparkConnectServer("127.0.0.1", 0)
    server.start(background=True)
    host, port = server.listening_address
    yield f"sc://{host}:{port}"
    server.stop()


@pytest.fixture(scope="session")
def spark(demo_set: DataSet, sail: str) -> Iterator[Base]:
    """The published demos on Spark."""
    with published_base(demo_set, "spark", sail) as base:
        yield base
