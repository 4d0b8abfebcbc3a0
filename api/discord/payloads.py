"""Interactions as Discord sends them: the parts that are read. Discord may add others at any time."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec

MANAGE_CHANNELS: Final = 1 << 4
"""The bit of a member's permissions who may manage the channel."""

_COMMANDS: Final = UUID("7d1f3c0a-5b1e-4d52-9a52-6a5b2b0f8c11")
"""The namespace of the ids of commands that interactions give."""


class InteractionType(IntEnum):
    """The kinds of interactions."""

    PING = 1
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4


class User(msgspec.Struct, frozen=True):
    """A Discord user, by their id."""

    id: str
    username: str = ""


class GuildMember(msgspec.Struct, frozen=True):
    """A Discord user in a server, with their permissions in the channel."""

    user: User
    permissions: str = "0"


class Option(msgspec.Struct, frozen=True):
    """An option of a slash command, or a subcommand with its options. The one that is being typed is `focused`."""

    name: str
    value: Any = None
    options: tuple[Option, ...] = ()
    focused: bool = False


class InteractionData(msgspec.Struct, frozen=True):
    """The name and options of a slash command, or the id of a button."""

    name: str = ""
    options: tuple[Option, ...] = ()
    custom_id: str = ""


class Channel(msgspec.Struct, frozen=True):
    """A channel; `parent_id` of a thread is the channel in which the thread is, and else the category."""

    type: int = 0
    parent_id: str | None = None


_THREADS: Final = frozenset({10, 11, 12})
"""The types of channels that are threads."""


class Interaction(msgspec.Struct, frozen=True, kw_only=True):
    """An interaction. Discord vouches for its user, its channel, and their permissions there."""

    id: str
    application_id: str
    type: int
    token: str = ""
    data: InteractionData = InteractionData()
    channel_id: str = ""
    channel: Channel = Channel()
    locale: str = ""
    member: GuildMember | None = None
    user: User | None = None

    @property
    def around(self) -> str | None:
        """The id of the channel around the thread in which it was sent; None outside of threads."""
        return self.channel.parent_id if self.channel.type in _THREADS else None

    @property
    def sender(self) -> User:
        """The user who sent it: in a server a member's, in a direct message the user themselves."""
        sender = self.user if self.member is None else self.member.user
        return sender or User("")

    @property
    def manages_channel(self) -> bool:
        """Whether the user may manage the channel; in a direct message it is theirs."""
        return self.member is None or bool(int(self.member.permissions) & MANAGE_CHANNELS)

    @property
    def command_id(self) -> str:
        """The id of the command that this interaction gives: the same however often Discord sends the interaction."""
        return str(uuid5(_COMMANDS, f"{self.application_id}/{self.id}"))

    @property
    def name(self) -> str:
        """The name of the slash command, with that of its subcommand: `retcon link`."""
        options = self.data.options
        return self.data.name if not _is_subcommand(options) else f"{self.data.name} {options[0].name}"

    @property
    def options(self) -> Sequence[Option]:
        """The options of the slash command or of its subcommand."""
        options = self.data.options
        return options[0].options if _is_subcommand(options) else options


def _is_subcommand(options: Sequence[Option]) -> bool:
    return len(options) == 1 and options[0].value is None
