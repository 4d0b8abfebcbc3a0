"""Results of a demo's steps, as the interface answered them."""

from __future__ import annotations

from typing import Any

import msgspec

from api.demo.script import ScriptedStep, Show

Json = dict[str, Any]


class Otherwise(Exception):
    """Something came out otherwise than the step says."""

    slug = "otherwise"


class DemoGlance(msgspec.Struct, frozen=True):
    """A view that one person read, as the interface answered it."""

    show: Show
    seen: Json


class DemoHappening(msgspec.Struct, frozen=True, kw_only=True):
    """A step that was taken: its entries (its own first, then the answers'), or the problem that refused it, or the
    plan of a revision; and the views that were read afterwards. `called` has the names of entries.

    For downtime: the `phase` that was opened, the character's `planned` actions, the results as `tried` and as
    `processed`, or the `report`.
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
