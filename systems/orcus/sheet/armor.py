"""Armor and shields: what is worn, and what it adds to Armor Class."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.durations import as_long_as
from domain.messages import text
from domain.play.moments import settle
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Item, ItemGained, ItemLost
from systems.orcus.sheet.stacking import PATHS, modify

ARMOR: Final = "armor"
WORN: Final = "worn"

Weight = Literal["light", "heavy"]


@data_of("items", ARMOR)
class ArmorData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The weight class of armor."""

    weight: str = "light"


class Wear(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Put on armor or take up a shield."""

    who: CharacterRef
    name: Annotated[str, Meta(min_length=1, max_length=60, description="What it is called")]
    what: Annotated[Literal["armor", "shield"], Meta(description="Whether it is armor or a shield")] = "armor"
    weight: Annotated[Weight, Meta(description="Whether armor is light or heavy")] = "light"
    bonus: Annotated[int, Meta(ge=0, le=30, description="What it adds to AC")] = 0
    enhancement: Annotated[int, Meta(ge=0, le=10, description="Its enhancement bonus to AC")] = 0


class TakeOff(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Take off armor or a shield."""

    who: CharacterRef
    what: Annotated[Literal["armor", "shield"], Meta(description="Whether it is armor or a shield")] = "armor"


@command("Put on armor or take up a shield.")
def wear(play: Play, command: Wear) -> None:
    """OR-DEF-02, OR-MOD-04: heavy armor keeps quickness and wit from AC and Reflex; armor and shields add to AC as their types."""
    who = command.who
    _lose(play, who, command.what, f"in place of it: {command.name}")
    name = play.new_id(command.what)
    data = ArmorData(weight=command.weight).stored() if command.what == ARMOR else {}
    play.emit(who, ItemGained(name=name, item=Item(what=command.what, title=command.name, location=WORN, data=data)))
    until = as_long_as(who, "items", name)
    if command.bonus:
        modify(play, who, PATHS["ac"], command.bonus, effect=command.name, type=command.what, until=until)
    if command.enhancement:
        modify(play, who, PATHS["ac"], command.enhancement, effect=command.name, type="enhancement", until=until)


@command("Take off armor or put away a shield.")
def take_off(play: Play, command: TakeOff) -> None:
    """OR-DEF-02: without armor quickness and wit count again."""
    if not _lose(play, command.who, command.what, "taken off"):
        raise Refused(
            "OR-DEF-02",
            "They wear no {what} that they could take off.",
            what=text("armor") if command.what == ARMOR else text("shield"),
        )


def _lose(play: Play, who: str, what: str, because: str) -> bool:
    """Let worn armor or a shield go, and what hangs on it end; whether there was any."""
    worn = [name for name, item in play.where(who, "items", WORN).items() if item.what == what]
    for name in worn:
        play.emit(who, ItemLost(name=name, because=because))
        settle(play, f"{who}.items.{name}")
    return bool(worn)
