"""Commands that come from a fork together: what one of them creates is called otherwise here, and those after it follow.

Names derive from the entry that creates, or from its place where it is an insert. So the `wound-41` of a fork's entry
41 is `wound-4i2` where its command is the second insert after entry 4; a command that treats this wound has to name it
so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, Aggregate, begin, evolve
from domain.commands import Envelope, carrying, marked_fields
from domain.play.deed import KindOf, system_of
from domain.play.play import StreamEvent
from domain.play.reading import World
from domain.system import Registry
from domain.vocabulary.base import Event
from domain.vocabulary.catalogue import HandleGiven
from domain.vocabulary.profile import Introduced

WORD = re.compile(r"[A-Za-z0-9_+-]+")
"""The pattern of a name in a reference, a path, a label or a key."""


class Elsewhere(msgspec.Struct, frozen=True):
    """A command where it comes from: its entry, what the names of its creations end in there, and which they are."""

    entry: int
    key: str
    names: frozenset[str] = frozenset()
    begun: tuple[StreamEvent, ...] = ()
    """The first events of the aggregates that it creates, and the handles that they were given."""


class Here(msgspec.Struct, frozen=True):
    """The same command as an insert: its entry, and what the names of its creations end in now."""

    entry: int
    key: str


class Renaming(msgspec.Struct, frozen=True):
    """The commands of one request, in the order of its inserts, as they are elsewhere."""

    commands: tuple[Elsewhere, ...]

    def of(self, here: Sequence[Here]) -> Renamed:
        """Return the names in the fork with those at the insert positions, now that these are known."""
        pairs = list(zip(self.commands, here, strict=True))
        names = {name: _ending(name, origin.key, now.key) for origin, now in pairs for name in origin.names}
        return Renamed(names, tuple(h for origin, _ in pairs for h in origin.begun), dict(pairs_of_entries(pairs)))


def pairs_of_entries(pairs: Iterable[tuple[Elsewhere, Here]]) -> Iterable[tuple[int, int]]:
    """The entries there with those here."""
    return ((origin.entry, now.entry) for origin, now in pairs)


class Renamed(msgspec.Struct, frozen=True):
    """The new names by the old ones, how what they create began, and the new entries by the old ones."""

    names: Mapping[str, str]
    begun: tuple[StreamEvent, ...]
    entries: Mapping[int, int]

    def command(self, envelope: Envelope, registry: Registry, world: World, entry: int) -> Envelope:
        """A command that was entry `entry` there, with the names that hold here; people's words stay as they are."""
        kind_of = partial(registry.kind, system_of(world, registry))
        number, now = str(entry), str(self.entries[entry])
        return replace(
            envelope,
            args=self._args(kind_of, envelope.type, envelope.args),
            encounter=self._said(envelope.encounter) if envelope.encounter else envelope.encounter,
            dice=self._in(envelope.dice),
            responses={
                "/".join(now if part == number else part for part in self._said(key).split("/")): self._said(choice)
                for key, choice in envelope.responses.items()
            },
        )

    def _args(self, kind_of: KindOf, type: str, args: Mapping[str, Any]) -> dict[str, Any]:
        kind = kind_of(type).args
        words = {field.field for field in marked_fields(kind) if field.mark == "text"}
        renamed = {name: given if name in words else self._in(given) for name, given in args.items()}
        carried = [name for name in carrying(kind) if name in args]
        return renamed | {name: [self._planned(kind_of, one) for one in args[name]] for name in carried}

    def _planned(self, kind_of: KindOf, planned: Mapping[str, Any]) -> dict[str, Any]:
        renamed: dict[str, Any] = self._in({name: given for name, given in planned.items() if name != "args"})
        return renamed | {"args": self._args(kind_of, planned["type"], planned.get("args", {}))}

    def expecting(self, world: World) -> World:
        """The world in which the commands are accepted: with what those before them will have created."""
        return _Expecting(world, self) if self.begun else world

    def begin(self, below: World) -> dict[str, Aggregate]:
        """Return what is created, as it begins, and the campaign that knows it by its handles."""
        aggregates: dict[str, Aggregate] = {}
        for stream_event in self.begun:
            match stream_event.event:
                case Introduced():
                    ref = self._said(stream_event.ref)
                    evolve(aggregates.setdefault(ref, begin(ref)), stream_event.event)
                case HandleGiven() as given if campaign := aggregates.get(CAMPAIGN) or below.aggregate(CAMPAIGN):
                    aggregates[CAMPAIGN] = campaign = campaign.copy()
                    ref = self._said(given.handle.ref)
                    handles: dict[str, Any] = campaign.instances("handles")
                    handles[ref] = replace(given.handle, ref=ref, folded="")
        return aggregates

    def _said(self, text: str) -> str:
        return WORD.sub(lambda match: self.names.get(match[0], match[0]), text)

    def _in(self, value: Any) -> Any:
        match value:
            case str():
                return self._said(value)
            case dict():
                return {self._in(key): self._in(item) for key, item in value.items()}
            case list() | tuple():
                return type(value)(self._in(item) for item in value)
            case _:
                return value


class _Expecting:
    def __init__(self, below: World, renamed: Renamed) -> None:
        self._below = below
        self._new = renamed.begin(below)

    def aggregate(self, ref: str) -> Aggregate | None:
        return self._new.get(ref) or self._below.aggregate(ref)


def begins(event: Event) -> bool:
    """Whether an event is the beginning of an aggregate, or gives one its handle."""
    return isinstance(event, Introduced | HandleGiven)


def is_made_by(name: str, key: str) -> bool:
    """Whether a name is that of a creation of the command with this key."""
    return re.fullmatch(rf".+-{re.escape(key)}(-\d+)?", name) is not None


def _ending(name: str, before: str, now: str) -> str:
    return re.sub(rf"-{re.escape(before)}((?:-\d+)?)$", rf"-{now}\1", name)
