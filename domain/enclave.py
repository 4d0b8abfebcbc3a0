"""The enclave aggregate: the group's shared side."""

from __future__ import annotations

from typing import ClassVar

from domain.aggregate import Aggregate, AggregateKind
from domain.components.group import Asset, Cell, Follower, Grid, Membership, Mission


class Enclave(Aggregate, kw_only=True, omit_defaults=True):
    """A base, team, party or cell: its members and followers, what it owns, its errands and its intelligence."""

    kind: ClassVar[AggregateKind] = "enclave"

    members: dict[str, Membership] = {}
    followers: dict[str, Follower] = {}
    assets: dict[str, Asset] = {}
    missions: dict[str, Mission] = {}
    grids: dict[str, Grid] = {}
    cells: dict[str, Cell] = {}
