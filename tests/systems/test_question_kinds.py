"""Each game declares its kinds of questions, and asks no other."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import domain.play.moments
import systems
from domain.question_keys import QuestionKind
from domain.system import System
from systems.registry import load
from tests.freeform.table import Table
from tests.play.rules import decided
from tests.play.test_play import HERO

REGISTRY = load(installed=[])
GAMES = sorted(REGISTRY.systems)
DECLARING = System(
    id="declaring",
    name="Declaring",
    version=1,
    kinds=(),
    question_kinds=[
        QuestionKind(name="defend", text="Whoever is attacked is asked how they defend."),
        QuestionKind(name="reroll", text="Whoever rolls is offered to roll again.", of_roll=True),
    ],
)
OPTIONS = ("yes", "no")
ASKING = {"ask": 0, "offer": 0, "confirmed": 1, "_entered": 1, "offered": "kind", "asked_for_any": "kind", "spread": 1}
"""The calls that ask, each with the place or the name of the argument that is the kind of the question."""


@pytest.fixture
def table() -> Table:
    return Table().with_hero(hp=10)


def kinds_asked(folder: Path, package: str) -> dict[str, str]:
    """The kinds of the questions in a folder of rules, each with where it is asked; source text for one that is made there."""
    places = {}
    for path in folder.rglob("*.py"):
        module = ".".join((package, *path.relative_to(folder).with_suffix("").parts))
        names = vars(import_module(module)) if path.stem != "__init__" else {}
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and (kind := _kind(call)) is not None and not _is_passed_on(kind, names):
                places[_written(kind, names)] = f"{path.name}:{call.lineno}"
    return places


def _kind(call: ast.Call) -> ast.expr | None:
    place = ASKING.get(ast.unparse(call.func).rpartition(".")[2])
    if isinstance(place, int):
        return call.args[place] if len(call.args) > place else None
    return next((word.value for word in call.keywords if word.arg is not None and word.arg == place), None)


def _is_passed_on(node: ast.expr, names: dict[str, object]) -> bool:
    """Whether it is a parameter or local name: then whoever passes it has the kind."""
    return isinstance(node, ast.Name) and not isinstance(names.get(node.id), str)


def _written(node: ast.expr, names: dict[str, object]) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return str(names[node.id]) if isinstance(node, ast.Name) else ast.unparse(node)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_in_the_rules_of_a_game_is_of_a_declared_kind(game: str) -> None:
    asked = kinds_asked(Path(systems.__file__).parent / game.replace("-", "_"), f"systems.{game.replace('-', '_')}")
    declared = REGISTRY.question_kinds(REGISTRY.systems[game])
    assert asked
    assert {kind: at for kind, at in asked.items() if kind not in declared} == {}


def test_every_question_of_a_moment_is_of_a_kind_that_every_game_has() -> None:
    asked = kinds_asked(Path(domain.play.moments.__file__).parent, "domain.play")
    assert asked.keys() == {"save", "order"} <= REGISTRY.question_kinds(REGISTRY.base).keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_declared_kind_of_question_is_asked_somewhere(game: str) -> None:
    own = REGISTRY.systems[game].question_kinds
    assert own
    folder = Path(systems.__file__).parent / game.replace("-", "_")
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py")]
    texts.append(Path(domain.play.moments.__file__).read_text(encoding="utf-8"))
    assert [name for name in own if not any(re.search(rf'["/]{name}["/]', text) for text in texts)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_who_is_asked_what(game: str) -> None:
    kinds = (REGISTRY.systems[game].question_kinds or {}).values()
    assert [kind.name for kind in kinds if not kind.text.endswith(".") or len(kind.text.split()) < 4] == []


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"kind": "defend"}, "defend"),
        ({"kind": "defend", "about": HERO}, f"defend/{HERO}"),
        ({"kind": "defend", "about": (HERO, f"{HERO}.items.rope")}, f"defend/{HERO}/{HERO}.items.rope"),
        ({"kind": "defend", "about": HERO, "step": 2}, f"defend/{HERO}/2"),
        ({"kind": "reroll", "of": "dodge/again", "about": HERO}, f"reroll/dodge/again/{HERO}"),
    ],
)
def test_a_key_is_the_kind_with_what_it_is_about_behind_it(table: Table, asked: dict[str, Any], key: str) -> None:
    decision = decided(table, lambda play: play.ask(asked.pop("kind"), "gm", OPTIONS, "no", **asked), system=DECLARING)
    assert decision.question is not None
    assert decision.question.key == key


@pytest.mark.parametrize("kind", ["feint", "defend/hero", "defend-x", ""])
def test_a_question_of_an_undeclared_kind_is_a_defect(table: Table, kind: str) -> None:
    with pytest.raises(ValueError, match=f"Declaring declares no kind of questions '{kind}'"):
        decided(table, lambda play: play.ask(kind, "gm", OPTIONS, "no"), system=DECLARING)


def test_a_question_about_a_name_in_place_of_a_reference_is_a_defect(table: Table) -> None:
    with pytest.raises(ValueError, match="'hero', which is no reference"):
        decided(table, lambda play: play.ask("defend", "gm", OPTIONS, "no", about="hero"), system=DECLARING)


@pytest.mark.parametrize(("kind", "of"), [("reroll", ""), ("defend", "dodge")])
def test_a_word_behind_the_kind_is_there_where_the_kind_declares_one(table: Table, kind: str, of: str) -> None:
    with pytest.raises(ValueError, match="given a word"):
        decided(table, lambda play: play.ask(kind, "gm", OPTIONS, "no", of=of), system=DECLARING)


def test_an_offer_of_an_undeclared_kind_is_a_defect(table: Table) -> None:
    with pytest.raises(ValueError, match="declares no kind of questions 'luck'"):
        decided(table, lambda play: play.offer("luck", "gm", OPTIONS, "no"), system=DECLARING)


def test_only_a_titled_kind_of_question_has_titles(table: Table) -> None:
    with pytest.raises(ValueError, match="not titled"):
        decided(table, lambda play: play.ask("defend", "gm", OPTIONS, "no", title="jump"), system=DECLARING)
