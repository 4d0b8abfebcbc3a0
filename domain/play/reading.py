"""State as a rule sees it: typed like the aggregates themselves, but every look is recorded as a path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast

from domain.aggregates import CAMPAIGN, Aggregate, Campaign, Character, Enclave, Encounter, UnknownComponent
from domain.formulas import GameValues
from domain.messages import text
from domain.paths import collection
from domain.play.refusals import Absent
from domain.vocabulary.audiences import is_public
from domain.vocabulary.base import Instance, Scalar


class World(Protocol):
    """A source of states: the head of a ledger, a past, or a working copy."""

    def aggregate(self, ref: str) -> Aggregate | None:
        """The state of an aggregate, or None where nothing ever happened to it. Not to be changed by the caller."""


class GameWorld:
    """A world together with what its game says about values."""

    def __init__(self, world: World, values: GameValues) -> None:
        self.world = world
        self.values = values

    def aggregate(self, ref: str) -> Aggregate | None:
        """The state of an aggregate in that world."""
        return self.world.aggregate(ref)


def values_of(world: World) -> GameValues:
    """Return what a game says about the values of a world; no values where no game is known."""
    return world.values if isinstance(world, GameWorld) else GameValues()


def system_id(world: World) -> str:
    """Return the id of the system that is played; "" before there is a campaign."""
    campaign: Any = world.aggregate(CAMPAIGN)
    ground = None if campaign is None else campaign.ground.get("self")
    return "" if ground is None else str(ground.system)


class TrackedReads:
    """Reads a world and records what was looked at.

    `reads` is the set of paths; give None to read without a record (for sheets and boards). `game` is what holds for its values.
    """

    def __init__(self, world: World, reads: set[str] | None) -> None:
        self.world = world
        self.reads = reads
        self.game = values_of(world)

    def note(self, path: str) -> None:
        """Record that the value, existence or collection at this path was looked at."""
        if self.reads is not None:
            self.reads.add(path)

    def exists(self, ref: str) -> bool:
        """Whether there is such an aggregate now (one that was removed no longer is)."""
        self.note(ref)
        aggregate = self.world.aggregate(ref)
        return aggregate is not None and (ref == CAMPAIGN or "self" in aggregate.profile)

    def aggregate(self, ref: str) -> Aggregate:
        """Any aggregate, to be read like its struct. Raises Absent."""
        if not self.exists(ref):
            raise Absent(ref)
        return cast(Aggregate, TrackedAggregate(self, ref))

    def character(self, ref: str) -> Character:
        """A creature, to be read like its struct. Raises Absent."""
        return cast(Character, self._of_kind(ref, "character"))

    def encounter(self, ref: str) -> Encounter:
        """A fight or scene, to be read like its struct. Raises Absent."""
        return cast(Encounter, self._of_kind(ref, "encounter"))

    def enclave(self, ref: str) -> Enclave:
        """A group, to be read like its struct. Raises Absent."""
        return cast(Enclave, self._of_kind(ref, "enclave"))

    def campaign(self) -> Campaign:
        """The campaign itself, to be read like its struct."""
        return cast(Campaign, self.aggregate(CAMPAIGN))

    def where(self, ref: str, component: str, narrowed: str) -> dict[str, Any]:
        """The instances of a component whose narrowing field has this value; only that part counts as looked through."""
        self.note(collection(ref, component, narrowed))
        instances = _instances(self.world, ref, component)
        if not instances:
            return {}
        field = next(iter(instances.values())).narrowed_by
        family = TrackedInstances(self, ref, component)
        return {name: family[name] for name, i in instances.items() if field and str(getattr(i, field)) == narrowed}

    def _of_kind(self, ref: str, kind: str) -> Aggregate:
        if not ref.startswith(f"{kind}/"):
            raise Absent(ref, "{ref!r} is no {kind}.", ref=ref, kind=kind)
        return self.aggregate(ref)


class TrackedAggregate:
    """An aggregate whose components are read through a Look."""

    def __init__(self, look: TrackedReads, ref: str) -> None:
        self._look = look
        self.ref = ref

    def __getattr__(self, component: str) -> TrackedInstances:
        return TrackedInstances(self._look, self.ref, component)


class TrackedInstances(Mapping[str, Any]):
    """The instances of one component; asking for one reads its existence, going through them reads the collection."""

    def __init__(self, look: TrackedReads, ref: str, component: str) -> None:
        self._look, self._ref, self._component = look, ref, component
        _instances(look.world, ref, component)

    def __getitem__(self, name: str) -> Any:
        path = f"{self._ref}.{self._component}.{name}"
        self._look.note(path)
        if name not in _instances(self._look.world, self._ref, self._component):
            raise not_there(self._look.world, path)
        return TrackedInstance(self._look, self._ref, self._component, name)

    def __contains__(self, name: object) -> bool:
        self._look.note(f"{self._ref}.{self._component}.{name}")
        return name in _instances(self._look.world, self._ref, self._component)

    def get(self, name: str, default: Any = None) -> Any:
        """The instance, or the default; either way its existence was looked at."""
        instances = self if name in self else None
        return default if instances is None else instances[name]

    def __iter__(self) -> Iterator[str]:
        self._look.note(collection(self._ref, self._component))
        return iter(tuple(_instances(self._look.world, self._ref, self._component)))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class TrackedInstance:
    """One instance, always as it is now: every field asked for is recorded."""

    def __init__(self, look: TrackedReads, ref: str, component: str, name: str) -> None:
        self._look, self._ref, self._component, self._name = look, ref, component, name

    def __getattr__(self, field: str) -> Any:
        path = f"{self._ref}.{self._component}.{self._name}"
        instance: Instance | None = _instances(self._look.world, self._ref, self._component).get(self._name)
        if instance is None:
            self._look.note(path)
            raise not_there(self._look.world, path)
        if field == "data":
            return TrackedMapping(self._look, path, instance.data)
        self._look.note(f"{path}.{field}")
        return getattr(instance, field)


class TrackedMapping(Mapping[str, Scalar]):
    """An instance's data; keys are recorded one by one, going through them reads all of it."""

    def __init__(self, look: TrackedReads, path: str, data: dict[str, Scalar]) -> None:
        self._look, self._path, self._data = look, path, data

    def __getitem__(self, key: str) -> Scalar:
        self._look.note(f"{self._path}.data.{key}")
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        self._look.note(f"{self._path}.data")
        return iter(self._data)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def not_there(world: World, path: str) -> Absent:
    """Return the refusal that nothing is at the path of an instance."""
    ref, component, name, *_ = *path.split("."), "", ""
    if not name:
        return Absent(path)
    words = (among(world, ref, component, name, for_gm=who) for who in (False, True))
    return Absent(path, *(text("There is no {thing}.", thing=each) for each in words))


def among(world: World, ref: str, component: str, name: str, *, for_gm: bool) -> str:
    """Return an instance in words: `'rope' among the items of character/c-3`. Turns and places are named after their
    creatures, where these may be known.
    """
    of = f"character/{name}"
    known = component in _BY_CREATURE and _is_known(world, of, for_gm=for_gm)
    return text("{name} among the {component} of {ref}", name=of if known else repr(name), component=component, ref=ref)


_BY_CREATURE = ("order", "positions", "members")
"""The components whose instances go by the id of the creature that they are about."""


def _is_known(world: World, ref: str, *, for_gm: bool) -> bool:
    """Whether there is such an aggregate and, unless it is the game master who reads, everybody may know of it."""
    aggregate = world.aggregate(ref)
    profile = None if aggregate is None else aggregate.profile.get("self")
    return profile is not None and (for_gm or is_public(profile.audience))


def _instances(world: World, ref: str, component: str) -> dict[str, Any]:
    aggregate = world.aggregate(ref)
    if aggregate is None:
        return {}
    instances = getattr(aggregate, component, None)
    if type(instances) is dict:  # a component; asked for at every look
        return instances
    try:
        return aggregate.instances(component)
    except UnknownComponent as unknown:
        raise Absent(f"{ref}.{component}", "{unknown}.", unknown=str(unknown).capitalize()) from unknown
