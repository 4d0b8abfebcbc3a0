"""The picture of a session in the README, drawn from what the command line prints.

`make docs` draws it (`python -m tests.cli.picture`) on an installation of its own with the demo.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from pathlib import Path
from typing import Final
from unittest.mock import patch

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from tests.checks.source import ROOT
from tests.cli.terminal import Terminal

PICTURE: Final = ROOT / "api" / "cli" / "session.svg"

TYPED: Final = (
    'retcon explain "The Sea Hag" sh1 hp',
    'retcon undo "The Sea Hag" 218 --dry-run',
)
"""The commands of the session. None of them changes anything."""

WIDTH: Final = 108
"""The width of the terminal, in characters."""

_SCREEN: Final = {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color", "COLUMNS": str(WIDTH)}

_DIGEST: Final = re.compile(r"plan [0-9a-f]{64}")
"""The line with the digest of a plan, which differs between installations."""

_FONTS_FROM_ELSEWHERE: Final = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)
"""The rules by which a reader would fetch fonts: a page in Markdown fetches nothing, and any monospaced font will do."""


def drawn(terminal: Terminal) -> str:
    """Draw the session as it looks at a terminal with the demo."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True, color_system="truecolor")
        for command in TYPED:
            console.print(Text.assemble(("$ ", "bold green"), (command, "bold")))
            console.print(Text.from_ansi(_printed(terminal, command)), crop=False, overflow="ignore", no_wrap=True)
        picture = console.export_svg(title="retcon", theme=MONOKAI, unique_id="retcon")
    return _FONTS_FROM_ELSEWHERE.sub("", picture)


def _printed(terminal: Terminal, command: str) -> str:
    """Return what a command prints at a terminal with colours."""
    with patch.dict(terminal.environment, _SCREEN):
        done = terminal(*shlex.split(command)[1:])
    assert done.code == 0, done.err
    return "\n".join(line for line in done.out.rstrip().splitlines() if not _DIGEST.search(line)) + "\n"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="retcon-picture-") as folder:
        terminal = Terminal(Path(folder))
        assert terminal("demo").code == 0
        PICTURE.write_text(drawn(terminal), encoding="utf-8")


if __name__ == "__main__":
    main()
