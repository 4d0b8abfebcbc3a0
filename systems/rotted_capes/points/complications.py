"""Complications that players suggest against their own heroes, and what the Editor-in-Chief makes of them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Intent, IntentAnnounced, IntentEnded
from systems.rotted_capes.points.points import Purpose, check_hero, earn

COMPLICATION: Final = "complication"
"""The kind of intent that a suggestion is; the player who made it and the Editor-in-Chief see it."""


class Suggest(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A player hands in a complication."""

    who: CharacterRef
    complication: Purpose


class Decide(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Decide the outcome of a complication, which all of `who` have suggested."""

    who: Annotated[tuple[CharacterRef, ...], Meta(min_length=1, description="Those who suggested the same one")]
    verdict: Annotated[Literal["happens", "altered", "refused"], Meta(description="Whether it comes about")]
    award: Annotated[bool, Meta(description="Whether a suggestion of one player alone earns a Plot Point")] = True
    effect: Annotated[str, Meta(max_length=300, description="What comes about")] = ""


@command("Hand the Editor-in-Chief a complication that hurts the heroes.", by="owner")
def suggest_complication(play: Play, command: Suggest) -> None:
    """RC-EARN-05, RC-EARN-08: each player hands in their own, which no other player sees."""
    who = command.who
    check_hero(play, who)
    note = Intent(kind=COMPLICATION, what=command.complication, by=who, audience=(owner_of(play, who),))
    play.emit(who, IntentAnnounced(name=play.new_id(COMPLICATION), intent=note))


@command("Decide on a complication that one player suggested, or several did.")
def decide_complication(play: Play, command: Decide) -> None:
    """RC-EARN-05, RC-EARN-08: two players or more with the same one earn a Plot Point each; one alone may earn it."""
    notes = {who: _note(play, who) for who in dict.fromkeys(command.who)}
    players = {owner_of(play, who): who for who in reversed(notes)}
    with play.citing("RC-EARN-05"):
        for who, name in notes.items():
            play.emit(who, Noted(name=COMPLICATION, data={"verdict": command.verdict, "effect": command.effect}))
            play.emit(who, IntentEnded(name=name, because=command.verdict))
    several = len(players) > 1
    if several or command.award:
        with play.citing("RC-EARN-08" if several else "RC-EARN-05"):
            for who in notes:
                if who in players.values():
                    earn(play, who, "a complication")


def _note(play: Play, who: str) -> str:
    """Return the oldest suggestion of a character that is not decided on yet."""
    intents = play.where(who, "intents", COMPLICATION)
    if not intents:
        play.missing(f"{who}.intents", "They have suggested no complication.")
    return min(intents, key=lambda name: (len(name), name))
