"""The references (`@`) of a demo's file: a member, the number of an entry, or a name that an event gave."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from api.demo.reading import refers


class Unclear(LookupError):
    """A reference leads to nothing, though what it names was played."""

    slug = "unclear-reference"


class References:
    """The entries played so far, by the names that the file gives.

    `@ana` is the member's id, `@cut` the number of the entry, `@cut/wound_suffered` the name in the first event of that
    type there or in the answers that it drew, `@cut/wound_suffered/2` that in the second. `events` are those of a deed.
    """

    def __init__(self, members: Mapping[str, str], events: Callable[[int], Sequence[Mapping[str, Any]]]) -> None:
        self._members = members
        self._events = events
        self._entries: dict[str, int] = {}

    def learn(self, name: str | None, entry: int) -> None:
        """A step of that name became the entry."""
        if name:
            self._entries[name] = entry

    def entry(self, name: str) -> int:
        """The entry that a step of that name became. Raises Unclear for a plan that was not carried out."""
        if name not in self._entries:
            raise Unclear(f"{name!r} was planned and has not become an entry")
        return self._entries[name]

    @property
    def called(self) -> dict[int, str]:
        """Return the file's names of entries, by number."""
        return {number: name for name, number in self._entries.items()}

    def resolved(self, value: Any) -> Any:
        """Replace every reference in a value by the thing it refers to. Raises Unclear."""
        match value:
            case str():
                return self._meant(value[1:]) if refers(value) else value.replace("@@", "@", 1)
            case dict():
                return {key: self.resolved(inner) for key, inner in value.items()}
            case list() | tuple():
                return [self.resolved(inner) for inner in value]
            case _:
                return value

    def _meant(self, text: str) -> str | int:
        name, _, event = text.partition("/")
        if name in self._members:
            return self._members[name]
        entry = self.entry(name)
        return self._named(entry, *event.split("/")) if event else entry

    def _named(self, entry: int, type: str, which: str = "1") -> str:
        events = self._events(entry)
        names = [event["name"] for event in events if event["type"] == type]
        if not (which.isdecimal() and 0 < int(which) <= len(names)):
            types = ", ".join(dict.fromkeys(event["type"] for event in events))
            raise Unclear(f"entry {entry} has no event {type!r} number {which}; it has {types or 'none'}")
        return str(names[int(which) - 1])
