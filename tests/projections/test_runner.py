"""Projections follow the ledgers with every entry in them exactly once, whoever is killed whenever."""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, ClassVar
from uuid import UUID

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from domain.ledger.postgres.store import PostgresStore
from domain.records.store import Store
from projections.facts.following import Facts
from projections.facts.rows import Fact
from projections.projection import Connection, NextEntries, NotTaken, Overtaken
from projections.runner import Runner
from tests.projections.followed import Followed, expected, key

BATCH = 6
"""Small, so that a history takes several transactions."""


class Killed(BaseException):
    """The process is gone."""


class Mortal(psycopg.Connection[Any]):
    """A connection of a process that is killed after so many steps: before or after any word to the server."""

    steps: ClassVar[float] = float("inf")

    def wait(self, *args: Any, **kwargs: Any) -> Any:
        self.live()
        answer = super().wait(*args, **kwargs)
        self.live()
        return answer

    def live(self) -> None:
        Mortal.steps -= 1
        if Mortal.steps < 0:
            Mortal.steps = float("inf")
            self.pgconn.finish()
            raise Killed


class Fatal(Mortal):
    """The same, and it is the process itself that is killed."""

    def live(self) -> None:
        Mortal.steps -= 1
        if Mortal.steps < 0:
            os.kill(os.getpid(), signal.SIGKILL)


@contextmanager
def living(store: Store, url: str, steps: float, kind: type[Mortal] = Mortal) -> Iterator[Runner]:
    """A runner that lives for so many steps."""
    Mortal.steps = float("inf")
    settings = {"autocommit": True}
    opened: Any = ConnectionPool(url, min_size=1, max_size=1, open=True, kwargs=settings, connection_class=kind)
    with opened as pool:
        pool.wait()
        Mortal.steps = steps
        yield Runner(pool, store, [Facts(store)], batch=BATCH)
        Mortal.steps = float("inf")


def lives_on(store: Store, url: str, steps: float) -> bool:
    """Whether a runner comes to its end within so many steps."""
    with living(store, url, steps) as runner:
        try:
            runner.catch_up()
        except Killed:
            return False
        return True


def live_in_a_process(url: str, steps: float) -> None:
    """Be killed after so many steps, the whole process."""
    with PostgresStore(url) as store, living(store, url, steps, Fatal) as runner:
        runner.catch_up()


def begun_anew(followed: Followed) -> None:
    with followed.pool.connection() as connection:
        connection.execute("DELETE FROM facts")
        connection.execute("DELETE FROM fact_dice")
        connection.execute("DELETE FROM fact_entries")
        connection.execute("DELETE FROM tracking")


class TestExactlyOnce:
    def test_killed_at_any_point_it_has_written_whole_batches_and_nothing_twice(
        self, followed: Followed, followed_url: str
    ) -> None:
        campaign = followed.history(2, 12)
        due = expected(followed.store, campaign)
        finished, steps = False, 0
        while not finished:
            begun_anew(followed)
            finished = lives_on(followed.store, followed_url, steps)
            [standing] = followed.runner.standings()
            assert len(followed.facts(campaign)) == 0 or standing.entry > 0
            assert standing.entry % BATCH == 0 or standing.entry == standing.head
            followed.catch_up()
            assert [key(fact) for fact in followed.facts(campaign)] == due
            steps += 1
        assert steps > 40

    def test_killed_again_and_again_it_comes_to_its_end(self, followed: Followed, followed_url: str) -> None:
        campaign = followed.history(6)
        deaths = 0
        while any(each.entry < each.head for each in followed.runner.standings()):
            deaths += not lives_on(followed.store, followed_url, 20 + 4 * deaths)
        assert deaths > 3
        followed.check(campaign)

    @pytest.mark.parametrize("steps", [11, 18, 23])
    def test_a_process_that_is_killed_leaves_what_another_goes_on_from(
        self, followed: Followed, followed_url: str, steps: int
    ) -> None:
        campaign = followed.history(2, 30)
        process = get_context("spawn").Process(target=live_in_a_process, args=(followed_url, steps))
        process.start()
        process.join(timeout=30)
        assert process.exitcode == -signal.SIGKILL
        followed.catch_up()
        followed.check(campaign)

    def test_several_runners_at_once_write_everything_once(self, followed: Followed) -> None:
        campaigns = [followed.history(seed) for seed in range(3)]
        crowd = [threading.Thread(target=Followed(followed.pool, 3).runner.catch_up) for _ in range(4)]
        for each in crowd:
            each.start()
        for each in crowd:
            each.join()
        followed.catch_up()
        for campaign in campaigns:
            followed.check(campaign)


class Counting(Facts):
    """Facts that count the transactions in which they take entries."""

    transactions = 0

    def apply(self, connection: Connection, parts: Sequence[NextEntries]) -> None:
        super().apply(connection, parts)
        self.transactions += 1


class TestManyCampaigns:
    @pytest.fixture
    def campaigns(self, followed: Followed) -> list[UUID]:
        """Campaigns whose facts have begun, each with three entries more."""
        campaigns = [followed.table(f"Table {n}") for n in range(7)]
        followed.catch_up()
        for campaign in campaigns:
            for _ in range(3):
                followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
        return campaigns

    @pytest.mark.parametrize(("batch", "transactions"), [(28, 1), (21, 1), (20, 2), (4, 3)])
    def test_their_entries_are_taken_in_as_few_transactions_as_they_fit_into(
        self, followed: Followed, campaigns: list[UUID], batch: int, transactions: int
    ) -> None:
        counting = Counting(followed.store)
        assert Runner(followed.pool, followed.store, [counting], batch=batch).catch_up() == 21
        assert counting.transactions == transactions
        for campaign in campaigns:
            followed.check(campaign)

    def test_an_entry_that_cannot_be_taken_holds_up_its_own_campaign_only(
        self, followed: Followed, campaigns: list[UUID]
    ) -> None:
        picky = Picky(followed.store)
        picky.broken = followed.store.head(campaigns[3]).entry + 1
        followed.gives(campaigns[3], "spend", target="ada", track="hp", amount=1)
        Runner(followed.pool, followed.store, [picky]).catch_up()
        stands = {each.campaign for each in followed.runner.standings() if each.error is not None}
        assert stands == {campaigns[3]}
        for campaign in set(campaigns) - stands:
            followed.check(campaign)


class Picky(Facts):
    """Facts that cannot be made of one entry, as long as that is broken."""

    broken: int | None = None
    away = False

    def apply(self, connection: Connection, parts: Sequence[NextEntries]) -> None:
        if self.away:
            raise psycopg.OperationalError("the server closed the connection")
        super().apply(connection, parts)
        if self.broken in [raw.number for part in parts for raw in part.entries]:
            raise ValueError("no such fact")


class TestWhatCannotBeTaken:
    @pytest.fixture
    def picky(self, followed: Followed) -> Picky:
        picky = Picky(followed.store)
        picky.broken = 4
        followed.runner = Runner(followed.pool, followed.store, [picky])
        return picky

    @pytest.fixture
    def campaign(self, followed: Followed) -> UUID:
        campaign = followed.table()
        for _ in range(4):
            followed.gives(campaign, "spend", target="ada", track="hp", amount=1)
        return campaign

    def test_what_is_before_it_is_taken(self, followed: Followed, picky: Picky, campaign: UUID) -> None:
        followed.runner.catch_up()
        [standing] = followed.runner.standings()
        assert (standing.entry, standing.head, standing.error) == (3, 6, "ValueError: no such fact")
        assert {fact.entry for fact in followed.facts(campaign)} == {1, 2, 3}

    def test_other_campaigns_go_on(self, followed: Followed, picky: Picky, campaign: UUID) -> None:
        other = followed.table("Elsewhere")
        followed.runner.catch_up()
        followed.check(other)

    def test_a_campaign_that_cannot_be_taken_is_not_tried_again_by_itself(
        self, followed: Followed, picky: Picky, campaign: UUID
    ) -> None:
        followed.runner.catch_up()
        picky.broken = None
        assert followed.runner.catch_up() == 0
        assert followed.runner.standings()[0].attempts == 1

    def test_once_mended_it_goes_on_from_there(self, followed: Followed, picky: Picky, campaign: UUID) -> None:
        followed.runner.catch_up()
        picky.broken = None
        [standing] = followed.runner.retry()
        assert (standing.entry, standing.error, standing.attempts) == (6, None, 0)
        followed.check(campaign)

    def test_attempts_are_counted(self, followed: Followed, picky: Picky, campaign: UUID) -> None:
        followed.runner.catch_up()
        followed.runner.retry()
        [standing] = followed.runner.retry()
        assert (standing.attempts, standing.entry) == (3, 3)

    def test_a_rebuild_that_meets_it_changes_nothing(self, followed: Followed, picky: Picky, campaign: UUID) -> None:
        followed.runner.catch_up()
        before = followed.facts(campaign)
        with pytest.raises(NotTaken, match="entry 1 of"):
            followed.runner.rebuild("facts", campaign)
        assert (followed.facts(campaign), generations(followed)) == (before, [(1, True)])

    def test_a_rebuild_after_it_was_mended_ends_the_matter(
        self, followed: Followed, picky: Picky, campaign: UUID
    ) -> None:
        followed.runner.catch_up()
        picky.broken = None
        followed.runner.rebuild("facts", campaign)
        assert followed.runner.standings()[0].error is None
        followed.check(campaign)

    def test_a_database_that_is_away_is_no_fault_of_an_entry(
        self, followed: Followed, picky: Picky, campaign: UUID
    ) -> None:
        picky.broken, picky.away = None, True
        with pytest.raises(psycopg.OperationalError):
            followed.runner.catch_up()
        assert followed.runner.standings()[0].error is None

    def test_where_the_database_is_away_it_waits_and_goes_on(
        self, followed: Followed, picky: Picky, campaign: UUID
    ) -> None:
        picky.broken, picky.away = None, True
        stop = threading.Event()
        running = threading.Thread(target=followed.runner.run, args=(stop, 0.01))
        running.start()
        picky.away = False
        while followed.runner.standings()[0].entry < 6:
            stop.wait(0.01)
        stop.set()
        running.join(timeout=5)
        assert not running.is_alive()
        followed.check(campaign)


def generations(followed: Followed) -> list[tuple[int, bool]]:
    """The generations there are of anything, and which are read; facts without one would be a fault."""
    with followed.pool.connection() as connection:
        rows = connection.execute("SELECT generation, live FROM tracking ORDER BY generation").fetchall()
        loose = connection.execute("SELECT generation FROM facts EXCEPT SELECT generation FROM tracking").fetchall()
    assert loose == []
    return [(generation, live) for generation, live in rows]


class TestRebuilding:
    def test_what_was_rebuilt_equals_what_was_there(self, followed: Followed) -> None:
        campaign = followed.history(5)
        followed.runner.catch_up()
        before = followed.facts(campaign)
        done = followed.runner.rebuild("facts", campaign)
        assert (followed.facts(campaign), done.generation, generations(followed)) == (before, 2, [(2, True)])

    def test_what_was_wrong_is_right_afterwards(self, followed: Followed) -> None:
        campaign = followed.history(5)
        followed.runner.catch_up()
        with followed.pool.connection() as connection:
            connection.execute("UPDATE facts SET struck = 1 WHERE entry % 2 = 0")
            connection.execute("DELETE FROM facts WHERE entry % 3 = 0")
        followed.runner.rebuild("facts", campaign)
        followed.check(campaign)

    def test_progress_is_told_up_to_the_end(self, followed: Followed) -> None:
        campaign = followed.history(5)
        steps: list[tuple[int, int]] = []
        Followed(followed.pool, BATCH).runner.rebuild("facts", campaign, lambda done, of: steps.append((done, of)))
        head = followed.store.head(campaign).entry
        assert (steps == sorted(steps), steps[-1], len(steps) > 2) == (True, (head, head), True)

    def test_one_that_was_left_unfinished_makes_room(self, followed: Followed) -> None:
        campaign = followed.table()
        followed.runner.catch_up()
        with followed.pool.connection() as connection:
            connection.execute("INSERT INTO tracking VALUES (%s, 'facts', 2, 1, false)", [campaign])
            written = (
                f"INSERT INTO facts (campaign_id, generation, {COLUMNS}) SELECT campaign_id, 2, {COLUMNS} FROM facts"
            )
            connection.execute(written.encode())
        followed.runner.rebuild("facts", campaign)
        assert generations(followed) == [(3, True)]
        followed.check(campaign)

    def test_of_two_rebuilds_the_later_one_counts(self, followed: Followed) -> None:
        campaign = followed.history(5)
        followed.runner.catch_up()

        def other(_done: int, _of: int) -> None:
            followed.runner.rebuild("facts", campaign)

        with pytest.raises(Overtaken):
            Followed(followed.pool, BATCH).runner.rebuild("facts", campaign, other)
        followed.check(campaign)

    def test_a_rebuild_takes_its_place_while_two_play_on(self, followed: Followed) -> None:
        campaign = followed.table()
        with playing(followed, campaign, 2) as count:
            while min(count) < 12:
                followed.runner.catch_up()
                followed.runner.rebuild("facts", campaign)
        followed.runner.catch_up()
        assert len(generations(followed)) == 1
        followed.check(campaign)


COLUMNS = ", ".join(Fact.__struct_fields__)


@contextmanager
def playing(followed: Followed, campaign: UUID, players: int) -> Iterator[list[int]]:
    """So many players who roll, each in a thread of their own, as fast as they can; how often each has."""
    stop, count = threading.Event(), [0] * players

    def play(player: int) -> None:
        table = Followed(followed.pool)
        while not stop.is_set():
            table.gives(campaign, "roll", label="leap", notation="1d6", actor="ada")
            count[player] += 1

    crowd = [threading.Thread(target=play, args=(player,)) for player in range(players)]
    for each in crowd:
        each.start()
    try:
        yield count
    finally:
        stop.set()
        for each in crowd:
            each.join(timeout=10)
