"""Demos that make no sense are refused before anything is played, and the message says where."""

from __future__ import annotations

import pytest

from api.demo.reading import demo_of, read
from api.demo.script import WrongDemo
from tests.api.demo.conftest import HEAD

STEP = '[[step]]\nby = "gm"\n'
NOTE = STEP + 'type = "note"\nargs = {text = "x"}\n'


def wrong(text: str) -> str:
    with pytest.raises(WrongDemo) as refused:
        read(text, "demo.toml")
    return str(refused.value)


def test_what_is_no_toml_is_told_with_its_line() -> None:
    assert "demo.toml: it is no TOML" in (sentence := wrong("name = \n"))
    assert "line 1" in sentence


def test_a_wrong_field_is_told_with_line_and_step() -> None:
    assert wrong(HEAD + STEP + "tpye = 3\n").startswith(
        "demo.toml, line 12, step 2: Object contains unknown field `tpye`"
    )


def test_a_step_is_told_by_its_name() -> None:
    assert "line 12, step 2 (hit)" in wrong(HEAD + STEP + 'name = "hit"\ntype = 3\n')


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('name = "x"\npeople = {ana = "Ana"}\n' + NOTE.replace("gm", "ana"), "add `gm` to the people"),
        (HEAD + '[[step]]\nby = "bob"\ntype = "note"\n', "there is no 'bob' among the people: gm, ana"),
        (HEAD + NOTE + 'name = "red"\n', "'red' is the name of something else already"),
        (HEAD + NOTE + 'name = "ana"\n', "'ana' is the name of something else already"),
        (HEAD + STEP + 'undo = "later"\n', "no step before it is called 'later'"),
        (HEAD + STEP + 'undo = "ana"\n', "no step before it is called 'ana'"),
        (HEAD + STEP + 'type = "note"\nargs = {text = "@later"}\n', "`@later` is neither one of the people nor a step"),
        (HEAD + STEP, "it does nothing"),
        (HEAD + STEP + 'undo = "red"\nredo = "red"\n', "it does one thing"),
        (HEAD + STEP + 'undo = "red"\ntype = "note"\n', "give it a step of its own"),
        (HEAD + STEP + 'insert = [{after = "red"}]\n', "missing required field `type`"),
        (HEAD + STEP + 'insert = [{after = "ada", type = "note"}]\n', "no step before it is called 'ada'"),
        (HEAD + STEP + 'late = "red"\n', "a late answer needs `responses`"),
        (HEAD + STEP + 'undo = "red"\nrefused = "x"\n', "`refused` belongs to a command that is played"),
        (HEAD + NOTE + "dry_run = true\n", "`dry_run` belongs to a change of the past"),
        (HEAD + NOTE + 'name = "n"\nrefused = "x"\n', "what is refused leaves nothing"),
        (HEAD + NOTE + 'holds = [{path = "x", is = 1}]\n', "does so on one sheet, board, group, roster"),
        (HEAD + NOTE + 'holds = [{sheet = "red", path = "x"}]\n', "either a value (`is`) or a `count`"),
        (HEAD + NOTE + "show = [{}]\n", "what is shown is one sheet, board, group, roster"),
        (HEAD + NOTE + 'show = [{grid = "crew"}]\n', "grid (with its target)"),
        (HEAD + NOTE + 'show = [{sheet = "red", target = "x"}]\n', "what is shown is one sheet"),
        (HEAD + STEP + "open = {}\nprocess = true\n", "of downtime it does one thing"),
        (HEAD + STEP + 'open = {}\ntype = "note"\n', "downtime has no place beside a command"),
        (HEAD + STEP + 'process = true\nundo = "red"\n', "downtime has no place beside a command"),
        (HEAD + STEP + 'process = true\nname = "week"\n', "the actions of a plan have"),
        (HEAD + STEP + "open = {}\nphase = 1\n", "`phase` belongs to plan, withdraw, process or report"),
        (HEAD + NOTE + 'action = [{type = "heal"}]\n', "`action` belongs to `plan`"),
        (HEAD + STEP + 'plan = "red"\naction = [{name = "red", type = "heal"}]\n', "'red' is the name of something"),
        (HEAD + STEP + 'plan = "red"\naction = [{type = "heal", args = {target = "@x"}}]\n', "`@x` is neither"),
    ],
)
def test_what_makes_no_sense_is_told_with_what_would(text: str, sentence: str) -> None:
    assert sentence in wrong(text)


def test_a_game_without_a_demo_has_none() -> None:
    assert demo_of("systems.freeform") is None
