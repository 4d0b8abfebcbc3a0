"""The states of a world as one viewer may see them: what points at something hidden is hidden with it.

A viewer who looks back sees what could be seen then, less what they may not see today. Calls go from the state of a past to
the state of today, and never back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, Aggregate, Slot, components_of, is_reference
from domain.play.reading import World
from domain.visibility.audience import (
    Viewer,
    hidden_fields,
    knows,
    may_answer,
    seen_aggregate,
    seen_instance,
    sees_sheet,
)
from domain.vocabulary import COMPONENTS
from domain.vocabulary.base import Instance
from domain.vocabulary.catalogue import Handle
from domain.vocabulary.groups import Membership
from domain.vocabulary.intelligence import Cell
from domain.vocabulary.maps import Position
from domain.vocabulary.profile import Profile
from domain.vocabulary.questions import Question
from domain.vocabulary.turns import TurnEntry
from domain.vocabulary.undertakings import Link, Use
from domain.vocabulary.values import Formula, Modifier

S = TypeVar("S", bound=msgspec.Struct)

HIDDEN = "hidden"
"""The text in place of a value or reference that the viewer may not know."""

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


class VisibleState:
    """The aggregates and instances of a world that one viewer may see; of a past world, no more than they may see `today`.

    `removed` looks up the instances that an aggregate no longer has. Without it, they are as secret as their aggregate.
    """

    def __init__(
        self, world: World, viewer: Viewer, removed: RemovedLookup = lambda _: {}, today: VisibleState | None = None
    ) -> None:
        self.world = world
        self.viewer = viewer
        self.today = today
        self._removed = removed
        self._seen: dict[str, Aggregate | None] = {}
        self._latest: dict[str, Aggregate | None] = {}

    def twin(self) -> VisibleState:
        """Return the same state as an object of its own, with what was looked up so far."""
        twin = VisibleState(self.world, self.viewer, self._removed, self.today)
        twin._seen, twin._latest = self._seen, self._latest
        return twin

    def aggregate(self, ref: str) -> Aggregate | None:
        """Return the aggregate as the viewer may see it, without what points at something hidden.

        None where they may not know of it, and where it does not exist, or no longer does.
        """
        real = self.world.aggregate(ref)
        exists = real is not None and (ref == CAMPAIGN or "self" in real.profile)
        return self._seen_latest(ref) if exists else None

    def knows(self, ref: str) -> bool:
        """Whether the viewer may know that there is, or was, such an aggregate."""
        if self.viewer.is_gm or ref == CAMPAIGN:
            return True
        real = self.latest(ref)
        known = real is not None and "self" in real.profile and knows(self.viewer, real)
        return known and self._still_knows(ref)

    def profile(self, ref: str) -> Profile | None:
        """Return the profile of an aggregate, or its last one; None where the viewer may not know of the aggregate."""
        real = self.latest(ref)
        return real.profile.get("self") if real is not None and self.knows(ref) else None

    def address(self, ref: str) -> str:
        """Return a reference with the handle in place of the id, `enclave/night-shift`.

        It is `hidden` where the viewer may not know of the aggregate.
        """
        profile = self.profile(ref)
        if profile is not None:
            return f"{ref.partition('/')[0]}/{profile.handle}"
        return ref if ref == CAMPAIGN or self.knows(ref) else HIDDEN

    def sees_sheet(self, ref: str) -> bool:
        """Whether the viewer may see more of an aggregate than its name."""
        real = self.latest(ref)
        open_now = self.today is None or self.today.sees_sheet(ref)
        return self.knows(ref) and open_now and (real is None or sees_sheet(self.viewer, real))

    def sees_clock(self) -> bool:
        """Whether the viewer may know the in-game time."""
        campaign: Any = self.aggregate(CAMPAIGN)
        return self.viewer.is_gm or (campaign is not None and "now" in campaign.clock)

    def shows(self, ref: str, path: str) -> bool:
        """Whether a path within an aggregate (`tracks.hp.current`) names nothing hidden. A name that no instance ever
        had, such as that of a value that only a formula defines, hides nothing."""
        component, _, rest = path.partition(".")
        return self.shows_slot(ref, Slot(component, rest.partition(".")[0]))

    def shows_slot(self, ref: str, slot: Slot, *, unknown: bool = True) -> bool:
        """Whether the viewer may know of an instance that exists or did; `unknown` where there never was such an instance."""
        real = self.latest(ref)
        if self.viewer.is_gm or slot.component not in COMPONENTS or real is None:
            return True
        if not self._still_shows(ref, slot):
            return False
        if slot.component not in components_of(type(real)):
            return unknown
        if slot.name in real.instances(slot.component):
            seen = self._seen_latest(ref)
            return seen is not None and slot.name in seen.instances(slot.component)
        removed = self._removed(ref).get(slot)
        if removed is None:
            return unknown
        kept = seen_instance(self.viewer, removed) is not None and self.refers_to_nothing_hidden(
            ref, slot.name, removed
        )
        return kept and sees_sheet(self.viewer, real)

    def withheld(self, ref: str, slot: Slot) -> Mapping[str, Any]:
        """Return the fields that the viewer may not know of an instance, each with the value that is shown instead.

        The instance as it is today, or was last, decides.
        """
        if self.today is not None:
            return self.today.withheld(ref, slot)
        real = self.world.aggregate(ref)
        has_component = real is not None and slot.component in components_of(type(real))
        instances = real.instances(slot.component) if real is not None and has_component else {}
        newest: Instance | None = instances.get(slot.name) or self._removed(ref).get(slot)
        return {} if newest is None else hidden_fields(self.viewer, newest)

    def secret_fields(self, ref: str, slot: Slot, instance: Instance) -> frozenset[str]:
        """Return the names of the fields whose values the viewer may not know, of an instance and as it is today."""
        return frozenset(hidden_fields(self.viewer, instance)) | frozenset(self.withheld(ref, slot))

    def question(self, question: Question, about: str) -> Question | None:
        """Return a question about an aggregate as the viewer may see it; None where they may not know of it."""
        seen = seen_instance(self.viewer, question)
        open_to = may_answer(self.viewer, question) or self.knows(about)
        return seen if isinstance(seen, Question) and open_to else None

    def instance(self, ref: str, slot: Slot, instance: Instance) -> Instance | None:
        """Return an instance as the viewer may see it, whether it exists now, did once or is only planned.

        None where they may not know of it.
        """
        seen = seen_instance(self.viewer, instance)
        if seen is None or self.viewer.is_gm:
            return seen
        seen = replace(seen, **self.withheld(ref, slot))
        open_to = self.knows(ref) if slot.component == "profile" else self.sees_sheet(ref)
        shown = open_to and self.shows_slot(ref, slot) and self.refers_to_nothing_hidden(ref, slot.name, seen)
        return self.without_hidden_names(ref, slot.component, seen) if shown else None

    def refers_to_nothing_hidden(self, ref: str, name: str, instance: Instance) -> bool:
        """Whether an instance that the viewer may see by itself refers to nothing hidden."""

        def shown(of: str, called: str) -> bool:
            return self.shows_slot(ref, Slot(of, called))

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

    def without_hidden_names(self, ref: str, component: str, shown: S) -> S:
        """Return an instance or event without the names of hidden instances of the same aggregate in its fields."""
        cut: dict[str, Any] = {}
        for field, of in _NAMES.get(component, {}).items():
            value = getattr(shown, field, UNSET)
            if isinstance(value, tuple):
                cut[field] = tuple(name for name in value if self.shows_slot(ref, Slot(of, name)))
            elif isinstance(value, str) and not self.shows_slot(ref, Slot(of, value)):
                cut[field] = ""
        location = getattr(shown, "location", UNSET) if component == "items" else UNSET
        if isinstance(location, str):
            inside, _, name = location.partition("/")
            if inside in _INSIDE and not self.shows_slot(ref, Slot(_INSIDE[inside], name)):
                cut["location"] = ""
        return replace(shown, **cut) if cut else shown

    def hidden_modifier_words(self, ref: str) -> set[str]:
        """Return the names, titles and sources of the modifiers of an aggregate that the viewer may not know of."""
        real = self.latest(ref)
        if real is None:
            return set()
        removed = {slot.name: i for slot, i in self._removed(ref).items() if slot.component == "modifiers"}
        words: set[str] = set()
        for name, modifier in (removed | real.modifiers).items():
            if not self.shows_slot(ref, Slot("modifiers", name)):
                words |= {name, f"modifiers.{name}", modifier.title, getattr(modifier, "source", "")}
        return words - {""}

    def whose(self, ref: str, of: str) -> str:
        """Return the aggregate that `of` means in a formula of `ref` (see `domain.vocabulary.expressions`)."""
        if not of.startswith("link:"):
            return ref if of == "self" else of
        real = self.latest(ref)
        links = {} if real is None else real.links
        kind = of.removeprefix("link:")
        return next((links[name].to for name in sorted(links) if links[name].kind == kind), "")

    def latest(self, ref: str) -> Aggregate | None:
        """Return the aggregate with the profile that it had last: a removed aggregate stays as secret as it was."""
        if ref not in self._latest:
            real = self.world.aggregate(ref)
            if real is not None and ref != CAMPAIGN and "self" not in real.profile:
                real = real.copy()
                profile = self._removed(ref).get(Slot("profile", "self"))
                real.profile = {"self": profile} if isinstance(profile, Profile) else {}
            self._latest[ref] = real
        return self._latest[ref]

    def _seen_latest(self, ref: str) -> Aggregate | None:
        """Return what the viewer sees of an aggregate.

        It is kept before it is cut: what refers to an instance of the same aggregate asks whether that one is left.
        """
        if ref not in self._seen:
            real = self.latest(ref)
            seen = seen_aggregate(self.viewer, real) if real is not None and self._still_knows(ref) else None
            self._seen[ref] = seen
            if real is not None and seen is not None and not self.viewer.is_gm:
                self._forget(seen)
                self._cut(real, seen)
        return self._seen[ref]

    def _forget(self, seen: Aggregate) -> None:
        """Take from a seen aggregate what its viewer may not see any more."""
        if self.today is None:
            return
        whole = self.today.sees_sheet(seen.ref)
        for component in components_of(type(seen)):
            if component != "profile":
                slots = {Slot(component, name): i for name, i in seen.instances(component).items() if whole}
                still = {at: i for at, i in slots.items() if self._still_shows(seen.ref, at)}
                shown = {at.name: replace(i, **self.withheld(seen.ref, at)) for at, i in still.items()}
                setattr(seen, component, shown)

    def _still_knows(self, ref: str) -> bool:
        return self.today is None or self.today.knows(ref)

    def _still_shows(self, ref: str, slot: Slot) -> bool:
        """Whether the viewer may know today of an instance of the past."""
        return self.today is None or self.today.shows_slot(ref, slot)

    def _cut(self, real: Aggregate, seen: Aggregate) -> None:
        """Take from a seen aggregate what points at something hidden; what points into the aggregate itself comes last."""
        components = sorted(components_of(type(real)), key=("positions", "cells", "modifiers", "formulas").__contains__)
        for component in components:
            instances = seen.instances(component)
            setattr(
                seen, component, {n: i for n, i in instances.items() if self.refers_to_nothing_hidden(real.ref, n, i)}
            )
        for component in components:
            instances = seen.instances(component)
            setattr(
                seen, component, {n: self.without_hidden_names(real.ref, component, i) for n, i in instances.items()}
            )
