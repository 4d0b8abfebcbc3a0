"""Carrying out a downtime phase: all planned actions, day by day, in order; all at once or one by one.

Each action is an entry of its own, so that it is audited, explained and undone like any other. An impossible action is
recorded with its reason and stays in the plan; an action that waits for an answer holds up its own character only. One
by one, the command ids follow from the plan, so that a repeated request continues after an interruption.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple, cast
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN, Campaign
from domain.commands import DiceGiven, Envelope, Planned
from domain.dice.provable import command_id
from domain.dice.supply import Missing
from domain.dice.tape import Die
from domain.downtime import DOWNTIME, PlanData, days_passed, order_of
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor, NotAllowed, check_open, check_typed
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.references import UnknownThing
from domain.ledger.playing.requests import STOPPING, BatchStopped
from domain.ledger.reading.heads import HeadWorld
from domain.messages import text
from domain.play.deed import holding_up, open_questions
from domain.play.reading import World
from domain.play.refusals import DiceNeeded, Refused
from domain.records.entries import EntryFilter, RefusalRecord
from domain.records.store import Store
from domain.vocabulary.chronicle import Phase
from domain.vocabulary.undertakings import Intent

State = Literal["planned", "done", "waiting", "impossible"]

Given = Mapping[tuple[str, str], DiceGiven]
"""Dice rolled for planned actions, by character and plan; in addition to those that came with the plan."""


class DuePlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The outcome of one planned action.

    `entry` is the entry that carried it out, or that waits for an answer. `needs` are the dice that the table has to
    roll first. In a preview `dice` shows the rolls, with samples for the server's own.
    """

    who: str
    plan: str
    type: str
    day: int
    state: State
    entry: int | None = None
    rule: str = ""
    why: str = ""
    needs: tuple[Missing, ...] = ()
    dice: tuple[Die, ...] = ()


class Processed(msgspec.Struct, frozen=True, kw_only=True):
    """A phase after it was carried out as far as it goes; in a `preview` nothing was written.

    `needs` are the dice that the table has to roll before the next day can pass, `asks` the deed of a day that waits for an
    answer.
    """

    phase: int
    state: str
    days_passed: int
    actions: tuple[DuePlan, ...]
    needs: tuple[Missing, ...] = ()
    asks: int | None = None
    preview: bool = False


class Rehearsed(NamedTuple):
    """A phase as it would be carried out: the outcome, and the campaign before and after it. Nothing was written."""

    outcome: Processed
    before: World
    after: World


def rehearse(
    ledger: Ledger,
    campaign: UUID,
    actor: Actor,
    phase: int,
    *,
    only: Collection[str] = (),
    dice: Given | None = None,
    day_dice: DiceGiven = (),
) -> Rehearsed:
    """Carry out what is planned for a phase in a draft that is not written. Raises what `process` raises."""
    table, given, world = _begun(ledger, campaign, actor, phase, {**(dice or {}), _DAY: day_dice})
    run = _Drafting(table, ledger.draft(world), given, preview=True)
    run.run(only)
    return Rehearsed(run.outcome(preview=True), world, run.world)


def process(
    ledger: Ledger,
    campaign: UUID,
    actor: Actor,
    phase: int,
    *,
    atomic: bool = True,
    only: Collection[str] = (),
    dice: Given | None = None,
    day_dice: DiceGiven = (),
) -> Processed:
    """Carry out what is planned for a phase, of the characters in `only` or of all.

    Atomic: in one transaction. Otherwise one by one, each of them kept; repeated, it goes on with what is left. Days pass
    and the phase ends once nothing of a day waits. `day_dice` are for what falls due as the next day passes. Raises
    NotAllowed, ClosedCampaign, UnknownThing, and Refused where the campaign itself waits for an answer or a day cannot pass;
    BatchStopped instead of that where the server had rolled already: what was carried out before it stands then.
    """
    table, given, _ = _begun(ledger, campaign, actor, phase, {**(dice or {}), _DAY: day_dice})
    if atomic:
        return _processed_at_once(table, given, only)
    one_by_one = _OneByOne(table, given)
    one_by_one.run(only)
    return one_by_one.outcome(preview=False)


def _begun(ledger: Ledger, campaign: UUID, actor: Actor, phase: int, given: Given) -> tuple[_Table, Given, HeadWorld]:
    """Return the table, the dice and the campaign with which a phase is carried out. Raises NotAllowed, ClosedCampaign."""
    if not actor.is_gm:
        raise NotAllowed("downtime is the game master's to carry out; ask them to")
    world = ledger.heads.fresh(campaign)
    check_open(world)
    for typed in given.values():
        check_typed(world, typed)
    return _Table(ledger, ledger.store, campaign, actor, phase, ledger.store.secrets(campaign).key), given, world


def _processed_at_once(table: _Table, given: Given, only: Collection[str]) -> Processed:
    """Carry out a phase in one transaction. Raises what `process` raises."""
    runs: list[_Drafting] = []

    def build(draft: Draft) -> None:
        runs.append(_Drafting(table, draft, given, preview=False))
        runs[-1].run_or_stop(only)

    draft = table.ledger.write(table.campaign, build)
    if (cause := runs[-1].stopped) is not None:
        raise BatchStopped(cause, [drafted.record.header.number for drafted in draft.drafted]) from cause
    return runs[-1].outcome(preview=False)


_DAY = ("", "the next day")
"""The key of a passing day's dice among the given ones."""


class _Table(NamedTuple):
    """The table at which a phase is carried out, and the one who carries it out."""

    ledger: Ledger
    store: Store
    campaign: UUID
    actor: Actor
    phase: int
    key: bytes

    def acting_for(self, planner: str) -> Actor:
        """The game master carrying out what a member has planned: the deed is that member's, done through the game master."""
        if planner in ("", self.actor.member):
            return self.actor
        return Actor(planner, self.actor.role, through=self.actor.member)

    def id_of(self, *parts: object) -> str:
        """The id of a command of this phase: the same however often it is tried, another after a change of the past; a secret."""
        revised = self.store.entries(self.campaign, EntryFilter(entry_kind="revision", newest_first=True, limit=1))
        marker = revised[0].header.number if revised else 0
        return command_id(self.key, "/".join(map(str, ("downtime", self.phase, marker, *parts))))


class _Processing:
    """The steps of a phase in any world; subclasses say how a step is played."""

    def __init__(self, table: _Table, given: Given) -> None:
        self.table, self.given = table, dict(given)
        self.needs: dict[tuple[str, str], tuple[Missing, ...]] = {}

    @property
    def world(self) -> World:
        """The campaign after the steps taken so far."""
        raise NotImplementedError

    def play(self, envelope: Envelope, actor: Actor) -> RefusalRecord | None:
        """Play one step; why it was refused, where the server had rolled before. Raises Refused."""
        raise NotImplementedError

    def dice_of(self, _entry: int) -> tuple[Die, ...]:
        """The dice of an entry of this run, where it is a preview."""
        return ()

    def run(self, only: Collection[str]) -> None:
        """Take every step that can be taken, in order."""
        if self.phase().state != "processing":
            self._frame("freeform.begin_processing")
        while True:
            today = self._passed() + 1
            self._do_day(today, only)
            left = [1 for _, _, intent in self.plans() if _day(intent) <= today and _open(intent)]
            if left or today > self.phase().days or not self._pass_day():
                break
        over = self._passed() >= self.phase().days and self._asked() is None
        if over and not any(_open(intent) for _, _, intent in self.plans()):
            self._frame("freeform.end_downtime")

    def _pass_day(self) -> bool:
        """Let a day pass; whether it did, and nothing of it waits for dice or for an answer."""
        if self._asked() is not None:
            return False
        try:
            self._frame("freeform.pass_day", self.given.pop(_DAY, ()))
        except DiceNeeded as needed:
            self.needs[_DAY] = needed.rolls
            return False
        return self._asked() is None

    def _asked(self) -> int | None:
        """Return the deed that the campaign itself waits for: a question of the passing day."""
        asked = open_questions(self._campaign())
        return asked[0].deed if asked else None

    def _do_day(self, today: int, only: Collection[str]) -> None:
        held_up: set[str] = set()
        for who, name, intent in self.plans():
            if who in held_up or (only and who not in only) or _day(intent) > today or not _open(intent):
                continue
            if not self._attempt(who, name, intent):
                held_up.add(who)

    def _attempt(self, who: str, name: str, intent: Intent) -> bool:
        """Carry out one action; whether the character can go on to the next. Impossible is what its rule refuses."""
        if self._waits(who):
            return False
        planned = msgspec.json.decode(intent.command, type=Planned)
        dice = self.given.get((who, name), planned.dice)
        try:
            envelope = self._carrying_out(who, name, intent, dice, planned.responses)
            refusal = self.play(envelope, self.table.acting_for(intent.by))
        except DiceNeeded as needed:
            self.needs[who, name] = needed.rolls
            return False
        except Refused as refused:
            refusal = RefusalRecord(rule=refused.rule, player=refused.player)
        if refusal is None:
            return not self._waits(who)
        args = {"who": who, "plan": name, "rule": refusal.rule, "why": refusal.player}
        tried = PlanData.of(intent).attempts
        failed = Envelope(type="freeform.fail_plan", args=args, id=self.table.id_of("fail", who, name, tried))
        self.play(failed, self.table.acting_for(intent.by))
        return True

    def _carrying_out(
        self, who: str, name: str, intent: Intent, dice: DiceGiven, responses: dict[str, str]
    ) -> Envelope:
        kept = PlanData.of(intent)
        return Envelope(
            type="freeform.carry_out_plan",
            args={"who": who, "plan": name},
            id=self.table.id_of(who, name, kept.announced, kept.attempts),
            dice=dice,
            responses=responses,
        )

    def _frame(self, type: str, dice: DiceGiven = ()) -> None:
        args = {"phase": self.table.phase}
        framing = Envelope(type=type, args=args, id=self.table.id_of(type, self._passed()), dice=dice)
        self.play(framing, self.table.actor)

    def phase(self) -> Phase:
        """The phase as it now is. Raises UnknownThing."""
        phase = self._campaign().phases.get(str(self.table.phase))
        if phase is None:
            raise UnknownThing(
                text(
                    "there is no downtime phase {phase} in this campaign; its phases are listed under downtime",
                    phase=self.table.phase,
                )
            )
        return phase

    def plans(self) -> list[tuple[str, str, Intent]]:
        """Return all that is planned for the phase: by day, by the character's handle, and in the order of the plan."""
        handles = self._campaign().handles
        people = [handles[handle].ref for handle in sorted(handles) if handles[handle].kind == "character"]
        plans: list[tuple[str, str, Intent]] = []
        for who in people:
            aggregate = self.world.aggregate(who)
            intents = {} if aggregate is None else aggregate.intents
            own = [
                (name, i)
                for name, i in intents.items()
                if i.kind == DOWNTIME and PlanData.of(i).phase == self.table.phase
            ]
            plans += [(who, name, intent) for name, intent in sorted(own, key=lambda one: order_of(one[0]))]
        return sorted(plans, key=lambda plan: _day(plan[2]))

    def outcome(self, *, preview: bool) -> Processed:
        """Return the state of the phase."""
        phase = self.phase()
        return Processed(
            phase=phase.number,
            state=phase.state,
            days_passed=self._passed(),
            actions=tuple(self._action(*plan) for plan in self.plans()),
            needs=self.needs.get(_DAY, ()),
            asks=self._asked(),
            preview=preview,
        )

    def _action(self, who: str, name: str, intent: Intent) -> DuePlan:
        kept = PlanData.of(intent)
        waiting = self._waiting_entry(who, name, intent)
        entry = kept.entry if waiting is None else waiting
        return DuePlan(
            who=who,
            plan=name,
            type=intent.what,
            day=_day(intent),
            state="waiting" if waiting is not None else kept.state,
            entry=entry,
            rule=kept.rule or "",
            why=kept.why or "",
            needs=self.needs.get((who, name), ()),
            dice=() if entry is None else self.dice_of(entry),
        )

    def _waits(self, who: str) -> bool:
        return bool(holding_up(self.world, who))

    def _waiting_entry(self, who: str, name: str, intent: Intent) -> int | None:
        """The deed of a character's open question, where it is the first of their actions that is not done yet."""
        asked = open_questions(self.world.aggregate(who))
        first = next((n for w, n, i in self.plans() if w == who and _open(i)), None)
        return asked[0].deed if asked and name == first and _open(intent) else None

    def _campaign(self) -> Campaign:
        return cast(Campaign, self.world.aggregate(CAMPAIGN))

    def _passed(self) -> int:
        return days_passed(self.phase())


class _Drafting(_Processing):
    """Into a draft, which is written whole or not at all."""

    def __init__(self, table: _Table, draft: Draft, given: Given, *, preview: bool) -> None:
        super().__init__(table._replace(store=table.ledger.store_of(draft)), given)
        self._draft, self._preview = draft, preview
        self.stopped: Exception | None = None
        """The error that stopped the processing, where the server had rolled for drafted entries."""

    def run_or_stop(self, only: Collection[str]) -> None:
        """Take every step, up to one that is refused after a die had fallen: what it showed cannot be taken back."""
        try:
            self.run(only)
        except STOPPING as refused:
            if not self._draft.drew_server:
                raise
            self.stopped = refused

    @property
    def world(self) -> World:
        return self._draft

    def play(self, envelope: Envelope, actor: Actor) -> RefusalRecord | None:
        before = len(self._draft.drafted)
        self.table.ledger.play_into(self._draft, actor, envelope, preview=self._preview)
        return self._draft.drafted[before].record.header.refusal

    def dice_of(self, entry: int) -> tuple[Die, ...]:
        headers = (drafted.record.header for drafted in self._draft.drafted if self._preview)
        return next((header.tape for header in headers if header.number == entry), ())


class _OneByOne(_Processing):
    """Each step an append of its own."""

    @property
    def world(self) -> World:
        return self.table.ledger.heads.cached(self.table.campaign)

    def play(self, envelope: Envelope, actor: Actor) -> RefusalRecord | None:
        return self.table.ledger.submit(self.table.campaign, actor, envelope).header.refusal


def _open(intent: Intent) -> bool:
    return PlanData.of(intent).state == "planned"


def _day(intent: Intent) -> int:
    return PlanData.of(intent).day
