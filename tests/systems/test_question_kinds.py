"""Each game declares its kinds of questions, and asks no other."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import domain.play.moments
import systems
from domain.system import QuestionKind, System
from systems.registry import load
from tests.freeform.table import Table
from tests.play.rules import decided

REGISTRY = load()
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
ASKING = {"ask", "offer", "unasked", "confirmed", "series", "_entered", "_key"}


@pytest.fixture
def table() -> Table:
    return Table().with_hero(hp=10)


def keys(folder: Path, package: str) -> dict[str, str]:
    """How the keys of the questions in a folder of rules begin or end, each with where it is asked: what is written out of
    them, and `*` for what is not."""
    found = {}
    for path in folder.glob("*.py"):
        names = vars(import_module(f"{package}.{path.stem}")) if path.stem != "__init__" else {}
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] in ASKING:
                given = [argument for argument in call.args if ast.unparse(argument) not in ("play", "s.play")]
                if given and (key := _written(given[0], names)).strip("*/"):
                    found[key] = f"{path.name}:{call.lineno}"
    return found


def _written(node: ast.expr, names: dict[str, object]) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Name) and isinstance(names.get(node.id), str):
        return str(names[node.id])
    if isinstance(node, ast.FormattedValue):
        return _written(node.value, names)
    if isinstance(node, ast.JoinedStr):
        return "".join(_written(part, names) for part in node.values)
    return "*"


@pytest.mark.parametrize("game", GAMES)
def test_every_question_in_the_rules_of_a_game_is_of_a_declared_kind(game: str) -> None:
    package = f"systems.{game.replace('-', '_')}"
    asked = keys(Path(systems.__file__).parent / game.replace("-", "_"), package)
    system = REGISTRY.systems[game]
    titled = {kind.name for kind in REGISTRY.question_kinds(system).values() if kind.titled}
    unknown = {
        key: at for key, at in asked.items() if key not in titled and REGISTRY.question_kind(system, key) is None
    }
    assert asked
    assert unknown == {}


def test_every_question_of_a_moment_is_of_a_kind_that_every_game_has() -> None:
    asked = keys(Path(domain.play.moments.__file__).parent, "domain.play")
    kinds = {key.partition("/")[0] for key in asked}
    assert kinds == {"save", "order"}
    assert kinds <= REGISTRY.question_kinds(REGISTRY.base).keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_declared_kind_of_question_is_asked_somewhere(game: str) -> None:
    own = REGISTRY.systems[game].question_kinds
    assert own
    folder = Path(systems.__file__).parent / game.replace("-", "_")
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.py")]
    texts.append(Path(domain.play.moments.__file__).read_text(encoding="utf-8"))
    assert [name for name in own if not any(re.search(rf'["/]{name}["/]', text) for text in texts)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_who_is_asked_what(game: str) -> None:
    kinds = (REGISTRY.systems[game].question_kinds or {}).values()
    assert [kind.name for kind in kinds if not kind.text.endswith(".") or len(kind.text.split()) < 4] == []


@pytest.mark.parametrize("key", ["defend", "defend/hero", "defend-2/hero/1", "dodge/hero/reroll", "dodge/reroll/2"])
def test_a_question_of_a_declared_kind_is_asked(table: Table, key: str) -> None:
    decision = decided(table, lambda play: play.ask(key, "gm", OPTIONS, "no"), system=DECLARING)
    assert decision.question is not None
    assert decision.question.key == key


@pytest.mark.parametrize("key", ["feint", "reroll", "hero/defend", "defend-x"])
def test_a_question_of_an_undeclared_kind_is_a_defect(table: Table, key: str) -> None:
    with pytest.raises(ValueError, match=f"Declaring declares no kind of questions '{key}'"):
        decided(table, lambda play: play.ask(key, "gm", OPTIONS, "no"), system=DECLARING)


def test_an_offer_of_an_undeclared_kind_is_a_defect(table: Table) -> None:
    with pytest.raises(ValueError, match="declares no kind of questions 'luck'"):
        decided(table, lambda play: play.offer("luck", "gm", OPTIONS, "no"), system=DECLARING)


def test_only_a_titled_kind_of_question_has_titles(table: Table) -> None:
    with pytest.raises(ValueError, match="not titled"):
        decided(table, lambda play: play.ask("defend", "gm", OPTIONS, "no", title="jump"), system=DECLARING)
