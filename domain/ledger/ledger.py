"""The ledger of an installation: what may be done with campaigns, each thing whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from uuid import UUID, uuid4

import msgspec

from domain.commands import Envelope
from domain.dice.provable import SEED_BYTES, commitment
from domain.history.ledger_reader import LedgerReader
from domain.history.plan import Plan, RevisionRequest
from domain.ledger.playing.acceptance import Actor, NotAllowed, check_open, check_responses, checked_id
from domain.ledger.playing.deciding import as_seen, play_command
from domain.ledger.playing.deeds import answer, erase
from domain.ledger.playing.draft import Draft, Drafted, check_asked
from domain.ledger.playing.entry_dice import (
    DrawnDice,
    ends_epoch,
    new_epoch,
    open_epoch,
    record,
    rotate,
    struck_for,
    struck_left,
)
from domain.ledger.playing.references import UnknownThing
from domain.ledger.playing.requests import (
    STOPPING,
    BatchStopped,
    is_retry,
    play_in_order,
    replayed,
)
from domain.ledger.playing.seals import seal, unseal
from domain.ledger.reading.heads import Heads, HeadWorld
from domain.ledger.revising.renaming import Renaming
from domain.ledger.revising.revise import draft_revision, make_plan, not_written
from domain.messages import text
from domain.play.deed import ANSWER, CLOSE, ERASE, SEAL, UNSEAL, BadCommand
from domain.records.entries import CampaignRow, CampaignSecrets, EpochSeeds, Founding, Played, StoredEntry
from domain.records.rows import Written
from domain.records.store import CommandIdTaken, OutcomeUnknown, Stale, Store
from domain.system import Registry
from domain.vocabulary.base import Event, Scalar
from domain.vocabulary.chronicle import (
    KEY_COMMITMENT,
    AnyParticipantChange,
    CampaignBegun,
    Clock,
    ClockStarted,
    Ground,
    Participant,
    ParticipantAdded,
    Role,
    participation,
)
from domain.vocabulary.epochs import EpochClosed, EpochOpened

RECORDED = {ERASE: erase, SEAL: seal, UNSEAL: unseal}
"""The commands that become records: no change of the past touches them."""

ATTEMPTS = 12
"""The number of attempts to foresee something while others append, before the sender is told to try again."""

HASTY_ATTEMPTS = 3
"""The number of attempts to write while others may append first; then the head is held, so that others wait."""


class Busy(Exception):
    """The campaign moved on under every attempt to foresee something. The same request may be sent again."""

    slug = "busy"

    def __init__(self, attempts: int) -> None:
        super().__init__(
            text(
                "the campaign changed {attempts} times while this was being decided; send the same command again",
                attempts=attempts,
            )
        )


Appended = tuple[HeadWorld, Draft, Written]
"""The head that was decided on, the draft that was decided, and what was written of it."""


class Ledger:
    """Every campaign of an installation. Thread-safe; several processes may share one store."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store = store
        self.registry = registry
        self.heads = Heads(store)
        self._now = now
        self._entropy = entropy
        self._seeds: dict[tuple[UUID, int], EpochSeeds] = {}

    def found(
        self, name: str, system: str, gm: str, options: dict[str, Scalar] | None = None, campaign: UUID | None = None
    ) -> CampaignRow:
        """Begin a campaign whose game master is the member `gm`. Raises UnknownSystem, BadCommand (a bad option)."""
        draft = self.founding(name, system, gm, options, campaign)
        self.store.append(draft.transaction())
        assert draft.founding is not None
        return draft.founding.campaign

    def founding(
        self, name: str, system: str, gm: str, options: dict[str, Scalar] | None = None, campaign: UUID | None = None
    ) -> Draft:
        """A draft that founds a campaign with its first entry; more may be played into it before it is appended."""
        self._check_options(system, options or {})
        now = self._now().astimezone(UTC).isoformat().replace("+00:00", "Z")
        row = CampaignRow(id=campaign or uuid4(), name=name, system=system, created_at=now)
        draft = Draft(row.id, _Nothing(), 0, self.registry, now=self._now)
        draft.founding = Founding(row, CampaignSecrets(self._entropy(SEED_BYTES)))
        data: dict[str, Scalar] = {KEY_COMMITMENT: commitment(draft.founding.secrets.key).hex()}
        ground = Ground(system=system, options=options or {}, data=data)
        seeds, epoch = new_epoch(1, 1, self._entropy)
        draft.seeds.append(seeds)
        events: tuple[Event, ...] = (
            CampaignBegun(name="self", ground=ground),
            ClockStarted(name="now", clock=Clock()),
            ParticipantAdded(name=gm, participant=Participant(role="gm")),
            EpochOpened(name="1", epoch=epoch),
        )
        record(draft, Actor(gm, "gm"), events)
        return draft

    def submit(self, campaign: UUID, actor: Actor, envelope: Envelope) -> StoredEntry:
        """Play one command. Raises what `play_command` raises, Moved, CommandIdTaken, UnknownCampaign."""
        return self.submit_all(campaign, actor, [envelope])[0]

    def submit_all(self, campaign: UUID, actor: Actor, envelopes: Sequence[Envelope]) -> list[StoredEntry]:
        """Play several commands like `play_all`; the entries they became."""
        return [played.stored for played in self.play_all(campaign, actor, envelopes)]

    def play_all(self, campaign: UUID, actor: Actor, envelopes: Sequence[Envelope]) -> list[Played]:
        """Play several commands, one entry each; a refusal in one of them refuses all.

        Raises BatchStopped where the server had rolled before that refusal: then the entries before it stand. A command
        that is refused after dice of its own comes back as the last entry, with the status `refused`.
        """
        check_asked(envelopes)
        wanted = [_with_id(envelope) for envelope in envelopes]
        try:
            return self._play_new(campaign, actor, wanted)
        except (OutcomeUnknown, BatchStopped):
            raise
        except Exception:  # only now is it looked for: what could be appended had not been there
            done = replayed(self.store, campaign, self.registry, actor.member, wanted)
            if not done:
                raise
        earlier = [Played(entry) for entry in done]
        rest = [] if done[-1].status == "refused" else wanted[len(done) :]
        try:
            return [*earlier, *(self._play_new(campaign, actor, rest) if rest else ())]
        except BatchStopped as stopped:
            raise BatchStopped(stopped.cause, (*_numbers(earlier), *stopped.standing)) from stopped
        except STOPPING as refused:
            raise BatchStopped(refused, _numbers(earlier)) from refused

    def _play_new(self, campaign: UUID, actor: Actor, envelopes: Sequence[Envelope]) -> list[Played]:
        """Play commands that have no entries yet. Raises like `play_all`."""
        stopped: list[Exception | None] = []

        def build(draft: Draft) -> None:
            check_responses(draft, self.registry, envelopes)
            stopped.append(play_in_order(draft, envelopes, partial(self.play_into, draft, actor)))

        draft, written = self._write(campaign, build)
        played = _played(draft, written, {envelope.id for envelope in envelopes})
        if (cause := stopped[-1]) is not None:
            raise BatchStopped(cause, _numbers(played)) from cause
        return played

    def preview(self, campaign: UUID, actor: Actor, envelopes: Sequence[Envelope]) -> list[Drafted]:
        """Return what the commands would do, with preview dice; nothing is written."""
        check_asked(envelopes)
        draft = self.draft(self.heads.fresh(campaign))
        check_responses(draft, self.registry, envelopes)
        for envelope in envelopes:
            self.play_into(draft, actor, _with_id(envelope), preview=True)
        return draft.drafted

    def play_into(self, draft: Draft, actor: Actor, envelope: Envelope, *, preview: bool = False) -> None:
        """Play one command into a draft, with the record entries it brings about (a new dice epoch).

        Raises TooMuchAsked, and ClosedCampaign; only words can be erased and secrets be unsealed in a closed campaign as well.
        """
        draft.check_room()
        if envelope.type not in (ERASE, UNSEAL):
            check_open(draft)
        before = draft.savepoint()
        struck = partial(struck_for, draft)
        luck = DrawnDice(draft.campaign, self._seeds_for(draft), preview, actor.is_gm, struck)
        if envelope.type in (ANSWER, CLOSE):
            drafted = answer(self.store_of(draft), draft, actor, envelope, luck)
        elif (carried_out := RECORDED.get(envelope.type)) is not None:
            drafted = carried_out(self.store_of(draft), draft, actor, envelope)
        else:
            drafted = play_command(draft, actor, envelope, luck)
        if envelope.expected_entry is not None:
            drafted = as_seen(self.store_of(draft), draft, before, actor, seen=envelope.expected_entry, drafted=drafted)
        if ends_epoch(drafted):
            self.end_epoch(draft, actor)

    def end_epoch(self, draft: Draft, actor: Actor) -> None:
        """Draft the end of the open dice epoch, which reveals its seeds, and the beginning of the next."""
        closing = self._seeds_for(draft)(open_epoch(draft).number)
        rotate(draft, actor, closing, partial(self.store_of(draft).secrets, draft.campaign), self._entropy)

    def plan(self, campaign: UUID, actor: Actor, request: RevisionRequest, renaming: Renaming | None = None) -> Plan:
        """Return what a change of the past would do; nothing is written. Raises like `revise`, but conflicts are in the
        plan."""
        for _ in range(ATTEMPTS):
            draft = self.draft(self.heads.fresh(campaign))
            planned = make_plan(
                LedgerReader(self.store, campaign), draft, actor, request, trial=True, renaming=renaming
            )
            if self.store.head(campaign).entry == draft.head:
                return planned.plan
        raise Busy(ATTEMPTS)

    def revise(
        self, campaign: UUID, actor: Actor, request: RevisionRequest, renaming: Renaming | None = None
    ) -> tuple[Plan | None, StoredEntry | None]:
        """Revise the past: return the plan, and the revision entry it was written as (None for a dry run). A retry of a
        written revision returns its entry alone. `renaming` is for commands that come from a fork.

        Raises RevisionRefused (with the plan) for conflicts, StillOwed (with the plan) where dice or answers are
        missing, PlanMoved where the plan differs from the dry run's, Ambiguous, NotAllowed, BadCommand, UnknownThing,
        and Busy for a dry run.
        """
        check_asked(request.changes)
        if request.dry_run:
            return self.plan(campaign, actor, request, renaming), None
        request = msgspec.structs.replace(request, id=checked_id(request.id) if request.id else str(uuid4()))
        if (done := self.store.by_command_id(campaign, request.id)) is not None:
            if not is_retry(self.store, campaign, self.registry, member=actor.member, request=request, done=done):
                raise CommandIdTaken(request.id, done.header.number)
            if done.status == "refused":
                raise not_written(self.plan(campaign, actor, request), done.header.number)
            return None, done
        plans: list[Plan] = []

        def build(draft: Draft) -> None:
            plans.append(draft_revision(LedgerReader(self.store_of(draft), campaign), draft, actor, request, renaming))

        draft = self.write(campaign, build)
        if not plans[-1].writable:
            raise not_written(plans[-1], draft.head + 1)
        return plans[-1], self._entry(campaign, draft.head + 1)

    def draft(self, world: HeadWorld) -> Draft:
        """An empty draft on a head."""
        return Draft(world.campaign, world, world.head.entry, self.registry, now=self._now, since=world.at)

    def take_part(self, campaign: UUID, actor: Actor, member: str, role: Role | None) -> StoredEntry:
        """Give a member a role in a campaign, change it, or (None) end their part, of which the role stays on record. Raises
        NotAllowed, UnknownThing.
        """

        def build(draft: Draft) -> None:
            parts = draft.campaign_state().participants
            here = parts.get(member)
            if [m for m, part in parts.items() if part.role == "gm" and part.active] == [member] and role != "gm":
                raise NotAllowed(
                    "a campaign needs at least one game master; make another member one first, or close the campaign"
                )
            if role is None and not draft.campaign_state().takes_part(member):
                raise UnknownThing(text("there is no member {name!r} in this campaign", name=member))
            record(draft, actor, (participation(member, here, role),))

        if not actor.is_gm and not (actor.member == member and role is None):
            raise NotAllowed("you cannot change another member's part: ask a game master to; you may leave yourself")
        draft = self.write(campaign, build)
        return self._entry(campaign, draft.next - 1)

    def record_participant(self, campaign: UUID, actor: Actor, event: AnyParticipantChange) -> StoredEntry:
        """Record something that happened to a member's part. Rights are the caller's to check."""
        draft = self.write(campaign, lambda draft: record(draft, actor, (event,)))
        return self._entry(campaign, draft.next - 1)

    def unseal(self, campaign: UUID, actor: Actor, epoch: int) -> StoredEntry:
        """Reveal the sealed seed of a dice epoch that has ended, so that hidden rolls can be checked. GM only."""

        def build(draft: Draft) -> None:
            known = draft.campaign_state().epochs.get(str(epoch))
            if known is None or known.closed is None:
                raise BadCommand(
                    text("dice epoch {epoch} has not ended; its seeds are revealed after the session", epoch=epoch)
                )
            seeds = self.store_of(draft).seeds(campaign, epoch)
            record(draft, actor, (EpochClosed(name=str(epoch), sealed_seed=seeds.sealed.hex()),))

        if not actor.is_gm:
            raise NotAllowed("only a game master unseals hidden rolls; ask one to")
        draft = self.write(campaign, build)
        return self._entry(campaign, draft.next - 1)

    def store_of(self, draft: Draft) -> Store:
        """The store to read from while a draft is decided: who holds the head and waited for another connection might wait for good."""
        return draft.below.store if isinstance(draft.below, HeadWorld) else self.store

    def write(self, campaign: UUID, build: Callable[[Draft], object]) -> Draft:
        """Append the entries that `build` drafts, reading from `store_of` them, all or nothing; after others appended, build again."""
        return self._write(campaign, build)[0]

    def _write(self, campaign: UUID, build: Callable[[Draft], object]) -> tuple[Draft, Written]:
        with self.heads.write_lock(campaign):
            world, draft, written = self._decided(campaign, build)
            world.store = self.store  # it may have been decided on a store that holds the head no more
            self.heads.keep(world.after(written.head, dict(draft.changed), draft.at, struck_left(world, draft)))
            return draft, written

    def _decided(self, campaign: UUID, build: Callable[[Draft], object]) -> Appended:
        """Decide on the head at hand and append; where the head has moved on, decide again.

        Others may be faster each time, so at last the head is held: nobody is kept from writing for good.
        """
        world = self.heads.cached(campaign)
        for _ in range(HASTY_ATTEMPTS):
            try:
                return self._appended(self.store, world, build)
            except Stale:
                self.heads.drop(campaign)
                world = self.heads.fresh(campaign)
            except OutcomeUnknown:  # to be told, also where the database is out of reach for another look
                raise
            except Exception:  # refused, or not even of its form: true only if it was decided at the head
                fresh = self.heads.fresh(campaign)
                if fresh.head.entry == world.head.entry:
                    raise
                world = fresh
        with self.store.hold(campaign) as holding:
            return self._appended(holding, HeadWorld(holding, campaign, holding.head(campaign)), build)

    def _appended(self, store: Store, world: HeadWorld, build: Callable[[Draft], object]) -> Appended:
        draft = self.draft(world)
        build(draft)
        return world, draft, store.append(draft.transaction())

    def _seeds_for(self, draft: Draft) -> Callable[[int], EpochSeeds]:
        def seeds_of(epoch: int) -> EpochSeeds:
            for seeds in draft.seeds:
                if seeds.epoch == epoch:
                    return seeds
            key = (draft.campaign, epoch)
            if key not in self._seeds:
                self._seeds[key] = self.store_of(draft).seeds(draft.campaign, epoch)
            return self._seeds[key]

        return seeds_of

    def _entry(self, campaign: UUID, number: int) -> StoredEntry:
        entry = self.store.entry(campaign, number)
        assert entry is not None, "an entry that was appended is there"
        return entry

    def _check_options(self, system: str, options: dict[str, Scalar]) -> None:
        known = self.registry.options(self.registry.system(system))
        for name, value in options.items():
            if name not in known:
                template, listed = "{system} has no option {name!r}; there is {listed}", ", ".join(sorted(known))
                raise BadCommand(text(template, system=system, name=name, listed=listed))
            if fault := known[name].fault(value):
                raise BadCommand(fault)


class _Nothing:
    """The world before a campaign is founded."""

    def aggregate(self, _ref: str) -> None:
        return None


def _played(draft: Draft, written: Written, wanted: Collection[str]) -> list[Played]:
    """Return what commands became, as it stands in the ledger right after they were written."""
    pairs = zip(written.entries(), draft.drafted, strict=True)
    return [Played(stored, one.record) for stored, one in pairs if stored.header.command_id in wanted]


def _numbers(played: Iterable[Played]) -> tuple[int, ...]:
    return tuple(one.stored.header.number for one in played)


def _with_id(envelope: Envelope) -> Envelope:
    command_id = checked_id(envelope.id) if envelope.id else str(uuid4())
    return msgspec.structs.replace(envelope, id=command_id)
