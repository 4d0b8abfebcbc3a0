"""A request of a Discord user: who asks, in which channel, and about which campaign."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeVar
from uuid import UUID

from msgspec.structs import replace

from api.discord.linked import LinkedSession, session_of
from api.discord.messages import InteractionAnswer, sentence
from api.discord.payloads import Interaction
from api.discord.rendering import entry_shown
from api.problems import NotFound
from api.services import Services
from api.use_cases.commands import CommandRequest, give_command
from api.use_cases.revisions import RevisionView, revise
from domain.history.plan import RevisionRequest
from domain.messages import text
from projections.phrases.naming import Names
from projections.views.entry import Entry

T = TypeVar("T")

NOT_TIED = text("no campaign is played in this channel; its game master types /retcon here")

NO_PART = "you take no part in the campaign of this channel; ask its game master for an invitation"


class Request:
    """An interaction, and what it needs of the service."""

    def __init__(self, services: Services, interaction: Interaction) -> None:
        self.services, self.interaction = services, interaction

    @property
    def given(self) -> Mapping[str, Any]:
        """The options of the slash command, by name."""
        return {option.name: option.value for option in self.interaction.options}

    @cached_property
    def at(self) -> LinkedSession:
        """The session of the user. Raises NotSignedIn."""
        return session_of(self.services, self.interaction.sender.id)

    @cached_property
    def tied(self) -> UUID | None:
        """The campaign of the channel; of a thread that has none of its own, that of the channel around it."""
        discord, around = self.services.discord, self.interaction.around
        own = discord.campaign_of(self.interaction.channel_id)
        return own if own is not None or around is None else discord.campaign_of(around)

    @property
    def campaign(self) -> str:
        """The id of the campaign of the channel. Raises NotFound where there is none."""
        if self.tied is None:
            raise NotFound(NOT_TIED)
        return str(self.tied)

    def names(self) -> Names:
        """Return the names in the campaign, as the user may know them."""
        return self.at.names(self.campaign)

    def gives(self, command: CommandRequest) -> Entry:
        """Give a command for the user. However often Discord sends the interaction, it is given once."""
        return self.at.ask(give_command, self.campaign, data=replace(command, id=self.interaction.command_id))

    def revises(self, change: RevisionRequest) -> Entry:
        """Write a change of the past for the user, likewise once."""
        written = self.at.ask(revise, self.campaign, data=replace(change, id=self.interaction.command_id))
        assert isinstance(written, RevisionView), "only a dry run gives a plan"
        return written.entry

    def answers(self, answer: CommandRequest | RevisionRequest) -> Entry:
        """Give the answer to a decision: a command, or for an offer whose time has gone on a change of the past."""
        return self.gives(answer) if isinstance(answer, CommandRequest) else self.revises(answer)

    def shows(self, entry: Entry) -> InteractionAnswer:
        """Show an entry to the channel and to the user, to each what they may see."""
        return entry_shown(self.at, self.at.channel, self.campaign, entry)

    def shows_in_place(self, entry: Entry) -> InteractionAnswer:
        """Show an entry likewise, in the place of the message whose button was pressed."""
        shown = self.shows(entry)
        done = sentence(f"Written as entry {entry.entry}; `/undo {entry.entry}` takes it back.")
        return replace(shown, private=shown.private or done, replaces=True)
