"""Entries in the game's notation, and how a table writes them: `write(store, campaign, play(spend(HERO, 2)))`."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid4

import msgspec

from domain.aggregates import CAMPAIGN, Aggregate, begin, decode_state, encode_state, evolve, fold, unnumbered
from domain.commands import Envelope
from domain.dice.provable import commitment
from domain.ledger.memory.store import MemoryStore
from domain.ledger.postgres.store import PostgresStore
from domain.records.chain import SALT_BYTES, text_digest
from domain.records.entries import (
    CampaignRow,
    CampaignSecrets,
    Checkpoint,
    EpochSeeds,
    Founding,
    Header,
    Insertion,
    NewRow,
    Record,
    Restatement,
    Revision,
    Rewritten,
    StateRow,
    Status,
    StoredRow,
    Transaction,
)
from domain.records.positions import Place
from domain.records.store import Store
from domain.vocabulary.base import Event, Instance, Scalar
from domain.vocabulary.bodies import Wound, WoundClosed, WoundSuffered
from domain.vocabulary.chronicle import CampaignBegun, Ground
from domain.vocabulary.revision import Corrected
from domain.vocabulary.stored import encode_event, topic_of
from domain.vocabulary.values import DamageTaken, PointGained, PointSpent, Track, TrackOpened

HERO, FOE, FIGHT = "character/hero", "character/foe", "encounter/fight"
POINTS = "character/hero.tracks.points"
AMENDMENTS = b"amend" * 6 + b"!!"
KEY = b"k" * 32
"""The seed of every campaign for dice of changed pasts."""

Change = tuple[str, Event]


def opens(ref: str, current: int, track: str = "points") -> Change:
    return ref, TrackOpened(name=track, track=Track(current=current))


def spends(ref: str, amount: int, track: str = "points") -> Change:
    return ref, PointSpent(name=track, amount=amount)


def gains(ref: str, amount: int, track: str = "points") -> Change:
    return ref, PointGained(name=track, amount=amount)


def suffers(ref: str, amount: int, track: str = "points") -> Change:
    return ref, DamageTaken(name=track, amount=amount)


def bleeds(ref: str, wound: str) -> Change:
    return ref, WoundSuffered(name=wound, wound=Wound(severity="lesser"))


def mends(ref: str, wound: str) -> Change:
    return ref, WoundClosed(name=wound)


def corrects(ref: str, **tracks: int | None) -> Change:
    """These tracks now stand there (None: are gone); the revision's number is filled in where it is written."""
    values: dict[str, Instance | None] = {
        f"tracks.{name}": None if current is None else Track(current=current) for name, current in tracks.items()
    }
    raw = {slot: msgspec.Raw(msgspec.json.encode(value)) for slot, value in values.items()}
    return ref, Corrected(name="self", revision=0, values=raw)


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry to be: all of it but what its place in the ledger decides."""

    changes: tuple[Change, ...] = ()
    reads: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    restatements: tuple[Restatement, ...] = ()
    header: dict[str, Any] = {}
    keeps: tuple[str, ...] = ()
    """The aggregates whose state after it is kept as a checkpoint."""
    rewrites: tuple[tuple[str, Place, Place | None], ...] = ()
    """The aggregates whose past it makes another one, from where to where."""
    makes: tuple[tuple[str, Place, bytes], ...] = ()
    """The states of a past that it has made, kept as checkpoints."""


def play(
    *changes: Change,
    reads: tuple[str, ...] = (),
    words: tuple[str, ...] = (),
    keeps: tuple[str, ...] = (),
    **header: Any,
) -> Entry:
    return Entry(changes=changes, reads=reads, words=words, keeps=keeps, header=header)


def revise(
    *restatements: Restatement,
    corrections: tuple[Change, ...] = (),
    keeps: tuple[str, ...] = (),
    rewrites: tuple[tuple[str, Place, Place | None], ...] = (),
    makes: tuple[tuple[str, Place, bytes], ...] = (),
    **header: Any,
) -> Entry:
    return Entry(
        changes=corrections,
        restatements=restatements,
        keeps=keeps,
        rewrites=rewrites,
        makes=makes,
        header={"kind": "revision", **header},
    )


def insert(number: int, *changes: Change, after: int) -> tuple[Entry, Entry]:
    """A revision that adds entry `number` behind another one and says what it did, and that entry itself."""
    restated = restate(number, *changes, status="standing")
    return revise(restated, revision=Revision(inserts=(Insertion(number, after),))), play(after=after)


def state(ref: str, *changes: Change) -> bytes:
    """What a past with these events only leads to, as it is stored."""
    return unnumbered(fold(ref, [event for _, event in changes]))


def erase(*keys: str) -> Entry:
    envelope = Envelope(type="freeform.erase", args={"texts": list(keys)})
    return Entry(header={"kind": "record", "envelope": envelope})


def strike(entry: int) -> Restatement:
    return Restatement(entry=entry, status="struck")


def restate(
    entry: int, *changes: Change, reads: tuple[str, ...] = (), status: Status = "restated", **rest: Any
) -> Restatement:
    events = tuple((ref, topic_of(event), encode_event(event).decode()) for ref, event in changes)
    return Restatement(entry=entry, status=status, events=events, reads=reads, **rest)


def found(store: Store, *entries: Entry, campaign: UUID | None = None, **rest: Any) -> UUID:
    """A campaign whose first entry records how it began, and that goes on with these entries."""
    campaign = campaign or uuid4()
    data: dict[str, Scalar] = {
        "amendment_commitment": commitment(AMENDMENTS).hex(),
        "key_commitment": commitment(KEY).hex(),
    }
    ground = Ground(system="freeform", data=data)
    begun = play((CAMPAIGN, CampaignBegun(name="self", ground=ground)), kind="record")
    store.append(drafted(store, campaign, begun, *entries, founding=founding(campaign, **rest)))
    return campaign


def founding(campaign: UUID, name: str = "Ash Street", created_at: str = "2031-05-01T18:00:00.000000Z") -> Founding:
    row = CampaignRow(id=campaign, name=name, system="freeform", created_at=created_at)
    return Founding(campaign=row, secrets=CampaignSecrets(KEY, AMENDMENTS))


def write(store: Store, campaign: UUID, *entries: Entry, **rest: Any) -> int:
    """Append these entries in one transaction; the number of the last one."""
    return store.append(drafted(store, campaign, *entries, **rest)).head.entry


def forget(store: Store, campaign: UUID, *keys: str) -> int:
    """Erase texts, and say so in an entry."""
    return write(store, campaign, erase(*keys), erased=keys)


def drafted(
    store: Store,
    campaign: UUID,
    *entries: Entry,
    founding: Founding | None = None,
    expected: int | None = None,
    erased: tuple[str, ...] = (),
    seeds: tuple[EpochSeeds, ...] = (),
) -> Transaction:
    """These entries as they follow on what the store holds now, or on the entry expected."""
    at = expected if expected is not None else 0 if founding else store.head(campaign).entry
    states = _States(store, None if founding else campaign)
    numbered = list(enumerate(entries, start=at + 1))
    records, checkpoints = [], []
    for number, entry in numbered:
        records.append(_record(number, entry, states))
        checkpoints += [states.kept(ref, number) for ref in entry.keeps]
        checkpoints += [
            Checkpoint(ref=ref, place=place, created=number, version=0, body=body) for ref, place, body in entry.makes
        ]
    return Transaction(
        campaign=campaign,
        expected=at,
        records=tuple(records),
        states=states.rows(),
        founding=founding,
        seeds=seeds,
        erased=erased,
        checkpoints=tuple(checkpoints),
        rewritten=tuple(
            Rewritten(ref, number, since, until) for number, e in numbered for ref, since, until in e.rewrites
        ),
    )


class _States:
    """The states that a transaction leaves behind, begun from those the store holds."""

    def __init__(self, store: Store, campaign: UUID | None) -> None:
        self._store, self._campaign = store, campaign
        self._touched: dict[str, Aggregate] = {}

    def placed(self, ref: str, event: Event) -> NewRow:
        if ref not in self._touched:
            rows = {} if self._campaign is None else self._store.states(self._campaign, [ref])
            self._touched[ref] = decode_state(ref, rows[ref].body) if ref in rows else begin(ref)
        evolve(self._touched[ref], event)
        return NewRow(ref, self._touched[ref].version, topic_of(event), event.kind, encode_event(event))

    def kept(self, ref: str, number: int) -> Checkpoint:
        now = self._touched[ref]
        return Checkpoint(ref=ref, place=(number,), created=number, version=now.version, body=encode_state(now))

    def rows(self) -> tuple[StateRow, ...]:
        return tuple(StateRow(ref, state.version, encode_state(state)) for ref, state in self._touched.items())


def _record(number: int, entry: Entry, states: _States) -> Record:
    salts = tuple(sha256(f"{number}.{index}".encode()).digest()[:SALT_BYTES] for index in range(len(entry.words)))
    fields: dict[str, Any] = {
        "kind": "play",
        "command_id": str(uuid4()),
        "member": "ana",
        "at": f"2031-05-01T20:00:00.{number:06}Z",
        "deed": number,
        "texts": tuple(text_digest(salt, words) for salt, words in zip(salts, entry.words, strict=True)),
    }
    header = Header(number=number, **fields | entry.header)
    return Record(
        header=header,
        request_digest=sha256(header.command_id.encode()).digest(),
        events=tuple(states.placed(ref, _numbered(event, number)) for ref, event in entry.changes),
        reads=entry.reads,
        text_salts=salts,
        texts=entry.words,
        restatements=entry.restatements,
    )


def _numbered(event: Event, number: int) -> Event:
    return msgspec.structs.replace(event, revision=number) if isinstance(event, Corrected) else event


def told(rows: list[StoredRow]) -> list[str]:
    """Events as one reads them aloud: `point_spent 2`, with the entry they belong to."""
    bodies = [msgspec.json.decode(row.body) for row in rows]
    return [
        f"{row.entry} {row.topic} {fields.get('amount', fields['name'])}"
        for row, fields in zip(rows, bodies, strict=True)
    ]


def forget_checkpoints(store: Store, campaign: UUID) -> None:
    """Take every checkpoint of a campaign out of its store: nothing may depend on them."""
    match store:
        case MemoryStore():
            store._ledgers[campaign].tables.checkpoints = []
        case PostgresStore():
            with store.pool.connection() as connection:
                connection.execute("DELETE FROM checkpoints WHERE campaign_id = %s", [campaign])


@contextmanager
def unchanged(store: Store, campaign: UUID) -> Iterator[None]:
    """Checks that nothing at all was written meanwhile."""
    before = store.head(campaign), store.raw(campaign, 0, 1000), store.all_states(campaign)
    yield
    assert before == (store.head(campaign), store.raw(campaign, 0, 1000), store.all_states(campaign))


def forked(store: Store, parent: UUID, at: int | None = None) -> UUID:
    """A fork of a campaign, with a first entry of its own and its parent's head states, wherever it goes off."""
    campaign, head = uuid4(), store.head(parent)
    row = msgspec.structs.replace(
        founding(campaign).campaign,
        forked_from=parent,
        forked_at=head.entry if at is None else at,
        forked_known_at=head.entry,
    )
    begun = Founding(row, CampaignSecrets(b"forks" * 6 + b"!!"), head.entry, head.hash)
    states = tuple(_uncounted(state) for state in store.all_states(parent))
    transaction = drafted(store, campaign, play(kind="record"), founding=begun, expected=head.entry)
    store.append(msgspec.structs.replace(transaction, states=states))
    return campaign


def _uncounted(row: StateRow) -> StateRow:
    state = decode_state(row.ref, row.body)
    state.version = 0
    return StateRow(row.ref, 0, encode_state(state))
