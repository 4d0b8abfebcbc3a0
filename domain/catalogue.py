"""The kinds of what a rulebook brings for people to pick from: powers, monsters, weapons, skills, poisons.

A game declares a kind of entries beside the table that its rules read (`CATALOGUE` of a chapter), and marks the fields
of commands that take a key of it: `Meta(description="Its name", extra={"catalogue": "power"})`, with blanks between the
kinds where it takes several. `projections.views.catalogue` makes the entries of both, so nothing is written twice. The
entries that a campaign adds to its own catalogue under the same kind (`domain.kit.catalogues`) stand beside the printed
ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

MARK = "catalogue"
"""The mark of a field, in the `extra` of its `Meta`, that takes a key of the kinds that it names."""


class CatalogueKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of entries. `table` has them by key: structs, mappings, texts, or single values, whose label is `value`.

    An entry goes by its field `name` or `title`, else by its key; its field `text` is what it says, and the fields `rule` and
    `rules` are the ids of its rules, beside the `rules` of the kind. All other fields are shown under their names, unless `labels`
    has other words for them; where those are empty, what is within a struct stands without them. Fields that are as usual
    (their default) and those in `leave_out` are not shown. `units` are the units of numbers by field. Names of fields have dots
    where a struct lies within another. `added_by` is the command with which a campaign adds entries of its own.
    """

    name: str
    title: str
    table: Mapping[Any, Any]
    rules: tuple[str, ...] = ()
    value: str = "value"
    labels: Mapping[str, str] = {}
    units: Mapping[str, str] = {}
    leave_out: frozenset[str] = frozenset()
    added_by: str = ""


def kinds_marked(extra: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return the kinds of entries whose keys a field takes, by the `extra` of its annotation."""
    return tuple(str((extra or {}).get(MARK, "")).split())
