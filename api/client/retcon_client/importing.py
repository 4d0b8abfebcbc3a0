"""Imports: a file is sent as it is, and answered with lines that say how far the service is, and at last with the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from retcon_client.answers.plans import Problem
from retcon_client.problems import NoReply, ServiceProblem, UnreadableReply
from retcon_client.replies import Reply
from retcon_client.requests import Request, query_pairs

if TYPE_CHECKING:
    from retcon_client.answers.imports import FileImport

Progress = Callable[[int, int], None]
"""Is told how much of a file has been written down, and of how much."""

LONGEST_WAIT: Final = 600.0
"""Seconds without a line after which an import counts as lost: a large file is read before the first one comes."""


class ImportLines:
    """The lines of an import as they come; nothing in here does input or output."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress
        self._begun = b""
        self._last: dict[str, Any] = {}

    def feed(self, part: bytes) -> None:
        """Read the next bytes. Raises UnreadableReply."""
        *whole, self._begun = (self._begun + part).split(b"\n")
        for line in whole:
            try:
                self._last = msgspec.json.decode(line, type=dict[str, Any])
            except msgspec.MsgspecError as error:
                raise UnreadableReply(
                    f"A line of the import cannot be read ({error}); is this a Retcon service?"
                ) from error
            if self._last.get("line") == "progress" and self._progress is not None:
                self._progress(int(self._last["done"]), int(self._last["of"]))

    def result(self) -> FileImport:
        """Return the report. Raises ServiceProblem where nothing was written, NoReply where the lines broke off, UnreadableReply."""
        from retcon_client.answers.imports import FileImport  # noqa: PLC0415 - for imports alone

        kind = self._last.get("line")
        try:
            if kind == "report":
                return msgspec.convert(self._last["report"], FileImport)
            if kind == "problem":
                raise ServiceProblem(msgspec.convert(self._last["problem"], Problem))
        except (msgspec.ValidationError, KeyError) as error:
            raise UnreadableReply(
                f"The report of the import cannot be read ({error}); is the service of another release?"
            ) from error
        raise NoReply("The service ended the import before its report; look whether the campaign is there.", sent=True)


def upload(
    path: str, file: Path, *, query: Mapping[str, Any] | None = None, headers: Mapping[str, str | None] | None = None
) -> Request[FileImport]:
    """Return the request that sends a file to be imported. It is named as the file is, unless the query says otherwise."""
    named = {**(query or {}), "file": (query or {}).get("file") or file.name}
    return Request(
        method="POST",
        path=path,
        read=_report,
        query=tuple(query_pairs(named)),
        headers=tuple((name, value) for name, value in (headers or {}).items() if value is not None),
        file=file,
    )


def _report(reply: Reply) -> FileImport:
    lines = ImportLines()
    lines.feed(reply.content)
    return lines.result()
