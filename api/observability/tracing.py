"""Traces of requests, sent as OTLP over HTTP, and only where an address for them is given.

A trace tells of the route, never of the path or the query: an invitation's code stands in one.
"""

from __future__ import annotations

from typing import Any, Final

from litestar.middleware import DefineMiddleware
from litestar.plugins.opentelemetry import OpenTelemetryConfig
from litestar.types import Message, Scope
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.metrics import NoOpMeterProvider
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import Span, get_current_span

PATIENCE: Final = 2
"""Seconds that a collector has to take traces; what it does not take is lost."""

SENT: Final = ("http.target", "http.url", "url.path", "url.full", "url.query")
"""Attributes that would hold the path or the query as it was sent."""


class Tracing:
    """The export of one application's traces."""

    def __init__(self, url: str, version: str, exporter: SpanExporter | None = None) -> None:
        self._provider = TracerProvider(
            resource=Resource.create({"service.name": "retcon", "service.version": version}), shutdown_on_exit=False
        )
        self._provider.add_span_processor(BatchSpanProcessor(exporter or OTLPSpanExporter(url, timeout=PATIENCE)))

    def middleware(self) -> DefineMiddleware:
        """Makes a trace of every request to a route."""
        return OpenTelemetryConfig(
            tracer_provider=self._provider,
            meter_provider=NoOpMeterProvider(),
            scope_span_details_extractor=lambda scope: (str(scope.get("method", "")), {}),
            server_request_hook_handler=_without_path,
            exclude_spans=["receive", "send"],
        ).middleware

    def finish(self) -> None:
        """Send the remaining traces, and stop."""
        self._provider.shutdown()


async def name_route(message: Message, scope: Scope) -> None:
    """Name the trace after the route that was found, once the answer begins."""
    route = scope.get("path_template")
    if message["type"] == "http.response.start" and route:
        span = get_current_span()
        span.update_name(f"{scope.get('method', '')} {route}".strip())
        span.set_attributes({"http.route": route})


def _without_path(span: Span, _scope: dict[str, Any]) -> None:
    """Put nothing where the path and the query would stand: the trace begins before a route is found."""
    known: Any = getattr(span, "attributes", None) or {}
    span.set_attributes({name: "" for name in SENT if name in known})
