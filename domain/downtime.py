"""How downtime phases and what is planned for them are kept: what the rules, the ledger and the views have to agree on."""

from __future__ import annotations

from typing import Final

from domain.components.chronicle import Phase

DOWNTIME: Final = "downtime"
"""The kind of the intents that plans for a phase consist of."""


def plan_name(phase: int, position: int) -> str:
    """The name of the intent that is the so-manieth thing planned for a phase: `downtime/<phase>/<position>`."""
    return f"{DOWNTIME}/{phase}/{position}"


def is_plan(name: str) -> bool:
    """Whether an intent of that name is something planned for downtime."""
    return name.startswith(f"{DOWNTIME}/")


def position_of(name: str) -> int:
    """Which thing, from 1, of what somebody planned an intent of that name is."""
    return int(name.rpartition("/")[2])


def days_passed(phase: Phase) -> int:
    """How many of the phase's days are over."""
    passed = phase.data.get("passed", 0)
    return passed if isinstance(passed, int) else 0
