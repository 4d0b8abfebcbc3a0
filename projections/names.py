"""What things are called: references are for machines, handles and names for people."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from domain.campaign import CAMPAIGN
from domain.vantage import HIDDEN, Vantage


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """How an aggregate is called: `handle` is what commands and addresses take."""

    ref: str
    handle: str
    name: str
    kind: str = ""


class Names:
    """The names that one viewer may know."""

    def __init__(self, vantage: Vantage) -> None:
        self.vantage = vantage

    def of(self, ref: str) -> Name | None:
        """How an aggregate is, or was, called; None where the viewer may not know of it."""
        profile = self.vantage.profile(ref)
        if profile is None:
            return None
        return Name(ref=ref, handle=profile.handle, name=profile.name, kind=profile.kind)

    def address(self, ref: str) -> str:
        """The reference with the handle in place of the id: `enclave/night-shift`."""
        name = self.of(ref)
        if name is not None:
            return f"{ref.partition('/')[0]}/{name.handle}"
        return ref if ref == CAMPAIGN or self.vantage.knows(ref) else HIDDEN

    def readable(self, path: str) -> str:
        """A path with the handle in place of the id."""
        ref, dot, rest = path.partition(".")
        return self.address(ref) + dot + rest

    def within(self, *values: object) -> dict[str, Name]:
        """The names of everybody mentioned in these JSON values, by reference."""
        found = {match for value in values for match in _refs(value)}
        named = {ref: self.of(ref) for ref in sorted(found)}
        return {ref: name for ref, name in named.items() if name is not None}


_REF = re.compile(r"(?:character|encounter|enclave)/[A-Za-z0-9_+-]+")


def _refs(value: Any) -> set[str]:
    match value:
        case str():
            return set(_REF.findall(value))
        case dict():
            return {ref for pair in value.items() for item in pair for ref in _refs(item)}
        case list() | tuple():
            return {ref for item in value for ref in _refs(item)}
        case _:
            return set()
