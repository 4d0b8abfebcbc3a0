"""The scene in which a form is filled in: who acts, what they have, and the map on which they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from api.pages.command_forms.fields import PREFIX, FormChoice, FormField
from api.pages.drawing.squares import SquareMap, square_map
from api.pages.fights.own import NOW, plays
from api.pages.visits import Visit
from api.things import ThingLine
from api.use_cases.characters import list_characters, show_character
from api.use_cases.command_guides import CommandGuide
from api.use_cases.encounters import list_open_encounters, show_encounter
from api.use_cases.names import show_layout
from domain.instance_fields import InstanceNamed
from projections.names import called
from projections.views.board import BoardView
from projections.views.sheet import SheetView


class FormContext(msgspec.Struct, frozen=True, kw_only=True):
    """The context of a form. `actor` is the handle of the character who acts by default, `encounter` that of the one that is meant."""

    actor: str = ""
    encounter: str = ""
    own: tuple[str, ...] = ()
    beside: frozenset[str] = frozenset()
    """The handles of those who stand on the board of the actor."""
    map: SquareMap | None = None
    title: str = ""


def filled_by(pairs: Sequence[str]) -> dict[str, list[str]]:
    """Return the texts that an address fills into a form, by path: pairs such as `who=ramjet`, several of a list."""
    filled: dict[str, list[str]] = {}
    for pair in pairs:
        path, _, text = pair.partition("=")
        filled.setdefault(path, []).append(text)
    return filled


def form_context(visit: Visit, guide: CommandGuide, filled: Mapping[str, Sequence[str]], back: str = "") -> FormContext:
    """Return the scene of a command's form, as far as the visitor may know it; `back` is the page from which they come."""
    characters = visit.listed(list_characters)
    own = [each for each in characters if plays(visit, each.owners)]
    boards = _boards(visit, filled, back) if guide.scene else []
    actor = "".join(filled.get(guide.actor, ())[:1]) if guide.actor else ""
    actor = actor or (_default_actor(own, boards) if guide.actor else "")
    board = next((board for board in boards if _stands_on(board, actor)), boards[0] if boards else None)
    layout = visit.ask(show_layout)
    return FormContext(
        actor=actor,
        encounter=board.handle if board and (len(boards) == 1 or _stands_on(board, actor)) else "",
        own=tuple(each.handle for each in own),
        beside=frozenset(standing.handle for standing in board.participants.values()) if board else frozenset(),
        map=square_map(board, layout, visit.catalogue.say) if board else None,
        title=board.name if board else "",
    )


def for_actor(fields: Sequence[FormField], guide: CommandGuide, context: FormContext) -> list[FormField]:
    """Return the fields of a form with one's own characters first where it asks who acts."""
    return [_for_actor(_nearest_first(field, context), guide.actor, context) for field in fields]


def _nearest_first(field: FormField, context: FormContext) -> FormField:
    """Return a field that asks for a character with those who stand on the board first."""
    if field.map != "who" or not context.beside:
        return field
    choices = tuple(sorted(field.choices, key=lambda choice: choice.value not in context.beside))
    return replace(field, choices=choices)


def _for_actor(field: FormField, actor: str, context: FormContext) -> FormField:
    name = field.name.removeprefix(PREFIX)
    if name == actor:
        choices = tuple(sorted(field.choices, key=lambda choice: choice.value not in context.own))
        values = field.values or ((context.actor,) if context.actor else ())
        return replace(
            field, choices=choices, values=values, preset=not field.values, map="" if field.required else field.map
        )
    if name == "encounter" and not field.values and context.encounter:
        return replace(field, values=(context.encounter,), preset=True)
    return field


def _boards(visit: Visit, filled: Mapping[str, Sequence[str]], back: str) -> list[BoardView]:
    """Return the boards of the encounter that is filled in, else of the one from whose page one comes, else of all that are open."""
    named = "".join(filled.get("encounter", ())[:1])
    lines = visit.ask(list_open_encounters)
    before = [line for line in lines if back.partition("?")[0].endswith(f"/encounters/{line.handle}")]
    chosen = [line for line in lines if line.handle == named] if named else before or lines
    return [visit.ask(show_encounter, encounter=line.handle, wanted=NOW) for line in chosen]


def _default_actor(own: Sequence[ThingLine], boards: Sequence[BoardView]) -> str:
    """Return the one of the visitor's characters whose turn it is, else the only one."""
    refs = {each.ref: each.handle for each in own}
    turns = (turn for board in boards for turn in board.order if turn.active)
    acting = [refs[ref] for turn in turns for ref in (turn.subject, *turn.members) if ref in refs]
    return acting[0] if acting else own[0].handle if len(own) == 1 else ""


def _stands_on(board: BoardView, handle: str) -> bool:
    return any(standing.handle == handle for standing in board.participants.values())


def with_instances(visit: Visit, fields: Sequence[FormField], filled: Mapping[str, Sequence[str]]) -> list[FormField]:
    """Return the fields of a form with what there is to name as suggestions, on the sheet of whoever the form names."""
    owners = {of for field in fields for of in _owners(field)}
    chosen = {field.name.removeprefix(PREFIX): "".join(field.values[:1]) for field in fields}
    handles = {of: "".join(filled.get(of, ())[:1]) or chosen.get(of, "") for of in owners}
    sheets = {
        handle: visit.tried(show_character, character=handle, wanted=NOW)[0] for handle in handles.values() if handle
    }
    of_owner = {of: sheets.get(handle) for of, handle in handles.items()}
    return [
        replace(_suggesting(field, of_owner), is_owner=field.name.removeprefix(PREFIX) in owners) for field in fields
    ]


def _owners(field: FormField) -> set[str]:
    """Return the fields that say whose instances a field takes, or one within it."""
    own = {field.instance.of} if field.instance else set()
    return own.union(*(_owners(inner) for inner in field.fields))


def _suggesting(field: FormField, sheets: Mapping[str, SheetView | None]) -> FormField:
    within = tuple(_suggesting(inner, sheets) for inner in field.fields)
    if field.instance is None or field.kind not in ("text", "suggestions"):
        return replace(field, fields=within)
    sheet = sheets.get(field.instance.of)
    choices = () if sheet is None else _instances(sheet, field.instance)
    return replace(field, kind="suggestions", choices=(*choices, *field.choices), fields=within)


def _instances(sheet: SheetView, named: InstanceNamed) -> tuple[FormChoice, ...]:
    instances: dict[str, dict[str, Any]] = getattr(sheet, named.component)
    titles = {
        name: called(named.component, name, fields)
        for name, fields in instances.items()
        if not named.kind or named.kind in (fields.get("kind"), fields.get("what"))
    }
    pairs = [(title if named.by == "title" else name, title) for name, title in titles.items()]
    return tuple(FormChoice(value, title) for value, title in dict(pairs).items())
