"""Kinds of values that answers hold beside JSON's own."""

from __future__ import annotations


class Secret(str):
    """A token or a code. It is text; only its `repr` hides it, so that it stays out of logs and tracebacks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Secret('…')"


class Entry:
    """An entry of the ledger: an `EntryView`, or a `HiddenEntry` where the caller may only know that there is one."""

    __slots__ = ()

    entry: int
    digest: str
