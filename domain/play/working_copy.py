"""The world in which a deed runs, with two indexes: instances by their anchors, and results of earlier searches.

A moment may come for each of two hundred creatures who act together, and each time its anchored instances are looked
for among all of them. So an aggregate is searched once, and again only after an anchored instance has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from domain.aggregates import Aggregate, begin
from domain.play.reading import World
from domain.vocabulary import COMPONENTS
from domain.vocabulary.anchors import AnyAnchor, hooks
from domain.vocabulary.base import Event

T = TypeVar("T")

ANYTHING: Final = "*"
"""All components together."""

ANCHORS: Final = {name: component.anchor for name, component in COMPONENTS.items() if component.anchor}
"""The components whose instances may hang on an anchor, with the field that says on which; in the order in which they end."""


class WorkingCopy:
    """The world below, which stays as it is while the deed runs, with the deed's own events applied on top; aggregates are looked
    up once, and copied when first changed."""

    def __init__(self, below: World) -> None:
        self.below = below
        self.copies: dict[str, Aggregate] = {}
        self._there: dict[str, Aggregate | None] = {}

    def aggregate(self, ref: str) -> Aggregate | None:
        if ref not in self._there:
            self._there[ref] = self.below.aggregate(ref)
        return self._there[ref]

    def own(self, ref: str) -> Aggregate:
        if ref not in self.copies:
            below = self.aggregate(ref)
            self._there[ref] = self.copies[ref] = begin(ref) if below is None else below.copy()
        return self.copies[ref]


class Hanging(NamedTuple):
    """An instance that hangs on an anchor."""

    ref: str
    component: str
    name: str
    anchor: AnyAnchor

    @property
    def path(self) -> str:
        return f"{self.ref}.{self.component}.{self.name}"


class Hangings:
    """An index of a world by hook, made of those aggregates that were asked for so far."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._held: dict[str, dict[str, list[Hanging]]] = {}
        self._refs: dict[str, set[str]] = {}

    def changed(self, ref: str, component: str) -> None:
        """Forget what hangs in an aggregate, to which something has happened, where that may be something else now."""
        if component in ANCHORS:
            for hook in self._held.pop(ref, ()):
                self._refs[hook].discard(ref)

    def on(self, refs: tuple[str, ...], hook: str) -> list[Hanging]:
        """Return what of these aggregates hangs on a hook: by aggregate, component and name."""
        for ref in refs:
            if ref not in self._held:
                self._look_through(ref)
        here = self._refs.get(hook)
        return [hanging for ref in refs if ref in here for hanging in self._held[ref][hook]] if here else []

    def _look_through(self, ref: str) -> None:
        aggregate = self._world.aggregate(ref)
        held = self._held[ref] = {}
        for component, field in ANCHORS.items() if aggregate is not None else ():
            for name, instance in sorted(getattr(aggregate, component, {}).items()):
                anchor = getattr(instance, field)
                for hook in hooks(anchor) if anchor is not None else ():
                    held.setdefault(hook, []).append(Hanging(ref, component, name, anchor))
                    self._refs.setdefault(hook, set()).add(ref)


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
        instance = aggregate.instances(component).get(event.name) if component in COMPONENTS else None
        if instance is not None and instance.narrowed_by is not None:
            self._times[f"{component}:{getattr(instance, instance.narrowed_by)}"] += 1

    def kept(self, what: tuple[object, ...], components: tuple[str, ...], find: Callable[[], T]) -> T:
        """Return the result of `find`, without calling it again until one of these components changes.

        `what` names it. It reads these components alone, of any aggregates; its reads stay recorded. Of a component it
        may read a part, such as `conditions:grappled` (see `Look.where`), or everything (`ANYTHING`).
        """
        times = 0
        for component in components:
            times += self._times[component]
        held = self._found.get(what)
        if held is None or held[0] != times:
            held = self._found[what] = times, find()
        found: T = held[1]
        return found
