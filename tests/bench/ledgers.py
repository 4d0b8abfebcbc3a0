"""Ledgers to measure on: transactions as a service sends them, and campaigns of any length."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID, uuid4

from domain.aggregates import begin, encode_state, evolve
from domain.commands import Envelope
from domain.ledger.postgres.store import PostgresStore
from domain.records.chain import encode_header
from domain.records.entries import Header, NewRow, Record, StateRow, Transaction
from domain.vocabulary.stored import encode_event, topic_of
from domain.vocabulary.values import PointSpent, Track, TrackOpened
from tests.ledger.builders import HERO, found, opens, play

READS = tuple(f"{HERO}.tracks.track-{number}" for number in range(10))

FOUNDED = 2
"""The number of the newest entry of a campaign that has just been founded."""

_SPENT = PointSpent(name="points", amount=1)
_BODY, _TOPIC = encode_event(_SPENT), topic_of(_SPENT)


def founded(store: PostgresStore) -> UUID:
    """A campaign whose hero has points."""
    return found(store, play(opens(HERO, 10**9)))


def spending(campaign: UUID, after: int, entries: int = 1) -> Transaction:
    """Entries that each spend a point: a header, ten reads, one event; and the state of the hero behind them."""
    records = tuple(_record(number) for number in range(after + 1, after + 1 + entries))
    last = after + entries
    state = begin(HERO)
    evolve(state, TrackOpened(name="points", track=Track(current=10**9 - last + FOUNDED)))
    state.version = last - 1
    states = (StateRow(HERO, last - 1, encode_state(state)),)
    return Transaction(campaign=campaign, expected=after, records=records, states=states)


def lengthened(store: PostgresStore, campaign: UUID, upto: int, at_once: int = 1000) -> None:
    """Let the campaign go on to an entry of this number."""
    head = store.head(campaign).entry
    while head < upto:
        head = store.append(spending(campaign, head, min(at_once, upto - head))).head.entry


def prepared(store: PostgresStore, most: int) -> Iterator[Transaction]:
    """At most so many transactions for a new campaign, made beforehand; the first is written already."""
    campaign = founded(store)
    store.append(spending(campaign, FOUNDED))
    return iter([spending(campaign, FOUNDED + 1 + turn) for turn in range(most)])


def payload(transaction: Transaction) -> bytes:
    """The bytes that an entry is about: header, event and state."""
    [record], [state] = transaction.records, transaction.states
    return b"".join((encode_header(record.header), *(event.body for event in record.events), state.body))


def _record(number: int) -> Record:
    envelope = Envelope(type="freeform.spend", args={"target": HERO, "track": "points", "amount": 1})
    header = Header(
        number=number,
        kind="play",
        command_id=str(uuid4()),
        member="4b1c9f0e-6a55-4d0e-9d6b-6a2f6a6f0c11",
        at="2031-05-01T20:00:00.000000Z",
        deed=number,
        system="freeform",
        rules_version=1,
        envelope=envelope,
    )
    event = NewRow(HERO, number - 1, _TOPIC, "value", _BODY)
    return Record(header=header, request_digest=bytes(32), events=(event,), reads=READS)
