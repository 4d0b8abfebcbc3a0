"""The guide for authors, followed: the files that it has one write, and the commands that it has one type, in their order.

A block that says `file=` is a file of that name in place of any before it, one that says `add=` is added to it. A block of a console
that is marked `test` is typed, and `serve` as well says that the service runs meanwhile.
"""

from __future__ import annotations

import os
import re
import sys
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.checks.documents import Block, split
from tests.checks.source import ROOT

GUIDE: Final = ROOT / "systems" / "README.md"

OFFLINE: Final = {"PIP_NO_INDEX": "1", "PIP_NO_BUILD_ISOLATION": "off", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
"""Settings with which a package is installed with what is here already."""


class Turn(NamedTuple):
    """What is typed at a prompt, and the lines that are shown for an answer; `…` stands for anything."""

    typed: str
    shown: tuple[str, ...]

    def is_answered_by(self, output: str) -> bool:
        """Whether the answer shows these lines, in this order."""
        pattern = r"(.*\n)*".join(".*".join(map(re.escape, line.split("…"))) + r"\n" for line in self.shown)
        return re.search(rf"^(.*\n)*{pattern}", f"{output}\n") is not None


class Typed(NamedTuple):
    """A block of the console; while it is typed the service runs where it is `served`."""

    turns: tuple[Turn, ...]
    served: bool


def follow(folder: Path) -> Iterator[Typed]:
    """Write the files of the guide into a folder, and stop at every block that is typed."""
    for block in split(GUIDE.read_text(encoding="utf-8"))[0]:
        for word in block.words[1:]:
            how, _, name = word.partition("=")
            if how in ("file", "add"):
                _write(folder / name, block, added=how == "add")
        if block.tested:
            turns = tuple(Turn(typed, tuple(shown)) for typed, shown in block.typed())
            yield Typed(turns, "serve" in block.words[1:])


def _write(path: Path, block: Block, *, added: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text() if added else ""
    path.write_text(before + block.code)


def environment_in(folder: Path) -> Path:
    """Make a Python environment that has all that this one has; its folder of programs."""
    venv.create(folder, with_pip=False, symlinks=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    own = folder / "lib" / version / "site-packages"
    here = next(path for path in map(Path, sys.path) if path.name == "site-packages")
    (own / "retcon-as-here.pth").write_text(f"import site; site.addsitedir({str(here)!r})\n")
    programs = folder / "bin"
    run = "from api.cli import main; main()"
    (programs / "retcon").write_text(f"#!{programs / 'python'}\n{run}\n")
    (programs / "retcon").chmod(0o755)
    return programs


def settings_in(folder: Path, base: Mapping[str, str]) -> dict[str, str]:
    """Variables with which the programs of an environment run, made in the folder; they find no network.

    A pytest among them gets a root folder of its own. It makes its root private, also one that it shares: as root it would
    lock the user of the database out of the server that this run uses.
    """
    programs = environment_in(folder)
    root = folder / "pytest"
    root.mkdir()
    return {
        **base,
        **OFFLINE,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTEST_DEBUG_TEMPROOT": str(root),
    }
