"""The part of a campaign that a caller wants reports of."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar.params import QueryParameter


class Narrowing(msgspec.Struct, frozen=True, kw_only=True):
    """Sessions by number, members and characters by id or name; what is left out is not narrowed."""

    first_session: int | None = None
    last_session: int | None = None
    members: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()


EVERYTHING: Final = Narrowing()
"""A campaign as a whole."""

FirstSession = Annotated[int | None, QueryParameter(description="the first session that counts", ge=1)]
LastSession = Annotated[int | None, QueryParameter(description="the last session that counts", ge=1)]
_Members = Annotated[
    list[str] | None, QueryParameter(description="only what these members did, by id or name", max_items=100)
]
_Characters = Annotated[
    list[str] | None, QueryParameter(description="only these characters, by id or handle", max_items=100)
]


def narrowing(
    first_session: FirstSession = None,
    last_session: LastSession = None,
    member: _Members = None,
    character: _Characters = None,
) -> Narrowing:
    """Take the parameters that narrow a report."""
    return Narrowing(
        first_session=first_session,
        last_session=last_session,
        members=tuple(member or ()),
        characters=tuple(character or ()),
    )
