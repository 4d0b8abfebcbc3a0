"""Quick commands: what a character can do with one tap, as their game's layout lists it and as they have it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from domain.layout import HandLayout, Layout, QuickLayout
from domain.visibility.view_fields import Fields
from projections.names import called
from projections.phrases.catalogue import english
from projections.phrases.naming import Names
from projections.phrases.sections import Say, fits, line
from projections.views.board import BoardPosition
from projections.views.sheet import SheetView


class QuickCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command with the arguments that stand in its form already, besides the one who acts. `asks` are the fields that stand beside
    its button; one that is given `at_once` needs no form.
    """

    title: str
    type: str
    args: Mapping[str, str]
    asks: tuple[str, ...] = ()
    at_once: bool = False


def quick_commands(seen: SheetView, layout: Layout, say: Say = english) -> list[QuickCommand]:
    """Return the quick commands of a character, in the order of their game's layout."""
    return [made for quick in layout.quick for made in _commands(quick, seen, seen.names, say)]


def commands_by_hand(standing: BoardPosition, layout: Layout, names: Names, say: Say = english) -> list[QuickCommand]:
    """Return the commands about a creature that stand on its line of a board, in the order of their game's layout."""
    return [
        msgspec.structs.replace(made, args={**made.args, hand.whom: standing.handle}, asks=hand.asks)
        for hand in layout.by_hand
        for made in _commands(hand, standing, names, say)
    ]


def _commands(
    quick: QuickLayout | HandLayout, seen: SheetView | BoardPosition, names: Names, say: Say
) -> Iterator[QuickCommand]:
    at_once = isinstance(quick, QuickLayout) and quick.at_once
    if not quick.component:
        yield QuickCommand(title=quick.title, type=quick.command, args=quick.fills, at_once=at_once)
    for called_by, fields in _instances(quick, seen):
        shown = line(quick.title, fields, names, say)
        args = {**quick.fills, quick.field: called_by}
        yield QuickCommand(title=shown, type=quick.command, args=args, at_once=at_once)


def _instances(quick: QuickLayout | HandLayout, seen: SheetView | BoardPosition) -> Iterator[tuple[str, Fields]]:
    """Yield the instances that a quick command is about, each with what its field takes."""
    instances: dict[str, Fields] = getattr(seen, quick.component) if quick.component else {}
    for name, fields in instances.items():
        named = {**fields, "name": name}
        if fits(named, quick.where):
            yield (name if quick.takes == "id" else called(quick.component, name, fields)), named
