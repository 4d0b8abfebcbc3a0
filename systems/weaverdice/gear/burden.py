"""Encumbrance: what is carried against what the carrier can bear, and people who are carried."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import id_of
from domain.messages import text
from domain.play.moments import settle
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.expressions import AnyExpression, AtLeast, Count, Number, Product, Quotient, Sum, ValueOf
from domain.vocabulary.undertakings import Link, LinkBroken, LinkMade
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierChanged, ModifierLifted
from systems.weaverdice.moments import OUT
from systems.weaverdice.sheet.items import HEAVIEST, INVENTORY, NOT_CARRIED
from systems.weaverdice.sheet.stats import ENCUMBRANCE, EVERYBODY, MOVEMENT
from systems.weaverdice.sheet.windows import STATS_BEGUN, NewSheet
from systems.weaverdice.turns import actions

LOAD: Final = "load.encumbrance"
"""The encumbrance of all that a character carries."""

OF_THE_INVENTORY: Final = "load.inventory"
"""The part of the load that is due to the things in their inventory."""

THINGS: Final = 12
POUNDS: Final = 25
"""WD-COS-11: the things, or the weight, that make 1 encumbrance of an inventory."""

A_PERSON: Final = 2
"""WD-EQP-07."""

OVERBURDENED: Final = {"attributes.athletics": -1, "attributes.dexterity": -1, MOVEMENT: -5}
"""WD-EQP-06: what exceeding the limit takes away; the lost point of Athletics costs 5 feet more by itself."""

_WEIGHED: Final = "inventory-weight"


class Carrying(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`person` is lifted and carried by `who`."""

    who: Annotated[CharacterRef, Meta(description="Who lifts and carries")]
    person: Annotated[CharacterRef, Meta(description="Who is lifted and carried")]


class WeighInventory(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`pounds` is what the contents weigh; left out, things are counted again by the dozen."""

    who: CharacterRef
    pounds: Annotated[
        int | None, Meta(description="What the contents weigh; left out, things are counted again by the dozen")
    ] = None


def _load() -> AnyExpression:
    """Everything that a character carries, in points of encumbrance."""
    weights = tuple(_of_weight(weight) for weight in range(1, HEAVIEST + 1))
    return Sum(terms=(ValueOf(path=OF_THE_INVENTORY), *weights))


def begin(play: Play, who: str, sheet: NewSheet) -> NewSheet:
    """WD-EQP-06: too much of what a character carries weakens those who have stats, as long as they carry it."""
    limit = Product(factors=(Number(value=-1), ValueOf(path=ENCUMBRANCE)))
    for path, loss in OVERBURDENED.items() if sheet.has_stats else ():
        amount = AtLeast(value=Sum(terms=(ValueOf(path=LOAD), limit)), threshold=1, then=Number(value=loss))
        modifier = Modifier(path=path, amount=amount, title="Encumbered", source="encumbrance")
        play.emit(who, ModifierApplied(name=f"encumbered-{path.partition('.')[2]}", modifier=modifier))
    return sheet


def _of_weight(weight: int) -> AnyExpression:
    """Return the weight of the carried things of one weight together."""
    owned = Count(component="items", where={"data.encumbrance": weight})
    left = (Count(component="items", where={"data.encumbrance": weight, "location": place}) for place in NOT_CARRIED)
    carried = Sum(terms=(owned, *(Product(factors=(Number(value=-1), part)) for part in left)))
    return AtLeast(value=owned, threshold=1, then=Product(factors=(Number(value=weight), carried)))


DERIVED = (
    Derived(
        OF_THE_INVENTORY,
        Quotient(dividend=Count(component="items", where={"location": INVENTORY}), divisor=THINGS),
        EVERYBODY,
        "WD-EQP-06",
    ),
    Derived(LOAD, _load(), EVERYBODY, "WD-EQP-06"),
)


def carried_by(play: Play, who: str) -> list[str]:
    """The people whom a character carries."""
    return sorted(link.to for link in play.where(who, "links", "carries").values())


@command("Lift a character and carry them.", by="owner", scene=True)
def carry_person(play: Play, command: Carrying) -> None:
    """WD-EQP-07: a person is 2 encumbrance, and whatever encumbers them besides."""
    who, person = command.who, command.person
    if _leads_to(play, person, who):
        play.refuse("WD-EQP-07", "They can carry neither themselves nor their own carrier; choose somebody else.")
    if person in carried_by(play, who):
        play.refuse("WD-EQP-07", "They carry this person already.")
    actions.take(play, who, text("lifting somebody"))
    name = f"carries-{id_of(person)}"
    present = WhilePresent(path=f"{person}.profile.self")
    play.emit(who, LinkMade(name=name, link=Link(kind="carries", to=person, until=present)))
    their_own = (ValueOf(path=LOAD, of=person),) if play.is_computed(person, LOAD) else ()
    amount = Sum(terms=(Number(value=A_PERSON), *their_own))
    until = WhilePresent(path=f"{who}.links.{name}")
    play.emit(who, ModifierApplied(name=name, modifier=Modifier(path=LOAD, amount=amount, source=person, until=until)))


@command("Set down a character who is carried.", by="owner", scene=True)
def set_person_down(play: Play, command: Carrying) -> None:
    """WD-EQP-07: with the person goes the weight."""
    name = f"carries-{id_of(command.person)}"
    if name not in play.character(command.who).links:
        play.missing(f"{command.who}.links.{name}", "They do not carry this person; name one whom they carry.")
    _end(play, command.who, name, "set down")


def _end(play: Play, who: str, name: str, because: str) -> None:
    play.emit(who, LinkBroken(name=name, because=because))
    settle(play, f"{who}.links.{name}")


def let_fall(play: Play, who: str) -> None:
    """WD-EQP-07: set down whoever a character carried who falls; one who gets away takes them along."""
    if conditions.has(play, who, "unconscious", "dying", "dead"):
        for name in sorted(play.where(who, "links", "carries")):
            _end(play, who, name, "out of the fight")


@command("Track a character's inventory by its weight in pounds, or again by the number of things.")
def weigh_inventory(play: Play, command: WeighInventory) -> None:
    """WD-COS-11: the game master tracks an inventory by weight, 1 encumbrance for each 25 lb, or by the dozen of things."""
    weighed = _WEIGHED in play.character(command.who).modifiers
    if command.pounds is None:
        if weighed:
            play.emit(command.who, ModifierLifted(name=_WEIGHED, because="counted by the dozen"))
        return
    if command.pounds < 0:
        play.refuse("WD-COS-11", "A weight is 0 pounds or more.")
    amount = command.pounds // POUNDS
    if weighed:
        play.emit(command.who, ModifierChanged(name=_WEIGHED, amount=amount))
    else:
        modifier = Modifier(path=OF_THE_INVENTORY, operation="set", amount=amount, title="Weighed")
        play.emit(command.who, ModifierApplied(name=_WEIGHED, modifier=modifier))


def _leads_to(play: Play, person: str, who: str) -> bool:
    return person == who or any(_leads_to(play, other, who) for other in carried_by(play, person))


WINDOWS = {STATS_BEGUN: (begin,)}
MOMENTS = {OUT: (let_fall,)}
