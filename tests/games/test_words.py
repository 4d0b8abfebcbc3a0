"""What refuses a command is a rule of the game, or a word that holds at every table, and it says so in a sentence."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.system import System
from tests.checks.source import ROOT
from tests.freeform.test_words import refusing
from tests.games.own import GAMES, REGISTRY


def modules(system: System) -> Iterator[tuple[Path, ast.Module]]:
    """The game's code."""
    for path in sorted((ROOT / "systems" / system.id.replace("-", "_")).rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def sentences(tree: ast.Module) -> Iterator[str]:
    """What refusals say, where it stands written out; what is filled in counts as a word."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("play.refuse", "Refused") and len(call.args) > 1:
            match call.args[1]:
                case ast.Constant(value=str(sentence)):
                    yield sentence
                case ast.JoinedStr(values=values):
                    yield "".join(str(part.value) if isinstance(part, ast.Constant) else "it" for part in values)


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_every_refusal_is_by_a_rule_that_says_something(system: System) -> None:
    known = system.rules.keys() | REGISTRY.base.rules.keys()
    assert {
        f"{path.name} {word}" for path, tree in modules(system) for word in refusing(tree) if word not in known
    } == set()


@pytest.mark.parametrize("system", GAMES, ids=lambda system: system.id)
def test_every_refusal_is_a_sentence(system: System) -> None:
    refusals = [(path.name, sentence) for path, tree in modules(system) for sentence in sentences(tree)]
    assert [one for one in refusals if one[1].count(" ") < 2 or one[1][-1] not in ".!?"] == []
