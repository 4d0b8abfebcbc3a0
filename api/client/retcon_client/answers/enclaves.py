"""Answers about enclaves, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Any

import msgspec

from retcon_client.answers.shared import Name, SeenValue
from retcon_client.answers.sheets import AnchorRow, AsOf, SeenTrack, SheetView


class AssetRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something the group has that is no item: a building, a contact, a vehicle pool, an upgrade."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    level: int
    state: str
    quantity: int


class FollowerRow(msgspec.Struct, frozen=True, kw_only=True):
    """A follower, underling or group of them. `tapped_until` is what brings them back; `cap` what they count against."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    of: str
    count: int
    state: str
    tapped_until: AnchorRow | None
    cap: str
    passives: tuple[str, ...]
    tags: tuple[str, ...]


class GridView(msgspec.Struct, frozen=True, kw_only=True):
    """An intelligence grid: its cells by row and column, and how many of them are open."""

    name: str
    target: str
    target_handle: str | None
    target_name: str | None
    title: str
    rows: int
    columns: int
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    starts: tuple[str, ...]
    strikes: int
    depth: int
    data: dict[str, Any]
    cells: tuple[SeenCell, ...]
    opened: int
    names: dict[str, Name]
    as_of: AsOf | None


class GroupMember(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a group. `values` by path, `tracks` by name and `held` by component are those for which the layout of
    the game has columns, as far as the viewer may see them.
    """

    ref: str
    handle: str
    name: str
    kind: str
    role: str
    values: dict[str, SeenValue]
    tracks: dict[str, SeenTrack]
    held: dict[str, dict[str, dict[str, Any]]]


class GroupView(msgspec.Struct, frozen=True, kw_only=True):
    """An enclave at a glance; its roster and grids have views of their own. `sheet` holds what every aggregate may
    hold.
    """

    id: str
    ref: str
    handle: str
    name: str
    kind: str
    members: dict[str, MembershipRow]
    followers: RosterTally
    assets: dict[str, AssetRow]
    missions: dict[str, MissionRow]
    grids: tuple[str, ...]
    sheet: SheetView
    names: dict[str, Name]
    as_of: AsOf | None


class Limit(msgspec.Struct, frozen=True, kw_only=True):
    """The use of a cap. A follower takes one place, or as many as its `data.slots` says; `surplus` are those beyond the
    cap. `most` is None where the cap cannot be computed.
    """

    filled: int
    most: int | None
    surplus: int


class MembershipRow(msgspec.Struct, frozen=True, kw_only=True):
    """A character's place in the group."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    character: str
    role: str


class MissionRow(msgspec.Struct, frozen=True, kw_only=True):
    """An errand with its details. `details` name what is settled: nominated values, advance rolls, participants."""

    title: str
    audience: str | tuple[str, ...] | None = None
    data: dict[str, str | int | bool | None]
    kind: str
    state: str
    participants: tuple[str, ...]
    details: dict[str, str]


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """The followers of a group, each with its state and the moment when it is ready again (`tapped_until`), the number
    of each kind, and the caps that they count against, by path. `members` are the group's members, with the values
    that the game's layout asks for.
    """

    ref: str
    handle: str
    name: str
    followers: dict[str, FollowerRow]
    total: RosterTally
    kinds: dict[str, RosterTally]
    caps: dict[str, Limit]
    members: tuple[GroupMember, ...]
    names: dict[str, Name]
    as_of: AsOf | None


class RosterTally(msgspec.Struct, frozen=True, kw_only=True):
    """The number of followers, and the number of ready ones."""

    count: int
    ready: int


class SeenCell(msgspec.Struct, frozen=True, kw_only=True):
    """A cell as the viewer sees it: `known` is whether its content is known to the viewer. `truth`, `price` and `data`
    are the game master's and left out for other members.
    """

    name: str
    row: int
    column: int
    state: str
    title: str | None = None
    blocked: bool | None = None
    known: bool | None = None
    shown: str | None = None
    node: str | None = None
    known_by: tuple[str, ...] = ()
    truth: str | None = None
    price: int | None = None
    data: dict[str, Any] = {}
