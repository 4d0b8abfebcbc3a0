"""Short forms on the line of a creature on a board, by which a game master changes it by hand."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

import msgspec

from api.pages.command_forms.fields import PREFIX, FormField, form_fields
from api.pages.visits import Visit
from api.use_cases.command_guides import fitting_commands
from domain.layout import Layout
from projections.phrases.quick import QuickCommand, commands_by_hand
from projections.views.board import BoardView


class HandForm(msgspec.Struct, frozen=True, kw_only=True):
    """A short form: its button, what stands in it already, by the names of its fields, and the fields to fill in."""

    title: str
    type: str
    id: str
    given: tuple[tuple[str, str], ...]
    asks: tuple[FormField, ...]


def forms_by_hand(visit: Visit, board: BoardView, layout: Layout) -> dict[str, list[HandForm]]:
    """Return the short forms about those on a board, by their handles; nobody but a game master has any."""
    if visit.seat is None or not visit.seat.actor.is_gm or not layout.by_hand:
        return {}
    say = visit.catalogue.say
    listed = {
        standing.handle: commands_by_hand(standing, layout, board.names, say)
        for standing in board.participants.values()
    }
    guides = visit.ask(fitting_commands, types=[each.command for each in layout.by_hand])
    fields = {type: form_fields(guide, {}, {}) for type, guide in guides.items()}
    encounters = {type: any(each.name == f"{PREFIX}encounter" for each in of) for type, of in fields.items()}
    return {
        handle: [
            _form(command, fields[command.type], board.handle if encounters[command.type] else "")
            for command in commands
            if command.type in fields
        ]
        for handle, commands in listed.items()
    }


def _form(command: QuickCommand, fields: Sequence[FormField], encounter: str) -> HandForm:
    given = {**command.args, **({"encounter": encounter} if encounter else {})}
    return HandForm(
        title=command.title,
        type=command.type,
        id=str(uuid4()),
        given=tuple((PREFIX + name, value) for name, value in given.items()),
        asks=tuple(field for field in fields if field.name.removeprefix(PREFIX) in command.asks),
    )
