"""Members, followers, assets and missions of a group."""

from __future__ import annotations

from typing import ClassVar, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import (
    Audience,
    Component,
    Event,
    EventCategory,
    Instance,
    Scalar,
    changed,
    created,
    gone,
    present,
)


class Membership(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A character's place in the group."""

    character: str
    role: str = ""


class MembershipChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a membership."""

    component: ClassVar[str] = "members"
    kind: ClassVar[EventCategory] = EventCategory.ROSTER


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


MEMBERS = Component(Membership, get_args(AnyMembershipChange), evolve_membership)


class Follower(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A follower, underling or group of them. `tapped_until` is what brings them back; `cap` what they count against."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    of: str = ""
    count: int = 1
    state: str = "ready"
    tapped_until: AnyAnchor | None = None
    cap: str = ""
    passives: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class FollowerChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a follower."""

    component: ClassVar[str] = "followers"
    kind: ClassVar[EventCategory] = EventCategory.ROSTER


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


FOLLOWERS = Component(Follower, get_args(AnyFollowerChange), evolve_follower, anchor="tapped_until")


class Asset(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """Something the group has that is no item: a building, a contact, a vehicle pool, an upgrade."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    level: int = 0
    state: str = ""
    quantity: int = 1


class AssetChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an asset."""

    component: ClassVar[str] = "assets"
    kind: ClassVar[EventCategory] = EventCategory.GAIN


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


ASSETS = Component(Asset, get_args(AnyAssetChange), evolve_asset)


class Mission(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An errand with its details. `details` name what is settled: nominated values, advance rolls, participants."""

    narrowed_by: ClassVar[str | None] = "state"

    kind: str = ""
    state: str = "planned"
    participants: tuple[str, ...] = ()
    details: dict[str, str] = {}


class MissionChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a mission."""

    component: ClassVar[str] = "missions"
    kind: ClassVar[EventCategory] = EventCategory.DOWNTIME


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


MISSIONS = Component(Mission, get_args(AnyMissionChange), evolve_mission)
