"""Data of a game in its folder: its rules by id, its examples, and its tables."""

from __future__ import annotations

from importlib.resources import files
from typing import TypeVar

import msgspec

from domain.examples import Examples
from domain.question_keys import QuestionKind
from domain.system import CommandInputs, RollKind, RuleText

T = TypeVar("T")


class _Ruling(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str
    text: str
    rules: tuple[str, ...] = ()


class _Rulebook(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    rule: tuple[RuleText, ...]
    ruling: tuple[_Ruling, ...] = ()


def rules_of(package: str) -> tuple[RuleText, ...]:
    """The rules of a game and the rulings on them, from `rules.toml` in the folder of its package.

    Raises msgspec.ValidationError where the file is not as described by `RuleText`.
    """
    book = table(package, "rules", _Rulebook)
    rulings = (RuleText(id=ruling.id, text=ruling.text, kind="ruling") for ruling in book.ruling)
    return (*book.rule, *rulings)


class _Rolls(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    roll: tuple[RollKind, ...]


def roll_kinds_of(package: str) -> tuple[RollKind, ...]:
    """The kinds of rolls of a game, from `rolls.toml` in the folder of its package.

    Raises FileNotFoundError, and msgspec.ValidationError where the file is not as described by `RollKind`.
    """
    return table(package, "rolls", _Rolls).roll


class _Questions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    question: tuple[QuestionKind, ...]


def question_kinds_of(package: str) -> tuple[QuestionKind, ...]:
    """The kinds of questions of a game, from `questions.toml` in the folder of its package.

    Raises FileNotFoundError, and msgspec.ValidationError where the file is not as described by `QuestionKind`.
    """
    return table(package, "questions", _Questions).question


def inputs_of(package: str) -> dict[str, CommandInputs]:
    """The kinds of rolls and questions of commands, by full type, from `inputs.toml` in the folder of a game's package.

    Raises FileNotFoundError, and msgspec.ValidationError where the file is not as described by `CommandInputs`.
    """
    return table(package, "inputs", dict[str, CommandInputs])


def examples_of(package: str) -> Examples:
    """The examples of a game, from `examples.toml` in the folder of its package.

    Raises FileNotFoundError, and msgspec.ValidationError where the file is not as described by `Examples`.
    """
    return table(package, "examples", Examples)


def table(package: str, name: str, kind: type[T]) -> T:
    """The table `<name>.toml` in the folder of a package, as the given type.

    Raises FileNotFoundError, and msgspec.ValidationError where the table is not of that type.
    """
    return msgspec.toml.decode(files(package).joinpath(f"{name}.toml").read_bytes(), type=kind)
