"""An installation into which every stored ledger was taken, once for all tests of this process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from api.storage.embedded import Server
from tests.databases import fresh_database
from tests.ledgers.asking import Campaigner, Installation, installation
from tests.ledgers.stored import Difference, Ledger, differences, every_ledger


class Taken:
    """A stored ledger at the installation, with its game master. `differences` are all that was answered otherwise than by the
    release that wrote the ledger, before any test changed it."""

    def __init__(self, ledger: Ledger, gm: Campaigner) -> None:
        self.ledger = ledger
        self.gm = gm
        self.differences: list[Difference] = list(differences(ledger.answers, gm.answers()))


class Shelf:
    """All stored ledgers; each is taken in when it is first asked for."""

    def __init__(self, at: Installation) -> None:
        self._at = at
        self._taken: dict[str, Taken] = {}

    def __getitem__(self, ledger: Ledger) -> Taken:
        if ledger.name not in self._taken:
            self._taken[ledger.name] = Taken(ledger, self._at.take_in(ledger.lines))
        return self._taken[ledger.name]


@pytest.fixture(scope="session")
def shelf(postgres: Server) -> Iterator[Shelf]:
    with fresh_database(postgres) as url, installation(url) as at:
        yield Shelf(at)


@pytest.fixture(params=every_ledger(), ids=lambda ledger: ledger.name)
def taken(request: pytest.FixtureRequest, shelf: Shelf) -> Taken:
    ledger: Ledger = request.param
    return shelf[ledger]
