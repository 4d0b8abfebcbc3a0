"""Files that are sent to be imported: kept on the disk as they come in, then worked on beside the requests.

While a file comes in, however slowly, it holds no thread and no connection to the database. The work goes on in threads of its own.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from litestar import Request
from litestar.concurrency import sync_to_thread
from litestar.exceptions.http_exceptions import ClientException
from litestar.types import HTTPScope

from api.http.endpoints import headers_of
from api.http.unread import PATIENCE
from api.limits import TooOften
from api.problems import ApiProblem
from domain.messages import text

UPLOADS: Final = "uploads"
"""The key of the application's `Uploads` in its state."""

AT_ONCE: Final = 4
"""The number of files that a process takes in, or works on, at once."""

WORKING: Final = 2
"""The number of files that a process works on at once."""

WAIT: Final = 15.0
"""Seconds after which a refused file may be sent again."""

UNPACKED: Final = 8
"""The bytes that a file may unpack to, in sizes of the largest file that is taken."""

_PART: Final = 1024 * 1024
_MEBIBYTE: Final = 1024 * 1024

_FIELDS: Final = _MEBIBYTE
"""Bytes that the fields of a form may take beside its file."""


class FileTooLarge(ApiProblem):
    """The file is larger than this installation takes over HTTP."""

    slug = "file-too-large"
    status = 413
    title = "The file is too large"

    def __init__(self, megabytes: int) -> None:
        super().__init__(
            text(
                "the service takes files of {megabytes} MiB at most; pack a log with gzip, send it in "
                "parts, import it with `retcon import` at the machine that keeps the ledger, or ask its "
                "operator to raise RETCON_IMPORT_MEGABYTES",
                megabytes=megabytes,
            )
        )


class NoImports(ApiProblem):
    """This installation takes no files over HTTP."""

    slug = "imports-off"
    status = 403
    title = "Imports are off"

    def __init__(self) -> None:
        super().__init__(
            "this service takes no files; import them with `retcon import` at the machine that keeps the ledger, or ask its operator to "
            "set RETCON_IMPORT_MEGABYTES"
        )


class TooManyImports(TooOften):
    """The process takes in as many files as it may."""

    slug = "too-many-imports"

    def __init__(self) -> None:
        super().__init__(text("{at_once} files are being imported already", at_once=AT_ONCE), WAIT)


class NoFile(ApiProblem):
    """The body is empty."""

    slug = "no-file"
    title = "There is no file"

    def __init__(self) -> None:
        super().__init__("the body of the request is empty; send the file as it is")


class ImportStopped(Exception):
    """An import that nobody waits for any longer. Nothing of it was written."""


class Uploads:
    """The places for files that are imported, and the threads that work on them."""

    def __init__(self, megabytes: int) -> None:
        self._megabytes = megabytes
        self._places = threading.BoundedSemaphore(AT_ONCE)
        self._threads = ThreadPoolExecutor(WORKING, thread_name_prefix="import")

    @property
    def most_unpacked(self) -> int:
        """The bytes that a file may unpack to."""
        return UNPACKED * self._megabytes * _MEBIBYTE

    @contextmanager
    def place(self) -> Iterator[None]:
        """Take a place for a file during the block. Raises NoImports, TooManyImports."""
        if not self._megabytes:
            raise NoImports
        if not self._places.acquire(blocking=False):
            raise TooManyImports
        try:
            yield
        finally:
            self._places.release()

    @property
    def megabytes(self) -> int:
        """The size of the largest file that is taken, in MiB; 0 where none is."""
        return self._megabytes

    @asynccontextmanager
    async def received(
        self, request: Request[Any, Any, Any], name: str, parts: AsyncIterator[bytes] | None = None
    ) -> AsyncIterator[Path]:
        """Keep the body of a request, or the `parts` of it that are a file, in a file of about this name during the block. Raises
        FileTooLarge, NoFile.
        """
        most = self._megabytes * _MEBIBYTE
        announced = headers_of(request.scope).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > most + (_FIELDS if parts else 0):
            raise FileTooLarge(self._megabytes)
        if (more_time := cast("dict[str, Any]", request.scope).get(PATIENCE)) is not None:
            more_time()
        with TemporaryDirectory(prefix="retcon-import-") as folder:
            path = Path(folder) / plain_file_name(name)
            size = 0
            with path.open("wb", buffering=_PART) as file:
                async for part in parts or _parts(request):
                    size += len(part)
                    if size > most:
                        raise FileTooLarge(self._megabytes)
                    file.write(part)
            if not size:
                raise NoFile
            yield path

    def work(self, doing: Callable[[], Any]) -> asyncio.Future[Any]:
        """Do something in a thread for imports."""
        return asyncio.get_running_loop().run_in_executor(self._threads, doing)

    async def close(self) -> None:
        """End the threads, once the work that has begun is done."""
        await sync_to_thread(partial(self._threads.shutdown, cancel_futures=True))


@asynccontextmanager
async def uploading(megabytes: int) -> AsyncIterator[Uploads]:
    """Take in files of so many mebibytes at most during the block."""
    uploads = Uploads(megabytes)
    try:
        yield uploads
    finally:
        await uploads.close()


async def _parts(request: Request[Any, Any, Any]) -> AsyncIterator[bytes]:
    more = True
    while more:
        message = await request.receive()
        if message["type"] != "http.request":
            raise ClientException("client disconnected prematurely")
        yield message["body"]
        more = message["more_body"]


def plain_file_name(name: str) -> str:
    """Return the last part of a file's name, without what a file system or a terminal may take amiss."""
    last = PurePath(name.replace("\\", "/")).name
    plain = "".join(letter for letter in last if letter.isprintable() and letter not in '/:*?"<>|').strip(". ")
    return plain.encode()[-200:].decode(errors="ignore") or "file"


def stopping_of(scope: HTTPScope) -> Callable[[], bool]:
    """Return whether the service stops, for a thread to ask."""
    stopping = scope["litestar_app"].state.get("stopping")
    return (lambda: False) if stopping is None else stopping.is_set
