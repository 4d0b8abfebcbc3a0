"""Answers about downtime, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.entries import Die
from retcon_client.answers.plans import ChangeView
from retcon_client.answers.shared import Name
from retcon_client.kinds import Entry


class DoneView(msgspec.Struct, frozen=True, kw_only=True):
    """A planned action, and the entry it became, with its rolls."""

    action: PlannedView
    entry: Entry | None


class Downtime(msgspec.Struct, frozen=True, kw_only=True):
    """A downtime phase. `state` is open (players plan), processing or processed."""

    number: int
    title: str
    state: str
    days: int
    days_passed: int
    plans: tuple[PlanOf, ...]
    names: dict[str, Name]


class DowntimePreview(msgspec.Struct, frozen=True, kw_only=True):
    """A phase as it would be carried out, and every value that would differ then. Nothing was written."""

    phase: int
    state: str
    days_passed: int
    actions: tuple[DuePlan, ...]
    needs: tuple[Missing, ...]
    asks: int | None
    preview: bool
    changes: tuple[ChangeView, ...]
    names: dict[str, Name]


class DowntimeReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a phase: for each character, for each group, and from the passing days."""

    phase: int
    state: str
    people: tuple[ReportOf, ...]
    groups: tuple[ReportOfGroup, ...]
    days: tuple[Entry, ...]


class DuePlan(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of one planned action. `entry` is the entry that carried it out, or that waits for an answer. `needs`
    are the dice that the table has to roll first. In a preview `dice` shows the rolls, with samples for the server's
    own.
    """

    who: str
    plan: str
    type: str
    day: int
    state: str
    entry: int | None = None
    rule: str | None = None
    why: str | None = None
    needs: tuple[Missing, ...] = ()
    dice: tuple[Die, ...] = ()


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """A die that `roller` (a reference) has to roll. Where it is not `certain`, it depends on the dice before it."""

    label: str
    index: int
    sides: int
    notation: str
    roller: str
    certain: bool


class PlanOf(msgspec.Struct, frozen=True, kw_only=True):
    """A character's plan for a phase, as far as the viewer may see; `used` are the slots of done and planned actions;
    an action that became impossible takes none.
    """

    who: str
    handle: str
    name: str
    slots: int
    used: int
    actions: tuple[PlannedView, ...]


class PlannedView(msgspec.Struct, frozen=True, kw_only=True):
    """A planned action: a command, on a day of the phase. `state` is planned, done or impossible; `announced` is the
    entry that planned it, `entry` the one that carried it out; `rule` and `why` are the reason why it is impossible.
    """

    plan: str
    day: int
    slots: int
    type: str
    state: str
    args: dict[str, Any] = {}
    dice: dict[str, tuple[int, ...]] | tuple[int, ...] = {}
    responses: dict[str, str] = {}
    entry: int | None = None
    rule: str | None = None
    why: str | None = None
    announced: int | None = None


class Processed(msgspec.Struct, frozen=True, kw_only=True):
    """A phase after it was carried out as far as it goes; in a `preview` nothing was written. `needs` are the dice that
    the table has to roll before the next day can pass, `asks` the deed of a day that waits for an answer.
    """

    phase: int
    state: str
    days_passed: int
    actions: tuple[DuePlan, ...]
    needs: tuple[Missing, ...]
    asks: int | None
    preview: bool


class ReportOf(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a character's downtime."""

    who: str
    handle: str
    name: str
    actions: tuple[DoneView, ...]


class ReportOfGroup(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a phase for a group: the entries that changed it."""

    ref: str
    handle: str
    name: str
    entries: tuple[int, ...]
