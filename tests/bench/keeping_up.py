"""How far facts are behind the ledgers while commands come in over HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from statistics import quantiles
from uuid import UUID, uuid4

import psycopg

from tests.api.people import Person
from tests.api.serving import Serving
from tests.bench.measuring import Bench, Table
from tests.bench.serving import at_table, spends

WANTED = 400
"""Commands a second that are to come in."""

_FOLLOWED = "SELECT campaign_id, entry FROM tracking WHERE projection = 'facts' AND live"


def measure(bench: Bench) -> Iterator[Table]:
    with bench.database() as url, ExitStack() as stack:
        folder = bench.folder / f"kept-up-{uuid4().hex}"
        folder.mkdir()
        served = stack.enter_context(Serving(url, folder, RETCON_RATE_LIMIT="0"))
        people = [at_table(stack, served) for _ in range(bench.scaled(32, 2))]
        run = _Watched(url, people, bench.scaled(10, 1))
        lags = run.lags()
    cuts = quantiles(lags, n=100)
    rows = [
        ("commands a second that came in", f"{len(lags) / run.took:,.0f}"),
        ("facts behind the answer, p50", f"{1e3 * cuts[49]:.0f} ms"),
        ("facts behind the answer, p99", f"{1e3 * cuts[98]:.0f} ms"),
        ("facts behind the answer, most", f"{1e3 * max(lags):.0f} ms"),
    ]
    note = (
        f"{len(people)} campaigns, {WANTED} commands a second wanted; the senders share the machine with the service."
    )
    yield Table("Facts following the ledgers", ("what", "figure"), rows, note)


class _Watched:
    """Commands that come in at an even pace, each with the moment of its answer and the moment at which its facts were there."""

    def __init__(self, url: str, people: Sequence[Person], seconds: float) -> None:
        self._url, self._people, self._seconds = url, people, seconds
        self._answered: dict[tuple[UUID, int], float] = {}
        self._there: dict[tuple[UUID, int], float] = {}
        self.took = 0.0

    def lags(self) -> list[float]:
        """Seconds from each answer to its facts."""
        done = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(done,))
        senders = [threading.Thread(target=self._send, args=(person,)) for person in self._people]
        watcher.start()
        before = time.perf_counter()
        for each in senders:
            each.start()
        for each in senders:
            each.join()
        self.took = time.perf_counter() - before
        done.set()
        watcher.join()
        return [max(0.0, self._there[key] - at) for key, at in self._answered.items()]

    def _send(self, person: Person) -> None:
        """Give commands at this campaign's share of the pace, or as fast as it goes."""
        pause = len(self._people) / WANTED
        began = due = time.perf_counter()
        while due < began + self._seconds:
            time.sleep(max(0.0, due - time.perf_counter()))
            entry = spends(person)
            self._answered[UUID(person.campaign), entry] = time.perf_counter()
            due += pause

    def _watch(self, done: threading.Event) -> None:
        """Look again and again how far the facts are, until they are as far as the commands."""
        seen: dict[UUID, int] = {}
        with psycopg.connect(self._url, autocommit=True) as connection:
            while not done.is_set() or self._answered.keys() - self._there.keys():
                for campaign, entry in connection.execute(_FOLLOWED).fetchall():
                    now = time.perf_counter()
                    self._there |= {(campaign, number): now for number in range(seen.get(campaign, 0) + 1, entry + 1)}
                    seen[campaign] = entry
                time.sleep(0.01)
