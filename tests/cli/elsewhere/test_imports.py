"""A read at a service elsewhere imports neither a game nor the web server."""

import os
import subprocess
import sys

from api.cli.commands.serving import DEMO
from tests.cli.elsewhere.conftest import Pair
from tests.cli.test_start_up import GAMES, REPORT, REPORTS

SERVER = {"uvicorn", "litestar", "uvloop", "api.routes", "api.http", "api.app", "api.cli.machine", "systems.registry"}


def test_a_read_elsewhere_imports_no_game_and_no_web_server(pair: Pair) -> None:
    own = {name: value for name, value in pair.there.environment.items() if value is not None}
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RETCON_")} | own
    command = (sys.executable, "-c", REPORT, "sheet", DEMO, "sh1")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    modules = set(done.stderr.split())
    assert "retcon_client" in modules
    assert modules & {*SERVER, *GAMES, *REPORTS} == set()
    assert len(modules) < 900
