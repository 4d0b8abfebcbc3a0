"""Parts of requests, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec


class ActionRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to do: a command of the game, on a day of the phase, with dice that were rolled for it and answers to
    what it will ask. `slots` is said only where the game does not say what it takes.
    """

    type: str
    args: Mapping[str, Any] = {}
    dice: Mapping[str, Sequence[int]] | Sequence[int] = ()
    responses: Mapping[str, str] = {}
    day: int = 1
    slots: int = 1


class Amend(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry that is to have been another command, or the same with other dice or responses."""

    entry: int
    command: Mapping[str, Any] | None = None


class Group(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Entries that are undone as one: everything of a deed, of the turn, round, scene, session or phase an entry is in.
    `deed`, `turn` and `round` are entry numbers; `scene`, `session` and `phase` are numbered by the campaign from 1.
    """

    deed: int | None = None
    turn: int | None = None
    round: int | None = None
    scene: int | None = None
    session: int | None = None
    phase: int | None = None


class Insert(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command that is to have been given right after an entry, or right before one."""

    after: int | None = None
    before: int | None = None
    command: Mapping[str, Any]


class RolledFor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Dice that the table has rolled for a planned action."""

    character: str
    plan: str
    dice: Mapping[str, Sequence[int]] | Sequence[int]
