"""A transaction in the making: entries decided one after the other on a world that only the append makes real.

The dice and commands of one request are limited. Dice that its notations ask for are counted before any is rolled. Dice
that have fallen are never taken back: once there are too many of them, no further command is played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import to_builtins

from domain import aggregates
from domain.aggregates import CAMPAIGN, Aggregate, Campaign, begin, encode_state, evolve
from domain.commands import Envelope
from domain.dice.notation import NotationError, groups, parse
from domain.dice.tape import Source
from domain.ledger.playing.acceptance import Actor, Words
from domain.messages import text
from domain.play.deed import system_of
from domain.play.play import StreamEvent
from domain.play.reading import World
from domain.records.entries import (
    Checkpoint,
    EntryKind,
    EpochSeeds,
    Founding,
    Header,
    NewRow,
    Record,
    RefusalRecord,
    Restatement,
    Rewritten,
    StateRow,
    Transaction,
)
from domain.system import Registry
from domain.vocabulary.base import Audience
from domain.vocabulary.stored import encode_event, topic_of

MOST_DICE: Final = 10_000
"""Dice of one request, in all its commands together: rolling, keeping and showing them takes seconds and some MiB."""

MOST_COMMANDS: Final = 1_000
"""Commands of one request, those that a change of the past inserts or amends included."""

_NOTATION: Final = re.compile(r"[ \t(+-]*[0-9]*d[0-9%f]", re.IGNORECASE)


class TooMuchAsked(Exception):
    """A request asks for more than one may. The part beyond that was neither played nor rolled."""

    slug = "too-much-asked"


def check_asked(commands: Iterable[object]) -> None:
    """Refuse commands that are too many, or whose notations ask for too many dice. Raises TooMuchAsked."""
    asked = list(commands)
    if len(asked) > MOST_COMMANDS:
        raise TooMuchAsked(
            text(
                "{asked} commands are too many for one request; send at most {most_commands} at once",
                asked=len(asked),
                most_commands=MOST_COMMANDS,
            )
        )
    check_dice(sum(dice_in(_rollable(command)) for command in asked))


def check_dice(dice: int) -> None:
    """Refuse more dice than one request may roll, where it would roll the same ones again. Raises TooMuchAsked."""
    if dice > MOST_DICE:
        raise TooMuchAsked(
            text(
                "{dice:,} dice are too many for one request; roll at most {most_dice:,} at once",
                dice=dice,
                most_dice=MOST_DICE,
            )
        )


def dice_in(value: Any) -> int:
    """Return how many dice the notations ask for that stand anywhere in what was sent; what is no notation asks for
    none."""
    match value:
        case str():
            return _dice_of(value)
        case dict():
            return sum(map(dice_in, value.values()))
        case list() | tuple():
            return sum(map(dice_in, value))
        case _:
            return 0


def _rollable(command: object) -> Any:
    """The parts of what was sent that a rule may read notations from."""
    return (command.args, command.responses) if isinstance(command, Envelope) else to_builtins(command)


def _dice_of(text: str) -> int:
    if ("d" not in text and "D" not in text) or not _NOTATION.match(text):
        return 0
    try:
        return sum(group.count for group in groups(parse(text)))
    except NotationError:
        return 0


class Drafted(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that is decided and not yet appended, with the events of its rule in order."""

    record: Record
    emitted: tuple[StreamEvent, ...]

    @property
    def drew_server(self) -> bool:
        """Whether a committed seed gave any of its dice."""
        return any(die.source is Source.SERVER for die in self.record.header.tape)


class Savepoint(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a draft at some time; aggregates in it are never changed, only replaced."""

    drafted: tuple[Drafted, ...]
    changed: dict[str, Aggregate]
    befores: dict[int, dict[str, Aggregate]]
    seeds: tuple[EpochSeeds, ...]
    erased: tuple[str, ...]
    checkpoints: tuple[Checkpoint, ...]
    at: str


class Draft:
    """Entries on their way into one campaign. It is itself the world in which the next of them is decided."""

    def __init__(
        self,
        campaign: UUID,
        world: World,
        head: int,
        registry: Registry,
        *,
        now: Callable[[], datetime],
        since: str = "",
    ) -> None:
        """`since` is the time of the entry it follows: no entry of the draft gets an earlier one."""
        self.campaign = campaign
        self.head = head
        self.registry = registry
        self.drafted: list[Drafted] = []
        self.changed: dict[str, Aggregate] = {}
        self.befores: dict[int, dict[str, Aggregate]] = {}
        self.seeds: list[EpochSeeds] = []
        self.erased: list[str] = []
        self.checkpoints: list[Checkpoint] = []
        self.rewritten: list[Rewritten] = []
        self.founding: Founding | None = None
        self.below = world
        self.fallen = 0
        """The number of dice that the service rolled for the entries drafted so far, in earnest or in a dry run."""
        self.at = since
        """The time of the newest entry, drafted or followed; empty where there is none."""
        self._now = now

    def aggregate(self, ref: str) -> Aggregate | None:
        """The state after the entries drafted so far."""
        return self.changed.get(ref) or self.below.aggregate(ref)

    def campaign_state(self) -> Campaign:
        """The campaign's own aggregate after the entries drafted so far."""
        state = self.aggregate(CAMPAIGN)
        assert isinstance(state, Campaign)
        return state

    @property
    def next(self) -> int:
        """The number the next entry gets."""
        return self.head + len(self.drafted) + 1

    def check_room(self) -> None:
        """Refuse a further command where more dice have fallen than one request may roll. Raises TooMuchAsked.

        It is asked before a command is played, so that the dice of a command never decide whether they stand: else one could
        send it again until it rolls few of them.
        """
        if self.fallen > MOST_DICE:
            raise TooMuchAsked(
                text(
                    "{dice:,} dice have fallen for this request, which is more than {most_dice:,}; send the rest of it again",
                    dice=self.fallen,
                    most_dice=MOST_DICE,
                )
            )

    def add(
        self,
        header: Header,
        emitted: Iterable[StreamEvent],
        *,
        request_digest: bytes,
        reads: Iterable[str] = (),
        words: Words | None = None,
        restatements: tuple[Restatement, ...] = (),
    ) -> Drafted:
        """Draft an entry: its events are applied to copies of the aggregates they touch. Raises BrokenHistory."""
        self.befores[header.number] = dict(self.changed)
        self.at = header.at
        stream_events = tuple(emitted)
        touched: dict[str, Aggregate] = {}
        events = tuple(self._apply(stream_event, touched) for stream_event in stream_events)
        self._keep(header, touched)
        self.changed.update(touched)
        words = words or Words()
        record = Record(
            header=header,
            request_digest=request_digest,
            events=events,
            reads=tuple(sorted(reads)),
            text_salts=words.salts,
            texts=words.texts,
            restatements=restatements,
        )
        drafted = Drafted(record=record, emitted=stream_events)
        self.drafted.append(drafted)
        self.fallen += _rolled_in(header)
        return drafted

    def _keep(self, header: Header, touched: dict[str, Aggregate]) -> None:
        """Keep states along the way: where a stream has grown by so much, and always where a revision has let those die
        that lie nearest to the head."""
        if header.after is not None:
            return
        for ref, aggregate in touched.items():
            known = self.aggregate(ref)
            grown = aggregates.checkpoint_due(0 if known is None else known.version, aggregate.version)
            if grown or header.kind == "revision":
                self.checkpoints.append(_checkpoint(aggregate, header.number))

    @property
    def drew_server(self) -> bool:
        """Whether a committed seed gave any of the dice so far: then they must leave entries."""
        return any(drafted.drew_server for drafted in self.drafted)

    @property
    def refused(self) -> bool:
        """Whether a command among those drafted was refused after its dice were drawn."""
        return any(drafted.record.header.refusal is not None for drafted in self.drafted)

    def refuse_last(self, before: Savepoint, refusal: RefusalRecord) -> Drafted:
        """Draft the newest entry as refused: its dice stay on record, and nothing happened. `before` is the savepoint without
        it."""
        record = self.drafted[-1].record
        refused = {"status": "refused", "refusal": refusal, "waits_for": None, "offers": (), "unused": ()}
        header = msgspec.structs.replace(record.header, **refused)
        self.roll_back(before)
        words = Words(texts=record.texts, salts=record.text_salts, digests=header.texts)
        return self.add(header, (), request_digest=record.request_digest, reads=record.reads, words=words)

    def savepoint(self) -> Savepoint:
        """Return what is drafted so far."""
        return Savepoint(
            drafted=tuple(self.drafted),
            changed=dict(self.changed),
            befores=dict(self.befores),
            seeds=tuple(self.seeds),
            erased=tuple(self.erased),
            checkpoints=tuple(self.checkpoints),
            at=self.at,
        )

    def roll_back(self, to: Savepoint) -> None:
        """Forget what was drafted since a savepoint."""
        self.drafted, self.changed, self.befores = list(to.drafted), dict(to.changed), dict(to.befores)
        self.seeds, self.erased, self.checkpoints = list(to.seeds), list(to.erased), list(to.checkpoints)
        self.at = to.at
        self.fallen = sum(_rolled_in(drafted.record.header) for drafted in self.drafted)

    def header(
        self,
        kind: EntryKind,
        actor: Actor,
        command_id: str,
        *,
        audience: Audience = "all",
        words: Words | None = None,
        **fields: Any,
    ) -> Header:
        """A header for the next entry: who, when, and where in the story it stands.

        Where the machine's clock was turned back, the entry has the time of the one before it.
        """
        campaign: Any = self.aggregate(CAMPAIGN)
        founded = campaign is not None and "self" in campaign.ground
        system = system_of(self, self.registry) if founded else None
        number = self.next
        return Header(
            number=number,
            kind=kind,
            command_id=command_id,
            member=actor.member,
            by_gm=actor.is_gm,
            through=actor.through,
            at=max(self.at, self._now().astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")),
            clock=campaign.clock["now"].at if founded else 0,
            session=_open(campaign.sessions) if founded else None,
            scene=_open(campaign.scenes) if founded else None,
            system=system.id if system else "",
            rules_version=system.version if system else 0,
            audience=audience,
            texts=words.digests if words else (),
            refers=True,
            **{"deed": number, **fields},
        )

    def hand_over(self) -> tuple[Record, ...]:
        """Give the entries drafted so far to be written. Entries that are drafted next follow them."""
        records = tuple(drafted.record for drafted in self.drafted)
        self.head += len(records)
        self.drafted, self.befores, self.fallen = [], {}, 0
        return records

    def states(self) -> Iterator[StateRow]:
        """The states of the aggregates that have changed, as they are stored."""
        for ref, aggregate in sorted(self.changed.items()):
            yield StateRow(ref, aggregate.version, encode_state(aggregate))

    def transaction(self) -> Transaction:
        """Return what is to be appended, on the condition that the head still stands where this was decided."""
        return Transaction(
            campaign=self.campaign,
            expected=self.head,
            records=tuple(drafted.record for drafted in self.drafted),
            states=tuple(self.states()),
            founding=self.founding,
            seeds=tuple(self.seeds),
            erased=tuple(self.erased),
            checkpoints=tuple(self.checkpoints),
            rewritten=tuple(self.rewritten),
        )

    def _apply(self, stream_event: StreamEvent, touched: dict[str, Aggregate]) -> NewRow:
        ref, event = stream_event.ref, stream_event.event
        if ref not in touched:
            known = self.aggregate(ref)
            touched[ref] = begin(ref) if known is None else known.copy()
        evolve(touched[ref], event)
        return NewRow(ref, touched[ref].version, topic_of(event), str(event.kind), encode_event(event))


def _rolled_in(header: Header) -> int:
    """Return how many dice of an entry the service rolled, in earnest or in a dry run."""
    return sum(die.source in (Source.SERVER, Source.PREVIEW) for die in header.tape)


def _checkpoint(aggregate: Aggregate, entry: int) -> Checkpoint:
    return Checkpoint(
        ref=aggregate.ref, place=(entry,), created=entry, version=aggregate.version, body=encode_state(aggregate)
    )


def _open(intervals: dict[str, Any]) -> int | None:
    return next((interval.number for interval in intervals.values() if interval.ended is None), None)
