"""Answers about history, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.answers.plans import ChangeView, PlanView
from retcon_client.answers.shared import Name
from retcon_client.answers.sheets import AsOf
from retcon_client.kinds import Entry


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Every value that differs, by path: what it was at the one point, and what it is at the other. `left_out` is the
    number of those that an answer has no room for; ask about points that lie closer together.
    """

    from_: AsOf = msgspec.field(name="from")
    to: AsOf
    changes: tuple[ChangeView, ...]
    names: dict[str, Name]
    left_out: int


class RevisionView(msgspec.Struct, frozen=True, kw_only=True):
    """A revision as it was written, with its plan; that of a repeated request is not made again."""

    entry: Entry
    plan: PlanView | None
