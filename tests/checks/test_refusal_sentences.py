"""What the ledger refuses it says in two parts: what is wrong, and then what to do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.checks.source import ROOT

REFUSING: Final = ("NotAllowed", "AlreadySo")
"""Who may not, and what is so already: whoever reads it has to learn what they can do in its place."""

TWO_PARTS: Final = re.compile(r"[;:] |\. [A-Z]|, and the |, and for |give ")
"""What parts what is wrong from what to do."""


def sentences() -> Iterator[tuple[str, str]]:
    """Every text with which the domain refuses like that, with its place; fields stand as they are named."""
    for path in sorted((ROOT / "domain").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSING:
                texts = [_text(argument) for argument in node.args]
                if sentence := next((text for text in reversed(texts) if text), ""):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", sentence


def _text(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.Call(func=ast.Name(id="text"), args=[template, *_]):
            return _text(template)
        case _:
            return ""


SENTENCES: Final = dict(sentences())


def test_there_are_sentences_to_read() -> None:
    assert len(SENTENCES) > 15


@pytest.mark.parametrize("place", SENTENCES)
def test_a_refusal_says_what_to_do(place: str) -> None:
    assert TWO_PARTS.search(SENTENCES[place]), SENTENCES[place]
