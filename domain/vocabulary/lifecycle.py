"""The lifecycle of a campaign: it is open, or closed, or closed and archived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, assert_never, get_args

from msgspec.structs import replace

from domain.vocabulary.base import Component, Event, EventCategory, Instance, created, gone, present

CampaignState = Literal["open", "closed", "archived"]
"""The states of a campaign. A closed one takes no command and no change of the past; an archived one is closed, and lists
of campaigns leave it out.
"""


class Closing(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The end of a campaign; named `self`. An open campaign has none."""

    state: Literal["closed", "archived"]


class LifecycleChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a campaign's lifecycle."""

    component: ClassVar[str] = "lifecycle"
    kind: ClassVar[EventCategory] = EventCategory.TIME


class CampaignClosed(LifecycleChange, frozen=True, kw_only=True, omit_defaults=True, tag="campaign_closed"):
    """It was closed."""


class CampaignArchived(LifecycleChange, frozen=True, kw_only=True, omit_defaults=True, tag="campaign_archived"):
    """It is closed, and was archived."""


class CampaignReopened(LifecycleChange, frozen=True, kw_only=True, omit_defaults=True, tag="campaign_reopened"):
    """It is open again."""


AnyLifecycleChange = CampaignClosed | CampaignArchived | CampaignReopened


def evolve_lifecycle(closing: Closing | None, event: AnyLifecycleChange) -> Closing | None:
    """A campaign's closing after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case CampaignClosed():
            return created(closing, event, Closing(state="closed"))
        case CampaignArchived():
            return replace(present(closing, event), state="archived")
        case CampaignReopened():
            gone(closing, event)
            return None
        case _:
            assert_never(event)


def state_of(lifecycle: Mapping[str, Closing]) -> CampaignState:
    """Return the state of the campaign whose lifecycle this is."""
    closing = lifecycle.get("self")
    return "open" if closing is None else closing.state


LIFECYCLE = Component(Closing, get_args(AnyLifecycleChange), evolve_lifecycle)
