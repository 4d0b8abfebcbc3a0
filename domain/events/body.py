"""Events of bodies: wounds and conditions."""

from __future__ import annotations

from typing import ClassVar, assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.components.anchors import AnyAnchor
from domain.components.base import Audience, Scalar
from domain.components.creature import Condition, Wound
from domain.events.base import Event, Kind, changed, created, gone, present


class WoundChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a wound."""

    component: ClassVar[str] = "wounds"
    kind: ClassVar[Kind] = Kind.WOUND


class WoundSuffered(WoundChange, frozen=True, kw_only=True, omit_defaults=True, tag="wound_suffered"):
    """It came to be."""

    wound: Wound


class WoundChanged(WoundChange, frozen=True, kw_only=True, omit_defaults=True, tag="wound_changed"):
    """Some of its fields were set to decided values."""

    severity: str | UnsetType = UNSET
    slot: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class WoundTreated(WoundChange, frozen=True, kw_only=True, omit_defaults=True, tag="wound_treated"):
    """Treatment brought its healing forward, or, below zero, back."""

    kind: ClassVar[Kind] = Kind.HEAL

    amount: int


class WoundClosed(WoundChange, frozen=True, kw_only=True, omit_defaults=True, tag="wound_closed"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyWoundChange = WoundSuffered | WoundChanged | WoundTreated | WoundClosed


def evolve_wound(wound: Wound | None, event: AnyWoundChange) -> Wound | None:
    """A wound after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case WoundSuffered():
            return created(wound, event, event.wound)
        case WoundChanged():
            return changed(wound, event)
        case WoundTreated():
            return replace(here := present(wound, event), healing=here.healing + event.amount)
        case WoundClosed():
            gone(wound, event)
            return None
        case _:
            assert_never(event)


class ConditionChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a condition."""

    component: ClassVar[str] = "conditions"
    kind: ClassVar[Kind] = Kind.CONDITION


class ConditionGained(ConditionChange, frozen=True, kw_only=True, omit_defaults=True, tag="condition_gained"):
    """It came to be."""

    condition: Condition


class ConditionChanged(ConditionChange, frozen=True, kw_only=True, omit_defaults=True, tag="condition_changed"):
    """Some of its fields were set to decided values."""

    level: int | UnsetType = UNSET
    until: AnyAnchor | UnsetType | None = UNSET
    locked: bool | UnsetType = UNSET
    target: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class ConditionDeepened(ConditionChange, frozen=True, kw_only=True, omit_defaults=True, tag="condition_deepened"):
    """Its level rose or, below zero, fell."""

    amount: int


class ConditionEnded(ConditionChange, frozen=True, kw_only=True, omit_defaults=True, tag="condition_ended"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyConditionChange = ConditionGained | ConditionChanged | ConditionDeepened | ConditionEnded


def evolve_condition(condition: Condition | None, event: AnyConditionChange) -> Condition | None:
    """A condition after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case ConditionGained():
            return created(condition, event, event.condition)
        case ConditionChanged():
            return changed(condition, event)
        case ConditionDeepened():
            return replace(here := present(condition, event), level=here.level + event.amount)
        case ConditionEnded():
            gone(condition, event)
            return None
        case _:
            assert_never(event)
