"""Somebody else is faster at every attempt: whoever writes holds the head at last, and gets on all the same."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

import psycopg
import pytest

from domain.aggregates import CAMPAIGN, Campaign, Character
from domain.commands import Envelope
from domain.history.plan import RevisionRequest
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import HASTY_ATTEMPTS, Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import PostgresStore
from domain.ledger.reading.forks import ForkAwareStore
from domain.play.refusals import Refused
from domain.records.entries import Transaction
from domain.records.rows import Written
from domain.records.store import OutcomeUnknown, Store
from domain.system import Registry
from systems.freeform import SYSTEM

GM = Actor("gm", "gm")
FREEFORM = Registry(SYSTEM, ())
LUCK = 10
ONCE = "00000000-0000-4000-8000-000000000001"


class Rushed(ForkAwareStore):
    """A store in which somebody else appends right before every append, unless the head is held."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.held = False
        self.overtake: Callable[[], object] = lambda: None
        self.overtaken = 0

    def append(self, transaction: Transaction) -> Written:
        if not self.held:
            self.overtaken += 1
            self.overtake()
        return super().append(transaction)

    @contextmanager
    def hold(self, campaign: UUID) -> Iterator[Store]:
        with super().hold(campaign) as holding:
            self.held = True
            try:
                yield holding
            finally:
                self.held = False


class Evening:
    """A table of two whose ledger one of them writes to while the other is faster."""

    def __init__(self, store: Store) -> None:
        self.other = Ledger(store, FREEFORM)
        self.campaign = self.other.found("Ash Street", "freeform", "gm").id
        for name in ("Ada", "Ben"):
            args = {"name": name, "tracks": {"luck": {"current": LUCK, "minimum": 0}}}
            self.other.submit(self.campaign, GM, Envelope(type="freeform.create_character", args=args))
        self.store = Rushed(store)
        self.ledger = Ledger(self.store, FREEFORM)

    def overtaken_by(self, name: str) -> None:
        self.store.overtake = lambda: self.other.submit(self.campaign, GM, spend(name))

    def luck(self, handle: str) -> int:
        world = self.other.heads.fresh(self.campaign)
        state = world.aggregate(CAMPAIGN)
        assert isinstance(state, Campaign)
        character = world.aggregate(state.handles[handle].ref)
        assert isinstance(character, Character)
        return character.tracks["luck"].current


def spend(name: str, amount: int = 1) -> Envelope:
    return Envelope(type="freeform.spend", args={"target": name, "track": "luck", "amount": amount})


@pytest.fixture
def evening(store: Store) -> Evening:
    return Evening(store)


def test_a_command_is_written_though_somebody_is_faster_every_time(evening: Evening) -> None:
    evening.overtaken_by("ben")
    entry = evening.ledger.submit(evening.campaign, GM, spend("ada"))
    assert entry.header.number == evening.store.head(evening.campaign).entry
    assert (evening.luck("ada"), evening.luck("ben")) == (LUCK - 1, LUCK - HASTY_ATTEMPTS)
    assert verify(evening.store, evening.campaign).faults == ()


def test_a_command_is_decided_on_what_the_faster_ones_left(evening: Evening) -> None:
    evening.overtaken_by("ada")
    with pytest.raises(Refused):
        evening.ledger.submit(evening.campaign, GM, spend("ada", LUCK - HASTY_ATTEMPTS + 1))
    assert (evening.luck("ada"), evening.store.overtaken) == (LUCK - HASTY_ATTEMPTS, HASTY_ATTEMPTS)


def test_a_refusal_while_the_head_is_held_writes_nothing_and_lets_it_go(evening: Evening) -> None:
    evening.overtaken_by("ada")
    with pytest.raises(Refused):
        evening.ledger.submit(evening.campaign, GM, spend("ada", LUCK))
    evening.other.submit(evening.campaign, GM, spend("ada", LUCK - evening.store.overtaken))
    assert evening.luck("ada") == 0


def test_the_past_is_changed_though_somebody_is_faster_every_time(evening: Evening) -> None:
    unlucky = evening.other.submit(evening.campaign, GM, spend("ada", 4)).header.number
    evening.overtaken_by("ben")
    evening.ledger.revise(evening.campaign, GM, RevisionRequest(undo=(unlucky,)))
    assert (evening.luck("ada"), evening.luck("ben")) == (LUCK, LUCK - HASTY_ATTEMPTS)
    assert verify(evening.store, evening.campaign).faults == ()


def test_the_next_command_goes_on_with_what_was_written_while_the_head_was_held(evening: Evening) -> None:
    evening.overtaken_by("ben")
    evening.ledger.submit(evening.campaign, GM, spend("ada"))
    evening.store.overtake, evening.store.overtaken = (lambda: None), 0
    evening.ledger.submit(evening.campaign, GM, spend("ada"))
    assert (evening.luck("ada"), evening.store.overtaken) == (LUCK - 2, 1)


class TestALostCommit:
    """The connection is gone when the head is let go: what was sent may stand or not, and the answer says so."""

    def test_the_outcome_is_unknown_and_a_retry_tells(self, postgres_store: PostgresStore) -> None:
        evening = Evening(postgres_store)
        envelope = Envelope(type="freeform.spend", id=ONCE, args=spend("ada").args)
        with pytest.raises(OutcomeUnknown, match=ONCE), cut_off_at_the_end(evening) as store:
            Ledger(store, FREEFORM).submit(evening.campaign, GM, envelope)
        evening.other.submit(evening.campaign, GM, envelope)
        assert evening.luck("ada") == LUCK - 1

    def test_where_nothing_was_sent_the_error_is_the_databases_own(self, postgres_store: PostgresStore) -> None:
        evening = Evening(postgres_store)
        with pytest.raises(psycopg.OperationalError), postgres_store.hold(evening.campaign) as holding:
            cut_off(postgres_store, holding, evening.campaign)


@contextmanager
def cut_off_at_the_end(evening: Evening) -> Iterator[Store]:
    """A rushed store whose connection the server closes after the append, before the head is let go."""
    evening.overtaken_by("ben")

    class CutOff(Rushed):
        @contextmanager
        def hold(self, campaign: UUID) -> Iterator[Store]:
            with super().hold(campaign) as holding:
                yield holding
                cut_off(self._store, holding, campaign)

    store = CutOff(evening.store._store)
    store.overtake = evening.store.overtake
    yield store


def cut_off(store: Store, holding: Store, campaign: UUID) -> None:
    """End the session that holds the head, as a failing server does."""
    inner = holding._store if isinstance(holding, ForkAwareStore) else holding
    assert isinstance(store, PostgresStore)
    assert isinstance(inner, PostgresStore)
    inner.head(campaign)
    with inner.pool.connection() as connection:
        [pid] = connection.execute("SELECT pg_backend_pid()").fetchone() or [0]
    with store.pool.connection() as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 1000)", [pid])
