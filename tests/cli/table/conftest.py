"""An installation with one campaign, set up at a terminal: a game master, a player and an observer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.storage.embedded import Server
from tests.cli.terminal import Terminal
from tests.databases import fresh_database

NIGHT = "The Long Night"


class CliTable:
    """The terminals of the people around a campaign. The owner of the installation is its game master."""

    def __init__(self, owner: Terminal) -> None:
        self.gm = owner
        assert owner("found", NIGHT, "--game", "freeform").code == 0
        self.pat = self.join("Pat", "player")
        self.olga = self.join("Olga", "observer")

    def join(self, name: str, role: str, campaign: str = NIGHT) -> Terminal:
        """A terminal of a newcomer who takes an invitation."""
        invited = self.gm("invite", campaign, "--as", role)
        joined = self.gm("join", invited.out.strip(), "--name", name)
        assert joined.code == 0, (invited.said, joined.said)  # without a token one would act as the operator
        return self.acting(joined.out.strip())

    def acting(self, token: str | None) -> Terminal:
        """A terminal that acts by a token."""
        return Terminal(self.gm.data_dir, self.gm.database_url, token)

    def play(self, type: str, args: str, terminal: Terminal | None = None) -> None:
        """Give a command of the game master's, or of the user at a terminal."""
        done = (terminal or self.gm)("play", NIGHT, f"freeform.{type}", "--args", args)
        assert done.code == 0, done.said


@pytest.fixture(scope="module")
def table(postgres: Server, data_folder: Path) -> Iterator[CliTable]:
    """The table of a test module: what one test changes the others see, so each takes people or options of its own."""
    with fresh_database(postgres) as url:
        yield CliTable(Terminal(data_folder, url))
