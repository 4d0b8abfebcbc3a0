"""Instances as JSON: the fields of each that a viewer may see."""

from __future__ import annotations

from typing import Any

from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import Instance
from domain.vocabulary.values import Modifier

Fields = dict[str, Any]
"""An instance as JSON: every field it has, those at their defaults included."""


CONDITIONS = ("when", "against")
"""The fields of a modifier that say in which situations it counts."""


def instance_fields(visible: VisibleWorld, ref: str, instance: Instance) -> Fields:
    """An instance that the viewer sees; who else may see it is the game master's to know. A modifier that counts in every
    situation says nothing of situations."""
    fields = {
        field: visible.wording.field(field, value, ref)
        for field in instance.__struct_fields__
        if (value := getattr(instance, field)) or not (isinstance(instance, Modifier) and field in CONDITIONS)
    }
    if not visible.viewer.is_gm:
        fields.pop("audience")
    return fields


def component_fields(visible: VisibleWorld, ref: str, component: str) -> dict[str, Fields]:
    """The instances of a component that the viewer sees, by name."""
    seen = visible.aggregate(ref)
    instances = {} if seen is None else seen.instances(component)
    return {name: instance_fields(visible, ref, instances[name]) for name in sorted(instances)}
