"""Underlings: people who fight for a character who leads them, as many as there is room for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.moments import settle
from domain.play.play import Play
from domain.vocabulary.groups import FollowerChanged, FollowerLost
from systems.freeform.fields import Because, Key, Title
from systems.weaverdice.fame.circles import FollowerData, circle, followers, grant_follower, room_taken
from systems.weaverdice.fields import Slots
from systems.weaverdice.sheet.stats import UNDERLING_CAP

KIND = "underling"


class TakeOnUnderling(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`type` is what they are good for."""

    who: CharacterRef
    type: Annotated[Title, Meta(description="What they are good for")]
    name: Annotated[str, Meta(description="What they are called")] = ""
    slots: Annotated[Slots, Meta(description="The room that they fill")] = 1
    character: Annotated[CharacterRef, Meta(description="Their sheet, where they have any")] = ""


class LetUnderlingGo(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`underling` is the name of one, or the word they go by."""

    who: CharacterRef
    underling: Annotated[Key, Meta(description="The name of one, or the word they go by")]
    because: Because = ""


def room(play: Play, who: str) -> int:
    """WD-PROG-07: the slots that are left for underlings: Social, and what growth has added, less those that are filled."""
    return play.value(who, UNDERLING_CAP).total - room_taken(play, who)


def take_on(play: Play, who: str, type: str, *, title: str = "", slots: int = 1, character: str = "") -> str:
    """Give a character an underling to lead; return the name of the instance. Refused where there is no room
    (WD-PROG-07, WD-MILE-08)."""
    left = room(play, who)
    if slots > left:
        play.refuse(
            "WD-PROG-07",
            "There is room for {left} more of the underlings that they lead, not for {slots}.",
            left=left,
            slots=slots,
        )
    name = grant_follower(play, who, type, title=title, kind=KIND)
    if data := FollowerData(slots=slots, character=character).stored():
        play.emit(circle(play, who), FollowerChanged(name=name, data=data))
    return name


def named(play: Play, who: str, word: str) -> str:
    """The name of the underling who goes by that word; the newest of several."""
    underlings = followers(play, who, KIND)
    called = [name for name, follower in sorted(underlings.items()) if word in (name, follower.of, follower.title)]
    return called[-1] if called else play.missing(f"{who}.followers.{word}", "Name one of the underlings they lead.")


def leave(play: Play, who: str, name: str, because: str) -> None:
    """An underling is led no more."""
    play.emit(circle(play, who), FollowerLost(name=name, because=because))
    settle(play, f"{circle(play, who)}.followers.{name}")


@command("Give a character an underling to lead, within the room they have.", actor="who")
def take_on_underling(play: Play, command: TakeOnUnderling) -> None:
    """WD-PROG-07, WD-OPT-19, WD-MILE-08: an underling whom the game master gives, within the room there is."""
    title, slots = command.name, command.slots
    take_on(play, command.who, command.type, title=title, slots=slots, character=command.character)


@command("Let an underling go.", by="owner")
def let_underling_go(play: Play, command: LetUnderlingGo) -> None:
    """WD-PROG-07: the room that an underling filled is free again."""
    leave(play, command.who, named(play, command.who, command.underling), command.because or "let go")
