"""Lines of a game's layout with the fields of something in them, and numbers, in English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from projections.phrases.catalogue import english
from projections.phrases.details import field_value
from projections.phrases.naming import Names
from projections.phrases.templates import fill
from projections.phrases.values import value


def line(template: str, fields: Mapping[str, Any], names: Names) -> str:
    """An instance in a line of a layout: the template with the values of its fields in words."""
    return fill(template, lambda path: english(field_value(path, reached(fields, path), names)))


def reached(fields: Mapping[str, Any], path: str) -> Any:
    """Return the value at a dotted path; None where there is none."""
    name, _, rest = path.partition(".")
    inner = fields.get(name)
    if not rest:
        return inner
    return reached(inner, rest) if isinstance(inner, dict) else None


def number(json: object) -> str:
    """A value as a cell of a table shows it."""
    return english(value(json))


def members_called(names: Names, members: Iterable[str]) -> dict[str, str]:
    """Return members' names by id; without a name, the end of the id."""
    return {member: names[member].name if member in names else f"…{member[-5:]}" for member in members}
