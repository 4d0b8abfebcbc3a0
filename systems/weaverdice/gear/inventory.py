"""General inventory: rummaging in it in a fight, and taking things out."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.undertakings import TaskEnded
from systems.weaverdice.gear.belt import OfItem, has_inventory, put_away
from systems.weaverdice.sheet.items import INVENTORY, free_hand, name_of, put
from systems.weaverdice.turns import fights, lengthy

RUMMAGE: Final = "rummage"
"""The purpose of a lengthy check that searches an inventory; and the status of a character who has found their way
through it."""


class Rummage(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A turn's work; it begins the search, or goes on with it."""

    who: CharacterRef


class TakeOut(OfItem, frozen=True, kw_only=True, omit_defaults=True):
    """`to` is a free hand, or the belt."""

    to: Annotated[Literal["hand", "belt"], Meta(description="Where it goes: a free hand, or the belt")] = "hand"


@command("Rummage in an inventory in the midst of a fight.", by="owner", scene=True)
def rummage(play: Play, command: Rummage) -> None:
    """WD-COS-11: in a fight, a lengthy check that can be interrupted, as difficult as there are things in the inventory."""
    who = command.who
    contents = len(play.where(who, "items", INVENTORY))
    if not contents or not has_inventory(play, who):
        play.missing(f"{who}.items.{INVENTORY}", "There is no inventory with anything in it.")
    tasks = play.where(who, "tasks", "lengthy").items()
    begun = (name for name, task in tasks if lengthy.LengthyData.of(task).what == RUMMAGE)
    task = next(begun, None) or lengthy.begin(play, who, RUMMAGE, contents, about=INVENTORY)
    with play.citing("WD-COS-11"):
        lengthy.work(play, who, task, who, label=RUMMAGE)


def rummaged(play: Play, who: str) -> None:
    """WD-COS-11: having found their way through, they may take out whatever they want for the rest of the turn. Where nobody
    fights that goes without saying."""
    for name, task in sorted(play.where(who, "tasks", "lengthy").items()):
        if lengthy.LengthyData.of(task).what == RUMMAGE and task.state == "done":
            play.emit(who, TaskEnded(name=name, because="found"))
            if turns.running(play):
                turn = fights.in_this_fight(play, AtMoment(moment="turn_end", subject=who))
                conditions.gain(play, who, RUMMAGE, until=turn)


@command("Take an item out of an inventory.", by="owner", scene=True)
def take_out(play: Play, command: TakeOut) -> None:
    """WD-COS-11, WD-EQP-09: things go from the inventory to the belt or a hand; in a fight, once it has been rummaged
    through."""
    who, item = command.who, name_of(play, command.who, command.item)
    if play.character(who).items[item].location != INVENTORY or not has_inventory(play, who):
        play.refuse("WD-EQP-09", "That is in no inventory they have with them; name something that is.")
    if turns.running(play) and not conditions.has(play, who, RUMMAGE):
        play.refuse("WD-COS-11", "In a fight an inventory has to be rummaged through first.")
    if command.to == "belt":
        put_away(play, who, item, "belt")
        return
    hand = free_hand(play, who, item)
    if hand is None:
        play.refuse("WD-EQP-03", "Two hands hold two small things or a large one; put something away first.")
    put(play, who, item, hand or "hand/right")


MOMENTS = {lengthy.DONE: (rummaged,)}
