"""What is derived of a ledger is made anew beside what is read: the same where that was right, and right where it was not."""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from time import sleep
from typing import Any
from uuid import UUID

import pytest

from domain import aggregates
from domain.aggregates import Character
from domain.commands import Envelope
from domain.ledger.checking.verify import verify
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import PostgresStore
from domain.ledger.reading.forks import ForkAwareStore
from domain.ledger.upkeep.exporting import export_lines
from domain.ledger.upkeep.importing import import_ledger
from domain.ledger.upkeep.rebuilding import DamagedLedger, RebuiltLedger, rebuild
from domain.records.entries import Checkpoint
from domain.records.store import Store
from domain.system import Registry
from systems.freeform import SYSTEM
from tests.laws.arena import REGISTRY
from tests.laws.histories import History
from tests.ledger.answers import answers
from tests.ledger.builders import FOE, found, opens, play, revise, unchanged, write

GM = Actor("gm", "gm")
FREEFORM = Registry(SYSTEM, ())


def played(store: Store, seed: int, steps: int = 60) -> UUID:
    """A random history of the arena, played in memory and laid down in a store."""
    history = History(seed)
    for _ in range(steps):
        history.step()
    import_ledger(store, REGISTRY, BytesIO(b"".join(export_lines(history.store, history.campaign, secrets=True))))
    return history.campaign


def again(store: Store, campaign: UUID, **rest: Any) -> RebuiltLedger:
    return rebuild(Ledger(store, REGISTRY), campaign, **rest)


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint every few events, so that short histories have some."""
    monkeypatch.setattr(aggregates, "CHECKPOINT_EVERY", 4)


class TestWhatWasRight:
    @pytest.mark.parametrize("seed", range(3))
    def test_a_rebuild_of_a_right_ledger_changes_and_writes_no_row(self, store: Store, seed: int) -> None:
        campaign = played(store, seed)
        with unchanged(store, campaign):
            done = again(store, campaign)
        assert (done.healed, done.said, done.entry) == ((), None, store.head(campaign).entry)
        assert done.states == len(store.all_states(campaign))

    @pytest.mark.parametrize("seed", range(6))
    def test_checkpoints_made_anew_hold(self, store: Store, often: None, seed: int) -> None:
        campaign = played(store, seed)
        done = again(store, campaign)
        assert (verify(store, campaign).faults, done.checkpoints > 5) == ((), True)

    def test_a_rebuild_of_a_played_history_keeps_its_checkpoints(self, often: None) -> None:
        for seed in range(20):
            history = History(seed)
            for _ in range(40):
                history.step()
            before = answers(history.store, history.campaign)
            rebuild(history.ledger, history.campaign)
            assert verify(history.store, history.campaign).faults == ()
            assert answers(history.store, history.campaign) == before
            history.play(10)

    def test_an_import_has_its_checkpoints(self, store: Store, often: None) -> None:
        campaign = played(store, 4)
        refs = [row.ref for row in store.all_states(campaign)]
        assert sum(len(store.checkpoints(campaign, ref)) for ref in refs) > 5

    def test_a_fork_is_made_anew_on_what_it_shares(self, store: Store, often: None) -> None:
        here = ForkAwareStore(store)
        parent = played(here, 3, 30)
        ledger = Ledger(here, REGISTRY)
        forked = fork(ledger, parent, GM, "what if", at=20).id
        ledger.submit(forked, GM, Envelope(type="arena.create", args={"name": "q1"}))
        with unchanged(here, forked):
            assert rebuild(ledger, forked).healed == ()
        assert verify(here, forked).faults == ()

    def test_progress_ends_where_the_ledger_does(self, store: Store) -> None:
        campaign = played(store, 2)
        steps: list[tuple[int, int]] = []
        again(store, campaign, progress=lambda done, of: steps.append((done, of)))
        assert steps[-1] == (store.head(campaign).entry,) * 2


Damage = Callable[[PostgresStore, UUID], None]


def damage(statement: str) -> Damage:
    def planted(store: PostgresStore, campaign: UUID) -> None:
        with store.pool.connection() as connection:
            assert connection.execute(statement.encode(), {"campaign": campaign}).rowcount > 0

    return planted


HERO = "(SELECT min(ref) FROM states WHERE campaign_id = %(campaign)s AND ref LIKE 'character/%%')"
DAMAGES = {
    "another value": damage(
        "UPDATE states SET body = convert_to(replace(convert_from(body, 'UTF8'), '\"current\":', '\"current\":9'), 'UTF8')"
        f" WHERE campaign_id = %(campaign)s AND ref = {HERO}"
    ),
    "no state": damage(f"DELETE FROM states WHERE campaign_id = %(campaign)s AND ref = {HERO}"),
    "no sense": damage(f"UPDATE states SET body = '{{' WHERE campaign_id = %(campaign)s AND ref = {HERO}"),
    "another version": damage(f"UPDATE states SET version = 1000 WHERE campaign_id = %(campaign)s AND ref = {HERO}"),
    "the campaign's own": damage(
        "UPDATE states SET body = '{}' WHERE campaign_id = %(campaign)s AND ref = 'campaign/self'"
    ),
    "of what never was": damage("INSERT INTO states VALUES (%(campaign)s, 'character/nobody', 1, '{}')"),
}


class TestWhatWasWrong:
    @pytest.fixture
    def store(self, postgres_store: PostgresStore) -> PostgresStore:
        return postgres_store

    @pytest.fixture
    def campaign(self, store: PostgresStore) -> UUID:
        return played(store, 1)

    @pytest.mark.parametrize("what", DAMAGES)
    def test_a_wrong_state_is_healed_and_named(self, store: PostgresStore, campaign: UUID, what: str) -> None:
        right = store.all_states(campaign)
        DAMAGES[what](store, campaign)
        wrong = {row.ref for row in {*store.all_states(campaign)} ^ {*right}}
        assert set(again(store, campaign).healed) == wrong
        assert (store.all_states(campaign), verify(store, campaign).faults) == (right, ())

    def test_an_entry_says_so_to_the_game_master(self, store: PostgresStore, campaign: UUID) -> None:
        head = store.head(campaign).entry
        DAMAGES["another value"](store, campaign)
        done = again(store, campaign, through="operator")
        assert done.said == head + 1
        stored = store.entry(campaign, head + 1)
        assert stored is not None
        assert (stored.header.kind, stored.header.audience, stored.header.through) == ("record", "gm", "operator")
        assert done.healed[0] in str(store.texts(campaign, [f"{head + 1}.0"]))

    def test_nobody_goes_on_with_a_wrong_state_at_hand(self, store: PostgresStore) -> None:
        ledger = Ledger(store, FREEFORM)
        campaign = ledger.found("Ash Street", "freeform", "gm").id
        tracks = {"luck": {"current": 5, "minimum": 0}}
        ledger.submit(campaign, GM, Envelope(type="freeform.create_character", args={"name": "Ada", "tracks": tracks}))
        DAMAGES["another value"](store, campaign)
        elsewhere = Ledger(store, FREEFORM)
        assert luck(elsewhere, campaign) == 95
        rebuild(ledger, campaign)
        spend = Envelope(type="freeform.spend", args={"target": "ada", "track": "luck", "amount": 1})
        elsewhere.submit(campaign, GM, spend)
        assert (luck(elsewhere, campaign), verify(store, campaign).faults) == (4, ())

    def test_made_anew_twice_it_is_healed_once(self, store: PostgresStore, campaign: UUID) -> None:
        DAMAGES["another value"](store, campaign)
        again(store, campaign)
        assert again(store, campaign).healed == ()

    def test_damaged_checkpoints_are_made_anew(self, store: PostgresStore, often: None) -> None:
        campaign = played(store, 2)
        damage("UPDATE checkpoints SET body = '{}' WHERE campaign_id = %(campaign)s")(store, campaign)
        again(store, campaign)
        assert verify(store, campaign).faults == ()

    def test_of_a_damaged_ledger_nothing_is_made(self, store: PostgresStore, campaign: UUID) -> None:
        DAMAGES["another value"](store, campaign)
        damage("UPDATE events SET body = body || ' ' WHERE campaign_id = %(campaign)s AND position = 9")(
            store, campaign
        )
        with unchanged(store, campaign), pytest.raises(DamagedLedger, match="another digest"):
            again(store, campaign)


def luck(ledger: Ledger, campaign: UUID) -> int:
    world = ledger.heads.fresh(campaign)
    [ada] = [world.aggregate(ref) for ref in world.refs() if ref.startswith("character/")]
    assert isinstance(ada, Character)
    return ada.tracks["luck"].current


@contextmanager
def two_who_play(url: str, campaign: UUID) -> Iterator[list[int]]:
    """Two who spend luck without a pause, each over connections of their own; how often each has."""
    stop, count = threading.Event(), [0, 0]

    def play(player: int) -> None:
        with PostgresStore(url) as store:
            ledger = Ledger(store, FREEFORM)
            while not stop.is_set():
                who = ("ada", "ben")[player]
                spend = Envelope(type="freeform.spend", args={"target": who, "track": "luck", "amount": 1})
                ledger.submit(campaign, GM, spend)
                count[player] += 1

    crowd = [threading.Thread(target=play, args=(player,)) for player in range(2)]
    for each in crowd:
        each.start()
    try:
        yield count
    finally:
        stop.set()
        for each in crowd:
            each.join(timeout=10)


class TestWhilePlayGoesOn:
    @pytest.fixture
    def campaign(self, postgres_store: PostgresStore) -> UUID:
        ledger = Ledger(postgres_store, FREEFORM)
        campaign = ledger.found("Ash Street", "freeform", "gm").id
        for name in ("Ada", "Ben", "Cleo"):
            args = {"name": name, "tracks": {"luck": {"current": 100_000, "minimum": 0}}}
            ledger.submit(campaign, GM, Envelope(type="freeform.create_character", args=args))
        return campaign

    def test_what_is_right_stays_right(
        self, postgres_store: PostgresStore, ledger_url: str, campaign: UUID, often: None
    ) -> None:
        with two_who_play(ledger_url, campaign) as count:
            while min(count) < 20:
                assert rebuild(Ledger(postgres_store, FREEFORM), campaign).healed == ()
        assert verify(postgres_store, campaign).faults == ()

    def test_a_wrong_state_is_healed(self, postgres_store: PostgresStore, ledger_url: str, campaign: UUID) -> None:
        cleo = max(row.ref for row in postgres_store.all_states(campaign) if row.ref.startswith("character/"))
        with two_who_play(ledger_url, campaign) as count:
            while min(count) < 10:
                sleep(0.01)
            with postgres_store.pool.connection() as connection:
                connection.execute("UPDATE states SET body = '{}' WHERE ref = %s", [cleo])
            assert rebuild(Ledger(postgres_store, FREEFORM), campaign).healed == (cleo,)
        assert verify(postgres_store, campaign).faults == ()


def test_a_campaign_in_memory_is_healed_as_well() -> None:
    store = MemoryStore()
    campaign = played(store, 5)
    tables = store._ledgers[campaign].tables
    right = store.all_states(campaign)
    tables.states = dict(list(tables.states.items())[1:])
    assert len(again(store, campaign).healed) == 1
    assert (store.all_states(campaign), verify(store, campaign).faults) == (right, ())


class Restless(MemoryStore):
    """A store in which a revision comes before every attempt at checkpoints, unless the head is held."""

    attempts = 0
    quiet = False

    @contextmanager
    def hold(self, campaign: UUID) -> Iterator[Store]:
        self.quiet = True
        with super().hold(campaign) as store:
            yield store

    def replace_checkpoints(
        self, campaign: UUID, known_at: int, checkpoints: Sequence[Checkpoint], unfounded: Collection[str]
    ) -> None:
        self.attempts += 1
        if not self.quiet:
            write(self, campaign, revise())
        super().replace_checkpoints(campaign, known_at, checkpoints, unfounded)


def test_a_rebuild_comes_to_its_end_though_a_revision_comes_at_every_attempt() -> None:
    store = Restless()
    campaign = found(store, play(opens(FOE, 9)))
    done = again(store, campaign)
    assert (done.entry, store.head(campaign).entry, store.attempts) == (4, 4, 3)
