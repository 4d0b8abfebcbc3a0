"""The import contracts of `pyproject.toml`, tried on packages that break every one of them and on ones that keep to them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checks.source import ROOT

KEPT = {
    "domain/records/store.py": "import domain",
    "domain/records/entries.py": "import domain",
    "domain/ledger/postgres/statement.py": "import psycopg",
    "domain/ledger/postgres/recorder.py": "import domain.ledger.postgres.statement, eventsourcing",
    "domain/ledger/postgres/store.py": "import psycopg, eventsourcing, time, domain",
    "domain/ledger/appending.py": "import eventsourcing, domain.records.entries",
    "domain/ledger/memory/store.py": "import domain.ledger.appending",
    "domain/ledger/reading/past.py": "import domain.records.store",
    "domain/ledger/playing/acceptance.py": "import secrets, domain.history.planner",
    "domain/ledger/playing/draft.py": "import domain",
    "domain/ledger/revising/plans.py": "import domain.ledger.playing.draft",
    "domain/ledger/ledger.py": "import domain.ledger.revising.plans, domain.ledger.playing.draft",
    "domain/ledger/downtime.py": "import domain.ledger.ledger",
    "domain/ledger/checking/verify.py": "import domain.ledger.reading.past",
    "domain/ledger/upkeep/importing.py": "import domain.ledger.checking.verify",
    "domain/ledger/forking/fork.py": "import domain.ledger.upkeep.importing",
    "domain/history/planner.py": "import domain.records.entries, domain.records.store",
    "domain/visibility/audience.py": "import domain",
    "domain/visibility/state.py": "import domain.visibility.audience",
    "domain/visibility/wording.py": "import domain.visibility.state",
    "domain/visibility/world.py": "import domain.visibility.wording",
    "domain/visibility/view_fields.py": "import domain.visibility.world",
    "domain/visibility/event_views.py": "import domain.visibility.view_fields",
    "domain/visibility/visible_dice.py": "import domain.visibility.event_views",
    "domain/visibility/entry_visibility.py": "import domain.visibility.visible_dice, domain.records.entries",
    "projections/views/sheet.py": "import psycopg, eventsourcing, domain.records.store",
    "domain/kit/rolls.py": "import domain",
    "systems/freeform/base.py": "import domain.kit.rolls",
    "systems/chess/rules.py": "import systems.freeform.base, domain",
    "systems/go/rules.py": "import systems.freeform",
    "api/storage/pool.py": "import psycopg_pool",
    "api/use_cases/forks.py": "import domain.ledger.forking.fork",
    "api/http/guards.py": "import litestar",
    "api/routes/forks.py": "import api.use_cases.forks, api.http.guards",
    "api/cli/session.py": "import api.use_cases.forks",
    "api/mcp/tools.py": "import api.use_cases.forks",
    "api/root.py": "import api.routes.forks, api.storage.pool, projections.views.sheet, systems.chess.rules, domain.records.store, asyncio, os",
}

BROKEN = {
    "domain/rules.py": ("import systems.go", "systems → domain"),
    "projections/views/board.py": ("import systems.chess", "systems → domain"),
    "domain/front.py": ("import api", "systems → domain"),
    "domain/spoiled.py": ("import domain.kit.rolls", "the layer for games"),
    "systems/go/copied.py": ("import systems.chess.rules", "independent of each other"),
    "systems/freeform/special.py": ("import systems.chess.rules", "independent of each other"),
    "domain/clock.py": ("import time", "no clock, chance"),
    "systems/chess/luck.py": ("import random", "no clock, chance"),
    "systems/chess/append.py": ("import domain.ledger.playing.draft", "import the ledger"),
    "domain/aggregate.py": ("import domain.ledger.playing.draft", "import the ledger"),
    "systems/chess/store.py": ("import domain.records.store", "import records"),
    "domain/paths.py": ("import domain.records.entries", "import records"),
    "domain/history/peek.py": ("import domain.ledger.playing.acceptance", "and history on records"),
    "domain/history/seen.py": ("import domain.visibility.world", "and history on records"),
    "domain/visibility/stamp.py": ("import domain.ledger.playing.acceptance", "the ledger stands on visibility"),
    "domain/visibility/wording.py": ("import domain.visibility.world", "and never back"),
    "domain/records/plan.py": ("import domain.history.planner", "and history on records"),
    "domain/ledger/playing/plan.py": ("import domain.ledger.revising.plans", "the rooms of the ledger"),
    "domain/ledger/shortcut.py": ("import domain.ledger.postgres.statement", "written by recorders alone"),
    "api/cli/commands.py": ("import api.routes.forks", "nothing of each other"),
    "api/use_cases/entries.py": ("import api.routes.forks", "nothing of each other"),
    "api/routes/entries.py": ("import api.cli.session", "reach into the command line"),
    "api/mcp/rooms.py": ("import api.storage.pool", "tools of assistants"),
    "api/use_cases/shapes.py": ("import litestar", "know nothing of HTTP"),
    "api/use_cases/guards.py": ("import api.http.guards", "know nothing of HTTP"),
    "api/use_cases/tables.py": ("import api.cli.session", "reach into the command line"),
    "api/route.py": ("import psycopg", "speak to PostgreSQL"),
    "api/storage/recorder.py": ("import eventsourcing", "stand on the eventsourcing library"),
}


def lint(folder: Path, modules: dict[str, str]) -> str:
    """What the linter says of packages that hold the modules, under the project's own contracts."""
    for name, text in modules.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    for package in {parent for name in modules for parent in Path(name).parents[:-1]}:
        (folder / package / "__init__.py").touch()
    (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    output = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env={"COLUMNS": "400"})
    return output.stdout + output.stderr


@pytest.fixture(scope="module")
def complaint(tmp_path_factory: pytest.TempPathFactory) -> str:
    violations = {name: text for name, (text, _contract) in BROKEN.items()}
    return lint(tmp_path_factory.mktemp("broken"), KEPT | violations)


def test_packages_that_import_as_designed_keep_every_contract(tmp_path: Path) -> None:
    assert ", 0 broken." in lint(tmp_path, KEPT)


@pytest.mark.parametrize("name", BROKEN)
def test_a_forbidden_import_breaks_its_contract(complaint: str, name: str) -> None:
    text, contract = BROKEN[name]
    importer, imported = name.removesuffix(".py").replace("/", "."), text.removeprefix("import ")
    broken = complaint.partition("Broken contracts")[2]
    section = re.split(r"\n(?=[^\n]+\n-{20,}\n)", broken)
    assert any(contract in part and f"{importer} -> {imported} " in part for part in section)
