"""Docstrings open with a verb or a noun, and test names stand alone; each check objects to a bad sample."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import pytest

from tests.checks import source

RELATIVE: Final = frozenset(
    {"what", "whatever", "who", "whoever", "whose", "which", "where", "how", "those", "that", "as", "so"}
    | {"nothing", "nobody", "somebody", "everybody"}
)
"""Words that open a relative clause, or stand for a noun that the sentence leaves out."""

CLAUSE: Final = re.compile(
    r"(?:^|(?<=[.!?])\s+)((?:(?:[Bb]y|[Ff]or|[Ff]rom|[Ii]n|[Oo]f|[Oo]n|[Tt]o|[Uu]nder|[Ww]ith) )?[Ww]h(?:at|atever|o|oever|om|ose|ich)\b[^?]*?[.!])(?=\s|$)"
)
"""A sentence whose subject is a relative clause. One that asks a question is none."""

PREDICATE: Final = "whether"
"""The opener that is reserved for functions and fields with a truth value."""

RULE_IDS: Final = re.compile(r"^((?:[A-Z]{2}-[A-Z0-9-]+|rulings? \d+|and|,|to|\s)+):\s*")
"""The rule ids before the sentence, in a game's docstring."""

LEANING: Final = re.compile(
    r"^test_(and|nor|but|then|it|its|they|them|that|those|this|these|so|or|also|neither|else|not|no_other|nothing"
    r"|the_same|otherwise|whoever|whatever)_"
)
"""The beginnings of test names that refer to the test before them, or to no noun."""

PARTICIPLES: Final = frozenset({"found", "held", "told", "said", "there"})
"""Words that are no names of local variables; a variable is named after the thing that it holds."""

Documented = ast.Module | ast.ClassDef | source.Function


def leaning_docstrings(sources: source.Sources) -> Iterator[str]:
    """Yield the docstrings of modules, classes and functions that open with a relative clause."""
    for name, text in source.python(sources).items():
        for node in source.statements(text):
            if isinstance(node, Documented) and (docstring := ast.get_docstring(node)):
                opener = RULE_IDS.sub("", docstring).split()[0].lower().strip(",.:")
                if opener in RELATIVE or (opener == PREDICATE and not _is_predicate(node)):
                    yield f"{name}:{getattr(node, 'lineno', 1)} opens with {opener!r}; begin with a verb or a noun"


def leaning_sentences(sources: source.Sources) -> Iterator[str]:
    """Yield the docstrings of packages with a sentence whose subject is a relative clause."""
    for name, text in source.python(sources, *source.PACKAGES).items():
        for node in source.statements(text):
            docstring = ast.get_docstring(node) if isinstance(node, Documented) else None
            for sentence in CLAUSE.findall(RULE_IDS.sub("", docstring or "")):
                yield f"{name}:{getattr(node, 'lineno', 1)} has {sentence!r}; name the subject with a noun"


def _is_predicate(node: Documented) -> bool:
    return isinstance(node, source.Function) and node.returns is not None and "bool" in ast.unparse(node.returns)


def leaning_comments_on_values(sources: source.Sources) -> Iterator[str]:
    """Yield the docstrings of constants and attributes that open with a relative clause."""
    for name, text in source.python(sources).items():
        for node in source.statements(text):
            body = getattr(node, "body", None)
            for before, after in pairwise(body if isinstance(body, list) else ()):
                words = _text_below(before, after).split()
                if words and words[0].lower().strip(",.:") in RELATIVE:
                    yield f"{name}:{after.lineno} opens with {words[0]!r}; begin with a verb or a noun"


def _text_below(value: ast.stmt, text: ast.stmt) -> str:
    match value, text:
        case (ast.Assign() | ast.AnnAssign(), ast.Expr(ast.Constant(str() as words))):
            return words
        case _:
            return ""


def leaning_test_names(sources: source.Sources) -> Iterator[str]:
    """Yield the test names that only make sense after the test before them."""
    for name, text in source.python(sources, "tests").items():
        for node in source.statements(text):
            if isinstance(node, source.Function) and LEANING.match(f"{node.name}_"):
                yield f"{name}:{node.lineno} {node.name}: name the subject"


def participles_as_names(sources: source.Sources) -> Iterator[str]:
    """Yield the parameters and local variables that have no noun for a name."""
    for name, text in source.python(sources).items():
        functions = (node for node in source.statements(text) if isinstance(node, source.Function))
        for line, word in sorted({variable for node in functions for variable in _variables(node)}):
            if word in PARTICIPLES:
                yield f"{name}:{line} names a variable {word!r}; name what it holds"


def _variables(function: source.Function) -> Iterator[tuple[int, str]]:
    for node in ast.walk(function):
        match node:
            case ast.Name(id=word, ctx=ast.Store()) | ast.arg(arg=word):
                yield node.lineno, word
            case ast.MatchAs(name=str() as word) | ast.MatchStar(name=str() as word):
                yield node.lineno, word
            case ast.ExceptHandler(name=str() as word):
                yield node.lineno, word


@pytest.fixture(scope="module")
def project() -> source.Sources:
    return source.texts()


def test_docstrings_open_with_a_verb_or_a_noun(project: source.Sources) -> None:
    findings = list(leaning_docstrings(source.python(project, *source.PACKAGES)))
    assert not findings, "\n".join(findings)


def test_the_subject_of_no_sentence_is_a_relative_clause(project: source.Sources) -> None:
    assert list(leaning_sentences(project)) == []


def test_texts_below_values_open_with_a_noun(project: source.Sources) -> None:
    findings = list(leaning_comments_on_values(source.python(project, *source.PACKAGES)))
    assert not findings, "\n".join(findings)


def test_test_names_stand_alone(project: source.Sources) -> None:
    findings = list(leaning_test_names(project))
    assert not findings, "\n".join(findings)


def test_local_variables_are_named_by_nouns(project: source.Sources) -> None:
    findings = list(participles_as_names(source.python(project, *source.PACKAGES, "tests")))
    assert not findings, "\n".join(findings)


@pytest.mark.parametrize(
    "text",
    [
        '"""What a dream is."""',
        'class Dream:\n    """Whoever sleeps."""',
        'def dream() -> str:\n    """AB-SLEEP-01, ruling 3: What somebody sees."""',
        'def dream() -> str:\n    """Whether it is a nightmare."""',
        'class Dream:\n    """Whether it is a nightmare."""',
    ],
)
def test_a_docstring_with_a_relative_clause_is_found(text: str) -> None:
    assert len(list(leaning_docstrings({"domain/dream.py": text}))) == 1


@pytest.mark.parametrize(
    "text",
    [
        '"""Dreams of sleepers."""',
        'def is_nightmare() -> bool:\n    """Whether a dream is a nightmare."""',
        'def dream() -> str:\n    """AB-SLEEP-01: Return a dream."""',
    ],
)
def test_a_plain_docstring_passes(text: str) -> None:
    assert not list(leaning_docstrings({"domain/dream.py": text}))


@pytest.mark.parametrize(
    "text",
    [
        "Return a dream. What it means is for\n    others.",
        "AB-SLEEP-01: Whom it scares.",
        "End. In which bed it ended.",
    ],
)
def test_a_relative_clause_as_a_subject_is_found(text: str) -> None:
    assert len(list(leaning_sentences({"domain/dream.py": f'def dream() -> str:\n    """{text}"""'}))) == 1


def test_a_question_and_a_clause_within_a_sentence_pass() -> None:
    text = "Return the dreamer who slept. Who else slept? Sleepers know what it means."
    assert not list(leaning_sentences({"domain/dream.py": f'def dream() -> str:\n    """{text}"""'}))


def test_a_relative_clause_below_a_constant_is_found() -> None:
    assert (
        len(list(leaning_comments_on_values({"domain/dream.py": 'MOST = 3\n"""How many dreams a night has."""'}))) == 1
    )


@pytest.mark.parametrize("name", ["test_nor_twice", "test_it", "test_whoever_sleeps_dreams", "test_then_morale"])
def test_a_leaning_test_name_is_found(name: str) -> None:
    assert len(list(leaning_test_names({"tests/test_dream.py": f"def {name}() -> None: ..."}))) == 1


def test_a_test_name_with_its_subject_passes() -> None:
    assert not list(leaning_test_names({"tests/test_dream.py": "def test_a_sleeper_dreams() -> None: ..."}))


@pytest.mark.parametrize(
    "text",
    [
        "def dream() -> str:\n    found = 'sheep'\n    return found",
        "def dream(told: str) -> str:\n    return told",
        "def dream(words: list[str]) -> list[str]:\n    return [said for said in words]",
        "def dream(words: list[str]) -> str:\n    match words:\n        case [held]:\n            return held",
    ],
)
def test_a_participle_as_a_variable_is_found(text: str) -> None:
    assert len(list(participles_as_names({"domain/dream.py": text}))) == 1


def test_a_noun_as_a_variable_passes() -> None:
    text = "class Dream:\n    told: bool\n\ndef dream(dream: Dream) -> bool:\n    word = dream.told\n    return word"
    assert not list(participles_as_names({"domain/dream.py": text}))
