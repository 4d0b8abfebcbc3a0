"""The extra `analytics`: whether what reports need is installed."""

from __future__ import annotations

import gc
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from threading import Timer
from typing import Any, Final

from api.problems import NotInstalled
from domain.messages import text

NEEDED: Final = ("adbc_driver_postgresql", "altair", "duckdb", "ibis", "pyarrow", "scipy", "vl_convert")
"""The packages that reports import."""


WARM_AFTER: Final = 10.0
"""Seconds after its start until a service imports what reports need, so that the first one need not wait for it."""


def warm_up() -> None:
    """Import what reports need in a while, beside everything else; nothing where it is not installed."""

    def imported() -> None:
        with suppress(NotInstalled):
            reporting()
            gc.freeze()  # tens of thousands of objects that live as long as the process

    timer = Timer(WARM_AFTER, imported)
    timer.daemon = True
    timer.start()


def reporting() -> Any:
    """Return the module `api.analytics.reporting`, imported when it is first asked for. Raises NotInstalled."""
    return _part("reporting")


def published() -> Any:
    """Return the module `api.analytics.published` likewise. Raises NotInstalled."""
    return _part("published")


def taken() -> Any:
    """Return the module `api.analytics.taken` likewise. Raises NotInstalled."""
    return _part("taken")


def querying() -> Any:
    """Return the module `api.analytics.querying` likewise. Raises NotInstalled."""
    return _part("querying")


def _part(name: str) -> Any:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise NotInstalled(
            text(
                "reports need {lacking}; install the extra `analytics`: pip install 'retcon[analytics]'",
                lacking=", ".join(missing),
            )
        )
    return import_module(f"api.analytics.{name}")
