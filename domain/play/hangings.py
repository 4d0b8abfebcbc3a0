"""An index of what hangs on what in the world of a deed, found without looking through everything each time that it is
asked.

A moment comes for each of two hundred people who act together, and each time whatever hangs on it is looked for among all of
them. So an aggregate is looked through once, and again only after something that hangs there has changed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from domain.components.anchors import AnyAnchor, hooks
from domain.play.reading import World

ANCHORS: Final = {
    "modifiers": "until",
    "conditions": "until",
    "links": "until",
    "intents": "due",
    "cards": "expires",
    "tasks": "due",
    "uses": "until",
    "zones": "until",
    "followers": "tapped_until",
}
"""The components whose instances may hang on an anchor, with the field that says on which; in the order in which they end."""


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
