"""Profiles: who or what an aggregate is. Its existence is the existence of the aggregate."""

from __future__ import annotations

from typing import ClassVar, assert_never, get_args

from msgspec import UNSET, UnsetType

from domain.vocabulary.base import Audience, Component, Event, EventCategory, Instance, Scalar, changed, created, gone


class Profile(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The identity of an aggregate. One per aggregate, named `self`; its existence is the aggregate's existence.

    `kind` is the system's own word (hero, generic NPC, zombie, fight, team). `owners` are the members who play it.
    `sheet` narrows who may see the components behind the name (an enemy's sheet is the game master's).
    """

    handle: str
    name: str
    kind: str = ""
    owners: tuple[str, ...] = ()
    sheet: Audience = "all"


class ProfileChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an aggregate as such."""

    component: ClassVar[str] = "profile"
    kind: ClassVar[EventCategory] = EventCategory.ROSTER


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


PROFILE = Component(Profile, get_args(AnyProfileChange), evolve_profile)
