"""Replaying a stream: the library's own repository, ours over the same append, our reader of corrected pasts, folding alone."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator

from domain.aggregates import fold
from domain.ledger.postgres.store import PostgresStore, pool_to
from domain.ledger.reading.past import CorrectedPast
from domain.vocabulary.stored import decode_events
from tests.bench.appending import Spender, stock_application
from tests.bench.ledgers import founded, lengthened
from tests.bench.measuring import Bench, Table, seconds
from tests.ledger.builders import HERO


def measure(bench: Bench) -> Iterator[Table]:
    events, times = bench.scaled(10_000, 200), bench.scaled(5, 1)
    with bench.database() as url, pool_to(url, 4) as pool:
        store = PostgresStore(pool)
        campaign = founded(store)
        lengthened(store, campaign, events + 1)
        stored = store.state_events(campaign, HERO)
        topics, bodies = [topic for _, topic, _ in stored], [body for _, _, body in stored]
        application = store.application(campaign)
        stock = seconds(_stock(url, events), times)
        ways: dict[str, Callable[[], object]] = {
            "CampaignApplication.as_played": lambda: application.as_played(HERO),
            "CorrectedPast": lambda: CorrectedPast(store, campaign).aggregate(HERO),
            "decoding and folding alone": lambda: fold(HERO, decode_events(topics, bodies)),
        }
        took = {"stock Repository.get": stock, **{name: seconds(do, times) for name, do in ways.items()}}
    rows = [(name, f"{1000 * s:.0f}", f"{events / s:,.0f}", f"{stock / s:.1f}") for name, s in took.items()]
    yield Table(f"Replay of one stream of {events:,} events", ("way", "ms", "events/s", "× stock"), rows)


def _stock(url: str, events: int) -> Callable[[], object]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        application = stock_application(url)
        spender = Spender()
        for turn in range(events - 1):
            spender.spend("points", 1)
            if turn % 500 == 0:
                application.save(spender)
        application.save(spender)
    return lambda: application.repository.get(spender.id)
