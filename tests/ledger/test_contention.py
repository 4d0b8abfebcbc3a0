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
from domain.ledger.closing import change_state
from domain.ledger.downtime import process
from domain.ledger.forking.cherry_pick import BringBack, bring_back
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import HASTY_ATTEMPTS, Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import PostgresStore, pool_to
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

    def __init__(self, store: Store, others: Store | None = None) -> None:
        """`others` is the store of the one who is faster, where that is in another process."""
        self.other = Ledger(others or store, FREEFORM)
        self.campaign = self.other.found("Ash Street", "freeform", "gm").id
        for name in ("Ada", "Ben"):
            args = {"name": name, "tracks": {"luck": {"current": LUCK, "minimum": 0}}}
            self.other.submit(self.campaign, GM, Envelope(type="freeform.create_character", args=args))
        self.store = Rushed(store)
        self.ledger = Ledger(self.store, FREEFORM)

    def gives(self, word: str, **args: object) -> int:
        """Let the other one give a command; its entry."""
        return self.other.submit(self.campaign, GM, Envelope(type=f"freeform.{word}", args=args)).header.number

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


Writing = Callable[[Evening], Callable[[], object]]
"""Prepares a write, and returns it as it is to be done while somebody is faster."""


def a_command(evening: Evening) -> Callable[[], object]:
    return lambda: evening.ledger.submit(evening.campaign, GM, spend("ada"))


def several_commands(evening: Evening) -> Callable[[], object]:
    return lambda: evening.ledger.submit_all(evening.campaign, GM, [spend("ada"), spend("ada")])


def a_command_on_what_was_seen(evening: Evening) -> Callable[[], object]:
    seen = evening.store.head(evening.campaign).entry
    note = Envelope(type="freeform.note", args={"text": "rain"}, expected_entry=seen)
    return lambda: evening.ledger.submit(evening.campaign, GM, note)


def a_roll_of_the_server(evening: Evening) -> Callable[[], object]:
    roll = Envelope(type="freeform.roll", args={"actor": "ada", "label": "leap", "notation": "1d6"})
    return lambda: evening.ledger.submit(evening.campaign, GM, roll)


def an_answer(evening: Evening) -> Callable[[], object]:
    asks = {"owner": "gm", "key": "door", "prompt": "Go in?", "options": ["yes", "no"], "default": "no", "about": "ada"}
    deed = evening.other.submit(evening.campaign, GM, Envelope(type="freeform.ask", args=asks)).header.number
    answer = Envelope(type="freeform.answer", args={"deed": deed, "key": "door", "choice": "yes"})
    return lambda: evening.ledger.submit(evening.campaign, GM, answer)


def an_undo(evening: Evening) -> Callable[[], object]:
    unlucky = evening.other.submit(evening.campaign, GM, spend("ada")).header.number
    return lambda: evening.ledger.revise(evening.campaign, GM, RevisionRequest(undo=(unlucky,)))


def a_command_of_a_fork(evening: Evening) -> Callable[[], object]:
    side = fork(evening.ledger, evening.campaign, GM, "what if").id
    chosen = evening.ledger.submit(side, GM, spend("ada")).header.number
    return lambda: bring_back(evening.ledger, evening.campaign, side, GM, BringBack(entries=(chosen,)))


def a_downtime(evening: Evening) -> Callable[[], object]:
    evening.gives("open_downtime", days=1)
    action = {"type": "freeform.spend", "args": {"target": "ada", "track": "luck", "amount": 1}, "slots": 0}
    evening.gives("plan_downtime", who="ada", actions=[action])
    return lambda: process(evening.ledger, evening.campaign, GM, 1)


def a_closing(evening: Evening) -> Callable[[], object]:
    return lambda: change_state(evening.ledger, evening.campaign, GM, "closed")


def an_end_of_a_session(evening: Evening) -> Callable[[], object]:
    evening.gives("open_session")
    return lambda: evening.ledger.submit(evening.campaign, GM, Envelope(type="freeform.end_session", args={}))


def an_erasure(evening: Evening) -> Callable[[], object]:
    note = evening.gives("note", text="a name")
    erase = Envelope(type="freeform.erase", args={"texts": [f"{note}.0"]})
    return lambda: evening.ledger.submit(evening.campaign, GM, erase)


def a_seal(evening: Evening) -> Callable[[], object]:
    seal = Envelope(type="freeform.seal", args={"title": "The culprit", "text": "the butler"})
    return lambda: evening.ledger.submit(evening.campaign, GM, seal)


def the_seeds_of_hidden_rolls(evening: Evening) -> Callable[[], object]:
    evening.gives("open_session")
    evening.gives("end_session")
    return lambda: evening.ledger.unseal(evening.campaign, GM, 1)


def a_member(evening: Evening) -> Callable[[], object]:
    return lambda: evening.ledger.take_part(evening.campaign, GM, "ana", "player")


WRITINGS: dict[str, Writing] = {
    "a command": a_command,
    "several commands": several_commands,
    "a command on what was seen": a_command_on_what_was_seen,
    "a roll of the server": a_roll_of_the_server,
    "an answer": an_answer,
    "an undo": an_undo,
    "a command of a fork": a_command_of_a_fork,
    "a downtime": a_downtime,
    "a closing": a_closing,
    "an end of a session": an_end_of_a_session,
    "an erasure": an_erasure,
    "a seal": a_seal,
    "the seeds of hidden rolls": the_seeds_of_hidden_rolls,
    "a member": a_member,
}


@pytest.fixture
def crowded(postgres_store: PostgresStore, ledger_url: str) -> Iterator[Evening]:
    """An evening whose slower one has a single connection to the database."""
    with pool_to(ledger_url, 1) as pool:
        yield Evening(PostgresStore(pool), postgres_store)


@pytest.mark.parametrize("what", WRITINGS)
def test_one_connection_is_enough_for_whoever_holds_the_head(crowded: Evening, what: str) -> None:
    write = WRITINGS[what](crowded)
    crowded.store.overtaken = 0
    crowded.overtaken_by("ben")
    write()
    assert crowded.store.overtaken == HASTY_ATTEMPTS
    assert verify(crowded.store, crowded.campaign).faults == ()


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
