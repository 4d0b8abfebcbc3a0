"""Dice epochs: they are opened with commitments and closed with revealed seeds."""

from __future__ import annotations

from typing import ClassVar, assert_never, get_args

from msgspec import UNSET, UnsetType

from domain.vocabulary.base import Audience, Component, Event, EventCategory, Instance, Scalar, changed, created


class DiceEpoch(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A stretch of entries whose server dice come from committed seeds (hex digests; seeds are shown when revealed).

    The dice that changes of the past need meanwhile come from its amendment seed; older epochs had none.
    """

    number: int
    open_commitment: str
    sealed_commitment: str
    opened: int
    closed: int | None = None
    open_seed: str = ""
    sealed_seed: str = ""
    amendment_commitment: str = ""
    amendment_seed: str = ""


class EpochChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a dice epoch."""

    component: ClassVar[str] = "epochs"
    kind: ClassVar[EventCategory] = EventCategory.NOTE


class EpochOpened(EpochChange, frozen=True, kw_only=True, omit_defaults=True, tag="epoch_opened"):
    """It came to be."""

    epoch: DiceEpoch


class EpochClosed(EpochChange, frozen=True, kw_only=True, omit_defaults=True, tag="epoch_closed"):
    """Some of its fields were set to decided values."""

    closed: int | UnsetType | None = UNSET
    open_seed: str | UnsetType = UNSET
    sealed_seed: str | UnsetType = UNSET
    amendment_seed: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


AnyEpochChange = EpochOpened | EpochClosed


def evolve_epoch(epoch: DiceEpoch | None, event: AnyEpochChange) -> DiceEpoch | None:
    """A dice epoch after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case EpochOpened():
            return created(epoch, event, event.epoch)
        case EpochClosed():
            return changed(epoch, event)
        case _:
            assert_never(event)


EPOCHS = Component(DiceEpoch, get_args(AnyEpochChange), evolve_epoch)
