"""Every word by which freeform, the kit, or play itself refuses something says what it means."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import domain.kit
import domain.play
import systems.freeform
from systems.freeform import SYSTEM

FOLDERS = [Path(path) for package in (domain.play, domain.kit, systems.freeform) for path in package.__path__]


def refusing(tree: ast.Module) -> Iterator[str]:
    """The words that `Refused(…)`, `refuse(…)` and the calls of their subclasses are given first."""
    constants = {
        target.id: value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for targets, values in [(node.targets[0], node.value)]
        for target, value in zip(_each(targets), _each(values), strict=False)
        if isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str)
    }
    for call in ast.walk(tree):
        named = isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in ("Refused", "refuse")
        if isinstance(call, ast.Call) and named and call.args:
            match call.args[0]:
                case ast.Constant(value=str(word)):
                    yield word
                case ast.Name(id=name) if name in constants:
                    yield constants[name]


def _each(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def test_every_word_of_a_refusal_says_something() -> None:
    trees = [ast.parse(file.read_text()) for folder in FOLDERS for file in folder.glob("*.py")]
    words = {word for tree in trees for word in refusing(tree)}
    assert len(words) > 20
    assert words - SYSTEM.rules.keys() == set()


def test_what_the_words_say_are_sentences() -> None:
    assert [rule.id for rule in SYSTEM.rules.values() if not rule.text.endswith(".")] == []
