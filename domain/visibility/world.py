"""The world through one viewer's eyes: what points at something hidden is hidden with it.

An event is seen only where the instance that it happened to may be seen, and nothing that is shown names anything hidden.
Where that can no longer be decided, the event stays hidden. A viewer who looks back sees what could be seen then, less what
they may not see now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.aggregate import Aggregate, Slot, components_of
from domain.campaign import CAMPAIGN
from domain.components.base import Instance
from domain.components.chronicle import Handle
from domain.components.creature import Formula, Link, Modifier, Profile, Question, Use
from domain.components.group import Cell, Membership
from domain.components.scene import Position, TurnEntry
from domain.events import FAMILIES, Corrected, Event
from domain.events.log import Contribution, Judged, Rolled
from domain.play.reading import GameWorld, World, values_of
from domain.state import is_reference
from domain.visibility.audience import (
    Viewer,
    carried_by,
    carrying,
    hidden_fields,
    knows,
    seen_aggregate,
    seen_event,
    seen_instance,
    sees_sheet,
)
from domain.visibility.wording import HIDDEN, Wording

S = TypeVar("S", bound=msgspec.Struct)

_POINTING = frozenset({"order", "positions", "zones", "links", "members", "handles"})
"""Components whose instances may be hidden for what they point at, whatever the audience of their events says."""

_NAMES: dict[str, dict[str, str]] = {
    "areas": {"borders": "areas"},
    "positions": {"area": "areas"},
    "zones": {"areas": "areas"},
    "props": {"area": "areas"},
    "crowds": {"area": "areas"},
    "pace": {"active": "order"},
}
"""Fields that name instances of the same aggregate, by component, each with the component they name."""

_INSIDE = {"inside": "items", "wound": "wounds"}
"""Words of an item's location that are followed by the name of an instance."""

RemovedLookup = Callable[[str], Mapping[Slot, Instance]]
"""A look-up of removed instances: given an aggregate's reference, each instance that it no longer has, as it was last."""


class RedactedPast(GameWorld):
    """A past world for a viewer who may see no more of it than `now`, the world that they see today, would show them.

    What was hidden from them since then is hidden at every point before it, too.
    """

    def __init__(self, past: World, now: VisibleWorld) -> None:
        super().__init__(past, values_of(past))
        self.past = past
        self.now = now


class VisibleWorld:
    """The part of a world that one viewer may see; of a `RedactedPast`, no more than they may see today.

    `removed` looks up the instances that an aggregate no longer has. Without it, what happened to them is hidden where
    the events alone do not say whom it concerned.
    """

    def __init__(self, world: World, viewer: Viewer, removed: RemovedLookup = lambda _: {}) -> None:
        self.world = world
        self.viewer = viewer
        self._removed = removed
        self._now = world.now if isinstance(world, RedactedPast) else None
        self._seen: dict[str, Aggregate | None] = {}
        self._whole: dict[str, Aggregate | None] = {}
        self.wording = Wording(self)

    def aggregate(self, ref: str) -> Aggregate | None:
        """The aggregate as the viewer may see it, without what points at something hidden; None where they may not know
        of it, or where it is not there (any more)."""
        real = self.world.aggregate(ref)
        there = real is not None and (ref == CAMPAIGN or "self" in real.profile)
        return self._seen_as_it_was(ref) if there else None

    def knows(self, ref: str) -> bool:
        """Whether the viewer may know that there is, or was, such an aggregate."""
        if self.viewer.is_gm or ref == CAMPAIGN:
            return True
        real = self._as_it_was(ref)
        known = real is not None and "self" in real.profile and knows(self.viewer, real)
        return known and self._still_knows(ref)

    def profile(self, ref: str) -> Profile | None:
        """Return the profile of an aggregate, or the one that it had before it was removed; None where the viewer may
        not know of it."""
        real = self._as_it_was(ref)
        return real.profile.get("self") if real is not None and self.knows(ref) else None

    def address(self, ref: str) -> str:
        """Return the reference with the handle in place of the id, `enclave/night-shift`; `hidden` where the viewer may not
        know of it."""
        profile = self.profile(ref)
        if profile is not None:
            return f"{ref.partition('/')[0]}/{profile.handle}"
        return ref if ref == CAMPAIGN or self.knows(ref) else HIDDEN

    def sees_sheet(self, ref: str) -> bool:
        """Whether the viewer may see more of an aggregate than its name."""
        real = self._as_it_was(ref)
        open_now = self._now is None or self._now.sees_sheet(ref)
        return self.knows(ref) and open_now and (real is None or sees_sheet(self.viewer, real))

    def shows(self, ref: str, path: str) -> bool:
        """Whether a path within an aggregate (`tracks.hp.current`) names nothing hidden. A name that no instance ever
        had, such as that of a value that only a formula defines, hides nothing."""
        component, _, rest = path.partition(".")
        return self._shows(ref, Slot(component, rest.partition(".")[0]), unknown=True)

    def withheld(self, ref: str, slot: Slot) -> Mapping[str, Any]:
        """The fields that the viewer may not know of an instance as it is today, or was last, each with what is shown
        instead."""
        if self._now is not None:
            return self._now.withheld(ref, slot)
        real = self.world.aggregate(ref)
        there = (
            {} if real is None or slot.component not in components_of(type(real)) else real.instances(slot.component)
        )
        newest: Instance | None = there.get(slot.name) or self._removed(ref).get(slot)
        return {} if newest is None else hidden_fields(self.viewer, newest)

    def instance(self, ref: str, slot: Slot, instance: Instance) -> Instance | None:
        """An instance as the viewer may see it, be it there now, once or only in a plan; None where they may not know."""
        seen = seen_instance(self.viewer, instance)
        if seen is None or self.viewer.is_gm:
            return seen
        seen = replace(seen, **self.withheld(ref, slot))
        open_to = self.knows(ref) if slot.component == "profile" else self.sees_sheet(ref)
        shown = open_to and self._shows(ref, slot, unknown=True) and self._keeps(ref, slot.name, seen)
        return self._naming(ref, slot.component, seen) if shown else None

    def event(self, ref: str, event: Event) -> Event | None:
        """An event of an aggregate as the viewer may see it; None where they may not know of it."""
        still = event if self._now is None or self.viewer.is_gm else self._now.event(ref, event)
        seen = None if still is None else seen_event(self.viewer, still)
        if seen is None or self.viewer.is_gm:
            return seen
        carried = carried_by(seen)
        if isinstance(carried, Question) and carried.owner == self.viewer.member:
            return seen
        real = self._as_it_was(ref)
        if real is None or ((ref == CAMPAIGN or "self" in real.profile) and not self._shows_event(ref, event)):
            return None
        if isinstance(event, Corrected):
            return self._corrected(ref, event)
        if isinstance(seen, Rolled | Judged):
            return self._rolled(ref, seen)
        if carried is None:
            return self._naming(ref, event.component, seen)
        told = replace(carried, **self.withheld(ref, Slot(event.component, event.name)))
        kept = self._naming(ref, event.component, told) if self._keeps(ref, event.name, told) else None
        return carrying(seen, carried, kept)

    def afresh(self, *, old: bool = False) -> VisibleWorld:
        """Return the same world for the next thing that is shown: those without a name for the viewer are numbered from one
        again. In the texts of an `old` thing people may stand by handle and name."""
        fresh = copy(self)
        fresh.wording = Wording(fresh, old=old)
        return fresh

    def whose(self, ref: str, of: str) -> str:
        """The aggregate that `of` means in a formula of `ref` (see `domain.components.expressions`)."""
        if not of.startswith("link:"):
            return ref if of == "self" else of
        real = self._as_it_was(ref)
        links = {} if real is None else real.links
        kind = of.removeprefix("link:")
        return next((links[name].to for name in sorted(links) if links[name].kind == kind), "")

    def _as_it_was(self, ref: str) -> Aggregate | None:
        """The aggregate with the profile it had last: what was removed is still as secret as it was."""
        if ref not in self._whole:
            real = self.world.aggregate(ref)
            if real is not None and ref != CAMPAIGN and "self" not in real.profile:
                real = real.copy()
                profile = self._removed(ref).get(Slot("profile", "self"))
                real.profile = {"self": profile} if isinstance(profile, Profile) else {}
            self._whole[ref] = real
        return self._whole[ref]

    def _seen_as_it_was(self, ref: str) -> Aggregate | None:
        if ref not in self._seen:
            real = self._as_it_was(ref)
            seen = seen_aggregate(self.viewer, real) if real is not None and self._still_knows(ref) else None
            self._seen[ref] = seen
            if real is not None and seen is not None and not self.viewer.is_gm:
                self._forget(seen)
                self._cut(real, seen)
        return self._seen[ref]

    def _forget(self, seen: Aggregate) -> None:
        """Take from a seen aggregate what its viewer may not see any more."""
        if self._now is None:
            return
        whole = self._now.sees_sheet(seen.ref)
        for component in components_of(type(seen)):
            if component != "profile":
                slots = {Slot(component, name): i for name, i in seen.instances(component).items() if whole}
                still = {at: i for at, i in slots.items() if self._still_shows(seen.ref, at)}
                shown = {at.name: replace(i, **self.withheld(seen.ref, at)) for at, i in still.items()}
                setattr(seen, component, shown)

    def _still_knows(self, ref: str) -> bool:
        return self._now is None or self._now.knows(ref)

    def _still_shows(self, ref: str, slot: Slot) -> bool:
        """Whether the viewer may know today of an instance of the past; one that today knows nothing of hides nothing."""
        return self._now is None or self._now._shows(ref, slot, unknown=True)

    def _cut(self, real: Aggregate, seen: Aggregate) -> None:
        """Take from a seen aggregate what points at something hidden; what points into the aggregate itself comes last."""
        components = sorted(components_of(type(real)), key=("positions", "cells", "modifiers", "formulas").__contains__)
        for component in components:
            instances = seen.instances(component)
            setattr(seen, component, {n: i for n, i in instances.items() if self._keeps(real.ref, n, i)})
        for component in components:
            instances = seen.instances(component)
            setattr(seen, component, {n: self._naming(real.ref, component, i) for n, i in instances.items()})

    def _shows(self, ref: str, slot: Slot, *, unknown: bool) -> bool:
        """Whether the viewer may know of an instance that is there or was; `unknown` where nothing is known of it."""
        real = self._as_it_was(ref)
        if self.viewer.is_gm or slot.component not in FAMILIES or real is None:
            return True
        if not self._still_shows(ref, slot):
            return False
        if slot.component not in components_of(type(real)):
            return unknown
        if slot.name in real.instances(slot.component):
            seen = self._seen_as_it_was(ref)
            return seen is not None and slot.name in seen.instances(slot.component)
        removed = self._removed(ref).get(slot)
        if removed is None:
            return unknown
        kept = seen_instance(self.viewer, removed) is not None and self._keeps(ref, slot.name, removed)
        return kept and sees_sheet(self.viewer, real)

    def _shows_event(self, ref: str, event: Event) -> bool:
        """Whether what an event happened to may be seen."""
        if not self.knows(ref):
            return False
        if event.component in ("log", "profile"):
            return True
        if not self.sees_sheet(ref):
            return False
        sure = carried_by(event) is not None or event.component not in _POINTING
        return event.component == "correction" or self._shows(ref, Slot(event.component, event.name), unknown=sure)

    def _keeps(self, ref: str, name: str, instance: Instance) -> bool:
        """Whether an instance that may be seen itself points at nothing hidden."""

        def shown(of: str, called: str) -> bool:
            return self._shows(ref, Slot(of, called), unknown=True)

        match instance:
            case TurnEntry():
                return not instance.subject or self.knows(instance.subject)
            case Position():
                known = not instance.subject or self.knows(instance.subject)
                return known and shown("order", name) and shown("props", name)
            case Link(to=other) | Membership(character=other) | Handle(ref=other):
                return self.knows(other)
            case Use(against=other):
                return not is_reference(other) or self.knows(other)
            case Cell():
                return shown("grids", instance.grid)
            case Modifier() | Formula():
                return self.shows(ref, instance.path)
            case _:
                return True

    def _naming(self, ref: str, component: str, told: S) -> S:
        """An instance or event without the names of hidden instances of the same aggregate that its fields point at."""
        cut: dict[str, Any] = {}
        for field, of in _NAMES.get(component, {}).items():
            value = getattr(told, field, UNSET)
            if isinstance(value, tuple):
                cut[field] = tuple(name for name in value if self._shows(ref, Slot(of, name), unknown=True))
            elif isinstance(value, str) and not self._shows(ref, Slot(of, value), unknown=True):
                cut[field] = ""
        location = getattr(told, "location", UNSET) if component == "items" else UNSET
        if isinstance(location, str):
            inside, _, name = location.partition("/")
            if inside in _INSIDE and not self._shows(ref, Slot(_INSIDE[inside], name), unknown=True):
                cut["location"] = ""
        return replace(told, **cut) if cut else told

    def _corrected(self, ref: str, event: Corrected) -> Event | None:
        """Return what a correction set, as far as it may be seen."""
        shown = {at: raw for at, value in event.values.items() if (raw := self._correction(ref, at, value)) is not None}
        return replace(event, values=shown) if shown else None

    def _correction(self, ref: str, at: str, value: msgspec.Raw) -> msgspec.Raw | None:
        component, _, name = at.partition(".")
        instance = msgspec.json.decode(value, type=FAMILIES[component].instance | None)
        if instance is None:
            return value if self._shows(ref, Slot(component, name), unknown=False) else None
        seen = self.instance(ref, Slot(component, name), instance)
        return None if seen is None else msgspec.Raw(msgspec.json.encode(seen, order="deterministic"))

    def _rolled(self, ref: str, rolled: Rolled | Judged) -> Rolled | Judged:
        """A roll or its judgement, in which what hidden modifiers gave is one amount without a name, as is all of a hidden sheet's."""
        secret = self._secret_modifiers(ref)
        open_sheet = self.sees_sheet(ref)
        named = [c for c in rolled.modifiers if open_sheet and not secret & {c.label, c.source}]
        rest = sum(c.amount for c in rolled.modifiers if c not in named)
        hidden = (Contribution(label=HIDDEN, amount=rest),) if len(named) < len(rolled.modifiers) else ()
        seen = replace(rolled, name=self.wording.said(rolled.name, ref), modifiers=(*named, *hidden))
        if isinstance(seen, Judged):
            seen = replace(seen, why=self.wording.said(seen.why, ref) if open_sheet else "")
        return seen

    def _secret_modifiers(self, ref: str) -> set[str]:
        real = self._as_it_was(ref)
        if real is None:
            return set()
        held = {
            slot.name: i for slot, i in self._removed(ref).items() if slot.component == "modifiers"
        } | real.modifiers
        words: set[str] = set()
        for name, modifier in held.items():
            if not self._shows(ref, Slot("modifiers", name), unknown=True):
                words |= {name, f"modifiers.{name}", modifier.title, getattr(modifier, "source", "")}
        return words - {""}
