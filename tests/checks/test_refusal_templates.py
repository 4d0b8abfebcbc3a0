"""Refusals are templates with fields, so that they can be said in another language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Final

import pytest

from api.testing.refusal_texts import SENTENCES, sentences, unreadable
from tests.checks.source import PACKAGES, ROOT

REFUSING: Final = frozenset({"refuse", "missing", "Refused", "Absent", *SENTENCES})
"""Calls that take the fields of a template by name."""

FIELD: Final = re.compile(r"(?<!\{)\{(\w+)[^{}]*\}(?!\})")
OWN: Final = {"count"}
"""Fields that the call itself gives."""

VAGUE: Final = frozenset({"args", "at", "by", "get_args", "here", "of", "there", "to", "x1", "x2"})
"""Names that tell a translator nothing of what stands in the field."""


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return every module in which a command or a request may be refused."""
    paths = chain.from_iterable(sorted((ROOT / package).rglob("*.py")) for package in PACKAGES)
    ours = (path for path in paths if not path.is_relative_to(ROOT / "api" / "client"))
    return tuple((str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))) for path in ours)


def misfits(module: ast.Module) -> Iterator[str]:
    """Calls whose template names other fields than they give."""
    for call in (node for node in ast.walk(module) if isinstance(node, ast.Call)):
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        given = {keyword.arg for keyword in call.keywords} - {None}
        if name not in REFUSING or not (given or isinstance(call.func, ast.Name)):
            continue
        texts = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        named = {field for text in texts for field in FIELD.findall(text)}
        if texts and given and named - OWN != given - OWN:
            yield f"line {call.lineno}: {sorted(named)} are named, {sorted(map(str, given))} given"


def vague_fields(module: ast.Module) -> Iterator[str]:
    """The fields whose names do not say what stands in them, as `{of}` or `{STATS}`."""
    for pair in sentences(module):
        for field in FIELD.findall(" ".join(pair)):
            if field in VAGUE or field != field.lower():
                yield field


def test_no_refusal_is_put_together_without_a_template() -> None:
    wrong = {name: [node.lineno for node in unreadable(module)] for name, module in modules() if "/cli/" not in name}
    elsewhere = ("api/demo/", "api/storage/", "api/testing/")
    assert {name: lines for name, lines in wrong.items() if lines and not name.startswith(elsewhere)} == {}


def test_every_template_names_the_fields_that_it_is_given() -> None:
    assert {name: each for name, module in modules() if (each := list(misfits(module)))} == {}


def test_every_field_of_a_template_says_what_it_is() -> None:
    assert {name: each for name, module in modules() if (each := sorted(set(vague_fields(module))))} == {}


@pytest.mark.parametrize("call", ['text("It is one of {STATS}.", STATS=1)', 'text("It is no {of}.", of=1)'])
def test_a_field_with_a_vague_name_is_noticed(call: str) -> None:
    assert list(vague_fields(ast.parse(call)))


@pytest.mark.parametrize(
    "call",
    [
        'play.refuse("XX-01", f"{who} cannot do this.")',
        'play.refuse("XX-01", "{who} cannot do this.".format(who=who))',
        'raise NotFound("there is no " + name + " here")',
        'raise Refused("XX-01", "Take %s of them." % number)',
        'pools.pay(play, who, pool, 1, rule="XX-01", sentence=f"{who} has none left.")',
        'play.refuse("XX-01", text(f"{who} cannot do this.") if early else "Too late.")',
    ],
)
def test_a_sentence_that_is_put_together_is_noticed(call: str) -> None:
    assert list(unreadable(ast.parse(call)))


def test_both_sides_of_a_choice_are_sentences_to_translate() -> None:
    module = ast.parse('play.refuse("XX-01", "It is early." if early else text("{who} is late.", who=who))')
    assert dict(sentences(module)) == {"It is early.": "", "{who} is late.": ""}


@pytest.mark.parametrize("call", ['text("{who} is {what}.", who=1)', 'play.refuse("XX-01", "It is so.", who=1)'])
def test_a_field_that_is_missing_or_too_much_is_noticed(call: str) -> None:
    assert list(misfits(ast.parse(call)))
