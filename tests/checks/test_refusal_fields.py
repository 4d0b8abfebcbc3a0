"""Fields of refusals that are words of English are texts themselves, so that a refusal is whole in another language."""

from __future__ import annotations

import ast
from typing import Final

import pytest

from tests.checks.refusal_fields import Fields
from tests.checks.test_refusal_templates import modules

ELSEWHERE: Final = ("api/cli/", "api/demo/", "api/storage/", "api/testing/")
"""Folders of the interface that nobody is answered from in another language."""


def words(code: str, *more: str) -> list[str]:
    """Return the words that reach a field in modules `one`, `two` …."""
    names = ("one.py", "two.py")
    fields = Fields((name, ast.parse(source)) for name, source in zip(names, (code, *more), strict=False))
    return [place.partition(": ")[2] for place in fields.words()]


def test_no_refusal_is_handed_plain_words() -> None:
    assert Fields(modules()).words(*ELSEWHERE) == {}


@pytest.mark.parametrize(
    "code",
    [
        'def f(play):\n play.refuse("XX-01", "This is {how}.", how="ranged")',
        'def f(play, far):\n play.refuse("XX-01", "This is {how}.", how="ranged" if far else "close by")',
        'def f(play, far):\n how = "close by"\n if far:\n  how = "far away"\n raise Refused("XX-01", "It is {how}.", how=how)',
        'def f(play, n):\n raise NotFound(text("give {needed}", needed=f"{n} actions"))',
        'def f(play, names):\n raise NotFound(text("give {needed}", needed=" or ".join(names)))',
        'def f(play, what):\n play.missing("x", "{what} takes time", what=what)\ndef g(play):\n f(play, "standing up")',
        'def f(play, what):\n play.missing("x", "{what} takes time", what=what)\ndef g(play):\n f(play, what="standing up")',
        'WAYS = {"up": "to the top"}\ndef f(play, way):\n play.refuse("XX-01", "Go {way}.", way=WAYS[way])',
        'def f(play):\n play.refuse("XX-01", "Go {way}.", way=way(1))\ndef way(n) -> str:\n return "to the top"',
        'def f(play, n):\n one, two = ("a day", "days") if n == 1 else ("b", "c")\n play.refuse("XX-01", "{one}", one=one)',
    ],
)
def test_a_plain_word_is_noticed_wherever_it_comes_from(code: str) -> None:
    assert words(code)


def test_a_word_that_another_module_hands_on_is_noticed() -> None:
    taking = 'def pay(play, what):\n play.refuse("XX-01", "{what} takes time", what=what)'
    assert words(taking, 'from one import pay\ndef f(play):\n pay(play, "a full move")') == ["a full move"]


@pytest.mark.parametrize(
    "code",
    [
        'def f(play):\n play.refuse("XX-01", "This is {how}.", how=text("ranged"))',
        'def f(play, pool):\n play.refuse("XX-01", "It has no {pool}.", pool=pool)\ndef g(play):\n f(play, "stamina")',
        'def f(play, n):\n play.refuse("XX-01", "It takes {n} s.", n=f"{n:g}")',
        'def f(play, names):\n play.refuse("XX-01", "Take {names}.", names=", ".join(names))',
        'def f(play):\n play.refuse("XX-01", "See {path}.", path="/campaigns/{campaign}")',
    ],
)
def test_texts_keys_and_numbers_are_no_plain_words(code: str) -> None:
    assert not words(code)
