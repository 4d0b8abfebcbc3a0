"""Fields of commands that take the name of something on a character's sheet: an item, a wound, a condition, a power.

A game marks them as it marks those that take a key of the catalogue (`domain.catalogue`), and says whose sheet it is by the field
that names them: `Meta(description="Its name", extra=takes_one_of("items", of="target"))`. Forms then suggest what is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

MARK = "instance"
"""The mark of a field, in the `extra` of its `Meta`, that takes the name of an instance."""


class InstanceNamed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The instance that a field names: one of a `component`; where `kind` is given, one of that kind (or one that is that). `of` is the
    field that says whose it is; `by` is what the field takes: the name of the instance, or its title."""

    component: str
    kind: str = ""
    of: str = "who"
    by: Literal["name", "title"] = "name"


def takes_one_of(
    component: str, kind: str = "", *, of: str = "who", by: Literal["name", "title"] = "name"
) -> dict[str, Any]:
    """Return the mark of a field that takes the name of an instance, for the `extra` of its `Meta`."""
    return {MARK: InstanceNamed(component=component, kind=kind, of=of, by=by)}


def instance_marked(extra: Mapping[str, Any] | None) -> InstanceNamed | None:
    """Return what a field names, by the `extra` of its annotation."""
    return (extra or {}).get(MARK)
