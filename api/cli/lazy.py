"""Commands that are listed by name and in short, and imported when they run, as click's documentation describes.

The help of a group lists its commands without what they import: the games, the database, the web server.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

import rich_click as click


class ListedCommand(click.RichCommand):
    """A command as its group lists it. `source` is where it lies: a module of `api.cli.commands`, and its name there."""

    def __init__(self, name: str, source: str, summary: str) -> None:
        super().__init__(name=name, help=summary)
        self.source = source

    def load(self) -> click.Command:
        """Import the command."""
        module, _, attribute = self.source.partition(":")
        return cast(click.Command, getattr(import_module(f"api.cli.commands.{module}"), attribute))


class LazyGroup(click.RichGroup):
    """A group whose listed commands are imported when they run, or when their own help is asked for."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name, imported."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, command.load() if isinstance(command, ListedCommand) else command, rest
