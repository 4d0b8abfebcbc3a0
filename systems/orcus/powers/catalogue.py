"""The campaign's own powers: entered one by one, beside those that come with the game."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import Command
from domain.kit.commands import command
from domain.messages import in_series
from domain.play.play import Play
from domain.play.refusals import Refused
from systems.orcus.powers.importing import add_entry, unread
from systems.orcus.powers.records.record import KIND, Power


class AddPower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A power of the campaign's own."""

    power: Annotated[Power, Meta(description="The record of the power, as it is printed")]


@command("Add a power of the campaign's own to its catalogue.")
def add_power(play: Play, command: AddPower) -> None:
    """OR-POW-07, ruling 5: powers are data of the campaign, in one record for every class."""
    wrong = unread(command.power)
    if wrong:
        raise Refused("OR-POW-07", "This power cannot be read: {wrong}.", wrong=in_series(wrong))
    add_entry(play, KIND, command.power)
