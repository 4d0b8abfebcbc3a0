"""What a change of the past is asked to be, and what it would do: requests and plans."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.commands import DiceGiven, Envelope
from domain.play.given import BadCommand
from domain.play.play import Happening
from domain.play.refusals import Refused

Policy = Literal["refuse", "cascade", "keep"]
"""What becomes of an entry that the changed past refuses: nothing is written; it is struck too; its events are kept."""

Outcome = Literal[
    "untouched", "confirmed", "restated", "moot", "owed", "conflict", "struck", "restored", "kept", "inserted"
]
"""What becomes of an entry.

untouched: it read nothing that differs. confirmed: decided again, with the same events. restated: with other events.
moot: it answers a question that is no longer asked. owed: it needs a roll from the table, or an answer that took its
default. conflict: it is refused now. struck, restored: as asked for, or along by cascade. kept: its events are frozen.
inserted: new in the past.
"""


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
    """A command that is to have been given right after an entry."""

    after: int
    command: Envelope


class RevisionRequest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A change of history as it is asked for.

    `undo` lists entries or names a group; `redo` a struck entry or a revision. `policies`, `dice` and `responses` are by
    entry number (as text); `plan` is the hash of a dry run: where the plan is another one now, nothing is written.
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
    reason: str | None = None
    dry_run: bool = False
    plan: str | None = None


class PlannedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of one entry: its events before and after, and why where it cannot stand.

    `entry` is its number; for an insert that is not written yet, the number it would get. `because` is the entry whose
    change made this one follow, where it was not asked for.
    """

    entry: int
    outcome: Outcome
    before: tuple[Happening, ...] = ()
    after: tuple[Happening, ...] = ()
    refusal: Refused | None = None
    because: int | None = None


class ValueChange(msgspec.Struct, frozen=True):
    """A value that differs at the head: JSON values, or None where there is nothing (any more, or yet)."""

    path: str
    before: object
    after: object


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a revision would do. `hash` covers outcomes, events and differences, never numbers or times.

    `entries` lists every entry that is not untouched, in effective order; `changes` every differing value at the head.
    `preview` is whether the dice that it needs only now are examples: those of an offer that is taken late are rolled when
    it is, and the hash tells only whether anything else has changed since.
    """

    hash: str
    entries: tuple[PlannedEntry, ...]
    untouched: int
    changes: tuple[ValueChange, ...]
    preview: bool = False

    @property
    def conflicts(self) -> tuple[PlannedEntry, ...]:
        """The entries that stand in the way of writing it: what is refused now, or owes a roll that only the table can make.

        A question that is new in the past has taken its default, which is owed too, but in nobody's way.
        """
        return tuple(
            p for p in self.entries if p.outcome == "conflict" or (p.outcome == "owed" and p.refusal is not None)
        )


class RevisionRefused(Exception):
    """A revision cannot be written as asked: its conflicts are listed. Nothing was written, except where a late answer had
    drawn dice: then entry `left` holds that it did, and they stay as they are."""

    slug = "revision-conflicts"

    def __init__(self, plan: Plan, left: int | None = None) -> None:
        self.plan, self.left = plan, left
        listed = ", ".join(str(planned.entry) for planned in plan.conflicts)
        why = f"entries {listed} stand in its way" if listed else f"entry {left} says that it was refused"
        dice = "" if left is None else f"; the dice that it drew stay as they are (entry {left})"
        super().__init__(f"this change of the past is not possible as asked: {why}{dice}")


class PlanMoved(Exception):
    """The plan is another one now than the dry run showed. Nothing was written."""

    slug = "plan-moved"

    def __init__(self, shown: str, plan: Plan) -> None:
        self.plan = plan
        super().__init__(f"the plan {shown[:12]} is out of date, it is {plan.hash[:12]} now; look at it again")


class AlreadySo(BadCommand):
    """An entry is already what it is to become: whoever asked has seen an earlier ledger."""

    slug = "already-so"

    def __init__(self, entry: int, sentence: str) -> None:
        self.entry = entry
        super().__init__(sentence)
