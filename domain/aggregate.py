"""State: an aggregate holds instances by component and name, and a fold applies events to it one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from domain.components.base import Instance
from domain.components.creature import (
    Attribute,
    Card,
    Choice,
    Condition,
    Formula,
    Intent,
    Item,
    Link,
    Modifier,
    Profile,
    Question,
    Task,
    Track,
    Trait,
    Use,
    Wound,
)
from domain.events import FAMILIES, Corrected, Event

AggregateKind = Literal["character", "encounter", "enclave", "campaign"]


class Slot(NamedTuple):
    """The place of an instance inside an aggregate."""

    component: str
    name: str


class Aggregate(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One consistency boundary of a campaign: `ref` is `<kind>/<id>`, `version` the number of its last event.

    The instances are frozen; the dictionaries are this object's own and change only through `evolve`.
    """

    kind: ClassVar[AggregateKind]

    ref: str
    version: int = 0
    profile: dict[str, Profile] = {}
    attributes: dict[str, Attribute] = {}
    tracks: dict[str, Track] = {}
    modifiers: dict[str, Modifier] = {}
    formulas: dict[str, Formula] = {}
    wounds: dict[str, Wound] = {}
    conditions: dict[str, Condition] = {}
    traits: dict[str, Trait] = {}
    choices: dict[str, Choice] = {}
    items: dict[str, Item] = {}
    cards: dict[str, Card] = {}
    tasks: dict[str, Task] = {}
    uses: dict[str, Use] = {}
    links: dict[str, Link] = {}
    intents: dict[str, Intent] = {}
    questions: dict[str, Question] = {}

    def instances(self, component: str) -> dict[str, Any]:
        """The instances of a component by name; raises UnknownComponent where this kind of aggregate has none such."""
        found: dict[str, Any] | None = getattr(self, component, None) if component in FAMILIES else None
        if found is None:
            raise UnknownComponent(self.kind, component)
        return found

    def copy(self) -> Aggregate:
        """An independent aggregate in the same state (the frozen instances are shared)."""
        twin = msgspec.structs.replace(self)
        for component in components_of(type(self)):
            setattr(twin, component, dict(getattr(self, component)))
        return twin


class UnknownComponent(LookupError):
    """A path or event names a component that this kind of aggregate does not hold."""

    slug = "unknown-component"

    def __init__(self, kind: str, component: str) -> None:
        super().__init__(f"a {kind} has no component {component!r}")


def components_of(kind: type[Aggregate]) -> tuple[str, ...]:
    """The component names of a kind of aggregate, in the order in which they are declared."""
    return tuple(field for field in kind.__struct_fields__ if field in FAMILIES)


def evolve(aggregate: Aggregate, event: Event) -> None:
    """Apply one event in place. Raises BrokenHistory where it does not fit; holds no rule and never clamps."""
    family = FAMILIES.get(event.component)
    if family is not None:
        instances, name = aggregate.instances(event.component), event.name
        _put(instances, name, family.evolve(instances.get(name), event))
    elif isinstance(event, Corrected):
        _correct(aggregate, event)
    aggregate.version += 1


def replay(aggregate: Aggregate, events: Iterable[Event]) -> None:
    """Apply events in place, one after the other, as `evolve` applies one, but find their components' instances once.

    Where one of them does not fit, nothing is to be made of the aggregate any more.
    """
    version = aggregate.version
    held: dict[str, tuple[dict[str, Any], Callable[[Any, Any], Any]]] = {}
    for event in events:
        version += 1
        component = event.component
        if component in held:
            (instances, change), name = held[component], event.name
            _put(instances, name, change(instances.get(name), event))
            continue
        evolve(aggregate, event)
        if component in FAMILIES:
            held[component] = aggregate.instances(component), FAMILIES[component].evolve
    aggregate.version = version


def _correct(aggregate: Aggregate, event: Corrected) -> None:
    for slot, value in event.values.items():
        component, name = slot.split(".", 1)
        kind = FAMILIES[component].instance
        _put(aggregate.instances(component), name, msgspec.json.decode(value, type=kind | None))


def _put(instances: dict[str, Any], name: str, instance: Instance | None) -> None:
    if instance is None:
        instances.pop(name, None)
    else:
        instances[name] = instance
