"""What became of a step of a demo, as the interface answered it."""

from __future__ import annotations

from typing import Any

import msgspec

from api.demo.script import ScriptedStep, Show

Json = dict[str, Any]


class Otherwise(Exception):
    """Something came out otherwise than the step says."""

    slug = "otherwise"


class DemoGlance(msgspec.Struct, frozen=True):
    """What one person saw, as the interface answered."""

    show: Show
    seen: Json


class DemoHappening(msgspec.Struct, frozen=True, kw_only=True):
    """A step that was taken: the entries it became (its own first, then the answers'), the problem by which it was
    refused, or the plan of a change of the past, and what was looked at afterwards. `called` has the names of entries.

    Of downtime: the `phase` that was opened, what somebody `planned`, how carrying it out was `tried` and `processed`, or
    the `report`.
    """

    step: ScriptedStep
    entries: tuple[Json, ...] = ()
    problem: Json | None = None
    plan: Json | None = None
    phase: Json | None = None
    planned: Json | None = None
    tried: Json | None = None
    processed: Json | None = None
    report: Json | None = None
    glances: tuple[DemoGlance, ...] = ()
    called: dict[int, str] = {}
