"""Replies of the service: their bytes become typed answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import msgspec

from retcon_client.answers.entries import EntryView, HiddenEntry
from retcon_client.kinds import Entry, Secret

PROBLEM: Final = "application/problem+json"


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """A whole reply as it came over the wire. The names of `headers` are in lower case."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    def __repr__(self) -> str:
        return f"Reply(status={self.status}, {len(self.content)} bytes)"

    @property
    def is_problem(self) -> bool:
        """Whether the service says that it did not do what was asked."""
        return self.status >= 400

    @property
    def media_type(self) -> str:
        """The type of the content, without its parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


def decoded(content: bytes, kind: Any) -> Any:
    """Return JSON as a value of that type. Raises msgspec.ValidationError, msgspec.DecodeError."""
    return _decoder(kind).decode(content)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind, dec_hook=_of_own_type)


def _of_own_type(kind: Any, value: Any) -> Any:
    """Return a value of one of the types that msgspec does not know."""
    if kind is Secret:
        return Secret(value)
    if kind is Entry and isinstance(value, dict):
        return msgspec.convert(value, HiddenEntry if value.get("hidden") else EntryView, dec_hook=_of_own_type)
    raise NotImplementedError(f"answers hold no {kind}")
