"""Making a stored ledger: a demo is played, its past is changed, and the ledger is exported with its answers.

    python -m tests.ledgers.recording          # every one that is not there yet

Nothing that is there is ever made anew; a release whose ledgers are another kind of thing adds some under new names.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from uuid import UUID

from api.cli.commands.serving import DEMO
from api.demo.player import Player
from api.demo.reading import read
from api.demo.table import DemoTable
from api.imports.avrae import fireball_lines, import_avrae
from api.storage import embedded
from api.storage.embedded import Server
from domain.ledger.upkeep.exporting import export_lines
from tests.checks.source import ROOT
from tests.databases import fresh_database
from tests.ledgers.asking import Campaigner, Installation, installation
from tests.ledgers.stored import FOLDER, Ledger
from tests.owners import owner_token_in

DEMOS: Final = {
    "brawl": ("freeform", ROOT / "tests/data/brawl.toml"),
    "ashore": ("freeform", ROOT / "tests/data/ashore.toml"),
    **{
        path.parent.name.replace("_", "-"): (path.parent.name.replace("_", "-"), path)
        for path in sorted(ROOT.glob("systems/*/demo.toml"))
    },
}
IMPORTED: Final = "the-sea-hag"


def imported(at: Installation, _folder: Path) -> UUID:
    """The imported combat."""
    gm = str(at.services.accounts.open("person", "Grace").id)
    report = import_avrae(at.services.ledger, fireball_lines(), name=DEMO, gm_account=gm)
    assert report.campaign is not None
    return report.campaign


def played(system: str, path: Path) -> Callable[[Installation, Path], UUID]:
    """The demo of a file."""

    def play(at: Installation, folder: Path) -> UUID:
        token = owner_token_in(folder, at.services.accounts)
        demo = read(path.read_text(encoding="utf-8"), path.name)
        table = DemoTable(at.http, token, demo, system)
        assert len(list(Player(demo, table).play())) == len(demo.step)
        return table.campaign

    return play


def revise(gm: Campaigner) -> None:
    """Change the past at three places: undone and redone, undone with what follows from it, undone with the rest kept."""
    standing = gm.undoable()
    undone = gm.revise(undo=[standing[len(standing) // 4]], policy="cascade", reason="a mistake")
    gm.revise(undo=[undone["entry"]["entry"]], reason="it was none")
    gm.revise(undo=[standing[len(standing) // 2]], policy="cascade", reason="it never fell")
    standing = gm.undoable()
    late = iter(standing[len(standing) * 3 // 4 :])
    # Nothing can be kept of what no longer exists: the first entry from there on that leaves the rest possible is undone.
    while (kept := gm.tried(undo=[next(late)], policy="keep", reason="the rest stands")).status_code != 201:
        assert kept.status_code == 409, kept.text


@contextmanager
def fresh(server: Server) -> Iterator[Installation]:
    """An installation on a database of its own."""
    with fresh_database(server) as url, installation(url) as at:
        yield at


def record(server: Server, ledger: Ledger, make: Callable[[Installation, Path], UUID]) -> None:
    """Make one ledger, and ask for its answers where it was taken in."""
    with tempfile.TemporaryDirectory() as folder, fresh(server) as at:
        campaign = make(at, Path(folder))
        revise(at.master_of(campaign))
        lines = list(export_lines(at.services.ledger.store, campaign, secrets=True))
    with fresh(server) as elsewhere:
        answers = elsewhere.take_in(lines).answers()
    ledger.keep(b"".join(lines), answers)


def main() -> None:
    """Make every ledger that is not there."""
    makers = {name: played(system, path) for name, (system, path) in DEMOS.items()} | {IMPORTED: imported}
    with tempfile.TemporaryDirectory() as folder, embedded.start(Path(folder)) as server:
        for name, make in makers.items():
            if (FOLDER / f"{name}.ledger.gz").exists():
                continue
            sys.stderr.write(f"{name}\n")
            record(server, Ledger(name), make)


if __name__ == "__main__":
    main()
