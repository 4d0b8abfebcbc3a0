"""Completion at the prompt of a shell."""

from __future__ import annotations

import rich_click as click
from click.shell_completion import get_completion_class

from api.cli.completion.shells import register
from api.cli.root import COMPLETE, main


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what makes the tab key complete campaigns, handles, commands and their fields.

    Put this into ~/.bashrc or ~/.zshrc: eval "$(retcon completion bash)" (or zsh). For fish: retcon completion fish >
    ~/.config/fish/completions/retcon.fish
    """
    register()
    kind = get_completion_class(shell)
    assert kind is not None, "click knows these shells"
    click.echo(kind(main, {}, "retcon", COMPLETE).source())
