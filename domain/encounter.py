"""The encounter aggregate: one fight or tense scene."""

from __future__ import annotations

from typing import ClassVar

from domain.aggregate import Aggregate, AggregateKind
from domain.components.scene import Area, Crowd, Pace, Position, Prop, TurnEntry, Zone


class Encounter(Aggregate, kw_only=True, omit_defaults=True):
    """A fight: the order of turns and where it stands, and the map with what is on it."""

    kind: ClassVar[AggregateKind] = "encounter"

    order: dict[str, TurnEntry] = {}
    pace: dict[str, Pace] = {}
    positions: dict[str, Position] = {}
    areas: dict[str, Area] = {}
    zones: dict[str, Zone] = {}
    props: dict[str, Prop] = {}
    crowds: dict[str, Crowd] = {}
