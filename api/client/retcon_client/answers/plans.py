"""Answers about plans, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.shared import Name, OpenQuestion


class ChangeView(msgspec.Struct, frozen=True, kw_only=True):
    """A value at the head, old and new. `path` takes a handle in place of the id; `aggregate_id` is the reference."""

    path: str
    aggregate_id: str
    before: Any
    after: Any


class FieldProblem(msgspec.Struct, frozen=True, kw_only=True):
    """A problem with one field of a request. `source` is the part it was sent in: body, query or path."""

    field: str
    message: str
    source: str | None = None


class MissingRoll(msgspec.Struct, frozen=True, kw_only=True):
    """A die that has to be rolled at the table and sent along, by the handle of its `roller`. One that is not `certain`
    is asked for only if the dice before it come out so that it is.
    """

    label: str
    index: int
    sides: int
    notation: str
    roller: str
    certain: bool


class OwedDie(msgspec.Struct, frozen=True, kw_only=True):
    """A die that the table has to roll: the `index`-th that the `roller` rolls under its label, from 0."""

    label: str
    index: int
    sides: int
    notation: str
    roller: str


class OwedView(msgspec.Struct, frozen=True, kw_only=True):
    """The dice and answers that an entry lacks in the changed past: dice for the table to roll, given under `dice`, and
    questions to answer, given under `responses`, both by the number of the entry. For an insert they are given with
    its command: `insert` is the insert's index, from 0.
    """

    entry: int
    insert: int | None
    dice: tuple[OwedDie, ...]
    questions: tuple[OpenQuestion, ...]


class PlanView(msgspec.Struct, frozen=True, kw_only=True):
    """A plan. `untouched` and `hidden` count entries that are not listed: those that stay as they are, and those that
    the viewer may not know more of. `by_rule` lists the entries that a rule refuses, or whose events cite it on one
    side alone; `by_sheet` the paths that differ, by handle. `conflicts` are the numbers of entries that conflict
    with it. `owed` lists the dice and answers that it still lacks, `filled` those that the server and defaults give
    (`owed`: `fill`); results that depend on those still lacking assume some die and the default. `preview` is
    whether new dice in it are examples: those of a late offer are rolled when it is taken.
    """

    plan: str
    entries: tuple[PlannedEntryView, ...]
    untouched: int
    hidden: int
    conflicts: tuple[int, ...]
    changes: tuple[ChangeView, ...]
    rules_cited: dict[str, str]
    names: dict[str, Name]
    owed: tuple[OwedView, ...]
    filled: tuple[OwedView, ...]
    by_rule: dict[str, tuple[int, ...]]
    by_sheet: dict[str, tuple[str, ...]]
    preview: bool


class PlannedEntryView(msgspec.Struct, frozen=True, kw_only=True):
    """A revision's effect on one entry: its events before and after and, where it cannot stand, the rule and the
    sentence, or the path of the missing thing. `because` is the entry it follows. `played_under` is the version of
    the rules that it was played under, where only newer ones refuse it. `brought_from` is the entry of a fork that
    it comes from.
    """

    entry: int
    outcome: str
    because: int | None
    before: tuple[dict[str, Any], ...]
    after: tuple[dict[str, Any], ...]
    rule: str | None
    sentence: str | None
    missing: str | None
    played_under: int | None
    brought_from: int | None


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Problem details. The fields after `instance` are present where they apply. `rule` is the rule that refused;
    `entry` is the entry concerned; `entries` are the entries in conflict; `standing` are the entries of a batch that
    stand although a later command was refused, because the server had rolled; `missing` are the rolls that are
    needed; `owed` are the dice and answers that a revision lacks, by entry; `path` does not exist; `fields` lists
    the problems field by field; `plan` is a revision's plan; `request` is the id under which the log has the error.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str | None = None
    rule: str | None = None
    entry: int | None = None
    entries: tuple[int, ...] = ()
    standing: tuple[int, ...] = ()
    missing: tuple[MissingRoll, ...] = ()
    path: str | None = None
    fields: tuple[FieldProblem, ...] = ()
    owed: tuple[OwedView, ...] = ()
    plan: PlanView | None = None
    request: str | None = None
