"""A migrated database, and an installation that is backed up, for tests of what lies in them."""

from collections.abc import Iterator

import pytest

from api.storage.database import SCHEMAS, Pool
from api.storage.embedded import Server
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.store import pool_to
from tests.databases import fresh_database
from tests.storage.installation import Installation, backed_up


@pytest.fixture
def pool(migrated_url: str) -> Iterator[Pool]:
    with pool_to(migrated_url, 4) as opened:
        yield opened


@pytest.fixture(scope="session")
def kept_url(postgres: Server) -> Iterator[str]:
    """The address of the installation that is backed up."""
    with fresh_database(postgres) as address:
        yield address


@pytest.fixture(scope="session")
def installation(kept_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """The installation that is backed up; it may be played on."""
    migrate(kept_url, SCHEMAS)
    with pool_to(kept_url, 8) as pool:
        yield Installation(pool, tmp_path_factory.mktemp("data"))


@pytest.fixture
def file(installation: Installation, kept_url: str) -> bytes:
    """A backup of it as it is now."""
    return backed_up(kept_url)[0]
