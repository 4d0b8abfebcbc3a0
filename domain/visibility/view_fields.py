"""Instances as JSON: the fields of each that a viewer may see."""

from __future__ import annotations

from typing import Any

from domain.visibility.world import VisibleWorld
from domain.vocabulary.base import Instance
from domain.vocabulary.values import Modifier

Fields = dict[str, Any]
"""An instance as JSON: all its fields, also those at their defaults."""

CONDITIONS = ("when", "against")
"""The fields of a modifier that limit it to situations."""


def instance_fields(visible: VisibleWorld, ref: str, instance: Instance) -> Fields:
    """Return the fields of an instance that the viewer sees; its audience is shown to game masters alone.

    A modifier that counts in every situation is shown without the fields for situations.
    """
    fields = {
        field: visible.wording.field(field, value, ref)
        for field in instance.__struct_fields__
        if (value := getattr(instance, field)) or not (isinstance(instance, Modifier) and field in CONDITIONS)
    }
    if not visible.viewer.is_gm:
        fields.pop("audience")
    return fields


def component_fields(visible: VisibleWorld, ref: str, component: str) -> dict[str, Fields]:
    """Return the fields of the instances of a component that the viewer sees, by name."""
    seen = visible.aggregate(ref)
    instances = {} if seen is None else seen.instances(component)
    return {name: instance_fields(visible, ref, instances[name]) for name in sorted(instances)}
