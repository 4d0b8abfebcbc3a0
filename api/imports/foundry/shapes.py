"""Fields of documents, whatever version of Foundry wrote them. The shape is told from each document, never from a version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

Document = Mapping[str, Any]

OWNER: Final = 3
OBSERVER: Final = 2
LIMITED: Final = 1
"""Levels of what somebody may do with a document; 0 is nothing."""

LARGEST: Final = 1_000_000_000
"""Numbers of this size and beyond are no values of a game."""

GAME_MASTER: Final = 4
"""The role of a user who is a game master."""


def mapping(value: object) -> Document:
    """Return the value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def listed(value: object) -> list[Any]:
    """Return the value where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def objects(value: object) -> Iterator[Document]:
    """Give the objects of a list."""
    return (each for each in listed(value) if isinstance(each, dict))


def text(value: object) -> str:
    """Return the value where it is text, else an empty one."""
    return value if isinstance(value, str) else ""


def number(value: object) -> int | float | None:
    """Return the value where it is a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) < LARGEST else None  # so that it is none that is no number either


def whole(value: object) -> int | None:
    """Return the value where it is a whole number, also one written as text."""
    if isinstance(value, str):
        plain = value.strip()
        return int(plain) if plain.lstrip("+-").isdecimal() and len(plain) < 10 else None
    found = number(value)
    return int(found) if found is not None and found == int(found) else None


def system_of(document: Document) -> Document:
    """Return what the game keeps in a document: `system`, up to version 9 `data`."""
    return mapping(document.get("system")) or mapping(document.get("data"))


def levels_of(document: Document) -> Mapping[str, int]:
    """Return what users may do with a document, by their ids and `default`: `ownership`, up to version 9 `permission`."""
    given = mapping(document.get("ownership")) or mapping(document.get("permission"))
    return {user: level for user, level in given.items() if isinstance(level, int)}


def flag(document: Document, *path: str) -> Any:
    """Return what lies at a path of the flags; None where there is nothing."""
    found: Any = document.get("flags")
    for part in path:
        found = mapping(found).get(part)
    return found
