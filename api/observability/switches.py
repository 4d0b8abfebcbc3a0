"""The metrics and traces of a running service: none, unless its settings switch them on. Each needs an extra."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from litestar.exceptions import MissingDependencyException
from litestar.middleware import DefineMiddleware
from litestar.types import BeforeMessageSendHookHandler, ControllerRouterHandler

from api.live import Live
from api.services import Services
from api.settings import InvalidSetting, Settings

if TYPE_CHECKING:
    from api.observability.metrics import Metrics
    from api.observability.tracing import Tracing


class Observation:
    """The metrics and traces of one application, as far as they are wanted. Raises InvalidSetting."""

    def __init__(self, settings: Settings, version: str) -> None:
        self.middleware: list[DefineMiddleware] = []
        self.routes: list[ControllerRouterHandler] = []
        self.before_send: list[BeforeMessageSendHookHandler] = []
        self.metrics: Metrics | None = None
        self.tracing: Tracing | None = None
        if settings.tracing_url is not None:
            module = _extra("tracing", "RETCON_TRACING_URL")
            made: Tracing = module.Tracing(settings.tracing_url, version)
            self.tracing = made
            self.middleware.append(made.middleware())
            self.before_send.append(module.name_route)
        if settings.metrics:
            module = _extra("metrics", "RETCON_METRICS")
            self.metrics = module.Metrics()
            self.middleware.append(module.requests_middleware())
            self.routes.append(module.show_metrics)

    @contextmanager
    def during(self, services: Services, live: Live, waiting: Callable[[], int]) -> Iterator[None]:
        """Watch these while they run."""
        try:
            if self.metrics is None:
                yield
                return
            with self.metrics.watching(services, live, waiting):
                yield
        finally:
            if self.tracing is not None:
                self.tracing.finish()


def _extra(name: str, variable: str) -> Any:
    try:
        return import_module(f"api.observability.{name}")
    except (ImportError, MissingDependencyException) as error:
        right = f"install retcon[{name}], or leave it out"
        raise InvalidSetting(variable, f"needs the extra `{name}`, which is not installed", right) from error
