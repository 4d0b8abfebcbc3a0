"""Lines of a game's layout with the fields of something in them, and numbers, in English."""

from __future__ import annotations

from collections.abc import Iterable

from api.languages.reader import spoken
from projections.phrases.naming import Names
from projections.phrases.values import value


def number(json: object) -> str:
    """A value as a cell of a table shows it."""
    return spoken(value(json))


def members_called(names: Names, members: Iterable[str]) -> dict[str, str]:
    """Return members' names by id; without a name, the end of the id."""
    return {member: names[member].name if member in names else f"…{member[-5:]}" for member in members}
