"""Ledgers with facts, as the tests of facts have them, and folders to publish them to."""

from pathlib import Path

import pytest

from projections.analytics.publishing.filesystems import LocalFolder
from tests.analytics.publishing.published import PublishedLedgers
from tests.projections.conftest import followed, followed_pool, followed_url
from tests.projections.followed import Followed

__all__ = ["followed", "followed_pool", "followed_url"]


@pytest.fixture
def ledgers(followed: Followed, tmp_path: Path) -> PublishedLedgers:
    """Ledgers with facts that are published to a folder of the test's own."""
    return PublishedLedgers(followed, LocalFolder(tmp_path / "set"))
