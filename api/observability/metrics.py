"""Metrics for Prometheus, at `/metrics`: for tokens of the installation's owner, and only where they are switched on.

Each process tells of itself. Requests are counted by the framework's plugin, by route and never by path. How many entries
are written a second is `rate(retcon_entries_total[1m])`; an append in vain (`outcome="moved"`) is followed by a retry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Response, get
from litestar.datastructures import State
from litestar.middleware import DefineMiddleware
from litestar.plugins.prometheus import PrometheusConfig
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from api.access import Access
from api.http.guards import Guard
from api.live import Live
from api.services import Services
from api.storage.announcing import Outcome

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds; an append takes a few milliseconds."""


class Metrics:
    """The metrics of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.seconds = Histogram(
            "retcon_append_seconds", "Duration of appends", ["outcome"], registry=self.registry, buckets=BUCKETS
        )
        self.entries = Counter("retcon_entries", "Entries written", registry=self.registry)
        self.retries = Counter(
            "retcon_append_retries", "Appends that failed because the head had moved", registry=self.registry
        )

    def appended(self, outcome: Outcome, seconds: float, entries: int) -> None:
        """An append came to this."""
        self.seconds.labels(outcome).observe(seconds)
        if outcome == "written":
            self.entries.inc(entries)
        elif outcome == "moved":
            self.retries.inc()

    @contextmanager
    def watching(self, services: Services, live: Live, waiting: Callable[[], int]) -> Iterator[None]:
        """Measure these while they run; `waiting` tells how many requests wait for a thread."""
        pool = services.pool
        self._gauge("retcon_requests_waiting", "Requests waiting for a thread", waiting)
        self._gauge("retcon_streams", "Open streams", live.count)
        for name, stat in {"open": "pool_size", "idle": "pool_available", "waited_for": "requests_waiting"}.items():
            self._gauge(f"retcon_connections_{name}", f"Connections to the database: {stat}", _stat(pool, stat))
        services.appends.watcher = self.appended
        try:
            yield
        finally:
            services.appends.watcher = None

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format: process, requests, and Retcon's own."""
        return generate_latest(REGISTRY) + generate_latest(self.registry)

    def _gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        Gauge(name, meaning, registry=self.registry).set_function(value)


def _stat(pool: Any, name: str) -> Callable[[], float]:
    return lambda: float(pool.get_stats().get(name, 0))


def requests_middleware() -> DefineMiddleware:
    """Counts and times requests, by route, method and status."""
    return PrometheusConfig(app_name="retcon", prefix="retcon", group_path=True).middleware


@get("/metrics", guards=[Guard(Access("owner"))], sync_to_thread=True, include_in_schema=False)
def show_metrics(state: State) -> Response[bytes]:
    """The metrics of this process."""
    metrics: Metrics = state.metrics
    return Response(metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})
