"""No rule writes down what a character is called: a text means characters by reference, which sight resolves.

A handle or name that is baked into a prompt, an option, a label, a key or an outcome reaches readers who may not know of
its bearer, and stays when they are renamed. So no module of a game or of the kit reads them, but where this table says what for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.checks.source import ROOT

PERMITTED: Final = {
    "kit/naming.py": "it gives handles, frees them, and finds who goes by them",
    "freeform/people.py": "it makes and describes people, which is where names and handles are set",
    "weaverdice/investigation/protection.py": "a former name is what a secret identity is about: a trait that only its owner sees",
    "weaverdice/names.py": "it compares what people wrote with the names of characters, and writes nothing down",
    "weaverdice/fame/leverage.py": "handles only order the options, which are references",
    "weaverdice/turns/initiative.py": "handles only order the options, which are references",
    "weaverdice/turns/opportunity_attacks.py": "stored names of openings end so; they stand on the sheet of whom they name, and nowhere else",
    "cthulhu_eternal/hazards/antidotes.py": "handles only order the options, which are references",
    "cthulhu_eternal/harm/explosions.py": "it passes on the handle that its command gives to a new character",
    "rotted_capes/catalogue/cast.py": "it passes on the handle that its command gives to a new character",
    "midnight_in_vaia/catalogue.py": "it passes on the handle that its command gives to a new character",
}
"""Modules of games and of the kit that read handles or names, each with what for."""


def readings(source: str) -> Iterator[str]:
    """Where a module reads what a character is called: a profile's handle or name, the campaign's handles, or a call of them."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr="handle" | "handles"):
                yield f"line {node.lineno}: .{node.attr}"
            case ast.Attribute(
                attr="name", value=ast.Name(id="profile") | ast.Subscript(value=ast.Attribute(attr="profile"))
            ):
                yield f"line {node.lineno}: a profile's name"
            case ast.ImportFrom(module="domain.kit.naming", names=names) if any(a.name == "called" for a in names):
                yield f"line {node.lineno}: naming.called"


MODULES: Final = sorted((*ROOT.glob("domain/kit/*.py"), *ROOT.glob("systems/*/**/*.py")))


def place(path: Path) -> str:
    """Name a module by its path below `systems` or `domain`."""
    return path.relative_to(ROOT).as_posix().partition("/")[2]


def test_a_rule_reads_nobodys_name_but_for_a_reason() -> None:
    by_place = {place(path): list(readings(path.read_text(encoding="utf-8"))) for path in MODULES}
    assert {module: lines for module, lines in by_place.items() if lines and module not in PERMITTED} == {}
    assert [module for module in PERMITTED if not by_place.get(module)] == []


@pytest.mark.parametrize(
    "planted",
    [
        "f\"{play.character(by).profile['self'].handle} hits you\"",
        "play.character(by).profile['self'].name",
        "next(iter(play.campaign().handles))",
        "from domain.kit.naming import called",
    ],
)
def test_a_name_that_is_read_is_found(planted: str) -> None:
    assert len(list(readings(planted))) == 1
