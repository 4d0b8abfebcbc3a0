"""A ledger as an earlier release exported it, with its answers: `tests/data/README.md` says how both were made.

Answers are one JSON tree: `reads` by route, `undos` by entry. Two trees are compared leaf by leaf, and a difference goes by
its path, such as `reads/characters/ada/tracks/hp/current` or `undos/34/outcomes/41`.
"""

from __future__ import annotations

import gzip
import json
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import msgspec

from tests.checks.source import ROOT

FOLDER: Final = ROOT / "tests/data/ledgers"
"""Where the ledgers lie, each as `<name>.ledger.gz` with its answers as `<name>.answers.gz`."""

PERMITTED: Final = FOLDER / "permitted.toml"
"""The differences that a later release may show."""

Json = Any


class Permission(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Differences that may be: `path` and `ledger` are patterns in which `*` stands for any characters, `/` included.

    `because` is a sentence that says why the stored answer is no longer given.
    """

    path: str
    because: str
    ledger: str = "*"

    def covers(self, ledger: str, path: str) -> bool:
        """Whether a difference at this path of this ledger may be."""
        return fnmatchcase(ledger, self.ledger) and fnmatchcase(path, self.path)


class Difference(msgspec.Struct, frozen=True):
    """A leaf, or a whole branch, that is not what was stored; a side that has none is `(absent)`."""

    path: str
    stored: Json
    now: Json

    def __str__(self) -> str:
        return f"{self.path}: stored {_short(self.stored)}, now {_short(self.now)}"


class Ledger(msgspec.Struct, frozen=True):
    """A stored ledger."""

    name: str

    @property
    def lines(self) -> list[bytes]:
        """The lines of the export, its secret seeds included."""
        return gzip.decompress(self._file("ledger").read_bytes()).splitlines(keepends=True)

    @property
    def answers(self) -> Json:
        """What the release that wrote it answered."""
        return json.loads(gzip.decompress(self._file("answers").read_bytes()))

    @property
    def campaign(self) -> UUID:
        """The campaign's id."""
        return UUID(json.loads(self.lines[0])["campaign"]["id"])

    def keep(self, lines: bytes, answers: Json) -> None:
        """Write a new ledger. Raises FileExistsError for one that is there: it stays as it is."""
        for what, content in (("ledger", lines), ("answers", json.dumps(answers, sort_keys=True).encode())):
            with self._file(what).open("xb") as file:
                file.write(gzip.compress(content, mtime=0))

    def _file(self, what: str) -> Path:
        return FOLDER / f"{self.name}.{what}.gz"


ABSENT: Final = "(absent)"


def every_ledger() -> list[Ledger]:
    """All stored ledgers, by name."""
    return [Ledger(path.name.removesuffix(".ledger.gz")) for path in sorted(FOLDER.glob("*.ledger.gz"))]


def permissions() -> list[Permission]:
    """All differences that may be."""
    listed = tomllib.loads(PERMITTED.read_text(encoding="utf-8")).get("difference", [])
    return msgspec.convert(listed, list[Permission])


def differences(stored: Json, now: Json, path: str = "") -> Iterator[Difference]:
    """The places in which two answers differ."""
    match stored, now:
        case (dict(), dict()) | (list(), list()):
            before, after = _branches(stored), _branches(now)
            for key in sorted(before.keys() | after.keys()):
                below = f"{path}/{key}" if path else key
                yield from differences(before.get(key, ABSENT), after.get(key, ABSENT), below)
        case _ if stored != now:
            yield Difference(path, stored, now)


def _branches(tree: dict[str, Json] | list[Json]) -> dict[str, Json]:
    return tree if isinstance(tree, dict) else {f"{index:03}": value for index, value in enumerate(tree)}


def _short(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else f"{text[:200]}…"
