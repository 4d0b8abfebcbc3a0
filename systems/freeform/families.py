"""By which events each component is kept by hand: how an instance comes, changes and goes, and which of its numbers count.

A component that is missing here is kept by other commands or by the service itself; `ELSEWHERE` says by which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from domain.events import Event
from domain.events import body as b
from domain.events import chronicle as c
from domain.events import group as g
from domain.events import holdings as h
from domain.events import scene as s
from domain.events import undertakings as u
from domain.events import values as v

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
    return v.PointGained(name=name, amount=by) if by >= 0 else v.PointSpent(name=name, amount=-by)


WAYS: dict[str, Ways] = {
    "attributes": Ways(
        lambda n, i: v.AttributeDeclared(name=n, attribute=i),
        v.AttributeSet,
        v.AttributeDropped,
        {"base": lambda n, _, by: v.AttributeRaised(name=n, amount=by)},
    ),
    "tracks": Ways(
        lambda n, i: v.TrackOpened(name=n, track=i),
        v.TrackSet,
        v.TrackClosed,
        {"current": lambda n, _, by: _tracked(n, by)},
    ),
    "modifiers": Ways(lambda n, i: v.ModifierApplied(name=n, modifier=i), v.ModifierChanged, v.ModifierLifted),
    "formulas": Ways(lambda n, i: v.FormulaDefined(name=n, formula=i), v.FormulaChanged, v.FormulaDropped),
    "wounds": Ways(
        lambda n, i: b.WoundSuffered(name=n, wound=i),
        b.WoundChanged,
        b.WoundClosed,
        {"healing": lambda n, _, by: b.WoundTreated(name=n, amount=by)},
    ),
    "conditions": Ways(
        lambda n, i: b.ConditionGained(name=n, condition=i),
        b.ConditionChanged,
        b.ConditionEnded,
        {"level": lambda n, _, by: b.ConditionDeepened(name=n, amount=by)},
    ),
    "traits": Ways(
        lambda n, i: h.TraitGained(name=n, trait=i),
        h.TraitChanged,
        h.TraitLost,
        {"rank": lambda n, _, by: h.TraitRaised(name=n, amount=by)},
    ),
    "choices": Ways(lambda n, i: h.ChoiceMade(name=n, choice=i), h.ChoiceChanged, h.ChoiceWithdrawn),
    "items": Ways(
        lambda n, i: h.ItemGained(name=n, item=i),
        h.ItemChanged,
        h.ItemLost,
        {
            "quantity": lambda n, _, by: h.ItemCounted(name=n, amount=by),
            "tracks": lambda n, key, by: h.ItemWorn(name=n, track=key, amount=by),
        },
    ),
    "cards": Ways(
        lambda n, i: h.CardGained(name=n, card=i),
        h.CardChanged,
        h.CardLost,
        {"counters": lambda n, key, by: h.CardCounted(name=n, counter=key, amount=by)},
    ),
    "tasks": Ways(
        lambda n, i: u.TaskBegun(name=n, task=i),
        u.TaskChanged,
        u.TaskEnded,
        {
            "progress": lambda n, _, by: u.TaskAdvanced(name=n, amount=by),
            "failures": lambda n, _, by: u.TaskAdvanced(name=n, failed=by),
        },
    ),
    "uses": Ways(
        lambda n, i: u.UseOpened(name=n, use=i),
        u.UseReset,
        u.UseClosed,
        {"count": lambda n, _, by: u.UseCounted(name=n, amount=by)},
    ),
    "links": Ways(
        lambda n, i: u.LinkMade(name=n, link=i),
        u.LinkChanged,
        u.LinkBroken,
        {"amount": lambda n, _, by: u.LinkShifted(name=n, amount=by)},
    ),
    "intents": Ways(
        lambda n, i: u.IntentAnnounced(name=n, intent=i),
        u.IntentChanged,
        u.IntentEnded,
        {"remaining": lambda n, _, by: u.IntentAdvanced(name=n, amount=-by)},
    ),
    "order": Ways(
        lambda n, i: s.TurnEntered(name=n, turn=i),
        s.TurnChanged,
        s.TurnLeft,
        {"budget": lambda n, key, by: s.BudgetSpent(name=n, budget=key, amount=-by)},
    ),
    "pace": Ways(lambda n, i: s.EncounterBegun(name=n, pace=i), s.TurnPassed, s.PaceDropped),
    "positions": Ways(lambda n, i: s.Placed(name=n, position=i), s.Moved, s.TakenOff),
    "areas": Ways(lambda n, i: s.AreaDrawn(name=n, area=i), s.AreaChanged, s.AreaErased),
    "zones": Ways(lambda n, i: s.ZoneOpened(name=n, zone=i), s.ZoneChanged, s.ZoneClosed),
    "props": Ways(
        lambda n, i: s.PropSet(name=n, prop=i),
        s.PropChanged,
        s.PropRemoved,
        {"tracks": lambda n, key, by: s.PropWorn(name=n, track=key, amount=by)},
    ),
    "crowds": Ways(
        lambda n, i: s.CrowdGathered(name=n, crowd=i),
        s.CrowdChanged,
        s.CrowdDispersed,
        {"count": lambda n, _, by: s.CrowdCounted(name=n, amount=by)},
    ),
    "members": Ways(lambda n, i: g.MemberJoined(name=n, membership=i), g.MemberChanged, g.MemberLeft),
    "followers": Ways(
        lambda n, i: g.FollowerGained(name=n, follower=i),
        g.FollowerChanged,
        g.FollowerLost,
        {"count": lambda n, _, by: g.FollowersCounted(name=n, amount=by)},
    ),
    "assets": Ways(
        lambda n, i: g.AssetGained(name=n, asset=i),
        g.AssetChanged,
        g.AssetLost,
        {"quantity": lambda n, _, by: g.AssetCounted(name=n, amount=by)},
    ),
    "missions": Ways(lambda n, i: g.MissionPlanned(name=n, mission=i), g.MissionChanged, g.MissionDropped),
    "grids": Ways(
        lambda n, i: g.GridLaidOut(name=n, grid=i),
        g.GridChanged,
        g.GridDropped,
        {"strikes": lambda n, _, by: g.StrikeMarked(name=n, amount=by)},
    ),
    "cells": Ways(lambda n, i: g.CellLaid(name=n, cell=i), g.CellChanged, g.CellCleared),
    "clock": Ways(lambda n, i: c.ClockStarted(name=n, clock=i), c.ClockSet, None),
    "sessions": Ways(lambda n, i: c.SessionOpened(name=n, session=i), c.SessionChanged, None),
    "scenes": Ways(lambda n, i: c.SceneOpened(name=n, scene=i), c.SceneChanged, None),
    "phases": Ways(lambda n, i: c.PhaseOpened(name=n, phase=i), c.PhaseChanged, c.PhaseDropped),
    "catalogue": Ways(lambda n, i: c.CatalogueAdded(name=n, addition=i), c.CatalogueChanged, c.CatalogueDropped),
}

KEYED = {("items", "tracks"), ("cards", "counters"), ("order", "budget"), ("props", "tracks")}
"""The counted fields that hold several numbers, each under a key of its own."""

ELSEWHERE: dict[str, str] = {
    "profile": "it comes by create_character, create_encounter or create_enclave, changes by describe and goes by remove",
    "ground": "the system stays what the campaign began with, and its options are set by set_option",
    "handles": "they come with whoever they name and go by remove",
    "participants": "who takes part is kept with the campaign's members",
    "questions": "they come with a deed and go by answer or close",
    "epochs": "the dice are committed to and revealed by the service alone",
}
