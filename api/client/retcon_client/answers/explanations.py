"""Answers about explanations, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.shared import Name, RollView, SeenValue


class ExplainedRest(msgspec.Struct, frozen=True, kw_only=True):
    """The part that is hidden from the viewer: the number of events, and their sum where the value is a number (since
    the value was last set in sight).
    """

    events: int
    amount: int | None


class ExplainedStep(msgspec.Struct, frozen=True, kw_only=True):
    """An event that set or changed the value, or what adds to it. `before` and `after` are the stored value then;
    `rolls` are those of the event's entry.
    """

    entry: int
    status: str
    versions: int
    member: str | None
    at: str | None
    session: int | None
    before: Any
    after: Any
    event: dict[str, Any]
    rolls: tuple[RollView, ...]


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """`value` is what the path amounts to, for numbers; `stored` what is kept there. `formulas` and `modifiers` are
    those in force, each with the `entry` it comes from; `leans_on` are paths that formulas read, to be explained in
    turn. `steps` run as the story does.
    """

    ref: str
    handle: str
    path: str
    value: SeenValue | None
    stored: Any
    formulas: dict[str, dict[str, Any]]
    modifiers: dict[str, dict[str, Any]]
    leans_on: tuple[str, ...]
    steps: tuple[ExplainedStep, ...]
    hidden: ExplainedRest
    rules_cited: dict[str, str]
    names: dict[str, Name]


class History(msgspec.Struct, frozen=True, kw_only=True):
    """A page of events. `next` is the offset of the page that follows, None on the last."""

    ref: str
    handle: str
    events: tuple[HistoryEvent, ...]
    next: int | None
    names: dict[str, Name]


class HistoryEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of an aggregate, with the entry it belongs to: its number, status, member and ledger time."""

    entry: int
    status: str
    member: str | None
    at: str | None
    session: int | None
    event: dict[str, Any]
