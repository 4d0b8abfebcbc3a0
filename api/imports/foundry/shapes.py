"""Fields of documents, of any version of Foundry. The shape is read from each document, never from a version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from api.imports.fields import Document, mapping

OWNER: Final = 3
OBSERVER: Final = 2
LIMITED: Final = 1
"""Levels of a user's rights on a document; 0 is none."""

GAME_MASTER: Final = 4
"""The role of a user who is a game master."""


def system_of(document: Document) -> Document:
    """Return what the game keeps in a document: `system`, up to version 9 `data`."""
    return mapping(document.get("system")) or mapping(document.get("data"))


def levels_of(document: Document) -> Mapping[str, int]:
    """Return what users may do with a document, by their ids and `default`: `ownership`, up to version 9 `permission`."""
    given = mapping(document.get("ownership")) or mapping(document.get("permission"))
    return {user: level for user, level in given.items() if isinstance(level, int)}


def flag(document: Document, *path: str) -> Any:
    """Return what lies at a path of the flags; None where there is nothing."""
    value: Any = document.get("flags")
    for part in path:
        value = mapping(value).get(part)
    return value
