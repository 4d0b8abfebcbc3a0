"""The character aggregate: any creature with a sheet, and vehicles, mounts, hordes and summons."""

from __future__ import annotations

from typing import ClassVar

from domain.aggregate import Aggregate, AggregateKind


class Character(Aggregate, kw_only=True, omit_defaults=True):
    """A creature. It holds the shared components only, so whatever serves a hero serves a mount or a horde."""

    kind: ClassVar[AggregateKind] = "character"
