"""A command imports what it uses: neither the help nor a read loads the web server, reports or other games."""

import inspect
import os
import subprocess
import sys

import pytest
import rich_click as click

from api.cli.commands.serving import DEMO
from api.cli.lazy import ListedCommand
from api.cli.root import main
from tests.cli.terminal import Terminal

CHECKS = ("structlog", "domain.ledger.checking.verify", "projections.verifying")

SERVER = ("uvicorn", "litestar", "uvloop", "httpx", "api.routes", "api.http", "api.app")
REPORTS = ("duckdb", "ibis", "numpy", "pandas", "pyarrow", "scipy")
GAMES = (
    "systems.cthulhu_eternal",
    "systems.midnight_in_vaia",
    "systems.orcus",
    "systems.rotted_capes",
    "systems.weaverdice",
)

REPORT = """
import sys
from api.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""


def imported(terminal: Terminal | None, *words: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    environment = dict(os.environ)
    if terminal is not None:
        environment |= {"RETCON_DATA_DIR": str(terminal.data_dir), "RETCON_DATABASE_URL": terminal.database_url or ""}
    done = subprocess.run(
        (sys.executable, "-c", REPORT, *words), env=environment, capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def test_the_help_imports_no_service_no_database_and_no_game() -> None:
    modules = imported(None, "--help")
    assert not modules & {*SERVER, *REPORTS, *GAMES, "psycopg", "structlog", "domain", "systems", "msgspec"}
    assert len(modules) < 330


@pytest.mark.parametrize("words", [("sheet", DEMO, "sh1"), ("log", DEMO, "--limit", "3"), ("campaigns",)])
def test_a_read_imports_no_web_server_no_reports_and_no_other_game(reader: Terminal, words: tuple[str, ...]) -> None:
    modules = imported(reader, *words)
    assert not modules & {*SERVER, *REPORTS, *GAMES, *CHECKS}
    assert len(modules) < 800


@pytest.mark.parametrize("name", [name for name, it in main.commands.items() if isinstance(it, ListedCommand)])
def test_a_command_is_listed_with_the_first_paragraph_of_its_own_help(name: str) -> None:
    listed = main.commands[name]
    assert isinstance(listed, ListedCommand)
    loaded: click.Command = listed.load()
    first = inspect.cleandoc(loaded.help or "").partition("\n\n")[0].replace("\n", " ")
    assert (loaded.name, first) == (name, listed.help)
