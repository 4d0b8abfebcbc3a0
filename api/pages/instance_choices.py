"""What somebody has, for fields that take its name: their items, wounds, conditions and powers, as their sheet shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from api.pages.command_forms import PREFIX, Choice, FormField
from api.pages.quick_bar import NOW
from api.pages.visits import Visit
from api.use_cases.characters import show_character
from domain.instance_fields import InstanceNamed
from projections.names import called
from projections.views.sheet import SheetView


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


def _instances(sheet: SheetView, named: InstanceNamed) -> tuple[Choice, ...]:
    instances: dict[str, dict[str, Any]] = getattr(sheet, named.component)
    titles = {
        name: called(named.component, name, fields)
        for name, fields in instances.items()
        if not named.kind or named.kind in (fields.get("kind"), fields.get("what"))
    }
    pairs = [(title if named.by == "title" else name, title) for name, title in titles.items()]
    return tuple(Choice(value, title) for value, title in dict(pairs).items())
