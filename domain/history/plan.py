"""Requests for changes of the past, and plans of what they would do; and the differences
between two states, value by value, of which plans are made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from domain.aggregates import Aggregate, Slot, begin, components_of
from domain.commands import DiceGiven, Envelope
from domain.dice.supply import Missing
from domain.messages import in_series, listed, numbered, text
from domain.play.deed import BadCommand
from domain.play.play import StreamEvent
from domain.play.reading import World
from domain.play.refusals import Refused
from domain.vocabulary.base import Instance
from domain.vocabulary.questions import Question

Policy = Literal["refuse", "cascade", "keep"]
"""The treatment of an entry that the changed past refuses: nothing is written; it is struck too; its events are kept.
"""

Outcome = Literal[
    "untouched", "confirmed", "restated", "moot", "owed", "conflict", "struck", "restored", "kept", "inserted"
]
"""The outcome of a revision for one entry.

untouched: it read nothing that differs. confirmed: decided again, with the same events. restated: with other events.
moot: it answers a question that is no longer asked. owed: it lacks a die or an answer. conflict: it is refused now.
struck, restored: as asked for, or along by cascade. kept: its events are frozen. inserted: new in the past.
"""

Filling = Literal["ask", "fill"]
"""The treatment of dice and answers that the changed past lacks: the sender gives them, or the server rolls and every
question takes its default.
"""


class Owed(msgspec.Struct, frozen=True):
    """The lack of an entry in the changed past: dice that the table has to roll, and questions that have to be
    answered."""

    dice: tuple[Missing, ...] = ()
    questions: tuple[Question, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.dice or self.questions)


NOTHING = Owed()


class Group(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Entries that are undone as one: everything of a deed, of the turn, round, scene, session or phase an entry is in.

    `deed`, `turn` and `round` are entry numbers; `scene`, `session` and `phase` are numbered by the campaign from 1.
    """

    deed: int | None = None
    turn: int | None = None
    round: int | None = None
    scene: int | None = None
    session: int | None = None
    phase: int | None = None


class Amend(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry that is to have been another command, or the same with other dice or responses."""

    entry: int
    command: Envelope | None = None


class Insert(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command that is to have been given right after an entry, or right before one."""

    after: int | None = None
    before: int | None = None
    command: Envelope

    def __post_init__(self) -> None:
        if (self.after is None) == (self.before is None):
            raise ValueError("an insert has an entry that it comes directly `after`, or one that it comes `before`")


class RevisionRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A change of history as it is asked for.

    `undo` lists entries or names a group; `redo` a struck entry or a revision. `policies`, `dice` and `responses` are by
    entry number (as text): what is owed, late answers to offers, and what is to have been rolled or answered otherwise.
    `owed` is whether a change that still lacks dice or answers is refused with the list of them, or filled: the server
    rolls, and every question takes its default. `plan` is the hash of a dry run: where the plan is another one now,
    nothing is written. `rules` decides what stands anew under the rules as they are now, from its beginning or from a place
    on (`from`: `session:3`, or an entry's number).
    """

    id: str = ""
    undo: tuple[int, ...] | Group = ()
    redo: int | None = None
    amend: Amend | tuple[Amend, ...] = ()
    insert: Insert | tuple[Insert, ...] = ()
    policy: Policy = "refuse"
    policies: dict[str, Policy] = {}
    dice: dict[str, DiceGiven] = {}
    responses: dict[str, dict[str, str]] = {}
    owed: Filling = "ask"
    reason: str | None = None
    dry_run: bool = False
    plan: str | None = None
    rules: bool = False
    from_: str = msgspec.field(default="", name="from")

    @property
    def changes(self) -> tuple[Amend | Insert, ...]:
        """Return the amended and inserted commands."""
        amended = self.amend if isinstance(self.amend, tuple) else (self.amend,)
        inserted = self.insert if isinstance(self.insert, tuple) else (self.insert,)
        return (*amended, *inserted)


class PlannedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of one entry: its events before and after, and why where it cannot stand.

    `entry` is its number; for an insert that is not written yet, the number it would get. `because` is the entry whose
    change made this one follow, where it was not asked for; `owed` what it lacks; `insert` which
    of the inserts that were asked for it is, from 0, and `brought_from` which entry of a fork it comes from. `played_under` is the version of the rules under which it was played,
    where rules refuse it that are newer: today's refuse it in the past as it was, too.
    """

    entry: int
    outcome: Outcome
    before: tuple[StreamEvent, ...] = ()
    after: tuple[StreamEvent, ...] = ()
    refusal: Refused | None = None
    because: int | None = None
    owed: Owed = NOTHING
    insert: int | None = None
    played_under: int | None = None
    brought_from: int | None = None


class ValueChange(msgspec.Struct, frozen=True):
    """A value that differs at the head: JSON values, or None where there is nothing (any more, or yet)."""

    path: str
    before: object
    after: object


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The effects that a revision would have. `hash` covers outcomes, events and differences, and the dice and answers
    that were sent, never numbers or times.

    `entries` lists every entry that is not untouched, in effective order; `changes` every differing value at the head.
    Where dice or answers are owed, what follows assumes that each die shows 1 and each question takes its default.
    `filled` is, by entry, what was owed and is now given by the server and by defaults. `preview` is whether the dice that
    it needs only now are examples: those of an offer that is taken late are rolled when it is, and the hash tells only
    whether anything else has changed since.
    """

    hash: str
    entries: tuple[PlannedEntry, ...]
    untouched: int
    changes: tuple[ValueChange, ...]
    preview: bool = False
    filled: tuple[tuple[int, Owed], ...] = ()

    @property
    def conflicts(self) -> tuple[PlannedEntry, ...]:
        """The entries that conflict with the revision: those that are refused now."""
        return tuple(planned for planned in self.entries if planned.outcome == "conflict")

    @property
    def owing(self) -> tuple[PlannedEntry, ...]:
        """The entries that lack dice or answers, without which the plan cannot be written."""
        return tuple(planned for planned in self.entries if planned.owed)

    @property
    def writable(self) -> bool:
        """Whether nothing stands in its way, and nothing is owed."""
        return not self.conflicts and not self.owing


class RevisionRefused(Exception):
    """A revision cannot be written as asked: its conflicts are listed. Nothing was written, except where a late answer had
    drawn dice: then entry `left` holds that it did, and they stay as they are."""

    slug = "revision-conflicts"

    def __init__(self, plan: Plan, left: int | None = None) -> None:
        self.plan, self.left = plan, left
        entries = ", ".join(str(planned.entry) for planned in plan.conflicts)
        why = (
            text("entries {entries} conflict with this revision", entries=entries)
            if entries
            else text("entry {left} says that it was refused", left=left)
        )
        super().__init__(
            text("this change of the past is not possible as asked: {why}{dice}", why=why, dice=_kept_dice(left))
        )


class StillOwed(Exception):
    """A revision lacks dice or answers, which its plan lists; nothing conflicts. Nothing was written, except where a late
    answer had drawn dice: then entry `left` holds that it did, and they stay as they are."""

    slug = "owed"

    def __init__(self, plan: Plan, left: int | None = None) -> None:
        self.plan, self.left = plan, left
        lacking = [
            text("entry {entry} lacks {lacking}", entry=each.entry, lacking=lacks(each.owed)) for each in plan.owing
        ]
        super().__init__(
            text(
                "this revision still needs something: {lacking}{dice}. Give it under `dice` and "
                "`responses` by entry, or let the game master fill it (`owed`: `fill`)",
                lacking=in_series(lacking),
                dice=_kept_dice(left),
            )
        )


def _kept_dice(left: int | None) -> str:
    return "" if left is None else text("; the dice that it drew stay as they are (entry {left})", left=left)


def lacks(owed: Owed) -> str:
    """Return the missing dice and the number of missing answers, in words."""
    dice = [text("{notation} for {label}", notation=die.notation, label=die.label) for die in owed.dice]
    count = len(owed.questions)
    answers = [numbered("{count} answer", "{count} answers", count)] if count else []
    return listed([*dice, *answers])


class PlanMoved(Exception):
    """The plan is another one now than the dry run showed. Nothing was written."""

    slug = "plan-moved"

    def __init__(self, shown: str, plan: Plan) -> None:
        self.plan = plan
        super().__init__(
            text(
                "the plan {shown} is out of date, it is {hash} now; read it again and resend",
                shown=shown[:12],
                hash=plan.hash[:12],
            )
        )


class AlreadySo(BadCommand):
    """An entry already is as the sender wants it: they have seen an earlier ledger."""

    slug = "already-so"

    def __init__(self, entry: int, sentence: str) -> None:
        self.entry = entry
        super().__init__(sentence)


class SharedPast(BadCommand):
    """Something is to be changed in a fork that belongs to the past it shares."""

    slug = "shared-past"

    def __init__(self, entry: int) -> None:
        self.entry = entry
        super().__init__(
            text(
                "entry {entry} belongs to the past that this fork shares with its campaign; change it "
                "there, or fork that campaign at an earlier entry",
                entry=entry,
            )
        )


def differences_between(one: World, other: World, refs: Iterable[str]) -> list[ValueChange]:
    """Every value of these aggregates that differs from one world to the other, by path."""
    return [
        change
        for ref in sorted(set(refs))
        for change in aggregate_differences(ref, one.aggregate(ref), other.aggregate(ref))
    ]


def aggregate_differences(ref: str, before: Aggregate | None, after: Aggregate | None) -> list[ValueChange]:
    """Every value of one aggregate that differs; None is an aggregate to which nothing has happened."""
    old, new = before or begin(ref), after or begin(ref)
    changes: list[ValueChange] = []
    for component in components_of(type(old)):
        was, now = old.instances(component), new.instances(component)
        for name in sorted(was.keys() | now.keys()):
            changes += instance_differences(ref, Slot(component, name), was.get(name), now.get(name))
    return changes


def instance_differences(ref: str, slot: Slot, before: Instance | None, after: Instance | None) -> list[ValueChange]:
    """The fields of one instance that differ, or the whole of it where it comes or goes."""
    at = f"{ref}.{slot.component}.{slot.name}"
    if before is None or after is None:
        return [] if before is after else [ValueChange(at, _plain(before), _plain(after))]
    return [
        ValueChange(f"{at}.{field}", _plain(old), _plain(new))
        for field in before.__struct_fields__
        if (old := getattr(before, field)) != (new := getattr(after, field))
    ]


def _plain(value: object) -> Any:
    """Return a value as JSON; keys are in order, however the state came about that has them."""
    return msgspec.to_builtins(value, order="deterministic")
