"""Forms with a file at their end, read as they come in: first the fields, then, if the route wants it, the file.

The fields say who sends the form and what is wanted. So a form that is refused costs nothing, however large its file is.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Any, Final, TypeAlias

from litestar import Request
from litestar.exceptions.http_exceptions import ClientException
from multipart import MultipartError, MultipartSegment, PushMultipartParser, parse_options_header

from api.problems import BadBody

MULTIPART: Final = "multipart/form-data"

MOST_FIELDS: Final = 50
"""The number of fields that a form may have."""

LARGEST_FIELD: Final = 64 * 1024
"""Bytes that the value of a field may take."""

_Event: TypeAlias = Any
"""The head of a part, a piece of its content, or None for its end; the parser has no types."""


class FileForm:
    """A form of which the fields have been read. Those after the file are dropped, as are further files."""

    def __init__(self, fields: dict[str, list[str]], name: str, events: AsyncGenerator[_Event, None]) -> None:
        self.fields = fields
        self.name = name
        """The name of the file; "" where the form has none."""
        self._events = events

    async def file(self) -> AsyncIterator[bytes]:
        """Yield the parts of the file. Raises ClientException."""
        if not self.name:
            return
        async with aclosing(self._events):
            async for event in self._events:
                if event is None:
                    return
                if not isinstance(event, MultipartSegment):
                    yield bytes(event)


async def opened_form(request: Request[Any, Any, Any]) -> FileForm:
    """Read the fields of a form, up to its file. Raises BadBody, ClientException."""
    _, options = parse_options_header(request.headers.get("content-type", ""))
    events = _events(request, options.get("boundary", ""))
    fields: dict[str, list[str]] = {}
    name, value = "", bytearray()
    async for event in events:
        match event:
            case MultipartSegment(filename=filename) if filename is not None:
                return FileForm(fields, filename or "file", events)
            case MultipartSegment():
                name, value = event.name, bytearray()
            case None:
                fields.setdefault(name, []).append(_text(value))
            case _:
                value += event
                if len(value) > LARGEST_FIELD:
                    raise BadBody("a field of the form is too long; write less into it")
    return FileForm(fields, "", events)


async def _events(request: Request[Any, Any, Any], boundary: str) -> AsyncGenerator[_Event, None]:
    """Yield what a parser reads in the body: the head of each part, its content in pieces, and None for its end."""
    try:
        with PushMultipartParser(boundary, max_segment_count=MOST_FIELDS) as parser:
            async for chunk in _body(request):
                for event in parser.parse(chunk):
                    yield event
                if parser.closed:
                    return
    except MultipartError as wrong:
        raise ClientException("Invalid multipart/form-data") from wrong


async def _body(request: Request[Any, Any, Any]) -> AsyncIterator[bytes]:
    more = True
    while more:
        message = await request.receive()
        if message["type"] != "http.request":
            raise ClientException("client disconnected prematurely")
        if message["body"]:
            yield message["body"]
        more = message["more_body"]


def _text(value: bytearray) -> str:
    text = value.decode(errors="replace").replace("\r\n", "\n")  # as HTML sends lines
    if "\0" in text:
        raise BadBody("a field of the form contains the character U+0000; leave it out")
    return text
