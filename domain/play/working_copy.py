"""The world in which a deed runs, with the deed's own events on top, and what follows for each of these events.

An event gets an audience, and its data must fit the game. All that an audience follows from is looked at like any value, so
that a past in which a character was hidden, or was not, decides again who sees what happened to them.

Two indexes stand beside the world: instances by their anchors, and results of earlier searches. A moment may come for each of
two hundred creatures who act together, and each time its anchored instances are looked for among all of them. So an aggregate
is searched once, and again only after an anchored instance has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import UNSET

from domain.aggregates import Aggregate, begin
from domain.play.reading import TrackedReads, World
from domain.system import Registry, System
from domain.vocabulary import COMPONENTS
from domain.vocabulary.anchors import AnyAnchor, hooks
from domain.vocabulary.audiences import narrower
from domain.vocabulary.base import Audience, Event, carried_by
from domain.vocabulary.data import DataMisfit, kind_of, lacking, misfit
from domain.vocabulary.profile import Introduced

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
        by_hook = self._held[ref] = {}
        for component, field in ANCHORS.items() if aggregate is not None else ():
            for name, instance in sorted(getattr(aggregate, component, {}).items()):
                anchor = getattr(instance, field)
                for hook in hooks(anchor) if anchor is not None else ():
                    by_hook.setdefault(hook, []).append(Hanging(ref, component, name, anchor))
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
        finding = self._found.get(what)
        if finding is None or finding[0] != times:
            finding = self._found[what] = times, find()
        value: T = finding[1]
        return value


class DataDefect(TypeError):
    """A rule gave an instance data that does not fit what its game declares: the rule has a defect."""


def known_to(look: TrackedReads, ref: str) -> Audience:
    """Return who may know of an aggregate."""
    return _of_profile(look, ref, "audience")


def who_sees(look: TrackedReads, ref: str, event: Event) -> Audience:
    """Return who may see an event that happens to an aggregate, before the event is applied."""
    brought = carried_by(event)
    of_brought: Audience = "all" if brought is None else brought.audience
    if isinstance(event, Introduced):
        return of_brought
    whole = known_to(look, ref)
    if event.component in ("profile", "log"):
        return whole
    sheet = narrower(whole, _of_profile(look, ref, "sheet"))
    aggregate = look.world.aggregate(ref)
    instance = None if aggregate is None else aggregate.instances(event.component).get(event.name)
    if instance is None:
        return narrower(sheet, of_brought)
    look.note(f"{ref}.{event.component}.{event.name}.audience")
    return narrower(sheet, instance.audience)


def _of_profile(look: TrackedReads, ref: str, field: str) -> Audience:
    """Return an audience that a profile has; all where there is no profile, as for the campaign itself."""
    aggregate = look.world.aggregate(ref)
    if aggregate is None or "self" not in aggregate.profile:
        return "all"
    look.note(f"{ref}.profile.self.{field}")
    audience: Audience = getattr(aggregate.profile["self"], field)
    return audience


def misfit_of(
    registry: Registry, system: System, aggregate: Aggregate, event: Event, *, by_hand: bool
) -> DataMisfit | None:
    """Return how the data of an event that the aggregate has taken in does not fit the structs that the game declares for it.

    Where a game declares no struct of exactly this kind, a table may write keys of its own `by_hand`.
    """
    instance = carried_by(event)
    data = getattr(event, "data", UNSET) if instance is None else instance.data
    if data is UNSET or (instance is None and not data):
        return None
    component = event.component
    kind = event.name if component == "log" else kind_of(component, aggregate.instances(component)[event.name])
    exact = registry.data(system, component, kind) if kind else ()
    structs = (*exact, *registry.data(system, component, ""))
    if not structs:
        return None
    wrong = misfit(structs, data)
    if wrong is None and instance is not None:
        absent = [key for struct in exact for key in lacking(struct, data)]
        wrong = DataMisfit(f"has {' and '.join(map(repr, absent))} there, which is missing") if absent else None
    if wrong is None or (by_hand and wrong.is_strange and not exact):
        return None
    where = f"{component} {kind!r}" if kind else component
    return wrong._replace(problem=f"The data of {where} does not fit: {system.name} {wrong.problem}")
