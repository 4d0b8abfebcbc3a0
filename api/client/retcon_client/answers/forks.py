"""Answers about forks, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.answers.plans import ChangeView, PlanView
from retcon_client.answers.shared import HeadView, Name
from retcon_client.kinds import Entry


class BroughtView(msgspec.Struct, frozen=True, kw_only=True):
    """The revision that brought commands back, with its plan as after any revision; `became` says which of the fork's
    entries are which of the campaign's now.
    """

    entry: Entry
    plan: PlanView | None
    became: dict[str, int]


class ComparisonView(msgspec.Struct, frozen=True, kw_only=True):
    """A fork beside its parent: `changes` are the values that differ today, `before` in the parent and `after` in the
    fork. A thing of either that has come to be since under the same id is gone and there, each as a whole.
    `left_out` is the number of values that an answer has no room for.
    """

    fork: SideView
    parent: SideView
    at: int
    known_at: int
    changes: tuple[ChangeView, ...]
    names: dict[str, Name]
    left_out: int


class ForkView(msgspec.Struct, frozen=True, kw_only=True):
    """A fork: it shares the past of its parent up to entry `at`, as known there at entry `known_at`, and its own
    entries come after that number. `role` is the caller's in it.
    """

    id: str
    name: str
    forked_from: str
    at: int
    known_at: int
    created_at: str
    role: str
    head: HeadView


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """One of two diverged campaigns, with its entries since the fork point; send `next` to read the following ones."""

    id: str
    name: str
    head: HeadView
    entries: tuple[Entry, ...]
    next: int | None
