"""Slash commands: each with its options, what it does, and the completions of its options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from api.discord.asking import Request
from api.discord.messages import InteractionAnswer

Run = Callable[[Request], InteractionAnswer]

Complete = Callable[[Request, str], Iterable[tuple[str, str]]]
"""Returns completions of what is typed: what the user reads, and the value."""

_TYPES: Final[Mapping[str, int]] = {"text": 3, "yes-no": 5}
_SUBCOMMAND: Final = 1
_SLASH: Final = 1
_SERVERS_AND_DIRECT: Final = [0, 1]


class SlashOption(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a slash command, as Discord shows it; its `choices` are all that may be chosen."""

    name: str
    text: str
    type: Literal["text", "yes-no"] = "text"
    required: bool = False
    choices: tuple[str, ...] = ()
    complete: Complete | None = None

    @property
    def described(self) -> dict[str, Any]:
        """The option as Discord takes it."""
        described: dict[str, Any] = {"type": _TYPES[self.type], "name": self.name, "description": self.text}
        if self.required:
            described["required"] = True
        if self.choices:
            described["choices"] = [{"name": choice, "value": choice} for choice in self.choices]
        if self.complete is not None:
            described["autocomplete"] = True
        return described


class SlashCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A slash command, or a subcommand: then its name has two words."""

    name: str
    text: str
    run: Run
    options: tuple[SlashOption, ...] = ()

    @property
    def described(self) -> dict[str, Any]:
        """The command as Discord takes it, without what is above a subcommand."""
        name = self.name.rpartition(" ")[2]
        options = [option.described for option in self.options]
        return {"name": name, "description": self.text, "options": options}


def described(commands: Iterable[SlashCommand], groups: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return commands as Discord takes them, subcommands below their group, which `groups` explain."""
    shown: dict[str, dict[str, Any]] = {}
    for command in commands:
        group = command.name.partition(" ")[0]
        if group == command.name:
            shown[group] = {"type": _SLASH, "contexts": _SERVERS_AND_DIRECT, **command.described}
            continue
        above = {"type": _SLASH, "contexts": _SERVERS_AND_DIRECT, "name": group, "description": groups[group]}
        shown.setdefault(group, {**above, "options": []})
        shown[group]["options"].append({"type": _SUBCOMMAND, **command.described})
    return list(shown.values())
