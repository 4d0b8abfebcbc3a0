"""Every question that rules ask is among the texts that are translated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from api.testing.term_texts import template_of, words_in
from projections.translation.terms import PROMPT
from tests.games.own import GAMES

PLACE = 4
"""The place of the prompt among what `ask` and `offer` are given."""


def prompts(module: ast.Module) -> Iterator[str]:
    """What a module asks: it calls the words `prompt`, or gives them where it asks."""
    for node in ast.walk(module):
        match node:
            case ast.Assign(targets=[ast.Name(id="prompt")], value=value):
                yield from texts_of(value)
            case ast.Call(func=ast.Attribute(attr="ask" | "offer"), args=args, keywords=keywords):
                given = (*args[PLACE : PLACE + 1], *(each.value for each in keywords if each.arg == "prompt"))
                yield from (text for value in given for text in texts_of(value))


def texts_of(value: ast.expr) -> Iterator[str]:
    match value:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr():
            yield template_of(value)
        case ast.IfExp(body=body, orelse=otherwise):
            yield from (*texts_of(body), *texts_of(otherwise))


@pytest.mark.parametrize("package", [f"systems.{game.id.replace('-', '_')}" for game in GAMES])
def test_every_prompt_of_a_game_is_gathered_for_translation(package: str) -> None:
    modules = [ast.parse(path.read_text("utf-8")) for path in Path(str(files(package))).rglob("*.py")]
    asked = {prompt for module in modules for prompt in prompts(module)}
    gathered = {text for module in modules for text, role in words_in(module) if role == PROMPT}
    assert asked
    assert asked - gathered == set()


def test_a_prompt_with_a_sentence_behind_its_question_is_gathered() -> None:
    module = ast.parse('prompt = "Roll again? The new roll counts."')
    assert ("Roll again? The new roll counts.", PROMPT) in set(words_in(module))
