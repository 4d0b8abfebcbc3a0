"""Times as programs write them."""

from __future__ import annotations

from typing import Final

_EARLIEST: Final = 631_152_000_000
_LATEST: Final = 4_102_444_800_000
"""From 1990 to 2100, in milliseconds since 1970."""


def moment_of(value: object) -> int | None:
    """Return milliseconds since 1970 as a whole number; None for any other value."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if _EARLIEST <= value <= _LATEST else None
