"""Events of an enclave: its people, assets, missions and intelligence grids."""

from __future__ import annotations

from typing import ClassVar, assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.components.anchors import AnyAnchor
from domain.components.base import Audience, Scalar
from domain.components.group import Asset, Cell, Follower, Grid, Membership, Mission
from domain.events.base import Event, Kind, changed, created, gone, present


class MembershipChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a membership."""

    component: ClassVar[str] = "members"
    kind: ClassVar[Kind] = Kind.ROSTER


class MemberJoined(MembershipChange, frozen=True, kw_only=True, omit_defaults=True, tag="member_joined"):
    """It came to be."""

    membership: Membership


class MemberChanged(MembershipChange, frozen=True, kw_only=True, omit_defaults=True, tag="member_changed"):
    """Some of its fields were set to decided values."""

    role: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class MemberLeft(MembershipChange, frozen=True, kw_only=True, omit_defaults=True, tag="member_left"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyMembershipChange = MemberJoined | MemberChanged | MemberLeft


def evolve_membership(membership: Membership | None, event: AnyMembershipChange) -> Membership | None:
    """A membership after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case MemberJoined():
            return created(membership, event, event.membership)
        case MemberChanged():
            return changed(membership, event)
        case MemberLeft():
            gone(membership, event)
            return None
        case _:
            assert_never(event)


class FollowerChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a follower."""

    component: ClassVar[str] = "followers"
    kind: ClassVar[Kind] = Kind.ROSTER


class FollowerGained(FollowerChange, frozen=True, kw_only=True, omit_defaults=True, tag="follower_gained"):
    """It came to be."""

    follower: Follower


class FollowerChanged(FollowerChange, frozen=True, kw_only=True, omit_defaults=True, tag="follower_changed"):
    """Some of its fields were set to decided values."""

    state: str | UnsetType = UNSET
    tapped_until: AnyAnchor | UnsetType | None = UNSET
    cap: str | UnsetType = UNSET
    passives: tuple[str, ...] | UnsetType = UNSET
    tags: tuple[str, ...] | UnsetType = UNSET
    of: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class FollowersCounted(FollowerChange, frozen=True, kw_only=True, omit_defaults=True, tag="followers_counted"):
    """A group of followers grew or, below zero, shrank."""

    amount: int


class FollowerLost(FollowerChange, frozen=True, kw_only=True, omit_defaults=True, tag="follower_lost"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyFollowerChange = FollowerGained | FollowerChanged | FollowersCounted | FollowerLost


def evolve_follower(follower: Follower | None, event: AnyFollowerChange) -> Follower | None:
    """A follower after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case FollowerGained():
            return created(follower, event, event.follower)
        case FollowerChanged():
            return changed(follower, event)
        case FollowersCounted():
            return replace(here := present(follower, event), count=here.count + event.amount)
        case FollowerLost():
            gone(follower, event)
            return None
        case _:
            assert_never(event)


class AssetChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an asset."""

    component: ClassVar[str] = "assets"
    kind: ClassVar[Kind] = Kind.GAIN


class AssetGained(AssetChange, frozen=True, kw_only=True, omit_defaults=True, tag="asset_gained"):
    """It came to be."""

    asset: Asset


class AssetChanged(AssetChange, frozen=True, kw_only=True, omit_defaults=True, tag="asset_changed"):
    """Some of its fields were set to decided values."""

    level: int | UnsetType = UNSET
    state: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class AssetCounted(AssetChange, frozen=True, kw_only=True, omit_defaults=True, tag="asset_counted"):
    """More of it came or, below zero, went."""

    amount: int


class AssetLost(AssetChange, frozen=True, kw_only=True, omit_defaults=True, tag="asset_lost"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyAssetChange = AssetGained | AssetChanged | AssetCounted | AssetLost


def evolve_asset(asset: Asset | None, event: AnyAssetChange) -> Asset | None:
    """An asset after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case AssetGained():
            return created(asset, event, event.asset)
        case AssetChanged():
            return changed(asset, event)
        case AssetCounted():
            return replace(here := present(asset, event), quantity=here.quantity + event.amount)
        case AssetLost():
            gone(asset, event)
            return None
        case _:
            assert_never(event)


class MissionChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a mission."""

    component: ClassVar[str] = "missions"
    kind: ClassVar[Kind] = Kind.DOWNTIME


class MissionPlanned(MissionChange, frozen=True, kw_only=True, omit_defaults=True, tag="mission_planned"):
    """It came to be."""

    mission: Mission


class MissionChanged(MissionChange, frozen=True, kw_only=True, omit_defaults=True, tag="mission_changed"):
    """Some of its fields were set to decided values."""

    state: str | UnsetType = UNSET
    participants: tuple[str, ...] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class MissionDetailed(MissionChange, frozen=True, kw_only=True, omit_defaults=True, tag="mission_detailed"):
    """One of its details was settled."""

    detail: str
    value: str


class MissionDropped(MissionChange, frozen=True, kw_only=True, omit_defaults=True, tag="mission_dropped"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyMissionChange = MissionPlanned | MissionChanged | MissionDetailed | MissionDropped


def evolve_mission(mission: Mission | None, event: AnyMissionChange) -> Mission | None:
    """A mission after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case MissionPlanned():
            return created(mission, event, event.mission)
        case MissionChanged():
            return changed(mission, event)
        case MissionDetailed():
            return replace(here := present(mission, event), details={**here.details, event.detail: event.value})
        case MissionDropped():
            gone(mission, event)
            return None
        case _:
            assert_never(event)


class GridChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an intelligence grid."""

    component: ClassVar[str] = "grids"
    kind: ClassVar[Kind] = Kind.INTEL


class GridLaidOut(GridChange, frozen=True, kw_only=True, omit_defaults=True, tag="grid_laid_out"):
    """It came to be."""

    grid: Grid


class GridChanged(GridChange, frozen=True, kw_only=True, omit_defaults=True, tag="grid_changed"):
    """Some of its fields were set to decided values."""

    row_labels: tuple[str, ...] | UnsetType = UNSET
    column_labels: tuple[str, ...] | UnsetType = UNSET
    starts: tuple[str, ...] | UnsetType = UNSET
    depth: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class StrikeMarked(GridChange, frozen=True, kw_only=True, omit_defaults=True, tag="strike_marked"):
    """A strike was marked or, below zero, taken back."""

    amount: int = 1


class GridDropped(GridChange, frozen=True, kw_only=True, omit_defaults=True, tag="grid_dropped"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyGridChange = GridLaidOut | GridChanged | StrikeMarked | GridDropped


def evolve_grid(grid: Grid | None, event: AnyGridChange) -> Grid | None:
    """An intelligence grid after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case GridLaidOut():
            return created(grid, event, event.grid)
        case GridChanged():
            return changed(grid, event)
        case StrikeMarked():
            return replace(here := present(grid, event), strikes=here.strikes + event.amount)
        case GridDropped():
            gone(grid, event)
            return None
        case _:
            assert_never(event)


class CellChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a cell of a grid."""

    component: ClassVar[str] = "cells"
    kind: ClassVar[Kind] = Kind.INTEL


class CellLaid(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_laid"):
    """It came to be."""

    cell: Cell


class CellChanged(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_changed"):
    """Some of its fields were set to decided values."""

    truth: str | UnsetType = UNSET
    shown: str | UnsetType = UNSET
    price: int | UnsetType | None = UNSET
    blocked: bool | UnsetType = UNSET
    node: str | UnsetType = UNSET
    state: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class CellUnlocked(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_unlocked"):
    """It was opened by, and is known to, these characters as well."""

    by: tuple[str, ...] = ()


class CellShared(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_shared"):
    """The text of the cell was told to these characters too."""

    to: tuple[str, ...]


class CellCleared(CellChange, frozen=True, kw_only=True, omit_defaults=True, tag="cell_cleared"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyCellChange = CellLaid | CellChanged | CellUnlocked | CellShared | CellCleared


def evolve_cell(cell: Cell | None, event: AnyCellChange) -> Cell | None:
    """A cell of a grid after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case CellLaid():
            return created(cell, event, event.cell)
        case CellChanged():
            return changed(cell, event)
        case CellUnlocked():
            return replace(
                here := present(cell, event),
                state="open",
                known_by=(*here.known_by, *(c for c in event.by if c not in here.known_by)),
            )
        case CellShared():
            return replace(
                here := present(cell, event),
                known_by=(*here.known_by, *(c for c in event.to if c not in here.known_by)),
            )
        case CellCleared():
            gone(cell, event)
            return None
        case _:
            assert_never(event)
