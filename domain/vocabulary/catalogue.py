"""The additions of a campaign to the printed catalogues, and the handles that are taken."""

from __future__ import annotations

from typing import ClassVar, assert_never, get_args

from msgspec import UNSET, UnsetType

from domain.vocabulary.base import Audience, Component, Event, EventCategory, Instance, Scalar, changed, created, gone


class Addition(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """Content the rulebook leaves to the table: a power, a monster, a weapon of the campaign's own."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    fields: dict[str, Scalar] = {}
    tags: tuple[str, ...] = ()


class CatalogueChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an entry of the campaign's own catalogue."""

    component: ClassVar[str] = "catalogue"
    kind: ClassVar[EventCategory] = EventCategory.ROSTER


class CatalogueAdded(CatalogueChange, frozen=True, kw_only=True, omit_defaults=True, tag="catalogue_added"):
    """It came to be."""

    addition: Addition


class CatalogueChanged(CatalogueChange, frozen=True, kw_only=True, omit_defaults=True, tag="catalogue_changed"):
    """Some of its fields were set to decided values."""

    fields: dict[str, Scalar] | UnsetType = UNSET
    tags: tuple[str, ...] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class CatalogueDropped(CatalogueChange, frozen=True, kw_only=True, omit_defaults=True, tag="catalogue_dropped"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyCatalogueChange = CatalogueAdded | CatalogueChanged | CatalogueDropped


def evolve_addition(addition: Addition | None, event: AnyCatalogueChange) -> Addition | None:
    """An entry of the campaign's own catalogue after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case CatalogueAdded():
            return created(addition, event, event.addition)
        case CatalogueChanged():
            return changed(addition, event)
        case CatalogueDropped():
            gone(addition, event)
            return None
        case _:
            assert_never(event)


CATALOGUE = Component(Addition, get_args(AnyCatalogueChange), evolve_addition)


class Handle(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The short name of an aggregate in this campaign. `folded` is the name as people write it, for looking it up."""

    narrowed_by: ClassVar[str | None] = "kind"

    ref: str
    kind: str
    folded: str = ""


class HandleChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a short name."""

    component: ClassVar[str] = "handles"
    kind: ClassVar[EventCategory] = EventCategory.ROSTER


class HandleGiven(HandleChange, frozen=True, kw_only=True, omit_defaults=True, tag="handle_given"):
    """It came to be."""

    handle: Handle


class HandleFreed(HandleChange, frozen=True, kw_only=True, omit_defaults=True, tag="handle_freed"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyHandleChange = HandleGiven | HandleFreed


def evolve_handle(handle: Handle | None, event: AnyHandleChange) -> Handle | None:
    """A short name after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case HandleGiven():
            return created(handle, event, event.handle)
        case HandleFreed():
            gone(handle, event)
            return None
        case _:
            assert_never(event)


HANDLES = Component(Handle, get_args(AnyHandleChange), evolve_handle)
