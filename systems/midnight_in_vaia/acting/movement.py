"""Basic Movement: what it costs, with both legs and without."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.commands import CharacterRef
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.play.play import Play
from domain.system import OptionSpec
from systems.freeform import places
from systems.freeform.fields import Number
from systems.midnight_in_vaia.encounter import actions, slots
from systems.midnight_in_vaia.encounter.costs import Cost, cost_of
from systems.midnight_in_vaia.harm import burnouts, maims


class Walk(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """To an `area` of the map or to the square `x`, `y`; without a map, only the price is paid."""

    who: CharacterRef
    area: Annotated[
        str | UnsetType, Meta(description="The area of the map to which they go; without a map, only the price is paid")
    ] = UNSET
    x: Annotated[Number | UnsetType, Meta(description="The column of the square to which they go")] = UNSET
    y: Annotated[Number | UnsetType, Meta(description="The row of the square to which they go")] = UNSET


class StandUp(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character who lies Prone stand up."""

    who: CharacterRef


def price(play: Play, who: str) -> Cost:
    """MV-MAIM-10, MV-MAIM-11, rulings 14, 27 and 28: what basic Movement costs: by the campaign's price with both legs, by
    the maims' with one or none."""
    gone = maims.useless(play, who, "leg")
    return cost_of(maims.TABLE.movement[str(gone)] if gone else str(play.option("movement_price")))


@command("Pay for basic Movement, and move.", by="owner", scene=True)
def walk(play: Play, command: Walk) -> None:
    """MV-MAIM-10, MV-MAIM-11: pay for basic Movement, and move."""
    gone = maims.useless(play, command.who, "leg")
    with play.citing(*(("MV-MAIM-11",) if gone > 1 else ("MV-MAIM-10",) if gone else ())):
        paid = slots.spend(play, command.who, price(play, command.who))
        actions.done(play, command.who, "Movement", paid)
    if command.area is not UNSET or command.x is not UNSET or command.y is not UNSET:
        places.move(play, places.Standing(who=command.who, area=command.area, x=command.x, y=command.y))


@command("Get up from lying Prone.", by="owner", scene=True)
def stand_up(play: Play, command: StandUp) -> None:
    """MV-MENT-04: let a character who fell Prone get up again; the rulebook names no price for it."""
    slots.check_may_act(play, command.who)
    down = sorted(play.where(command.who, "conditions", burnouts.PRONE))
    if not down:
        play.refuse("MV-MENT-04", "They are on their feet; only somebody who is Prone stands up.")
    for name in down:
        conditions.end_one(play, command.who, name, "on their feet")


OPTIONS = (
    OptionSpec(
        name="movement_price",
        default="1AS|2RS|3FP",
        text="What basic Movement costs with two sound legs.",
        rules=("MV-MAIM-10", "MV-MAIM-11", "MV-RULING-27"),
    ),
)
