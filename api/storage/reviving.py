"""Bringing the embedded database up again when it has died while it was in use."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from api.storage.embedded import EmbeddedDatabaseFailed, Server
from projections.logger import Logger

EVERY: Final = 1.0
"""Seconds between two looks at whether it runs."""

_log = Logger(__name__)


@contextmanager
def kept_up(server: Server) -> Iterator[None]:
    """Restart the server during the block whenever it was killed or ran out of memory.

    Acknowledged writes are in its log on disk, and are available again after recovery.
    """
    over = threading.Event()
    watch = threading.Thread(target=_watch, args=(server, over), name="embedded-database", daemon=True)
    watch.start()
    try:
        yield
    finally:
        over.set()
        watch.join()


def _watch(server: Server, over: threading.Event) -> None:
    while not over.wait(EVERY):
        try:
            if server.revive():
                _log.warning("database_started_again", detail="the embedded PostgreSQL had died")
        except EmbeddedDatabaseFailed as error:
            _log.error("database_stays_down", detail=str(error))
        except Exception:  # too many open files, say
            _log.exception("database_not_looked_after")
