"""A command is its function: the function carries what a system says of the command."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any, Final, NamedTuple, TypeVar, cast, get_type_hints

from domain.commands import Command
from domain.examples import Examples
from domain.system import By, CommandSpec, Rule

RULE_ID: Final = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d{2,3}\b")
"""A rule's id as the rulebooks' inventories have them."""

_DECLARED: Final = "__commands__"

R = TypeVar("R", bound=Callable[..., None])


class _Declared(NamedTuple):
    """A decorator's declaration of a command. An empty `name` is the function's, and `args` of None are its annotation."""

    summary: str
    by: By
    actor: str
    name: str
    args: type[Command] | None
    more: dict[str, Any]


def command(
    summary: str,
    *,
    by: By = "gm",
    actor: str | None = None,
    name: str = "",
    args: type[Command] | None = None,
    **more: Any,
) -> Callable[[R], R]:
    """Declare that a function `(play, args)` is a command.

    Its name is the function's, its args are annotated on the function's second parameter, and its rules are those that the
    docstring names by id. `by` says who may give it. `actor` is the field that holds who acts: `who` where the owner
    may give the command and nothing else is said. `more` is what else a `CommandSpec` takes, such as `scene` or `slots`.
    """
    who_acts = ("who" if by == "owner" else "") if actor is None else actor

    def declare(function: R) -> R:
        earlier: tuple[_Declared, ...] = getattr(function, _DECLARED, ())
        setattr(function, _DECLARED, (_Declared(summary, by, who_acts, name, args, more), *earlier))
        return function

    return declare


def commands_of(chapter: ModuleType, examples: Examples) -> tuple[CommandSpec, ...]:
    """Return the commands of a chapter, in the order in which their functions stand in it.

    Commands that are made in a loop stand in the chapter's `COMMANDS` and come last.
    """
    made: tuple[CommandSpec, ...] = getattr(chapter, "COMMANDS", ())
    declared = (*_declared_in(chapter), *made)
    return tuple(kind._replace(example=examples.args(kind.name) or kind.example) for kind in declared)


def rules_named(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the rule ids that a function's docstring names, each once, in their order."""
    return tuple(dict.fromkeys(RULE_ID.findall(function.__doc__ or "")))


def _declared_in(chapter: ModuleType) -> Iterator[CommandSpec]:
    functions = (value for value in vars(chapter).values() if isinstance(value, FunctionType))
    for function in functions:
        if function.__module__ == chapter.__name__:
            for declared in getattr(function, _DECLARED, ()):
                yield _kind(function, declared)


def _kind(function: FunctionType, declared: _Declared) -> CommandSpec:
    rules = declared.more.get("rules", rules_named(function))
    return CommandSpec(
        name=declared.name or function.__name__,
        args=declared.args or _annotated(function),
        rule=cast(Rule, function),
        by=declared.by,
        actor=declared.actor,
        summary=declared.summary,
        **declared.more | {"rules": rules},
    )


def _annotated(function: FunctionType) -> type[Command]:
    """The type of a function's second parameter. Raises TypeError where that is no command's args."""
    hints = get_type_hints(function, vars(sys.modules[function.__module__]))
    parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
    args = hints.get(parameters[1]) if len(parameters) == 2 else None
    if not (isinstance(args, type) and issubclass(args, Command)):
        raise TypeError(f"{function.__module__}.{function.__name__} is to take `play` and the args of a command")
    return args
