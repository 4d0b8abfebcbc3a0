"""The keeping of downtime phases and their plans, on which the rules, the ledger and the views have to agree."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import field

from domain.vocabulary.chronicle import Phase
from domain.vocabulary.data import Data

DOWNTIME: Final = "downtime"
"""The kind of the intents that plans for a phase consist of."""


class PlanData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The data of a deed that is planned for downtime, or done in it.

    `announced` is the entry by which it came, `entry` the one that carried it out; `rule` and `why` say what stands in its way.
    """

    phase: int
    day: int
    slots: int
    state: Literal["planned", "done", "impossible"]
    announced: int = 0
    entry: int | None = None
    rule: str | None = None
    why: str | None = None
    attempts: int = 0


class PhaseData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The days of a downtime phase that have passed, and the entry by which each of them did."""

    passed: int = 0
    day: dict[str, int] = field(name="day-", default_factory=dict)


def plan_name(phase: int, position: int) -> str:
    """The name of the intent that is the so-manieth thing planned for a phase: `downtime/<phase>/<position>`."""
    return f"{DOWNTIME}/{phase}/{position}"


def is_plan(name: str) -> bool:
    """Whether an intent of that name is something planned for downtime."""
    return name.startswith(f"{DOWNTIME}/")


def name_of_given(phase: int) -> str:
    """Return how the names begin of the intents that keep what was given directly in a phase: `downtime/<phase>/given`."""
    return f"{DOWNTIME}/{phase}/given"


def position_of(name: str) -> int:
    """Return the number, from 1, of the planned deed that an intent of that name is; 0 where it was given directly."""
    position = name.rpartition("/")[2]
    return int(position) if position.isdecimal() else 0


def order_of(name: str) -> tuple[int, str]:
    """Return the key by which deeds of a phase are put in order: what was given directly, then what was planned, by
    position."""
    return position_of(name), name


def is_over(phase: Phase) -> bool:
    """Whether a phase was carried out to its end."""
    return phase.state == "processed"


def days_passed(phase: Phase) -> int:
    """Return how many of the phase's days are over."""
    return PhaseData.of(phase).passed
