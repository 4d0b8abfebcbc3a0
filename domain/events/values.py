"""Events of names, base values, pools, modifiers and formulas."""

from __future__ import annotations

from typing import ClassVar, assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.components.anchors import AnyAnchor
from domain.components.base import Audience, Scalar
from domain.components.creature import Attribute, Formula, Modifier, Profile, Track
from domain.components.expressions import AnyExpression
from domain.events.base import Event, Kind, changed, created, gone, present


class ProfileChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an aggregate as such."""

    component: ClassVar[str] = "profile"
    kind: ClassVar[Kind] = Kind.ROSTER


class Introduced(ProfileChange, frozen=True, kw_only=True, omit_defaults=True, tag="introduced"):
    """The aggregate exists from here on."""

    profile: Profile


class ProfileChanged(ProfileChange, frozen=True, kw_only=True, omit_defaults=True, tag="profile_changed"):
    """Its name, handle, kind, owners or the sight of its sheet were set."""

    handle: str | UnsetType = UNSET
    called: str | UnsetType = UNSET
    of_kind: str | UnsetType = UNSET
    owners: tuple[str, ...] | UnsetType = UNSET
    sheet: Audience | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class Removed(ProfileChange, frozen=True, kw_only=True, omit_defaults=True, tag="removed"):
    """It takes no further part; what it was stays in the ledger."""

    because: str = ""


AnyProfileChange = Introduced | ProfileChanged | Removed


def evolve_profile(profile: Profile | None, event: AnyProfileChange) -> Profile | None:
    """An aggregate as such after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case Introduced():
            return created(profile, event, event.profile)
        case ProfileChanged():
            return changed(profile, event)
        case Removed():
            gone(profile, event)
            return None
        case _:
            assert_never(event)


class AttributeChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a base value."""

    component: ClassVar[str] = "attributes"
    kind: ClassVar[Kind] = Kind.GAIN


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


class TrackChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a pool or level."""

    component: ClassVar[str] = "tracks"
    kind: ClassVar[Kind] = Kind.GAIN


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

    kind: ClassVar[Kind] = Kind.SPEND

    amount: int


class PointGained(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="point_gained"):
    """Points came into the pool."""

    kind: ClassVar[Kind] = Kind.GAIN

    amount: int


class DamageTaken(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="damage_taken"):
    """Points were lost to harm."""

    kind: ClassVar[Kind] = Kind.WOUND

    amount: int
    harm: str = ""


class DamageHealed(TrackChange, frozen=True, kw_only=True, omit_defaults=True, tag="damage_healed"):
    """Points lost to harm came back."""

    kind: ClassVar[Kind] = Kind.HEAL

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


class ModifierChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a modifier."""

    component: ClassVar[str] = "modifiers"
    kind: ClassVar[Kind] = Kind.CONDITION


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


class FormulaChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a formula."""

    component: ClassVar[str] = "formulas"
    kind: ClassVar[Kind] = Kind.ROSTER


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
