"""A command is its function: its name, its args, its rules and its example are said once."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from domain.commands import Command
from domain.examples import Example, Examples, ExampleStep
from domain.kit.commands import command, commands_of, rules_named
from domain.play.play import Play
from domain.system import CommandSpec, System
from systems.registry import load

SYSTEMS = list(load(installed=[]).systems.values())
DECLARED = [(system, kind) for system in SYSTEMS for kind in system.kinds.values()]


class Greet(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody is greeted."""

    who: str


class Leave(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody leaves."""


@command("Greet somebody.", by="owner", scene=True)
def greet(play: Play, command: Greet) -> None:
    """AB-SOC-01, AB-SOC-02: a greeting; AB-SOC-01 says how."""


@command("Say farewell.", name="farewell", args=Leave)
@command("Go without a word.", name="go", args=Leave)
def leave(play: Play, command: Command) -> None:
    """AB-RULING-101: somebody is gone."""


def chapter(**functions: object) -> ModuleType:
    """This module, as a chapter that has only these functions."""
    made = ModuleType(__name__)
    vars(made).update(functions)
    return made


NO_EXAMPLES = Examples()


def of(name: str, examples: Examples = NO_EXAMPLES) -> CommandSpec:
    """The command of this name."""
    return next(kind for kind in commands_of(sys.modules[__name__], examples) if kind.name == name)


def test_a_command_has_the_name_of_its_function() -> None:
    assert [kind.name for kind in commands_of(chapter(greet=greet), Examples())] == ["greet"]


def test_a_command_takes_the_args_of_its_function() -> None:
    assert of("greet").args is Greet


def test_a_command_has_each_rule_of_its_docstring_once() -> None:
    assert (of("greet").rules, of("go").rules) == (("AB-SOC-01", "AB-SOC-02"), ("AB-RULING-101",))


def test_the_owner_of_who_acts_where_the_owner_may_give_it() -> None:
    assert (of("greet").by, of("greet").actor, of("go").by, of("go").actor) == ("owner", "who", "gm", "")


def test_one_function_may_be_several_commands_in_the_order_in_which_they_stand() -> None:
    assert [kind.name for kind in commands_of(chapter(leave=leave), Examples())] == ["farewell", "go"]


def test_a_function_of_another_module_is_not_a_command_of_the_chapter() -> None:
    elsewhere = ModuleType("elsewhere")
    vars(elsewhere).update(greet=greet)
    assert commands_of(elsewhere, Examples()) == ()


def test_an_example_comes_from_the_data_of_the_game() -> None:
    examples = Examples(commands={"greet": Example(args={"who": "ada"})})
    assert of("greet", examples).example == {"who": "ada"}


def test_a_function_without_annotated_args_is_no_command() -> None:
    @command("Wait.")
    def wait(play: Play) -> None:
        """Nothing happens."""

    wait.__module__ = __name__
    with pytest.raises(TypeError, match="wait is to take `play` and the args of a command"):
        commands_of(chapter(wait=wait), Examples())


def test_an_example_comes_after_what_comes_before_the_one_that_it_follows() -> None:
    examples = Examples(
        commands={
            "greet": Example(args={"who": "ada"}, before=(ExampleStep(type="toy.arrive"),)),
            "go": Example(after="greet", before=(ExampleStep(type="toy.wait"),)),
        }
    )
    before = [(step.type, step.args) for step in examples.before("toy.go")]
    assert before == [("toy.arrive", {}), ("toy.greet", {"who": "ada"}), ("toy.wait", {})]


def test_a_command_names_rules_that_its_game_has() -> None:
    assert DECLARED
    assert [f"{system.id}.{kind.name}" for system, kind in DECLARED if not set(kind.rules) <= system.rules.keys()] == []


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_every_command_of_a_game_has_an_example(system: System) -> None:
    names = {kind.name for kind in system.kinds.values()}
    assert names - system.examples.commands.keys() == set()


def test_rules_are_named_by_whole_ids() -> None:
    def rule() -> None:
        """AB-SOC-01 to AB-SOC-03, ruling 4, and X-SOC-01."""

    assert rules_named(rule) == ("AB-SOC-01", "AB-SOC-03")
