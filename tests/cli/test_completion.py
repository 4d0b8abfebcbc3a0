"""The tab key completes campaigns, handles, commands, their fields and choices."""

from pathlib import Path

import pytest

from api.cli.commands.serving import DEMO
from api.cli.completion.shells import replacement
from tests.cli.pseudo_terminal import at_a_terminal
from tests.cli.terminal import COMMAND, Terminal

SEA_HAG = f'"{DEMO}"'


def completed(terminal: Terminal, line: str) -> list[str]:
    """The completions of a line for bash."""
    terminal.environment |= {"_RETCON_COMPLETE": "bash_complete", "RETCON_LINE": f"retcon {line}"}
    try:
        return [item.partition(",")[2] for item in terminal().out.splitlines() if item]
    finally:
        terminal.environment |= {"_RETCON_COMPLETE": None, "RETCON_LINE": None}


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("dem", ["demo"]),
        ("sheet ", ["The\\ Sea\\ Hag"]),
        ("sheet the", ["The\\ Sea\\ Hag"]),
        ('sheet "The S', [DEMO]),
        (f"sheet {SEA_HAG} ke", ["keya"]),
        (f"log {SEA_HAG} --status stru", ["struck"]),
        (f"log {SEA_HAG} --character ke", ["keya"]),
        (f"play {SEA_HAG} damage_", ["damage_all"]),
        (f"play {SEA_HAG} freeform.damage_", ["freeform.damage_all"]),
        (f"play {SEA_HAG} damage stop", ["stop_at_minimum="]),
        (f"play {SEA_HAG} damage stop_at_minimum=", ["yes", "no"]),
        (f"play {SEA_HAG} damage target=ke", ["keya"]),
        (f"play {SEA_HAG} damage_all targets=sh1,ke", ["sh1,keya"]),
        (f"play {SEA_HAG} ask owner=ow", ["Owner"]),
        (f"play {SEA_HAG} draw --dice ", ["draw="]),
        (f"insert {SEA_HAG} --after 3 damage target=ke", ["keya"]),
        ("commands wea", ["weaverdice"]),
        ('sheet "No Such" ', []),
    ],
)
def test_a_line_is_completed(reader: Terminal, line: str, some: list[str]) -> None:
    assert completed(reader, line) == some


def test_no_field_is_offered_twice(reader: Terminal) -> None:
    assert "target=" not in completed(reader, f"play {SEA_HAG} damage target=keya ")


@pytest.mark.parametrize(
    ("line", "value", "text"),
    [
        ("retcon sheet ", "It's", "It\\'s"),
        ("retcon sheet 'The", "The End", "The End"),
        ("retcon play x note text=", "text=a b", "a\\ b"),
        ('retcon play x note text="a', "text=a b", "a b"),
        ("retcon undo x session:", "session:2", "2"),
    ],
)
def test_a_value_takes_the_place_of_what_bash_holds_for_a_word(line: str, value: str, text: str) -> None:
    assert replacement(line, value) == text


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_take_the_values_as_they_are(reader: Terminal, shell: str) -> None:
    words = {"COMP_WORDS": "retcon sheet The", "COMP_CWORD": "The" if shell == "fish" else "2"}
    reader.environment |= {"_RETCON_COMPLETE": f"{shell}_complete", **words}
    try:
        assert DEMO in reader().out
    finally:
        reader.environment |= dict.fromkeys(("_RETCON_COMPLETE", *words))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_runs_is_printed(reader: Terminal, shell: str) -> None:
    assert f"_RETCON_COMPLETE={shell}_complete" in reader("completion", shell).out


def test_bash_completes_a_campaign_and_a_handle_at_the_prompt(reader: Terminal) -> None:
    environment = {**reader.for_processes, "PS1": "$ ", "PATH": f"{Path(COMMAND).parent}:/usr/bin:/bin"}
    with at_a_terminal(["bash", "--norc", "--noprofile", "-i"], environment) as screen:
        screen.type('eval "$(retcon completion bash)"; echo rea""dy\n')
        screen.until("ready\n")
        screen.type("retcon sheet The\t")
        screen.until("The\\ Sea\\ Hag")
        screen.type(" key\t")
        screen.until("keya")
        screen.type("\n")
        assert "Keya" in screen.until("Keya")
