"""A game's examples: a campaign that is set up for them, and args for every command that work in it.

They are data of the game, in its `examples.toml`. The documentation shows them, and tests play every one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class ExampleStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command that the game master gives: its full type, as `freeform.note`, and its args."""

    type: str
    args: dict[str, Any] = {}


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Args of a command that work as they stand.

    They are given after the example of the command `after`, where one is named, and after the steps `before`.
    """

    args: dict[str, Any] = {}
    after: str = ""
    before: tuple[ExampleStep, ...] = ()


class Examples(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game's examples. `setup` is played first; `player` is the member whose characters it makes.

    `commands` has the example of every command, by its name without the game's.
    """

    player: str = ""
    setup: tuple[ExampleStep, ...] = ()
    commands: dict[str, Example] = {}

    def args(self, name: str) -> Mapping[str, Any]:
        """Return the args of a command's example; none for a command that has no example."""
        return self.commands[name].args if name in self.commands else {}

    def before(self, type: str) -> tuple[ExampleStep, ...]:
        """Return the steps between the set-up and the example of a command, which is named by its full type."""
        system, _, name = type.partition(".")
        example = self.commands.get(name)
        if example is None:
            return ()
        if not example.after:
            return example.before
        earlier = f"{system}.{example.after}"
        return (*self.before(earlier), ExampleStep(type=earlier, args=dict(self.args(example.after))), *example.before)
