"""References behind the handles and ids that people type in labels of dice and keys of answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.aggregates import CAMPAIGN
from domain.commands import DiceGiven
from domain.dice.tape import resolved
from domain.play.deed import system_of
from domain.play.reading import World
from domain.question_keys import canonical
from domain.system import Registry
from domain.visibility.audience import Viewer
from domain.visibility.world import VisibleWorld


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
    if not responses:
        return {}
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
