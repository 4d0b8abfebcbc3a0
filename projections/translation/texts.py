"""Texts to translate."""

from __future__ import annotations

from typing import NamedTuple


class Translatable(NamedTuple):
    """A text in English, with what tells it from a like one, and its plural where it has one."""

    text: str
    context: str = ""
    plural: str = ""
    source: str = ""
    """The file or the part of a game that it stands in."""
