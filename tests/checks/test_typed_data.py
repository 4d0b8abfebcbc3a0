"""No rule reads the flat data of an instance key by key: it reads it like the struct that its game declares."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import systems
from domain.components.data import Data
from domain.system import System
from systems.registry import load

ROOT = Path(systems.__file__).parent

STILL_UNTYPED = frozenset(
    {
        "cthulhu_eternal/attacks/aiming.py",
        "cthulhu_eternal/attacks/concealment.py",
        "cthulhu_eternal/attacks/defence.py",
        "cthulhu_eternal/attacks/fumbles.py",
        "cthulhu_eternal/attacks/modifiers.py",
        "cthulhu_eternal/attacks/weapons.py",
        "cthulhu_eternal/combat/counts.py",
        "cthulhu_eternal/combat/standing.py",
        "weaverdice/checks/checks.py",
        "weaverdice/turns/concentration.py",
        "weaverdice/fame/negotiation.py",
        "weaverdice/combat/attacks.py",
        "weaverdice/combat/cover.py",
        "weaverdice/turns/fights.py",
        "weaverdice/combat/grapple_options.py",
        "weaverdice/combat/grips.py",
        "weaverdice/turns/opportunity_attacks.py",
        "weaverdice/turns/waiting.py",
        "weaverdice/downtime/recuperation.py",
        "weaverdice/sheet/items.py",
        "weaverdice/harm/afflictions.py",
        "weaverdice/harm/damage.py",
        "weaverdice/harm/dying.py",
        "weaverdice/downtime/long_conditions.py",
        "weaverdice/harm/pain.py",
        "weaverdice/harm/recovery.py",
        "weaverdice/harm/resting.py",
        "weaverdice/harm/scars.py",
        "weaverdice/harm/statuses.py",
        "weaverdice/harm/stuck.py",
        "weaverdice/harm/wound_effects_limbs.py",
        "weaverdice/harm/wound_effects_stats.py",
        "weaverdice/harm/wounds.py",
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


@pytest.mark.parametrize("system", load(installed=()).systems.values(), ids=lambda system: system.id)
def test_every_struct_is_declared_by_a_chapter(system: System) -> None:
    declared = {struct for structs in system.vocabulary.data.values() for struct in structs}
    package = f"systems.{system.id.replace('-', '_')}."
    meant = {struct for struct in every_struct(Data) if struct.__module__.startswith(package) and is_meant(struct)}
    assert meant <= declared


def every_struct(base: type[Data]) -> Iterator[type[Data]]:
    """The structs that are made of a base."""
    for struct in base.__subclasses__():
        yield struct
        yield from every_struct(struct)


def is_meant(struct: type[Data]) -> bool:
    """Whether a struct says which instances it is for."""
    return "__data_of__" in struct.__dict__
