"""State: an aggregate holds instances by component and name, and a fold applies events to it one at a time.

There are four kinds: characters, encounters, enclaves and the campaign. The fields of each are the components that it may hold.

Checkpoints are states that are kept along the way, so that a past is folded from the nearest one and not from its beginning.
They are a cache: whatever is answered from one is what folding everything would answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from domain.messages import text
from domain.vocabulary import COMPONENTS
from domain.vocabulary.base import Event, Instance
from domain.vocabulary.bodies import Condition, Wound
from domain.vocabulary.catalogue import Addition, Handle
from domain.vocabulary.chronicle import Clock, Ground, Interval, Participant, Phase
from domain.vocabulary.epochs import DiceEpoch
from domain.vocabulary.groups import Asset, Follower, Membership, Mission
from domain.vocabulary.holdings import Card, Choice, Item, Trait
from domain.vocabulary.intelligence import Cell, Grid
from domain.vocabulary.lifecycle import Closing
from domain.vocabulary.maps import Area, Crowd, Position, Prop, Zone
from domain.vocabulary.profile import Profile
from domain.vocabulary.questions import Question
from domain.vocabulary.revision import Corrected
from domain.vocabulary.seals import Seal
from domain.vocabulary.turns import Pace, TurnEntry
from domain.vocabulary.undertakings import Intent, Link, Task, Use
from domain.vocabulary.values import Attribute, Formula, Modifier, Track

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
        instances: dict[str, Any] | None = getattr(self, component, None) if component in COMPONENTS else None
        if instances is None:
            raise UnknownComponent(self.kind, component)
        return instances

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
        super().__init__(text("a {kind} has no component {component!r}", kind=kind, component=component))


@cache
def components_of(kind: type[Aggregate]) -> tuple[str, ...]:
    """The component names of a kind of aggregate, in the order in which they are declared."""
    return tuple(field for field in kind.__struct_fields__ if field in COMPONENTS)


def evolve(aggregate: Aggregate, event: Event) -> None:
    """Apply one event in place. Raises BrokenHistory where it does not fit; holds no rule and never clamps."""
    family = COMPONENTS.get(event.component)
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
    folds: dict[str, tuple[dict[str, Any], Callable[[Any, Any], Any]]] = {}
    for event in events:
        version += 1
        component = event.component
        if component in folds:
            (instances, change), name = folds[component], event.name
            _put(instances, name, change(instances.get(name), event))
            continue
        evolve(aggregate, event)
        if component in COMPONENTS:
            folds[component] = aggregate.instances(component), COMPONENTS[component].evolve
    aggregate.version = version


def _correct(aggregate: Aggregate, event: Corrected) -> None:
    for slot, value in event.values.items():
        component, name = slot.split(".", 1)
        kind = COMPONENTS[component].instance
        _put(aggregate.instances(component), name, msgspec.json.decode(value, type=kind | None))


def _put(instances: dict[str, Any], name: str, instance: Instance | None) -> None:
    if instance is None:
        instances.pop(name, None)
    else:
        instances[name] = instance


class Character(Aggregate, kw_only=True, omit_defaults=True):
    """A creature. It holds shared components only: the same code serves a hero, a mount and a horde."""

    kind: ClassVar[AggregateKind] = "character"


CAMPAIGN = "campaign/self"
"""The reference of a campaign's own aggregate; there is one in every ledger."""


class Campaign(Aggregate, kw_only=True, omit_defaults=True):
    """System and options, the in-game clock, sessions and scenes, members, names, catalogue additions, dice epochs,
    sealed secrets, and whether it is closed."""

    kind: ClassVar[AggregateKind] = "campaign"

    ground: dict[str, Ground] = {}
    clock: dict[str, Clock] = {}
    sessions: dict[str, Interval] = {}
    scenes: dict[str, Interval] = {}
    phases: dict[str, Phase] = {}
    participants: dict[str, Participant] = {}
    catalogue: dict[str, Addition] = {}
    handles: dict[str, Handle] = {}
    epochs: dict[str, DiceEpoch] = {}
    lifecycle: dict[str, Closing] = {}
    seals: dict[str, Seal] = {}

    def takes_part(self, member: str) -> bool:
        """Whether a member takes part now: neither a stranger nor one who left."""
        part = self.participants.get(member)
        return part is not None and part.active


class Enclave(Aggregate, kw_only=True, omit_defaults=True):
    """A base, team, party or cell: its members and followers, what it owns, its errands and its intelligence."""

    kind: ClassVar[AggregateKind] = "enclave"

    members: dict[str, Membership] = {}
    followers: dict[str, Follower] = {}
    assets: dict[str, Asset] = {}
    missions: dict[str, Mission] = {}
    grids: dict[str, Grid] = {}
    cells: dict[str, Cell] = {}


class Encounter(Aggregate, kw_only=True, omit_defaults=True):
    """A fight: the order of turns and the current one, and the map with everything on it."""

    kind: ClassVar[AggregateKind] = "encounter"

    order: dict[str, TurnEntry] = {}
    pace: dict[str, Pace] = {}
    positions: dict[str, Position] = {}
    areas: dict[str, Area] = {}
    zones: dict[str, Zone] = {}
    props: dict[str, Prop] = {}
    crowds: dict[str, Crowd] = {}


SHARED = components_of(Aggregate)
"""The components that every aggregate may hold."""


KINDS: dict[str, type[Aggregate]] = {kind.kind: kind for kind in (Character, Encounter, Enclave, Campaign)}


_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


_encoder = msgspec.json.Encoder(order="deterministic")


def is_reference(ref: str) -> bool:
    """Whether a text could name an aggregate: what a game master puts somewhere by hand may hold any text."""
    return ref.partition("/")[0] in KINDS


def begin(ref: str) -> Aggregate:
    """An aggregate to which nothing has happened yet. `ref` is `<kind>/<id>`."""
    return KINDS[ref.partition("/")[0]](ref=ref)


def fold(ref: str, events: Iterable[Event]) -> Aggregate:
    """The state after these events of one stream, from its beginning."""
    aggregate = begin(ref)
    replay(aggregate, events)
    return aggregate


def encode_state(aggregate: Aggregate) -> bytes:
    """Encode a state as canonical JSON: equal states give equal bytes, in whatever order their events came."""
    return _encoder.encode(aggregate)


def decode_state(ref: str, state: bytes) -> Aggregate:
    """The aggregate that `encode_state` stored."""
    return _DECODERS[ref.partition("/")[0]].decode(state)


CHECKPOINT_EVERY = 200
"""Events of an aggregate between two of its checkpoints: reading one back costs about as much as folding a hundred
events, and keeping one about as many bytes as ten."""


def checkpoint_due(before: int, after: int) -> bool:
    """Whether a stream that has grown from one length to another is to be kept here."""
    return before // CHECKPOINT_EVERY != after // CHECKPOINT_EVERY


def unnumbered(aggregate: Aggregate) -> bytes:
    """A state of a past as it is stored: its events are numbered in no stream, so it has no version."""
    twin = aggregate.copy()
    twin.version = 0
    return encode_state(twin)


def resumed(ref: str, kept: bytes | None) -> Aggregate:
    """Return the state to fold on from: that of a checkpoint, or (None) that of an aggregate to which nothing has happened."""
    return begin(ref) if kept is None else decode_state(ref, kept)
