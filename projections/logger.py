"""Log lines of parts that short-lived processes use, too."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


class Logger:
    """A logger of structlog in a process that has set up its log, as the service has; elsewhere it writes nothing.

    So a command of the command line does not spend its time on importing structlog and the consoles that come with it.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, level: str) -> Callable[..., Any]:
        structlog = sys.modules.get("structlog")
        return _nothing if structlog is None else getattr(structlog.get_logger(self._name), level)


def _nothing(_event: str, **_fields: object) -> None:
    return None
