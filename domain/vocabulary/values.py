"""Base values, tracks, modifiers and formulas: the numbers of a sheet."""

from __future__ import annotations

from typing import ClassVar, Literal, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.stacking import Stacking
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
from domain.vocabulary.expressions import AnyExpression, Rounding


class Attribute(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A base value that rarely changes: a stat, a skill percentage, a level."""

    base: int


class AttributeChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a base value."""

    component: ClassVar[str] = "attributes"
    kind: ClassVar[EventCategory] = EventCategory.GAIN


class AttributeDeclared(AttributeChange, frozen=True, kw_only=True, omit_defaults=True, tag="attribute_declared"):
    """It came to be."""

    attribute: Attribute


class AttributeSet(AttributeChange, frozen=True, kw_only=True, omit_defaults=True, tag="attribute_set"):
    """Some of its fields were set to decided values."""

    base: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class AttributeRaised(AttributeChange, frozen=True, kw_only=True, omit_defaults=True, tag="attribute_raised"):
    """It rose or, below zero, fell by an amount."""

    amount: int


class AttributeDropped(AttributeChange, frozen=True, kw_only=True, omit_defaults=True, tag="attribute_dropped"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyAttributeChange = AttributeDeclared | AttributeSet | AttributeRaised | AttributeDropped


def evolve_attribute(attribute: Attribute | None, event: AnyAttributeChange) -> Attribute | None:
    """A base value after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case AttributeDeclared():
            return created(attribute, event, event.attribute)
        case AttributeSet():
            return changed(attribute, event)
        case AttributeRaised():
            return replace(here := present(attribute, event), base=here.base + event.amount)
        case AttributeDropped():
            gone(attribute, event)
            return None
        case _:
            assert_never(event)


ATTRIBUTES = Component(Attribute, get_args(AnyAttributeChange), evolve_attribute)


class Track(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A pool or level with a current value: hit points, stamina, morale, stress.

    The bounds are the stored ones; what is in force comes after modifiers and formulas. A fold never clamps: clamping
    is a rule's business, so that the rule's reads say that it looked.
    """

    current: int
    minimum: int | None = None
    maximum: int | None = None


class TrackChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a pool or level."""

    component: ClassVar[str] = "tracks"
    kind: ClassVar[EventCategory] = EventCategory.GAIN


class TrackOpened(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="track_opened"):
    """It came to be."""

    track: Track


class TrackSet(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="track_set"):
    """Some of its fields were set to decided values."""

    current: int | UnsetType = UNSET
    minimum: int | UnsetType | None = UNSET
    maximum: int | UnsetType | None = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class PointSpent(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="point_spent"):
    """Points were paid from the pool."""

    kind: ClassVar[EventCategory] = EventCategory.SPEND

    amount: int


class PointGained(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="point_gained"):
    """Points came into the pool."""

    kind: ClassVar[EventCategory] = EventCategory.GAIN

    amount: int


class DamageTaken(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="damage_taken"):
    """Points were lost to harm."""

    kind: ClassVar[EventCategory] = EventCategory.WOUND

    amount: int
    harm: str = ""


class DamageHealed(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="damage_healed"):
    """Points lost to harm came back."""

    kind: ClassVar[EventCategory] = EventCategory.HEAL

    amount: int


class TrackClosed(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="track_closed"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyTrackChange = TrackOpened | TrackSet | PointSpent | PointGained | DamageTaken | DamageHealed | TrackClosed


def evolve_track(track: Track | None, event: AnyTrackChange) -> Track | None:
    """A pool or level after an event; raises BrokenHistory where the event does not fit."""
    match event:  # what happens most often comes first: a class that does not match costs as much as the change itself
        case PointSpent() | DamageTaken():
            return replace(here := present(track, event), current=here.current - event.amount)
        case PointGained() | DamageHealed():
            return replace(here := present(track, event), current=here.current + event.amount)
        case TrackSet():
            return changed(track, event)
        case TrackOpened():
            return created(track, event, event.track)
        case TrackClosed():
            gone(track, event)
            return None
        case _:
            assert_never(event)


TRACKS = Component(Track, get_args(AnyTrackChange), evolve_track)


class Modifier(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A change on top of a value, temporary or permanent.

    Operations apply in the order set, add, multiply, floor, cap. `multiply` multiplies by `amount / over`.
    `stacking`: "sum" counts every one; "best" counts, among modifiers of the same `type`, the best bonus and the worst
    penalty only; "once" counts equal `source` and `type` once. `locked` modifiers are not lifted by ordinary recovery.

    It counts only in a situation that has all the tags in `when`, and only `against` one character, where these are given.
    """

    narrowed_by: ClassVar[str | None] = "path"

    path: str
    operation: Literal["add", "multiply", "set", "cap", "floor"] = "add"
    amount: int | AnyExpression = 0
    over: int = 1
    rounding: Rounding = "down"
    type: str = ""
    stacking: Stacking = "sum"
    source: str = ""
    tags: tuple[str, ...] = ()
    until: AnyAnchor | None = None
    locked: bool = False
    when: tuple[str, ...] = ()
    against: str = ""


class ModifierChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a modifier."""

    component: ClassVar[str] = "modifiers"
    kind: ClassVar[EventCategory] = EventCategory.CONDITION


class ModifierApplied(ModifierChange, frozen=True, kw_only=True, omit_defaults=True, tag="modifier_applied"):
    """It came to be."""

    modifier: Modifier


class ModifierChanged(ModifierChange, frozen=True, kw_only=True, omit_defaults=True, tag="modifier_changed"):
    """Some of its fields were set to decided values."""

    amount: int | AnyExpression | UnsetType = UNSET
    over: int | UnsetType = UNSET
    until: AnyAnchor | UnsetType | None = UNSET
    locked: bool | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class ModifierLifted(ModifierChange, frozen=True, kw_only=True, omit_defaults=True, tag="modifier_lifted"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyModifierChange = ModifierApplied | ModifierChanged | ModifierLifted


def evolve_modifier(modifier: Modifier | None, event: AnyModifierChange) -> Modifier | None:
    """A modifier after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case ModifierApplied():
            return created(modifier, event, event.modifier)
        case ModifierChanged():
            return changed(modifier, event)
        case ModifierLifted():
            gone(modifier, event)
            return None
        case _:
            assert_never(event)


MODIFIERS = Component(Modifier, get_args(AnyModifierChange), evolve_modifier, anchor="until")


class Formula(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The formula by which the base value at `path` is computed instead of being stored."""

    narrowed_by: ClassVar[str | None] = "path"

    path: str
    expression: AnyExpression


class FormulaChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a formula."""

    component: ClassVar[str] = "formulas"
    kind: ClassVar[EventCategory] = EventCategory.ROSTER


class FormulaDefined(FormulaChange, frozen=True, kw_only=True, omit_defaults=True, tag="formula_defined"):
    """It came to be."""

    formula: Formula


class FormulaChanged(FormulaChange, frozen=True, kw_only=True, omit_defaults=True, tag="formula_changed"):
    """Some of its fields were set to decided values."""

    expression: AnyExpression | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class FormulaDropped(FormulaChange, frozen=True, kw_only=True, omit_defaults=True, tag="formula_dropped"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyFormulaChange = FormulaDefined | FormulaChanged | FormulaDropped


def evolve_formula(formula: Formula | None, event: AnyFormulaChange) -> Formula | None:
    """A formula after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case FormulaDefined():
            return created(formula, event, event.formula)
        case FormulaChanged():
            return changed(formula, event)
        case FormulaDropped():
            gone(formula, event)
            return None
        case _:
            assert_never(event)


FORMULAS = Component(Formula, get_args(AnyFormulaChange), evolve_formula)
