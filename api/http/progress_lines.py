"""Answers that come as lines while the work goes on: how far it is, and at last what came of it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import AsyncExitStack, aclosing, suppress
from functools import partial
from typing import Any, ClassVar, Final

import msgspec
from litestar import Request
from litestar.response import Stream
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import Receive, Scope, Send

from api.http.leaving import unless_left
from api.http.problem_answers import problem_in
from api.http.uploads import ImportStopped, Uploads, stopping_of
from api.imports.stopping import stopped_by
from api.imports.wanted import FileImport, Progress
from api.problems import ApiProblem, Problem

MEDIA_TYPE: Final = "application/vnd.retcon.progress+jsonl"
"""JSON lines, the last of which is the report or the problem."""

PAUSE: Final = 0.2
"""Seconds from one line to the next."""

_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class ImportProgressLine(msgspec.Struct, frozen=True, tag_field="line", tag="progress"):
    """The progress of an import: how much of the file has been written down (`done`), and `of` how much."""

    done: int
    of: int


class ImportReportLine(msgspec.Struct, frozen=True, tag_field="line", tag="report"):
    """The last line of an import that was carried out."""

    report: FileImport


class ImportProblemLine(msgspec.Struct, frozen=True, tag_field="line", tag="problem"):
    """The last line of an import that could not be carried out. Nothing was written."""

    problem: Problem


class ServiceStops(ApiProblem):
    """The service stopped while a file was being imported."""

    slug = "stopping"
    status = 503
    title = "The service stops"


class ProgressStream(Stream):
    """A response that sends lines while an import works; it is cancelled when the client goes. `until_sent` is closed at the end in
    any case."""

    kinds: ClassVar[Mapping[str, Any]] = {
        "progress": ImportProgressLine,
        "report": ImportReportLine,
        "problem": ImportProblemLine,
    }

    def __init__(self, lines: AsyncGenerator[bytes, None], until_sent: AsyncExitStack) -> None:
        super().__init__(lines, media_type=MEDIA_TYPE, headers=_HEADERS)
        self._lines, self._until_sent = lines, until_sent

    def to_asgi_response(
        self,
        app: Any,  # noqa: ARG002
        request: Request[Any, Any, Any],  # noqa: ARG002
        *,
        encoded_headers: Iterable[tuple[bytes, bytes]] | None = None,
        headers: dict[str, str] | None = None,
        **_: Any,
    ) -> ASGIStreamingResponse:
        return _Sending(
            self._lines,
            self._until_sent,
            encoded_headers=encoded_headers,
            headers={**(headers or {}), **self.headers},
            media_type=self.media_type,
            status_code=200,
        )


class _Sending(ASGIStreamingResponse):
    def __init__(self, lines: AsyncGenerator[bytes, None], until_sent: AsyncExitStack, **rest: Any) -> None:
        super().__init__(iterator=lines, **rest)
        self._lines, self._until_sent = lines, until_sent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            async with self._until_sent:
                await self._lines.aclose()

    async def send_body(self, send: Send, receive: Receive) -> None:
        """Send until the work is done or the client goes."""
        await unless_left(self._send_all(send), receive)

    async def _send_all(self, send: Send) -> None:
        async with aclosing(self._lines):
            async for line in self._lines:
                await send({"type": "http.response.body", "body": line, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def last_of(lines: AsyncGenerator[bytes, None], receive: Receive) -> bytes:
    """Return the last of the lines; b"" where the client goes before, which closes them."""
    return await unless_left(_last_line(lines), receive) or b""


async def _last_line(lines: AsyncGenerator[bytes, None]) -> bytes:
    last = b""
    async with aclosing(lines):
        async for line in lines:
            last = line
    return last


Work = Callable[[Progress], FileImport]
"""An import, which says how far it is."""

Ending = Callable[[FileImport | Exception], msgspec.Struct]
"""Makes the last line of a result, or of the error that came in its place."""


async def progress_lines(
    request: Request[Any, Any, Any], uploads: Uploads, work: Work, ending: Ending | None = None
) -> AsyncGenerator[bytes, None]:
    """Yield the lines of an import. If the generator is closed before, the work is cancelled, and nothing of it is written."""
    step = _Step(stopping_of(request.scope))
    working = uploads.work(partial(_worked, work, step))
    shown: tuple[int, int] | None = None
    try:
        while not working.done():
            await asyncio.wait([working], timeout=PAUSE)
            if step.at is not None and step.at != shown and not working.done():
                shown = step.at
                yield _line(ImportProgressLine(*shown))
        result = _result(working)
        yield _line(ending(result) if ending else _last(request, result))
    finally:
        step.cancelled.set()
        while not working.done():  # it reads the file, which is removed afterwards
            with suppress(asyncio.CancelledError):
                await asyncio.wait([working])


def _worked(work: Callable[[Progress], FileImport], step: _Step) -> FileImport:
    """Do the work in this thread; it ends where it is cancelled, however far it is."""
    with stopped_by(step.check):
        return work(step)


class _Step:
    """The progress of some work in a thread, which ends where it is cancelled."""

    def __init__(self, is_stopping: Callable[[], bool]) -> None:
        self.at: tuple[int, int] | None = None
        self.cancelled = threading.Event()
        self._is_stopping = is_stopping

    def __call__(self, done: int, of: int) -> None:
        """Take note of how far the work is. Raises ImportStopped."""
        self.check()
        self.at = (done, of)

    def check(self) -> None:
        """Raises ImportStopped where nobody waits for the work any longer."""
        if self.cancelled.is_set() or self._is_stopping():
            raise ImportStopped


def _result(working: asyncio.Future[FileImport]) -> FileImport | Exception:
    error = working.exception()
    if error is None:
        return working.result()
    if isinstance(error, ImportStopped):
        return ServiceStops(
            "the service stopped before all of the file was imported; nothing was written, so send it again"
        )
    if not isinstance(error, Exception):
        raise error
    return error


def _last(request: Request[Any, Any, Any], result: FileImport | Exception) -> ImportReportLine | ImportProblemLine:
    if isinstance(result, Exception):
        return ImportProblemLine(problem_in(request, result))
    return ImportReportLine(result)


def _line(line: msgspec.Struct) -> bytes:
    return msgspec.json.encode(line) + b"\n"
