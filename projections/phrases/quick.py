"""Quick commands: what a character can do with one tap, as their game's layout lists it and as they have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from domain.layout import Layout, QuickLayout
from domain.visibility.view_fields import Fields
from projections.names import called
from projections.phrases.catalogue import english
from projections.phrases.sections import Say, fits, line
from projections.views.sheet import SheetView


class QuickCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command with the arguments that stand in its form already, besides the one who acts."""

    title: str
    type: str
    args: Mapping[str, str]


def quick_commands(seen: SheetView, layout: Layout, say: Say = english) -> list[QuickCommand]:
    """Return the quick commands of a character, in the order of their game's layout."""
    return [made for quick in layout.quick for made in _commands(quick, seen, say)]


def _commands(quick: QuickLayout, seen: SheetView, say: Say) -> Iterator[QuickCommand]:
    if not quick.component:
        yield QuickCommand(title=quick.title, type=quick.command, args=quick.fills)
    for called_by, fields in _instances(quick, seen):
        shown = line(quick.title, fields, seen.names, say)
        yield QuickCommand(title=shown, type=quick.command, args={**quick.fills, quick.field: called_by})


def _instances(quick: QuickLayout, seen: SheetView) -> Iterator[tuple[str, Fields]]:
    """Yield the instances that a quick command is about, each with what its field takes."""
    instances: dict[str, Fields] = getattr(seen, quick.component) if quick.component else {}
    for name, fields in instances.items():
        named = {**fields, "name": name}
        if fits(named, quick.where):
            yield (name if quick.takes == "id" else called(quick.component, name, fields)), named
