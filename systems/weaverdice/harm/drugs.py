"""Drugs: what the game master says they do to morale, tonight and in time."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Title
from systems.weaverdice import money
from systems.weaverdice.checks import morale
from systems.weaverdice.harm import wounds
from systems.weaverdice.moments import DAY_START
from systems.weaverdice.sheet.stats import EVENING_DICE, NUMBNESS, START_OF_DAY, STEADINESS

Steps = Annotated[int, Meta(ge=0, le=9)]
Dollars = Annotated[int, Meta(ge=0, le=1_000_000)]


class TakeDrug(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A dose of what the table calls `drug`, and what it does; what is left out it does not do. Until the next day:
    `evening_dice` more for a slot of downtime, low morale is felt `numbs` steps less, and an enemy's blow to it falls
    `steadies` steps short."""

    who: CharacterRef
    drug: Annotated[
        Title,
        Meta(
            description="What the table calls it; what it does is in the other fields, and what is left out it does not do"
        ),
    ]
    raises: Annotated[Steps, Meta(description="By how many steps it raises morale, at once")] = 0
    price: Annotated[Dollars, Meta(description="The price of a first dose")] = 0
    dearer: Annotated[Dollars, Meta(description="By how much every earlier dose makes it dearer")] = 0
    lowers_start: Annotated[Steps, Meta(description="How much lower morale starts each day from now on")] = 0
    evening_dice: Annotated[
        Steps, Meta(description="How many dice more there are for a slot of downtime, until the next day")
    ] = 0
    numbs: Annotated[Steps, Meta(description="By how many steps less low morale is felt, until the next day")] = 0
    steadies: Annotated[
        Steps, Meta(description="By how many steps less an enemy's blow to morale counts, until the next day")
    ] = 0
    harm: Annotated[Literal["", "lesser", "moderate"], Meta(description="The wound that it costs")] = ""


@command("Record a dose of a drug, with what it does to morale and what it costs.", actor="who", scene=True)
def take_drug(play: Play, command: TakeDrug) -> None:
    """WD-MOR-11: a drug is what the game master says it is; its price rises with the doses that were taken before."""
    who, name = command.who, f"drug/{handle_of(command.drug)}"
    with play.citing("WD-MOR-11"):
        doses = counters.times(play, who, name)
        money.pay(play, who, command.price + doses * command.dearer, "WD-MOR-11")
        counters.ensure(play, who, name, what="drug", title=command.drug)
        counters.add(play, who, name, at=play.clock())
        tomorrow = AtMoment(moment=DAY_START, subject=who)
        _apply(play, command, START_OF_DAY, -command.lowers_start, None)
        _apply(play, command, EVENING_DICE, command.evening_dice, tomorrow)
        _apply(play, command, NUMBNESS, command.numbs, tomorrow)
        _apply(play, command, STEADINESS, command.steadies, tomorrow)
        if command.harm:
            wounds.suffer(play, who, command.harm, source=command.drug)
    if command.raises:
        morale.shift(play, who, command.raises, "WD-MOR-11")


def _apply(play: Play, command: TakeDrug, path: str, amount: int, until: AtMoment | None) -> None:
    if amount:
        modifier = Modifier(path=path, amount=amount, title=command.drug, source=command.drug, until=until)
        play.emit(command.who, ModifierApplied(name=play.new_id("drug"), modifier=modifier))
