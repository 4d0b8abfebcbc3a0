"""What a rule has found once in a deed and need not look for again until something changes that it was found in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from domain.aggregate import Aggregate
from domain.events import FAMILIES, Event

T = TypeVar("T")


class Findings:
    """Findings by name, each with how often something had happened to the components in which it was found."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], tuple[int, Any]] = {}
        self._times: Counter[str] = Counter()

    def touch(self, aggregate: Aggregate, event: Event) -> None:
        """Note that an event happens to an aggregate: before it is applied, and again afterwards."""
        component = event.component
        self._times[component] += 1
        instance = aggregate.instances(component).get(event.name) if component in FAMILIES else None
        if instance is not None and instance.narrowed_by is not None:
            self._times[f"{component}:{getattr(instance, instance.narrowed_by)}"] += 1

    def kept(self, what: tuple[str, ...], components: tuple[str, ...], find: Callable[[], T]) -> T:
        """What `find` found, without looking for it again until something happens to one of these components.

        `what` names it. It looks at these components alone, of whatever aggregates; what it looked at stays recorded. Of a
        component it may look at a part, such as `conditions:grappled` (see `Look.where`).
        """
        times = sum(self._times[component] for component in components)
        if what not in self._found or self._found[what][0] != times:
            self._found[what] = times, find()
        found: T = self._found[what][1]
        return found
