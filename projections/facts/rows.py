"""The rows that facts consist of: one for each version of an entry, one for each of its events, one for each die."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from domain.records.entries import Header, Restatement, Status
from domain.vocabulary.base import Event


class FactEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One version of an entry.

    `version` is 0 as first written, else the revision that made the entry what it is here, or let it stand again; `struck` is the
    revision since which this version no longer holds, None while it does. `status` is that of the entry in this version. `place` orders entries as they are
    corrected; `at`, `clock`, `session` and `scene` say when it counts as having happened: of an insert, as the entry it stands after;
    `written` is when it was. `encounter` is that of the deed and `actor` the character who acts in it, by reference. `member` gave it, `by_gm` as a
    game master, `through` a bot. `audience` holds "all", "gm" or members. `asks` is the kind of the question it left open, `answers` that of the question it
    answers. `refused` is the rule by which it was refused, `overruled` how many refusals were overruled. Of a revision, `asked` is how many entries it
    was asked to change, `followed` how many changed because of those, `inserted` how many it adds, `decided` how many came out otherwise, `withdraws` the
    revision that it switches off, and `reason` why it was made: stored as the key of a text, and read as its words, None where they were erased.
    """

    entry: int
    version: int
    place: list[int]
    kind: str
    status: str
    written: datetime
    at: datetime
    clock: int | None
    session: int | None
    scene: int | None
    encounter: str | None
    deed: int
    command: str | None
    actor: str | None
    member: str
    by_gm: bool
    through: str | None
    audience: list[str]
    rules: list[str]
    asks: str | None
    answers: str | None
    refused: str | None
    overruled: int
    asked: int | None
    followed: int | None
    inserted: int | None
    decided: int | None
    withdraws: int | None
    reason: str | None
    struck: int | None = None


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """An event of one version of an entry; what it shares with that is as in `FactEntry`.

    One that an earlier version had has no position of its own. `aggregate` is whose event it is, by reference, `component` and `name` the instance that it
    is about, `what` that instance in a word: the kind of a roll, the type of harm, the condition, the thing, of the pace of an encounter the names of those
    whose turn it is, and `title` what a person called it with this event. `by` is who brought it about, `against` whom it was
    aimed at. `amount` is how much it says (of an action planned for downtime, the slots it takes), `change` by how much the instance rose or, below zero, fell, `level` what it was set to (of the pace
    of an encounter, the round), `state` the state that it came into, and `because` why it ended. `total`, `shown` (what the dice count as), `target` and `outcome` are
    those of a roll, or as it was judged; `notation` says what was rolled, `sides`, `dice` and `kept` are its dice in rolling order, `addends` and `added` what was added and how much. `body` is the
    whole event as JSON.
    """

    entry: int
    version: int
    seq: int
    position: int | None
    place: list[int]
    at: datetime
    clock: int | None
    session: int | None
    scene: int | None
    encounter: str | None
    deed: int
    command: str | None
    actor: str | None
    member: str
    by_gm: bool
    through: str | None
    audience: list[str]
    kind: str
    type: str
    aggregate: str
    component: str
    name: str
    what: str | None
    title: str | None
    by: str | None
    against: str | None
    rules: list[str]
    amount: int | None
    change: int | None
    level: int | None
    state: str | None
    because: str | None
    total: int | None
    shown: int | None
    target: int | None
    outcome: str | None
    notation: str | None
    sides: list[int] | None
    dice: list[int] | None
    kept: list[bool] | None
    addends: list[str] | None
    added: list[int] | None
    body: bytes
    struck: int | None = None


class FactDie(msgspec.Struct, frozen=True, kw_only=True):
    """A die as it was first drawn. However often its entry is decided again, struck or restated, it is one die.

    `entry` is that with which it was drawn, and `number` its place among the dice of it. `roll` is the kind of the roll that it was for. `source` says
    where it comes from: `server` dice are proven, `table` dice typed in. A `sealed` one is shown to the game master alone.
    """

    entry: int
    number: int
    at: datetime
    session: int | None
    scene: int | None
    encounter: str | None
    deed: int
    member: str
    audience: list[str]
    roller: str
    label: str
    roll: str
    sides: int
    value: int
    source: str
    sealed: bool


class EntryVersion(msgspec.Struct, frozen=True, kw_only=True):
    """An entry in one version: whose it is, when it counts as having happened, its place, and its events as (ref, event).

    `counted_at` is the header of the entry whose time it counts as of, `deed` that of the entry that began its deed. `first` is the position of the first of its events, None
    where they have none of their own. `decided` counts the entries that a revision made come out otherwise, where that is known.
    """

    header: Header
    counted_at: Header
    deed: Header
    place: list[int]
    version: int
    status: Status
    events: Sequence[tuple[str, Event]]
    first: int | None = None
    decided: int | None = None


def restated_header(header: Header, restated: Restatement | None) -> Header:
    """Return the header with the command that the entry is since a restatement."""
    if restated is None or restated.envelope is None:
        return header
    return msgspec.structs.replace(header, envelope=restated.envelope)
