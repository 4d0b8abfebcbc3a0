"""The order of turns in an encounter, and its pace: round, phase and whose turn it is."""

from __future__ import annotations

from typing import ClassVar, Literal, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

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


class TurnEntry(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A place in the order of turns: a creature, a horde, the environment, an extra turn, a simultaneous group.

    `subject` is the creature's reference ("" for the environment). Entries act from the highest `initiative` down;
    `tiebreak` orders equal ones, and equal tiebreaks act at the same time. `state` is the system's word for what is
    left of the turn (waiting, delayed, held, done). `moved` is how far it moved in its last turn.
    """

    subject: str = ""
    kind: str = "creature"
    initiative: int = 0
    tiebreak: int = 0
    state: str = ""
    members: tuple[str, ...] = ()
    budget: dict[str, int] = {}
    moved: int = 0


class OrderChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a place in the order of turns."""

    component: ClassVar[str] = "order"
    kind: ClassVar[EventCategory] = EventCategory.TURN


class TurnEntered(OrderChange, frozen=True, kw_only=True, omit_defaults=True, tag="turn_entered"):
    """It came to be."""

    turn: TurnEntry


class TurnChanged(OrderChange, frozen=True, kw_only=True, omit_defaults=True, tag="turn_changed"):
    """Some of its fields were set to decided values."""

    initiative: int | UnsetType = UNSET
    tiebreak: int | UnsetType = UNSET
    state: str | UnsetType = UNSET
    members: tuple[str, ...] | UnsetType = UNSET
    budget: dict[str, int] | UnsetType = UNSET
    moved: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class BudgetSpent(OrderChange, frozen=True, kw_only=True, omit_defaults=True, tag="budget_spent"):
    """Part of this turn's budget (actions, slots) was used; below zero, it came back."""

    kind: ClassVar[EventCategory] = EventCategory.SPEND

    budget: str
    amount: int = 1


class TurnLeft(OrderChange, frozen=True, kw_only=True, omit_defaults=True, tag="turn_left"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyOrderChange = TurnEntered | TurnChanged | BudgetSpent | TurnLeft


def evolve_turn(turn: TurnEntry | None, event: AnyOrderChange) -> TurnEntry | None:
    """A place in the order of turns after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case TurnEntered():
            return created(turn, event, event.turn)
        case TurnChanged():
            return changed(turn, event)
        case BudgetSpent():
            return replace(
                here := present(turn, event),
                budget={**here.budget, event.budget: here.budget.get(event.budget, 0) - event.amount},
            )
        case TurnLeft():
            gone(turn, event)
            return None
        case _:
            assert_never(event)


ORDER = Component(TurnEntry, get_args(AnyOrderChange), evolve_turn)


class Pace(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The encounter's place in time; named `now`. `active` is the set of turn entries whose turn it is."""

    round: int = 0
    phase: str = ""
    active: tuple[str, ...] = ()
    state: Literal["preparing", "running", "ended"] = "preparing"


class PaceChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to the encounter's pace."""

    component: ClassVar[str] = "pace"
    kind: ClassVar[EventCategory] = EventCategory.TURN


class EncounterBegun(PaceChange, frozen=True, kw_only=True, omit_defaults=True, tag="encounter_begun"):
    """It came to be."""

    pace: Pace


class TurnPassed(PaceChange, frozen=True, kw_only=True, omit_defaults=True, tag="turn_passed"):
    """Some of its fields were set to decided values."""

    round: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    active: tuple[str, ...] | UnsetType = UNSET
    state: Literal["preparing", "running", "ended"] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class PaceDropped(PaceChange, frozen=True, kw_only=True, omit_defaults=True, tag="pace_dropped"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyPaceChange = EncounterBegun | TurnPassed | PaceDropped


def evolve_pace(pace: Pace | None, event: AnyPaceChange) -> Pace | None:
    """The encounter's pace after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case EncounterBegun():
            return created(pace, event, event.pace)
        case TurnPassed():
            return changed(pace, event)
        case PaceDropped():
            gone(pace, event)
            return None
        case _:
            assert_never(event)


PACE = Component(Pace, get_args(AnyPaceChange), evolve_pace)
