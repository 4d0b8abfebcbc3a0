"""The campaign aggregate: what holds for the whole game."""

from __future__ import annotations

from typing import ClassVar

from domain.aggregate import Aggregate, AggregateKind
from domain.components.chronicle import (
    Addition,
    Clock,
    DiceEpoch,
    Ground,
    Handle,
    Interval,
    Participant,
    Phase,
)

CAMPAIGN = "campaign/self"
"""The reference of a campaign's own aggregate; there is one in every ledger."""


class Campaign(Aggregate, kw_only=True, omit_defaults=True):
    """System and options, the in-game clock, sessions and scenes, members, names, catalogue additions, dice epochs."""

    kind: ClassVar[AggregateKind] = "campaign"

    ground: dict[str, Ground] = {}
    clock: dict[str, Clock] = {}
    sessions: dict[str, Interval] = {}
    scenes: dict[str, Interval] = {}
    phases: dict[str, Phase] = {}
    participants: dict[str, Participant] = {}
    catalogue: dict[str, Addition] = {}
    handles: dict[str, Handle] = {}
    epochs: dict[str, DiceEpoch] = {}
