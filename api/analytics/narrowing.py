"""The part of a campaign that a caller wants reports of."""

from __future__ import annotations

from typing import Final

import msgspec


class Narrowing(msgspec.Struct, frozen=True, kw_only=True):
    """Sessions by number, members and characters by id or name; what is left out is not narrowed."""

    first_session: int | None = None
    last_session: int | None = None
    members: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()


EVERYTHING: Final = Narrowing()
"""A campaign as a whole."""
