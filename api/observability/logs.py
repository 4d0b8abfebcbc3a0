"""Logs: structured events with named fields. Bodies, headers, queries and raw paths are never logged: an invitation's
code is part of its path.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec
import structlog


def configure(*, as_json: bool | None = None, stream: TextIO | None = None) -> None:
    """Send log lines to a stream, as JSON or as readable text; by default to standard error, as JSON unless it is a
    terminal.
    """
    out = stream or sys.stderr
    readable = out.isatty() if as_json is None else not as_json
    renderer: Any = structlog.dev.ConsoleRenderer(colors=out.isatty()) if readable else _as_json
    structlog.configure(
        processors=[completed, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(Lasting(out)),  # type: ignore[arg-type]
        cache_logger_on_first_use=False,
    )
    _take_over(renderer, out)


def completed(logger: object, method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Return a log line with its level and time, and with its error as `without_values` leaves it.

    Every request writes a line, so one function does what structlog has a processor for each of.
    """
    line["level"] = "error" if method == "exception" else method
    line["timestamp"] = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    return without_values(logger, method, line) if "exc_info" in line else line


_encode: Final = msgspec.json.Encoder(enc_hook=repr).encode


def _as_json(_logger: object, _method: str, line: MutableMapping[str, Any]) -> str:
    return _encode(line).decode()


def silence() -> None:
    """Log nothing but what ends the process."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


class Lasting:
    """A stream that loses what it cannot write, such as on a full disk, and says how many writes those were once it can
    write again: a line of the log is worth less than the answer to the request that it tells of."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.lost = 0

    def write(self, text: str) -> int:
        """Write a text, or count it as lost."""
        try:
            if self.lost:
                self._out.write(f"{self.lost} writes to this log were lost: it could not be written\n")
                self.lost = 0
            return self._out.write(text)
        except OSError:
            self.lost += 1
            return len(text)

    def flush(self) -> None:
        """Flush the log to its stream."""
        try:
            self._out.flush()
        except OSError:
            self.lost += 1


def _take_over(renderer: Any, out: TextIO) -> None:
    """Let libraries that log in the standard way write lines of the same form, from warnings on."""
    last = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
    handler = logging.StreamHandler(out)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=[completed], processors=last))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("psycopg", "psycopg.pool"):  # the eventsourcing library silences them when it is imported
        logging.getLogger(name).setLevel(logging.NOTSET)


def without_values(_logger: object, _method: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Replace an error in a log line by its type, its places in the code and its causes. Messages and variables are
    left out: they may hold a user's text, or a token.
    """
    error = line.pop("exc_info", None)
    if error is True or isinstance(error, tuple):
        error = sys.exc_info()[1] if error is True else error[1]
    if isinstance(error, BaseException):
        line["errors"] = [
            {"type": f"{type(one).__module__}.{type(one).__qualname__}", "at": _places(one)} for one in _causes(error)
        ]
    return line


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error, what it came from, and so on."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)


def _places(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
