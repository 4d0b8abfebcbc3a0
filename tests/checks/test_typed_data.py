"""No rule reads the flat data of an instance key by key: it reads it like the struct that its game declares."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import systems
from domain.system import System
from domain.vocabulary.data import Data
from systems.registry import load

ROOT = Path(systems.__file__).parent


def untyped_reads(source: str) -> list[int]:
    """The lines in which `.data` of anything but a command's args is read."""
    reads = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute) and node.attr == "data")
    return sorted(
        node.lineno for node in reads if not (isinstance(node.value, ast.Name) and node.value.id == "command")
    )


def test_no_rule_reads_data_untyped() -> None:
    by_place = {
        f"{path.relative_to(ROOT)}:{line}" for path in ROOT.rglob("*.py") for line in untyped_reads(path.read_text())
    }
    assert by_place == set()


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
