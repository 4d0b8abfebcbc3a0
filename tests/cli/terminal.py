"""A user at a terminal.

done = terminal("sheet", DEMO, "sh1")
assert "hp" in done.out
assert terminal.json("campaigns")[0]["name"] == DEMO
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner

from api.cli import main
from api.cli.exits import Exit

COMMAND = str(Path(sys.executable).with_name("retcon"))
"""The installed command, for processes of their own."""

Json = Any


class Done(msgspec.Struct, frozen=True):
    """How a command ended: its exit code, what it printed, and what it said on standard error."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """What it said on standard error, without the frames and line breaks that fit it to a width."""
        return " ".join(self.err.replace("│", " ").split())

    @property
    def told(self) -> str:
        """What it printed, without line breaks and with single spaces."""
        return " ".join(self.out.split())


class Terminal:
    """Gives commands with an environment that names a database, a data folder and, where it acts as an account, a token."""

    def __init__(self, data_dir: Path, database_url: str | None = None, token: str | None = None) -> None:
        self.data_dir = data_dir
        self.database_url = database_url
        named = {"RETCON_DATA_DIR": str(data_dir), "RETCON_DATABASE_URL": database_url, "RETCON_TOKEN": token}
        self.environment = {**named, "RETCON_HOST": None, "RETCON_PORT": None, "COLUMNS": None}

    def __call__(self, *words: object, stdin: str | bytes | None = None) -> Done:
        """Run `retcon` with these words, where it has no defect."""
        result = CliRunner().invoke(main, [str(word) for word in words], input=stdin, env=self.environment)
        assert result.exit_code != Exit.DEFECT, result.stderr
        return Done(result.exit_code, result.stdout, result.stderr)

    def json(self, *words: object, code: int = 0, stdin: bytes | None = None) -> Json:
        """The JSON that a command prints; it ends with this code."""
        done = self(*words, "--json", stdin=stdin)
        assert done.code == code, f"{done.code}: {done.out}{done.err}"
        return msgspec.json.decode(done.out)

    def problem(self, *words: object, code: int) -> Json:
        """The problem that a command ends with."""
        done = self(*words, "--json")
        assert done.code == code, f"{done.code}: {done.out}{done.err}"
        return msgspec.json.decode(done.err)

    @property
    def for_processes(self) -> dict[str, str]:
        """The environment for a process of its own."""
        own = {name: value for name, value in self.environment.items() if value is not None}
        return {**{name: value for name, value in os.environ.items() if not name.startswith("RETCON_")}, **own}
