"""The events by which each component is kept by hand: how an instance comes, changes and goes, and which of its numbers
count.

A component that is missing here is kept by other commands or by the service itself; `ELSEWHERE` says by which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from domain.messages import text
from domain.vocabulary.base import Event
from domain.vocabulary.bodies import (
    ConditionChanged,
    ConditionDeepened,
    ConditionEnded,
    ConditionGained,
    WoundChanged,
    WoundClosed,
    WoundSuffered,
    WoundTreated,
)
from domain.vocabulary.catalogue import CatalogueAdded, CatalogueChanged, CatalogueDropped
from domain.vocabulary.chronicle import (
    ClockSet,
    ClockStarted,
    PhaseChanged,
    PhaseDropped,
    PhaseOpened,
    SceneChanged,
    SceneOpened,
    SessionChanged,
    SessionOpened,
)
from domain.vocabulary.groups import (
    AssetChanged,
    AssetCounted,
    AssetGained,
    AssetLost,
    FollowerChanged,
    FollowerGained,
    FollowerLost,
    FollowersCounted,
    MemberChanged,
    MemberJoined,
    MemberLeft,
    MissionChanged,
    MissionDropped,
    MissionPlanned,
)
from domain.vocabulary.holdings import (
    CardChanged,
    CardCounted,
    CardGained,
    CardLost,
    ChoiceChanged,
    ChoiceMade,
    ChoiceWithdrawn,
    ItemChanged,
    ItemCounted,
    ItemGained,
    ItemLost,
    ItemWorn,
    TraitChanged,
    TraitGained,
    TraitLost,
    TraitRaised,
)
from domain.vocabulary.intelligence import (
    CellChanged,
    CellCleared,
    CellLaid,
    GridChanged,
    GridDropped,
    GridLaidOut,
    StrikeMarked,
)
from domain.vocabulary.maps import (
    AreaChanged,
    AreaDrawn,
    AreaErased,
    CrowdChanged,
    CrowdCounted,
    CrowdDispersed,
    CrowdGathered,
    Moved,
    Placed,
    PropChanged,
    PropRemoved,
    PropSet,
    PropWorn,
    TakenOff,
    ZoneChanged,
    ZoneClosed,
    ZoneOpened,
)
from domain.vocabulary.turns import (
    BudgetSpent,
    EncounterBegun,
    PaceDropped,
    TurnChanged,
    TurnEntered,
    TurnLeft,
    TurnPassed,
)
from domain.vocabulary.undertakings import (
    IntentAdvanced,
    IntentAnnounced,
    IntentChanged,
    IntentEnded,
    LinkBroken,
    LinkChanged,
    LinkMade,
    LinkShifted,
    TaskAdvanced,
    TaskBegun,
    TaskChanged,
    TaskEnded,
    UseClosed,
    UseCounted,
    UseOpened,
    UseReset,
)
from domain.vocabulary.values import (
    AttributeDeclared,
    AttributeDropped,
    AttributeRaised,
    AttributeSet,
    FormulaChanged,
    FormulaDefined,
    FormulaDropped,
    ModifierApplied,
    ModifierChanged,
    ModifierLifted,
    PointGained,
    PointSpent,
    TrackClosed,
    TrackOpened,
    TrackSet,
)

Counter = Callable[[str, str, int], Event]
"""`(instance's name, key, by) -> event`: a delta. `key` is what it counts where one instance counts several things."""


class Ways(NamedTuple):
    """The events by which a component's instances come, change and go.

    `changed` sets those fields that it has. `counters` are the numbers with a delta event of their own, by field.
    """

    put: Callable[[str, Any], Event]
    changed: type[Event]
    take: Callable[..., Event] | None
    counters: Mapping[str, Counter] = {}


def _tracked(name: str, by: int) -> Event:
    return PointGained(name=name, amount=by) if by >= 0 else PointSpent(name=name, amount=-by)


WAYS: dict[str, Ways] = {
    "attributes": Ways(
        lambda n, i: AttributeDeclared(name=n, attribute=i),
        AttributeSet,
        AttributeDropped,
        {"base": lambda n, _, by: AttributeRaised(name=n, amount=by)},
    ),
    "tracks": Ways(
        lambda n, i: TrackOpened(name=n, track=i),
        TrackSet,
        TrackClosed,
        {"current": lambda n, _, by: _tracked(n, by)},
    ),
    "modifiers": Ways(lambda n, i: ModifierApplied(name=n, modifier=i), ModifierChanged, ModifierLifted),
    "formulas": Ways(lambda n, i: FormulaDefined(name=n, formula=i), FormulaChanged, FormulaDropped),
    "wounds": Ways(
        lambda n, i: WoundSuffered(name=n, wound=i),
        WoundChanged,
        WoundClosed,
        {"healing": lambda n, _, by: WoundTreated(name=n, amount=by)},
    ),
    "conditions": Ways(
        lambda n, i: ConditionGained(name=n, condition=i),
        ConditionChanged,
        ConditionEnded,
        {"level": lambda n, _, by: ConditionDeepened(name=n, amount=by)},
    ),
    "traits": Ways(
        lambda n, i: TraitGained(name=n, trait=i),
        TraitChanged,
        TraitLost,
        {"rank": lambda n, _, by: TraitRaised(name=n, amount=by)},
    ),
    "choices": Ways(lambda n, i: ChoiceMade(name=n, choice=i), ChoiceChanged, ChoiceWithdrawn),
    "items": Ways(
        lambda n, i: ItemGained(name=n, item=i),
        ItemChanged,
        ItemLost,
        {
            "quantity": lambda n, _, by: ItemCounted(name=n, amount=by),
            "tracks": lambda n, key, by: ItemWorn(name=n, track=key, amount=by),
        },
    ),
    "cards": Ways(
        lambda n, i: CardGained(name=n, card=i),
        CardChanged,
        CardLost,
        {"counters": lambda n, key, by: CardCounted(name=n, counter=key, amount=by)},
    ),
    "tasks": Ways(
        lambda n, i: TaskBegun(name=n, task=i),
        TaskChanged,
        TaskEnded,
        {
            "progress": lambda n, _, by: TaskAdvanced(name=n, amount=by),
            "failures": lambda n, _, by: TaskAdvanced(name=n, failed=by),
        },
    ),
    "uses": Ways(
        lambda n, i: UseOpened(name=n, use=i),
        UseReset,
        UseClosed,
        {"count": lambda n, _, by: UseCounted(name=n, amount=by)},
    ),
    "links": Ways(
        lambda n, i: LinkMade(name=n, link=i),
        LinkChanged,
        LinkBroken,
        {"amount": lambda n, _, by: LinkShifted(name=n, amount=by)},
    ),
    "intents": Ways(
        lambda n, i: IntentAnnounced(name=n, intent=i),
        IntentChanged,
        IntentEnded,
        {"remaining": lambda n, _, by: IntentAdvanced(name=n, amount=-by)},
    ),
    "order": Ways(
        lambda n, i: TurnEntered(name=n, turn=i),
        TurnChanged,
        TurnLeft,
        {"budget": lambda n, key, by: BudgetSpent(name=n, budget=key, amount=-by)},
    ),
    "pace": Ways(lambda n, i: EncounterBegun(name=n, pace=i), TurnPassed, PaceDropped),
    "positions": Ways(lambda n, i: Placed(name=n, position=i), Moved, TakenOff),
    "areas": Ways(lambda n, i: AreaDrawn(name=n, area=i), AreaChanged, AreaErased),
    "zones": Ways(lambda n, i: ZoneOpened(name=n, zone=i), ZoneChanged, ZoneClosed),
    "props": Ways(
        lambda n, i: PropSet(name=n, prop=i),
        PropChanged,
        PropRemoved,
        {"tracks": lambda n, key, by: PropWorn(name=n, track=key, amount=by)},
    ),
    "crowds": Ways(
        lambda n, i: CrowdGathered(name=n, crowd=i),
        CrowdChanged,
        CrowdDispersed,
        {"count": lambda n, _, by: CrowdCounted(name=n, amount=by)},
    ),
    "members": Ways(lambda n, i: MemberJoined(name=n, membership=i), MemberChanged, MemberLeft),
    "followers": Ways(
        lambda n, i: FollowerGained(name=n, follower=i),
        FollowerChanged,
        FollowerLost,
        {"count": lambda n, _, by: FollowersCounted(name=n, amount=by)},
    ),
    "assets": Ways(
        lambda n, i: AssetGained(name=n, asset=i),
        AssetChanged,
        AssetLost,
        {"quantity": lambda n, _, by: AssetCounted(name=n, amount=by)},
    ),
    "missions": Ways(lambda n, i: MissionPlanned(name=n, mission=i), MissionChanged, MissionDropped),
    "grids": Ways(
        lambda n, i: GridLaidOut(name=n, grid=i),
        GridChanged,
        GridDropped,
        {"strikes": lambda n, _, by: StrikeMarked(name=n, amount=by)},
    ),
    "cells": Ways(lambda n, i: CellLaid(name=n, cell=i), CellChanged, CellCleared),
    "clock": Ways(lambda n, i: ClockStarted(name=n, clock=i), ClockSet, None),
    "sessions": Ways(lambda n, i: SessionOpened(name=n, session=i), SessionChanged, None),
    "scenes": Ways(lambda n, i: SceneOpened(name=n, scene=i), SceneChanged, None),
    "phases": Ways(lambda n, i: PhaseOpened(name=n, phase=i), PhaseChanged, PhaseDropped),
    "catalogue": Ways(lambda n, i: CatalogueAdded(name=n, addition=i), CatalogueChanged, CatalogueDropped),
}

KEYED = {("items", "tracks"), ("cards", "counters"), ("order", "budget"), ("props", "tracks")}
"""The counted fields that hold several numbers, each under a key of its own."""

ELSEWHERE: dict[str, str] = {
    "profile": text(
        "it comes by create_character, create_encounter or create_enclave, changes by describe and goes by remove"
    ),
    "ground": text("the system stays what the campaign began with, and its options are set by set_option"),
    "handles": text("they come with whoever they name and go by remove"),
    "participants": text("who takes part is kept with the campaign's members"),
    "lifecycle": text("the campaign is closed, archived and reopened as a whole"),
    "questions": text("they come with a deed and go by answer or close"),
    "seals": text("secrets are sealed by seal and revealed by unseal, for good"),
    "epochs": text("the dice are committed to and revealed by the service alone"),
}
