"""Who may see what is decided in one package: no audience is compared anywhere else.

Rules may ask whether everybody or nobody belongs to an audience: for that, `domain.vocabulary.audiences` has predicates.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.checks import source

OWNERS: Final = ("domain/visibility/", "domain/vocabulary/audiences.py")
"""The modules that compare audiences."""

AUDIENCES: Final = frozenset({"audience", "sheet", "shown_to"})
"""The names of fields and variables that hold an audience."""

WORDS: Final = frozenset({"all", "gm"})
"""The words that an audience is made of."""


def comparisons(text: str) -> Iterator[str]:
    """Give the places where a module compares an audience with a word or asks whether a member is in one."""
    for node in ast.walk(ast.parse(text)) if any(name in text for name in AUDIENCES) else ():
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]) if {
                *_words(left),
                *_words(right),
            } and {*_names(left), *_names(right)} & AUDIENCES:
                yield f"line {node.lineno}: {ast.unparse(node)}"
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Attribute(attr=name)]) if name in AUDIENCES:
                yield f"line {node.lineno}: {ast.unparse(node)}"
            case _:
                pass


def _words(node: ast.expr) -> set[str]:
    return {node.value} & WORDS if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _names(node: ast.expr) -> set[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return {name}
        case _:
            return set()


MODULES: Final = sorted(
    name
    for name in source.python(source.texts())
    if Path(name).parts[0] in source.PACKAGES and not name.startswith(OWNERS)
)


def test_only_one_module_compares_an_audience() -> None:
    assert MODULES
    assert {
        module: lines for module in MODULES if (lines := list(comparisons((source.ROOT / module).read_text())))
    } == {}


@pytest.mark.parametrize(
    "text",
    [
        "if profile.audience == 'gm': pass",
        "hidden = 'all' != play.character(who).profile['self'].sheet",
        "shown = viewer.member in instance.audience",
        "closed = audience != 'all'",
    ],
)
def test_a_comparison_of_an_audience_is_found(text: str) -> None:
    assert len(list(comparisons(text))) == 1


@pytest.mark.parametrize("text", ["role == 'gm'", "narrowed = audience == profile.audience", "'gm' in wanted"])
def test_a_comparison_of_anything_else_is_no_finding(text: str) -> None:
    assert list(comparisons(text)) == []


ASKED: Final = frozenset({"GM", "Viewer", "may_answer", "may_know_of", "may_read_sheet", "may_see", "shows_field"})
"""The names of the rule that other packages may ask. All else of it is asked through a `VisibleWorld`."""


def names_of_the_rule(text: str) -> set[str]:
    """Return the names that a module imports from the rule."""
    imports = (node for node in source.statements(text) if isinstance(node, ast.ImportFrom))
    return {alias.name for node in imports if node.module == "domain.visibility.audience" for alias in node.names}


def test_other_packages_ask_whole_questions_of_the_rule() -> None:
    names = {module: names_of_the_rule((source.ROOT / module).read_text()) for module in MODULES}
    assert {module: questions - ASKED for module, questions in names.items() if not questions <= ASKED} == {}
    assert any(names.values())


ROOM: Final = source.ROOT / "domain/visibility"


def test_the_page_on_visibility_lists_every_module_of_the_package() -> None:
    page = (ROOM / "README.md").read_text()
    modules = {path.name for path in ROOM.glob("*.py")} - {"__init__.py"}
    assert {name for name in modules if f"[`{name}`]({name})" not in page} == set()


def test_the_page_on_visibility_names_tests_that_exist() -> None:
    named = re.findall(r"`(tests/[a-z_/]+\.py)`", (ROOM / "README.md").read_text())
    assert named
    assert [name for name in named if not (source.ROOT / name).exists()] == []


def test_the_page_on_visibility_states_the_rule_in_ten_sentences() -> None:
    rule = (ROOM / "README.md").read_text().partition("## The rule")[2].partition("##")[0]
    items = re.split(r"\n(?=\d+\. )", rule.partition("\n\nThe audience of")[0].strip())
    assert [len(re.findall(r"[.](?=\s|$)", item.partition(". ")[2])) for item in items] == [1] * 10
