"""What every view is made of: instances as JSON, and the point of time a view is of."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.campaign import CAMPAIGN
from domain.components.base import Instance
from domain.components.creature import Modifier
from domain.ledger.reading import Moment
from domain.play.reading import World
from domain.vantage import Vantage

Fields = dict[str, Any]
"""An instance as JSON: every field it has, those at their defaults included."""


class AsOf(msgspec.Struct, frozen=True):
    """The point that a view is of: the entry, its session and its ledger time."""

    entry: int
    session: int | None
    at: str


def as_of(moment: Moment) -> AsOf:
    """The point of a moment that was read."""
    return AsOf(moment.entry, moment.session, moment.at)


CONDITIONS = ("when", "against")
"""The fields of a modifier that say in which situations it counts."""


def shown(vantage: Vantage, ref: str, instance: Instance) -> Fields:
    """An instance that the viewer sees; who else may see it is the game master's to know. A modifier that counts in every
    situation says nothing of situations."""
    fields = {
        field: vantage.wording.field(field, value, ref)
        for field in instance.__struct_fields__
        if (value := getattr(instance, field)) or not (isinstance(instance, Modifier) and field in CONDITIONS)
    }
    if not vantage.viewer.is_gm:
        fields.pop("audience")
    return fields


def all_shown(vantage: Vantage, ref: str, component: str) -> dict[str, Fields]:
    """The instances of a component that the viewer sees, by name."""
    seen = vantage.aggregate(ref)
    instances = {} if seen is None else seen.instances(component)
    return {name: shown(vantage, ref, instances[name]) for name in sorted(instances)}


def system_of(world: World) -> str:
    """The id of the system that is played; "" before there is a campaign."""
    campaign: Any = world.aggregate(CAMPAIGN)
    ground = None if campaign is None else campaign.ground.get("self")
    return "" if ground is None else str(ground.system)
