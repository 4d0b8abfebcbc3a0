"""Wounds and conditions."""

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


class Wound(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An injury. Its effects are modifiers and conditions anchored to it; it has none of its own.

    `slot` is where it sits: `body/2`, `arm/left`, `item/vest`. `healing` counts what its treatment has achieved.
    """

    narrowed_by: ClassVar[str | None] = "slot"

    severity: str
    kind: str = ""
    slot: str = ""
    healing: int = 0
    source: str = ""


class WoundChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a wound."""

    component: ClassVar[str] = "wounds"
    kind: ClassVar[EventCategory] = EventCategory.WOUND


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

    kind: ClassVar[EventCategory] = EventCategory.HEAL

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


WOUNDS = Component(Wound, get_args(AnyWoundChange), evolve_wound)


class Condition(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A state something is in: prone, marked, hungry. Each instance is separate, with its own source and end."""

    narrowed_by: ClassVar[str | None] = "what"

    what: str
    tags: tuple[str, ...] = ()
    level: int = 0
    source: str = ""
    target: str = ""
    until: AnyAnchor | None = None
    locked: bool = False


class ConditionChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a condition."""

    component: ClassVar[str] = "conditions"
    kind: ClassVar[EventCategory] = EventCategory.CONDITION


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


CONDITIONS = Component(Condition, get_args(AnyConditionChange), evolve_condition, anchor="until")
