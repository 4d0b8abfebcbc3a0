"""Buds and second triggers: what the rolls for Power Perks bring about when a character close to the cape, or the
cape, is in peril."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained
from systems.freeform.fields import Title

CHANCE: Final = 5
"""WD-MILE-11: percent, for each roll that was ever made for a Power Perk (ruling 56)."""

CERTAIN: Final = 100
ROLLS: Final = "power-perk-rolls"


@data_of("traits", "bud")
class BudData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The leaning of a character who triggered, and what they were in peril of."""

    leaning: str
    peril: str


class RollForBud(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`person` is in `peril`: an underling close to death, or a friend or relative in danger whom the cape keeps up with."""

    cape: Annotated[CharacterRef, Meta(description="Whose power may bud")]
    person: Annotated[
        Title,
        Meta(description="An underling close to death, or a friend or relative in danger whom the cape keeps up with"),
    ]
    peril: Annotated[
        Literal["underling near death", "friend or relative in danger"],
        Meta(description="The peril in which that person is"),
    ]


class RollForSecondTrigger(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` would be out of the game for good."""

    who: Annotated[CharacterRef, Meta(description="Who would be out of the game for good")]


def count_rolls(play: Play, who: str, rolls: int) -> None:
    """WD-MILE-11: every roll made for a Power Perk adds to the chance."""
    with play.citing("WD-MILE-11"):
        counters.count(play, who, ROLLS, rolls, what="power perk")


def chance(play: Play, who: str) -> int:
    """WD-MILE-11, ruling 56: percent; 5 a roll, or 5 in all where the campaign plays so; none before the first roll."""
    rolls = counters.times(play, who, ROLLS)
    counted = min(rolls, 1) if play.option("bud_chance") == "flat" else rolls
    return min(CERTAIN, CHANCE * int(counted))


@command("See whether a character close to a cape triggers in peril.")
def roll_for_bud(play: Play, command: RollForBud) -> None:
    """WD-MILE-11: roll for the trigger of a character who is close to the cape and in peril; they lean friendly."""
    if _triggers(play, command.cape, "bud"):
        data = BudData(leaning="friendly", peril=command.peril)
        bud = Trait(kind="bud", title=command.person, data=data.stored())
        play.emit(command.cape, TraitGained(name=play.new_id("bud"), trait=bud))


@command("See whether a cape who would be out of the game triggers a second time instead.")
def roll_for_second_trigger(play: Play, command: RollForSecondTrigger) -> None:
    """WD-MILE-11: roll for a second trigger of a cape who faces the end of the game, where nobody budded."""
    if _triggers(play, command.who, "second-trigger"):
        name = play.new_id("second-trigger")
        play.emit(command.who, TraitGained(name=name, trait=Trait(kind="second-trigger", title="Second trigger")))


def _triggers(play: Play, who: str, label: str) -> bool:
    percent = chance(play, who)
    if not percent:
        play.refuse("WD-MILE-11", "No roll for a Power Perk was ever made for this cape, so nobody can trigger by it.")
    with play.citing("WD-MILE-11"):
        rolled = play.roll(who, label, "1d100", judge=lambda _, total: "triggers" if total <= percent else "does not")
    return rolled.outcome == "triggers"


OPTIONS = (
    OptionSpec(
        name="bud_chance",
        default="by rolls",
        choices=("by rolls", "flat"),
        text="The chance of buds: 5% for every roll ever made for a Power Perk, or 5% however many there were.",
        rules=("WD-MILE-11", "WD-RULING-56"),
    ),
)
