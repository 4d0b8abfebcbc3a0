"""The choice of a language for a person who says which ones they read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from projections.translation.catalogues import SOURCE

_MOST: Final = 20
"""The number of languages of a header that are looked at; browsers send a handful."""


def language_of(header: str, available: Sequence[str]) -> str:
    """Return the available language that a person prefers, by the header `Accept-Language` (RFC 9110): `de-AT` is content
    with `de`. Without a match, return English.
    """
    known = {language.lower(): language for language in available}
    ranked = sorted((_ranked(part) for part in header.split(",")[:_MOST]), key=lambda each: -each[1])
    for tag, quality in ranked:
        if quality <= 0:
            break
        if tag == "*":
            return available[0] if available else SOURCE
        if match := next((known[each] for each in _wider(tag) if each in known), None):
            return match
    return SOURCE


def _ranked(part: str) -> tuple[str, float]:
    """A language of a header, with how much it is preferred; 0 where that cannot be read."""
    tag, _, parameter = part.partition(";")
    name, _, value = parameter.strip().partition("=")
    if not name:
        return tag.strip().lower(), 1.0
    try:
        return tag.strip().lower(), float(value) if name.strip().lower() == "q" else 0.0
    except ValueError:
        return tag, 0.0


def _wider(tag: str) -> list[str]:
    """A language tag and those that hold it, the narrowest first: `de-at`, `de`."""
    parts = tag.split("-")
    return ["-".join(parts[:length]) for length in range(len(parts), 0, -1)]
