"""The events of every game, a module per family, and the one list that says which component each belongs to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.components import chronicle as campaign_parts
from domain.components import creature
from domain.components import group as group_parts
from domain.components import scene as scene_parts
from domain.components.base import Instance
from domain.events import body, chronicle, epochs, holdings, scene, undertakings, values
from domain.events import group as group_events
from domain.events.base import BrokenHistory, Event, Kind
from domain.events.log import AnyLogEntry, Awarded, Judged, Noted, Rolled
from domain.events.revision import Corrected

AnyEvent = (
    values.AnyProfileChange
    | values.AnyAttributeChange
    | values.AnyTrackChange
    | values.AnyModifierChange
    | values.AnyFormulaChange
    | body.AnyWoundChange
    | body.AnyConditionChange
    | holdings.AnyTraitChange
    | holdings.AnyChoiceChange
    | holdings.AnyItemChange
    | holdings.AnyCardChange
    | undertakings.AnyTaskChange
    | undertakings.AnyUseChange
    | undertakings.AnyLinkChange
    | undertakings.AnyIntentChange
    | undertakings.AnyQuestionChange
    | scene.AnyOrderChange
    | scene.AnyPaceChange
    | scene.AnyPositionChange
    | scene.AnyAreaChange
    | scene.AnyZoneChange
    | scene.AnyPropChange
    | scene.AnyCrowdChange
    | group_events.AnyMembershipChange
    | group_events.AnyFollowerChange
    | group_events.AnyAssetChange
    | group_events.AnyMissionChange
    | group_events.AnyGridChange
    | group_events.AnyCellChange
    | chronicle.AnyGroundChange
    | chronicle.AnyClockChange
    | chronicle.AnySessionChange
    | chronicle.AnySceneChange
    | chronicle.AnyPhaseChange
    | chronicle.AnyParticipantChange
    | chronicle.AnyCatalogueChange
    | chronicle.AnyHandleChange
    | epochs.AnyEpochChange
    | AnyLogEntry
    | Corrected
)
"""Every event there is. A new one that is missing here cannot be stored; a test compares this with the subclasses."""


class Family(NamedTuple):
    """A component: what its instances are, and how an event changes one of them."""

    instance: type[Instance]
    evolve: Callable[[Any, Any], Any]
    """`(instance or None, event) -> instance or None`, pure; raises BrokenHistory where the event does not fit."""


SHARED: dict[str, Family] = {
    "profile": Family(creature.Profile, values.evolve_profile),
    "attributes": Family(creature.Attribute, values.evolve_attribute),
    "tracks": Family(creature.Track, values.evolve_track),
    "modifiers": Family(creature.Modifier, values.evolve_modifier),
    "formulas": Family(creature.Formula, values.evolve_formula),
    "wounds": Family(creature.Wound, body.evolve_wound),
    "conditions": Family(creature.Condition, body.evolve_condition),
    "traits": Family(creature.Trait, holdings.evolve_trait),
    "choices": Family(creature.Choice, holdings.evolve_choice),
    "items": Family(creature.Item, holdings.evolve_item),
    "cards": Family(creature.Card, holdings.evolve_card),
    "tasks": Family(creature.Task, undertakings.evolve_task),
    "uses": Family(creature.Use, undertakings.evolve_use),
    "links": Family(creature.Link, undertakings.evolve_link),
    "intents": Family(creature.Intent, undertakings.evolve_intent),
    "questions": Family(creature.Question, undertakings.evolve_question),
}
"""The components that every aggregate may hold."""

OWN: dict[str, dict[str, Family]] = {
    "character": {},
    "encounter": {
        "order": Family(scene_parts.TurnEntry, scene.evolve_turn),
        "pace": Family(scene_parts.Pace, scene.evolve_pace),
        "positions": Family(scene_parts.Position, scene.evolve_position),
        "areas": Family(scene_parts.Area, scene.evolve_area),
        "zones": Family(scene_parts.Zone, scene.evolve_zone),
        "props": Family(scene_parts.Prop, scene.evolve_prop),
        "crowds": Family(scene_parts.Crowd, scene.evolve_crowd),
    },
    "enclave": {
        "members": Family(group_parts.Membership, group_events.evolve_membership),
        "followers": Family(group_parts.Follower, group_events.evolve_follower),
        "assets": Family(group_parts.Asset, group_events.evolve_asset),
        "missions": Family(group_parts.Mission, group_events.evolve_mission),
        "grids": Family(group_parts.Grid, group_events.evolve_grid),
        "cells": Family(group_parts.Cell, group_events.evolve_cell),
    },
    "campaign": {
        "ground": Family(campaign_parts.Ground, chronicle.evolve_ground),
        "clock": Family(campaign_parts.Clock, chronicle.evolve_clock),
        "sessions": Family(campaign_parts.Interval, chronicle.evolve_session),
        "scenes": Family(campaign_parts.Interval, chronicle.evolve_scene),
        "phases": Family(campaign_parts.Phase, chronicle.evolve_phase),
        "participants": Family(campaign_parts.Participant, chronicle.evolve_participant),
        "catalogue": Family(campaign_parts.Addition, chronicle.evolve_addition),
        "handles": Family(campaign_parts.Handle, chronicle.evolve_handle),
        "epochs": Family(campaign_parts.DiceEpoch, epochs.evolve_epoch),
    },
}
"""The components that only one kind of aggregate holds."""

FAMILIES: dict[str, Family] = SHARED | {name: family for own in OWN.values() for name, family in own.items()}

__all__ = [
    "FAMILIES",
    "OWN",
    "SHARED",
    "AnyEvent",
    "Awarded",
    "BrokenHistory",
    "Corrected",
    "Event",
    "Family",
    "Judged",
    "Kind",
    "Noted",
    "Rolled",
]
