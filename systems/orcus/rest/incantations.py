"""Incantations: spells that take time and material components."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.play.moments import pass_time
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.base import Scalar
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Item, ItemCounted, ItemGained, ItemLost, Trait, TraitGained
from domain.vocabulary.log import Noted
from systems.orcus.fields import Because, Level
from systems.orcus.sheet.conditions import can_act

Category = Literal["Abjuration", "Curative", "Illusion", "Practical", "Crafting", "Transportation", "Conjuration"]

SCOPES: Final[dict[Category, str]] = {
    "Abjuration": "protects and wards",
    "Curative": "heals wounds, raises the dead, treats disease and poison",
    "Illusion": "makes phantasms, which are sometimes substantial",
    "Practical": "helps with adventures and with everyday life",
    "Crafting": "makes raw materials, magic items and other lasting things",
    "Transportation": "makes travel easier, faster or new, to other planes as well",
    "Conjuration": "summons and binds creatures of other planes",
}
"""OR-INC-02: the categories of incantations."""

CATALOGUE: Final = (
    CatalogueKind(name="incantation", title="Categories of incantations", table=SCOPES, rules=("OR-INC-02",)),
)

INCANTATION: Final = "incantation"
COMPONENTS: Final = "components"
"""The kind of items that are material components; their title names the material."""


@data_of("traits", INCANTATION)
class IncantationData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An incantation that a character knows: its category, its casting time in minutes, and the components of one casting."""

    category: str = "Practical"
    minutes: int = 1
    component: str = ""
    amount: int = 0
    at: int = 1


Name = Annotated[str, Meta(min_length=1, max_length=60, description="What the incantation is called")]
Component = Annotated[str, Meta(max_length=60, description="What the components are")]


class LearnIncantation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Teach a character an incantation."""

    who: CharacterRef
    name: Name
    category: Annotated[
        Category, Meta(description="What sort of incantation it is", extra={"catalogue": "incantation"})
    ]
    level: Level = 1
    minutes: Annotated[int, Meta(ge=1, le=100_000, description="How long one casting takes")] = 10
    component: Component
    amount: Annotated[int, Meta(ge=1, le=100_000, description="How much of them one casting consumes")] = 1


class StockComponents(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Give a character more material components."""

    who: CharacterRef
    component: Component
    amount: Annotated[int, Meta(ge=1, le=1_000_000, description="How much of them")]


class Incant(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Cast an incantation that one knows."""

    who: CharacterRef
    name: Name
    because: Because = ""


@command("Enter an incantation that a character knows.")
def learn_incantation(play: Play, command: LearnIncantation) -> None:
    """OR-INC-01, OR-INC-02: an incantation has a category, a casting time and components."""
    data = IncantationData(
        category=command.category,
        minutes=command.minutes,
        component=command.component,
        amount=command.amount,
        at=command.level,
    )
    trait = Trait(kind=INCANTATION, title=command.name, rank=command.level, data=data.stored())
    play.emit(command.who, TraitGained(name=_key(command.name), trait=trait))


@command("Enter material components that a character has.")
def stock_components(play: Play, command: StockComponents) -> None:
    """OR-INC-01: components are on the sheet until they are consumed."""
    name = _stock(command.component)
    if name in play.character(command.who).items:
        play.emit(command.who, ItemCounted(name=name, amount=command.amount))
    else:
        item = Item(what=COMPONENTS, title=command.component, location="carried", quantity=command.amount)
        play.emit(command.who, ItemGained(name=name, item=item))


@command("Cast an incantation: it takes its time and consumes its components.")
def cast_incantation(play: Play, command: Incant) -> None:
    """OR-INC-01, OR-COND-21: a casting takes time and consumes components, and both are recorded. It takes a character who can
    act."""
    who, key = command.who, _key(command.name)
    if not can_act(play, who):
        play.refuse("OR-INC-01", "They cannot act, so they cannot do this: {what}.", what=command.name)
    if key not in play.character(who).traits:
        raise Refused("OR-INC-01", "They do not know the incantation {name!r}; enter it first.", name=command.name)
    known = IncantationData.read(play.character(who).traits[key])
    stock = _stock(known.component)
    quantity = play.character(who).items[stock].quantity if stock in play.character(who).items else 0
    if quantity < known.amount:
        play.refuse(
            "OR-INC-01",
            "A casting consumes {amount} of {component}, and they have {quantity}.",
            amount=known.amount,
            component=known.component,
            quantity=quantity,
        )
    elif quantity == known.amount:
        play.emit(who, ItemLost(name=stock, because=f"consumed by {command.name}"))
    else:
        play.emit(who, ItemCounted(name=stock, amount=-known.amount))
    pass_time(play, known.minutes * 60)
    data: dict[str, Scalar] = {"minutes": known.minutes, known.component: known.amount}
    play.emit(who, Noted(name=INCANTATION, text=command.because, data=data))


def _key(name: str) -> str:
    return f"{INCANTATION}-{handle_of(name)}"


def _stock(component: str) -> str:
    return f"{COMPONENTS}-{handle_of(component)}"
