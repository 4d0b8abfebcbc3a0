"""The page of worked examples, asked again: `python -m tests.analytics.querying.examples` plays the demos and writes the answers into it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from api.storage import embedded
from tests.analytics.demos import played_demos
from tests.checks.source import ROOT
from tests.cli.terminal import Terminal

PAGE: Final = ROOT / "projections/analytics/EXAMPLES.md"

EXAMPLE: Final = re.compile(r"```sql (?P<campaign>[^\n]+)\n(?P<query>.*?)\n```\n\n```text\n.*?```\n", re.DOTALL)
"""A query, the campaign that it is asked of, and its answer."""


def answered_anew(text: str, terminal: Terminal) -> str:
    """Return the page with the answers that are given now."""
    return EXAMPLE.sub(_asking(terminal), text)


def _asking(terminal: Terminal) -> Callable[[re.Match[str]], str]:
    def asked(example: re.Match[str]) -> str:
        done = terminal("sql", example["query"], example["campaign"])
        assert done.code == 0, done.said
        answer = done.out.strip("\n")
        return f"```sql {example['campaign']}\n{example['query']}\n```\n\n```text\n{answer}\n```\n"

    return asked


def write() -> None:
    """Play the demos, and write the answers into the page."""
    with (
        tempfile.TemporaryDirectory() as folder,
        embedded.start(Path(folder, "postgres")) as server,
        played_demos(server, Path(folder)) as played,
    ):
        terminal = Terminal(Path(folder), played.database)
        PAGE.write_text(answered_anew(PAGE.read_text(encoding="utf-8"), terminal), encoding="utf-8")


if __name__ == "__main__":
    write()
