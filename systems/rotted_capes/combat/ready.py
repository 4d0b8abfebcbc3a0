"""Ready: a response that waits for an event, until one's own next turn."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.durations import next_turn
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Intent, IntentAnnounced, IntentEnded
from systems.freeform.fields import Word
from systems.rotted_capes.combat.actions import RESPONDING, react, take
from systems.rotted_capes.combat.movement.moving import Way, go
from systems.rotted_capes.fields import Anchor, Height, Mode
from systems.rotted_capes.moments import TURN_START

READIED: Final = "readied"

Plan = Annotated[str, Meta(min_length=1, max_length=200)]


class Ready(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Wait for an event that one will see, with a response."""

    who: CharacterRef
    trigger: Annotated[Plan, Meta(description="What is to happen")]
    response: Annotated[Plan, Meta(description="What they do then")]
    movement: Annotated[bool, Meta(description="Whether the response is movement; else it is an Action")] = False


class Respond(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Respond as the awaited event happens."""

    who: CharacterRef
    to: Annotated[tuple[Word, ...], Meta(description="The Areas on the way, where the response is movement")] = ()
    mode: Annotated[Mode, Meta(description="The mode of movement")] = "run"
    height: Height = 0
    anchor: Anchor = ""


@data_of("intents", READIED)
class ReadiedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A readied response, which may be movement."""

    movement: bool = False


@command("Ready a response to an expected event.", by="owner", scene=True)
def ready(play: Play, command: Ready) -> None:
    """RC-ACT-06, RC-RULING-76: ready a response as an Action, with a visible trigger, until one's next turn begins."""
    who = command.who
    take(play, who, text("readying a response"))
    data = ReadiedData(movement=command.movement).stored()
    due = AtMoment(moment=TURN_START, subject=who)
    intent = Intent(kind=READIED, what=command.response, by=who, trigger=command.trigger, due=due, data=data)
    play.emit(who, IntentAnnounced(name=play.new_id(READIED), intent=intent, rules=("RC-ACT-06",)))


@command("What was waited for happens: carry out the readied response as a Reaction.", by="owner", scene=True)
def respond(play: Play, command: Respond) -> None:
    """RC-ACT-06, RC-REAC-01: the response goes off as a Reaction: the Action is theirs to take now, or they move."""
    who = command.who
    movement = moves(play, who)
    with play.citing("RC-ACT-06"):
        set_off(play, who)
        if movement:
            go(play, who, Way(command.to, command.mode, command.height, command.anchor))
        else:
            answer_at_once(play, who)


def _readied(play: Play, who: str) -> str:
    """RC-REAC-01: return the name of the response that a character has ready. Refused where there is none."""
    waiting = play.where(who, "intents", READIED)
    if not waiting:
        play.refuse("RC-REAC-01", "They have no response ready; ready one first.")
        play.missing(f"{who}.intents.{READIED}", "They have no response ready; ready one first.")
    return min(waiting)


def moves(play: Play, who: str) -> bool:
    """RC-REAC-01: whether the response that a character has ready is movement. Refused where they have none ready."""
    return ReadiedData.of(play.character(who).intents[_readied(play, who)]).movement


def set_off(play: Play, who: str) -> str:
    """RC-ACT-06, RC-REAC-01: spend the Reaction for which a character has a response ready, and return what triggered
    it."""
    name = _readied(play, who)
    trigger = str(play.character(who).intents[name].trigger)
    react(play, who, trigger)
    play.emit(who, IntentEnded(name=name, because="triggered"))
    return trigger


def answer_at_once(play: Play, who: str) -> None:
    """RC-ACT-06: an Action is a character's to take at once; the Reaction for it is spent."""
    conditions.gain(play, who, RESPONDING, until=next_turn(who))


def lose(play: Play, who: str, _name: str) -> None:
    """RC-ACT-07: a response whose trigger has not come before one's next turn is lost."""
    play.emit(who, Noted(name=READIED, data={"lost": True}, rules=("RC-ACT-07",)))


DUE: Final = {READIED: lose}
