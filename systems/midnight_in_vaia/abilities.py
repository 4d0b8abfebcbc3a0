"""Abilities: what a character can do beyond what everybody can, as the catalogue or the campaign describes it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained, TraitLost
from systems.freeform.fields import Key, Notation
from systems.midnight_in_vaia.encounter.costs import CostText, cost_of
from systems.midnight_in_vaia.fields import Called
from systems.midnight_in_vaia.harm import stress
from systems.midnight_in_vaia.harm.damage import Damage, Effects
from systems.midnight_in_vaia.harm.sensitivities import Rating, TypeOfDamage
from systems.midnight_in_vaia.harm.stress import Demands

ABILITY: Final = "ability"
"""The kind of trait that an ability is."""

Small = Annotated[int, Meta(ge=0, le=1_000)]


class Attack(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An attack's effect on its target: `amount` of damage and what the `dice` show. All its effects are stated with
    their numbers (ruling 5)."""

    type: TypeOfDamage
    amount: Annotated[Damage, Meta(description="The damage, beside what is rolled")] = 0
    dice: Annotated[Notation, Meta(description="The dice whose sum is added to the damage")] = ""
    rating: Rating = 1
    effects: Effects = ()


class Ability(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An ability: its cost and its effects. An ability that causes stress at Upkeep goes on for as many Full Rounds as
    it `lasts`, and at 0 until it is ended."""

    title: Called
    text: Annotated[str, Meta(description="What it does, in words for the table")] = ""
    cost: CostText = ""
    when: Annotated[
        Literal["", "initialization"],
        Meta(description="When it can be used: at any time, or during initialization only"),
    ] = ""
    interrupts: Annotated[bool, Meta(description="Whether it can interrupt what its target is doing")] = False
    finishing: Annotated[
        Literal["", "execution", "knockout"],
        Meta(description="How it finishes off a Vulnerable target: by execution or knockout"),
    ] = ""
    stress: Demands = ()
    hands: Annotated[int, Meta(ge=0, le=2, description="How many the weapons take that it needs")] = 0
    wordsake: Annotated[bool, Meta(description="Whether it is spoken")] = False
    range: Annotated[
        Annotated[int, Meta(ge=0, le=10_000)] | None, Meta(description="How many squares far it works")
    ] = None
    lasts: Annotated[
        Small, Meta(description="For how many Full Rounds what causes stress at Upkeep goes on; at 0 until it is ended")
    ] = 0
    wakes: Annotated[bool, Meta(description="Whether its target, where Unconscious, comes to")] = False
    attack: Annotated[Attack | None, Meta(description="What it does to its target")] = None
    heals: Annotated[Notation, Meta(description="How many Hit Points its target, else its user, regains")] = ""
    slots: Annotated[
        int,
        Meta(
            ge=-100,
            le=100,
            description="How many more Action Slots its target, else its user, gains, or below 0 fewer",
        ),
    ] = 0
    rounds: Annotated[Small, Meta(description="In how many rounds these Action Slots are gained")] = 1


PRINTED: Final = table(__package__, "abilities", dict[str, Ability])
"""Abilities of our own invention, by name."""


CATALOGUE: Final = (
    CatalogueKind(
        name=ABILITY,
        title="Abilities",
        table=PRINTED,
        rules=("MV-SLOT-09", "MV-SLOT-10"),
        labels={"slots": "Action Slots", "heals": "Hit Points regained"},
        units={"range": "squares", "lasts": "Full Rounds"},
    ),
)


@data_of("traits", ABILITY)
class AbilityData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An ability as JSON, with its cost, stress and text as they are shown."""

    does: str
    cost: str = ""
    stress: str = ""
    text: str = ""


class Learn(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`ability` is a name of the catalogue or, with what it does in `own`, one of the campaign's."""

    who: CharacterRef
    ability: Annotated[
        Key,
        Meta(
            description="A name of the catalogue or, with what it does in `own`, one of the campaign's",
            extra={"catalogue": ABILITY},
        ),
    ]
    own: Annotated[Ability | None, Meta(description="What the ability does, where it is one of the campaign's own")] = (
        None
    )


class Forget(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`ability` is its name."""

    who: CharacterRef
    ability: Annotated[Key, Meta(description="Its name", extra=takes_one_of("traits", "ability"))]


@command("Give a character an ability, of the catalogue or of the campaign's own.")
def learn(play: Play, command: Learn) -> None:
    """MV-SLOT-09, MV-SLOT-10: write an ability on a sheet, with its cost in each phase and what it can do."""
    give(play, command.who, command.ability, command.own or _listed(play, command.ability))


def give(play: Play, who: str, name: str, ability: Ability) -> None:
    """Give a character an ability. Its trait keeps the whole of it as JSON, and its cost, stress and text to be shown."""
    cost_of(ability.cost)
    stress.check_demands(ability.stress)
    kept = AbilityData(
        does=msgspec.json.encode(ability).decode(),
        cost=ability.cost,
        stress=stress.stress_text(ability.stress),
        text=ability.text,
    )
    play.emit(who, TraitGained(name=name, trait=Trait(kind=ABILITY, title=ability.title, data=kept.stored())))


def _listed(play: Play, name: str) -> Ability:
    if name not in PRINTED:
        listed = ", ".join(sorted(PRINTED))
        play.missing(
            f"catalogue.abilities.{name}",
            "The catalogue has no {name!r}; it has {listed}.",
            name=name,
            listed=listed,
        )
    return PRINTED[name]


@command("Take an ability from a character.")
def forget(play: Play, command: Forget) -> None:
    """An ability is a character's no longer."""
    of(play, command.who, command.ability)
    play.emit(command.who, TraitLost(name=command.ability))


def of(play: Play, who: str, name: str) -> Ability:
    """A character's ability of that name. Absent where they have none."""
    trait = play.character(who).traits.get(name)
    if trait is None or trait.kind != ABILITY:
        play.missing(f"{who}.traits.{name}", "They have no ability {name!r}.", name=name)
    return msgspec.json.decode(AbilityData.of(trait).does, type=Ability)
