"""Findings: results that a rule has found once in a deed and need not look for again until something changes that it
was found in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeVar

from domain.aggregate import Aggregate
from domain.events import FAMILIES, Event
from domain.play.hangings import Hangings
from domain.play.reading import World

T = TypeVar("T")

ANYTHING: Final = "*"
"""All components together."""


class Findings:
    """Findings by name, each with how often something had happened to the components in which it was found; and `hangings`, the
    index of what hangs on what."""

    def __init__(self, world: World) -> None:
        self.hangings = Hangings(world)
        self._found: dict[tuple[object, ...], tuple[int, Any]] = {}
        self._times: Counter[str] = Counter()

    def touch(self, aggregate: Aggregate, event: Event) -> None:
        """Note that an event happens to an aggregate: before it is applied, and again afterwards."""
        component = event.component
        if component == "log":
            return
        self.hangings.changed(aggregate.ref, component)
        self._times[ANYTHING] += 1
        self._times[component] += 1
        instance = aggregate.instances(component).get(event.name) if component in FAMILIES else None
        if instance is not None and instance.narrowed_by is not None:
            self._times[f"{component}:{getattr(instance, instance.narrowed_by)}"] += 1

    def kept(self, what: tuple[object, ...], components: tuple[str, ...], find: Callable[[], T]) -> T:
        """Return what `find` found, without looking for it again until something happens to one of these components.

        `what` names it. It looks at these components alone, of whatever aggregates; what it looked at stays recorded. Of a
        component it may look at a part, such as `conditions:grappled` (see `Look.where`), or at all there is (`ANYTHING`).
        """
        times = 0
        for component in components:
            times += self._times[component]
        held = self._found.get(what)
        if held is None or held[0] != times:
            held = self._found[what] = times, find()
        found: T = held[1]
        return found
