"""The mark that says which rules a test proves: `@pytest.mark.rules("XX-YY-01")`. Installed with Retcon, pytest finds it."""

from __future__ import annotations

from typing import Protocol


class Config(Protocol):
    """The part of pytest's configuration that is used here, so that nothing imports pytest."""

    def addinivalue_line(self, name: str, line: str) -> None:
        """Add a line to an option that has several."""


def pytest_configure(config: Config) -> None:
    """Make the mark known."""
    config.addinivalue_line(
        "markers", "rules(*ids): the ids of the rules this test proves, as in the game's rules.toml"
    )
