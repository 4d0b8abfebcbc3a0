"""The tab key completes campaigns, handles, commands, their fields and choices."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.cli.commands.serving import DEMO
from api.cli.completion.shells import replacement
from tests.cli.pseudo_terminal import Screen, at_a_terminal
from tests.cli.terminal import COMMAND, Terminal

SEA_HAG = f'"{DEMO}"'


def completed(terminal: Terminal, line: str, shell: str = "bash") -> list[str]:
    """The completions of a line for a shell."""
    terminal.environment |= {"_RETCON_COMPLETE": f"{shell}_complete", "RETCON_LINE": f"retcon {line}"}
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
    assert completed(reader, f"play {SEA_HAG} damage_all targets=sh1,ke", shell) == ["targets=sh1,keya"]


def test_settings_before_the_command_are_passed_over(reader: Terminal) -> None:
    reader.environment |= {"_RETCON_COMPLETE": "fish_complete", "RETCON_LINE": "RETCON_TOKEN=$ana LANG=C retcon dem"}
    try:
        assert reader().out == "plain,demo\n"
    finally:
        reader.environment |= {"_RETCON_COMPLETE": None, "RETCON_LINE": None}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_runs_is_printed(reader: Terminal, shell: str) -> None:
    assert f"_RETCON_COMPLETE={shell}_complete" in reader("completion", shell).out


PROMPTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(retcon completion bash)"; PS1="$ "; echo rea""dy\n'),
    "zsh": (["zsh", "-f", "-i"], 'eval "$(retcon completion zsh)"; PS1="$ "; echo rea""dy\n'),
    "fish": (["fish", "--no-config", "-i"], 'retcon completion fish | source; echo rea""dy\n'),
}


@pytest.fixture(params=PROMPTS)
def prompt(request: pytest.FixtureRequest, reader: Terminal, tmp_path: Path) -> Iterator[Screen]:
    """The prompt of a shell in which the tab key knows Retcon, where the machine has that shell."""
    command, start = PROMPTS[request.param]
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    path = f"{Path(COMMAND).parent}:/usr/bin:/bin"
    environment = {**reader.for_processes, "PS1": "$ ", "PATH": path, "HOME": str(tmp_path), "ZDOTDIR": str(tmp_path)}
    with at_a_terminal(command, environment) as screen:
        screen.type(start)
        screen.until("ready\n")
        yield screen


def test_a_shell_completes_a_campaign_and_a_handle(prompt: Screen) -> None:
    prompt.type("retcon sheet The\t")
    prompt.until("The\\ Sea\\ Hag")
    prompt.type(" key\t")
    prompt.until("keya")
    prompt.type("\n")
    assert "Keya" in prompt.until("Keya")


def test_a_shell_completes_a_name_in_another_case_and_in_quotes(prompt: Screen) -> None:
    prompt.type('retcon characters "the s\t')
    prompt.until("Hag")
    prompt.type("\n")
    assert "keya" in prompt.until("keya")


def test_a_shell_completes_the_last_one_of_a_list(prompt: Screen) -> None:
    prompt.type(f"RETCON_PORT=1 retcon play {SEA_HAG} damage_all tar\t")
    prompt.until("targets=")
    prompt.type("sh1,ke\t")
    prompt.until("sh1,keya")
