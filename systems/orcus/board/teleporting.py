"""Teleports that the game master records."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.maps.squares import Square
from domain.play.play import Play
from systems.orcus.board import moving
from systems.orcus.fields import At


class Teleport(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Put a character in another place at once."""

    who: CharacterRef
    to: Annotated[At, Meta(description="The square at the bottom left of their new space")]
    by: Annotated[CharacterRef, Meta(description="Who teleports them, where it is not they themselves")] = ""
    leaving: Annotated[
        tuple[str, ...], Meta(max_length=10, description="Names of conditions whose cause stays behind")
    ] = ()


@command("Teleport a character.", scene=True)
def teleport(play: Play, command: Teleport) -> None:
    """OR-TELE-01 to OR-TELE-05, OR-TELE-02, OR-TELE-03, OR-TELE-04: put a character in another place, where they need no
    path; they see where it leads."""
    moving.teleport(play, command.who, Square(*command.to), command.by or command.who, command.leaving)
