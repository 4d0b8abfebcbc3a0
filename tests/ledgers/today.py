"""Ledgers of demos as they are played today: of the games of which no release has stored one."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

import msgspec
import pytest

from api.demo.reading import read
from api.demo.script import ScriptedAction, ScriptedStep
from domain.ledger.postgres.store import PostgresStore
from domain.ledger.upkeep.exporting import export_lines
from tests.demos import DEMOS as DEMOS_BY_SYSTEM
from tests.demos import DemosOfRun
from tests.ledgers.recording import DEMOS
from tests.ledgers.stored import Ledger, every_ledger

UNSTORED: Final = tuple(sorted(DEMOS.keys() - {ledger.name for ledger in every_ledger()}))
"""The demos of which there is no stored ledger."""


class Today(msgspec.Struct, frozen=True):
    """The ledger of a demo that was just played."""

    name: str
    campaign: UUID
    lines: list[bytes]


_THERE: Final[dict[str, Today]] = {}


def ledger_of(name: str, request: pytest.FixtureRequest) -> Ledger | Today:
    """Return the stored ledger of that name; without one, that of the demo as it is played today."""
    if name not in UNSTORED:
        return Ledger(name)
    if name not in _THERE:
        _THERE[name] = _played(request.getfixturevalue("demos_of_run"), name)
    return _THERE[name]


def commands_of(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the commands of a demo as they are written in it, with their full types; not those that refer to its people."""
    system, path = DEMOS[name]
    steps = read(path.read_text(encoding="utf-8"), path.name).step
    parts: list[ScriptedStep | ScriptedAction] = [*steps, *(action for step in steps for action in step.action)]
    given = [(each.type, each.args) for each in parts if each.type and not _refers(each.args)]
    return [(type if "." in type else f"{system}.{type}", args) for type, args in given]


def _refers(args: dict[str, Any]) -> bool:
    """Whether these args name what the demo alone knows: its people and its steps."""
    return '"@' in msgspec.json.encode(args).decode()


def _played(demos: DemosOfRun, name: str) -> Today:
    system, path = DEMOS[name]
    assert DEMOS_BY_SYSTEM[system] == path, f"{name} is the demo of no system"
    campaign = demos.played.demos[system].campaign
    with demos.copied() as url, PostgresStore(url) as store:
        return Today(name, campaign, list(export_lines(store, campaign, secrets=True)))
