"""References behind the names, handles and ids that people type: alone, in labels of dice, and in keys of answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.aggregates import CAMPAIGN
from domain.commands import DiceGiven
from domain.dice.tape import resolved
from domain.messages import NEAR, closest, either, text
from domain.play.deed import system_of
from domain.play.reading import TrackedReads, World
from domain.question_keys import canonical
from domain.system import Registry
from domain.visibility.audience import Viewer
from domain.visibility.world import VisibleWorld


class UnknownThing(LookupError):
    """The command names something that does not exist, or that the member may not know exists."""

    slug = "unknown-thing"


def nothing_called(name: str, of: str, near: list[str]) -> str:
    """Return the words for a name that is nobody's, with the handles that may be meant."""
    kind = of or text("character, encounter or enclave")
    if not near:
        return text("there is no {kind} {name!r} in this campaign", kind=kind, name=name)
    template = "there is no {kind} {name!r} in this campaign; did you mean {near}?"
    return text(template, kind=kind, name=name, near=either(near))


def closest_handles(world: World, visible: VisibleWorld, name: str, of: str) -> list[str]:
    """Return the handles close to a name, of those alone that the viewer may know of."""
    campaign: Any = world.aggregate(CAMPAIGN)
    things, reads = {key: h for key, h in campaign.handles.items() if of in ("", h.kind)}, TrackedReads(world, None)
    likely = closest(name, things, most=len(things))
    return [key for key in likely if reads.exists(things[key].ref) and visible.knows(things[key].ref)][:NEAR]


def labelled(world: World, viewer: Viewer, dice: DiceGiven) -> DiceGiven:
    """Typed dice with references in their labels for the handles and ids of those whom their sender may know."""
    if not isinstance(dice, dict):
        return dice
    find = references(world, viewer)
    return {resolved(label, find): values for label, values in dice.items()}


def keyed(
    world: World, registry: Registry, viewer: Viewer, responses: Mapping[str, str], own: str | None = None
) -> dict[str, str]:
    """Answers with keys as they are stored: with references for the handles and ids of those whom their sender may know.
    The key that a command puts of its `own` stays as it is."""
    kinds, find = registry.question_kinds(system_of(world, registry)), references(world, viewer)
    return {key if key == own else canonical(key, kinds, find): choice for key, choice in responses.items()}


def references(world: World, viewer: Viewer) -> Callable[[str], str]:
    """The reference behind a handle or id of an aggregate that the viewer may know, "" behind any other word."""
    campaign: Any = world.aggregate(CAMPAIGN)
    known = {word: h.ref for key, h in campaign.handles.items() for word in (key, h.ref.partition("/")[2])}
    visible = VisibleWorld(world, viewer)

    def reference(word: str) -> str:
        ref = known.get(word.strip().lower(), "")
        return ref if ref and visible.knows(ref) else ""

    return reference
