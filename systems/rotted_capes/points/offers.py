"""Complications that a player offers in their own turn, as they tell what their hero does."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.kit import turns
from domain.kit.commands import command
from domain.play.play import Play
from systems.rotted_capes.points.points import Purpose, check_hero, earn


class AcceptOffer(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A player has made things worse for their own hero, in their turn."""

    who: CharacterRef
    complication: Purpose


@command("Accept a harmful complication that a player offers in their own turn; it earns a Plot Point.", scene=True)
def accept_offer(play: Play, command: AcceptOffer) -> None:
    """RC-TURN-10: the hero whose turn it is receives a Plot Point for it."""
    check_hero(play, command.who)
    if turns.running(play) is not None and not turns.acting(play, command.who):
        play.refuse("RC-TURN-10", "It is not their turn; a complication is offered in one's own.")
    with play.citing("RC-TURN-10"):
        earn(play, command.who, command.complication)
