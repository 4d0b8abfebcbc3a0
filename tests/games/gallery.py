"""The gallery: what the documents show of the games' demos, command by command, and whether that is what is printed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.checks.documents import split
from tests.checks.source import ROOT

DOCUMENTS: Final = ("README.md", "systems/README.md", "systems/DEMOS.md")

_TYPED: Final = re.compile(r'(?:RETCON_TOKEN=… )?retcon (?P<words>\w+ "(?P<campaign>[^"]+)".*?)(?:\s+# (?P<by>\w+).*)?')
"""A command about a campaign; one that somebody else gives than the installation's owner says who in a comment."""

_WHEN: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")

_RULE: Final = re.compile("─+")


class Shown(NamedTuple):
    """A command of a document with the lines that it answers as far as they are shown; `by` is who gives it, by name."""

    document: str
    words: tuple[str, ...]
    by: str
    lines: tuple[str, ...]

    def differs(self, printed: str) -> Iterator[str]:
        """The lines that are shown and not printed; empty ones count on neither side."""
        lines = [line for line in printed.splitlines() if line.strip()] + [""] * len(self.lines)
        for shown, line in zip(filter(str.strip, self.lines), lines, strict=False):
            if not _is_of(shown, line):
                yield f"{self.document}: {shlex.join(self.words)} shows {shown!r}, and prints {line!r}"


def shown_of(campaign: str) -> list[Shown]:
    """What the documents show of the campaign that a demo leaves."""
    blocks = [
        (name, block)
        for name in DOCUMENTS
        for block in split((ROOT / name).read_text(encoding="utf-8"))[0]
        if block.language == "console" and not block.tested
    ]
    typed = [(name, _TYPED.fullmatch(line), lines) for name, block in blocks for line, lines in block.typed()]
    return [
        Shown(name, tuple(shlex.split(fields["words"])), fields["by"] or "", tuple(lines))
        for name, fields, lines in typed
        if fields is not None and fields["campaign"] == campaign
    ]


def _is_of(shown: str, printed: str) -> bool:
    """Whether a line shows what is printed, whenever that was and however wide the terminal.

    One that breaks off with `…` shows the beginning of it.
    """
    wanted, seen = (" ".join(_RULE.sub("─", _WHEN.sub("then", line)).split()) for line in (shown, printed))
    return seen.startswith(wanted.removesuffix("…").rstrip()) if wanted.endswith("…") else seen == wanted
