"""Members in the order in which a table lists them."""

from __future__ import annotations

from typing import Final, get_args

from api.pages.visits import Visit
from api.use_cases.members import MemberView, list_members
from domain.vocabulary.chronicle import Role

_ORDER: Final = get_args(Role)


def members_of(visit: Visit) -> list[MemberView]:
    """Return the members of a campaign: game masters first, then players and observers, each by name."""
    members = visit.listed(list_members)
    return sorted(members, key=lambda each: (_ORDER.index(each.role), (each.name or "").casefold()))
