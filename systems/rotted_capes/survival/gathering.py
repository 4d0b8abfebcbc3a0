"""Hunting and gathering: Challenges for food, water and gear, and what the Editor-in-Chief makes of them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command, EnclaveRef, Text
from domain.kit import stores
from domain.kit.commands import command
from domain.kit.rolls import addends
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.rotted_capes.fields import Ability, Circumstances, Trained
from systems.rotted_capes.rolls.challenges import Difficulty, challenge
from systems.rotted_capes.windows import Trial

Goods = Literal["food", "water", "medicine", "gear", "supplies"]
Way = Literal["locate", "track", "urban"]

RULES: Final[dict[Way, str]] = {"locate": "RC-FOOD-01", "track": "RC-FOOD-03", "urban": "RC-FOOD-04"}

Amount = Annotated[int, Meta(ge=1, le=1_000_000, description="How much: food in ounces, water in pints, else pieces")]


class Gather(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hero looks for what the enclave needs."""

    who: CharacterRef
    goods: Annotated[Goods, Meta(description="What they are after")] = "food"
    way: Annotated[
        Way, Meta(description="Whether they search, follow the tracks of prey, or go through the ruins of a city")
    ] = "locate"
    ability: Annotated[Ability, Meta(description="The ability that it leans on")] = "wisdom"
    difficulty: Difficulty
    trained: Trained = False
    justified: Annotated[
        bool, Meta(description="Whether the Editor-in-Chief accepts other experience in place of a Skill Set")
    ] = False
    circumstances: Circumstances = 0


class Find(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Record what a search led to."""

    who: CharacterRef
    told: Annotated[Text, Meta(description="What it led to, in words")] = ""
    enclave: Annotated[EnclaveRef, Meta(description="Whose stores it goes to")] = ""
    goods: Annotated[Goods, Meta(description="What was found")] = "food"
    amount: Annotated[int, Meta(ge=0, le=1_000_000, description="How much; 0 where nothing was found")] = 0


class Stock(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Supplies come into the stores of an enclave."""

    enclave: EnclaveRef
    goods: Annotated[Goods, Meta(description="What comes in")]
    amount: Amount


@command("Look for food, water or gear: a Challenge.", scene=True)
def gather(play: Play, command: Gather) -> None:
    """RC-FOOD-01, RC-FOOD-02, RC-FOOD-03, RC-FOOD-04, RC-FOOD-06: a kept natural 20 or 1 is written down as critical."""
    if command.way == "track" and not command.trained:
        play.refuse("RC-FOOD-03", "Tracking takes a Skill Set that covers it: navigation, hunting or tracking.")
    with play.citing(RULES[command.way]):
        trial = Trial(
            command.who,
            "challenge",
            "challenge",
            command.difficulty,
            command.ability,
            addends({"circumstances": command.circumstances}),
        )
        if not (command.trained or command.justified):
            play.cite("RC-FOOD-02")
        tried = challenge(play, trial, trained=command.trained or command.justified)
        if tried.natural in (1, 20):
            sort = "critical success" if tried.natural == 20 else "critical failure"
            play.emit(command.who, Noted(name="gathering", data={"story": sort}, rules=("RC-FOOD-06",)))


@command("Write down what a search led to, and store what was found.")
def record_find(play: Play, command: Find) -> None:
    """RC-FOOD-04, RC-FOOD-05, RC-FOOD-06: record the amount of a find, the time or exposure that it cost, or the story
    that it begins."""
    if command.amount and not command.enclave:
        play.refuse("RC-FOOD-05", "Say in the field enclave whose stores it goes to.")
    play.emit(
        command.who, Noted(name="gathered", text=command.told, data={"amount": command.amount}, rules=("RC-FOOD-05",))
    )
    if command.amount:
        stores.put_in(play, command.enclave, command.goods, command.amount)


@command("Put supplies into the stores of an enclave.")
def stock(play: Play, command: Stock) -> None:
    """RC-FOOD-05: put the goods in store that the Editor-in-Chief says there are."""
    stores.put_in(play, command.enclave, command.goods, command.amount)
