"""No rule reads the flat data of an instance key by key: it reads it like the struct that its game declares."""

from __future__ import annotations

import ast
from pathlib import Path

import systems

ROOT = Path(systems.__file__).parent

STILL_UNTYPED = frozenset(
    {
        "cthulhu_eternal/attacks/aiming.py",
        "cthulhu_eternal/attacks/concealment.py",
        "cthulhu_eternal/attacks/defence.py",
        "cthulhu_eternal/attacks/fumbles.py",
        "cthulhu_eternal/attacks/modifiers.py",
        "cthulhu_eternal/attacks/weapons.py",
        "cthulhu_eternal/combat/standing.py",
        "cthulhu_eternal/combat/turns.py",
        "weaverdice/checks/checks.py",
        "weaverdice/checks/concentration.py",
        "weaverdice/checks/lengthy.py",
        "weaverdice/checks/negotiation.py",
        "weaverdice/combat/attacks.py",
        "weaverdice/combat/cover.py",
        "weaverdice/combat/fights.py",
        "weaverdice/combat/grapple_options.py",
        "weaverdice/combat/grips.py",
        "weaverdice/combat/opportunity_attacks.py",
        "weaverdice/combat/turns.py",
        "weaverdice/combat/waiting.py",
        "weaverdice/downtime/downtime_slots.py",
        "weaverdice/downtime/phases.py",
        "weaverdice/downtime/recuperation.py",
        "weaverdice/fame/fans.py",
        "weaverdice/fame/followers.py",
        "weaverdice/fame/icons.py",
        "weaverdice/fame/infamy.py",
        "weaverdice/fame/keepsakes.py",
        "weaverdice/fame/press.py",
        "weaverdice/fame/reputation.py",
        "weaverdice/gear/belt.py",
        "weaverdice/gear/contriving.py",
        "weaverdice/gear/costume.py",
        "weaverdice/gear/craft_help.py",
        "weaverdice/gear/crafting.py",
        "weaverdice/gear/crafting_skills.py",
        "weaverdice/gear/dressing.py",
        "weaverdice/gear/handiwork.py",
        "weaverdice/gear/inventory.py",
        "weaverdice/gear/items.py",
        "weaverdice/gear/repairs.py",
        "weaverdice/gear/weapons.py",
        "weaverdice/gear/workshop.py",
        "weaverdice/harm/afflictions.py",
        "weaverdice/harm/damage.py",
        "weaverdice/harm/dying.py",
        "weaverdice/harm/long_conditions.py",
        "weaverdice/harm/pain.py",
        "weaverdice/harm/recovery.py",
        "weaverdice/harm/resting.py",
        "weaverdice/harm/scars.py",
        "weaverdice/harm/statuses.py",
        "weaverdice/harm/stuck.py",
        "weaverdice/harm/wound_effects_limbs.py",
        "weaverdice/harm/wound_effects_stats.py",
        "weaverdice/harm/wounds.py",
        "weaverdice/sheet/backgrounds.py",
        "weaverdice/sheet/days.py",
        "weaverdice/sheet/morale.py",
        "weaverdice/sheet/passing_dots.py",
        "weaverdice/sheet/skills.py",
        "weaverdice/sheet/statlines.py",
        "weaverdice/sheet/superstats.py",
        "weaverdice/sheet/training.py",
    }
)
"""The modules whose data has no struct yet."""


def untyped_reads(source: str) -> list[int]:
    """The lines in which `.data` of anything but a command's args is read."""
    reads = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute) and node.attr == "data")
    return sorted(
        node.lineno for node in reads if not (isinstance(node.value, ast.Name) and node.value.id == "command")
    )


def test_no_rule_reads_data_untyped() -> None:
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for path in ROOT.rglob("*.py")
        if str(path.relative_to(ROOT)) not in STILL_UNTYPED
        for line in untyped_reads(path.read_text())
    }
    assert found == set()
