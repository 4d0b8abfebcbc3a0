"""Abilities: what somebody can do beyond what everybody can, as the catalogue or the campaign describes it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.components.creature import Trait
from domain.components.data import Data
from domain.events.holdings import TraitGained, TraitLost
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.rulebook import table
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
    """What an attack does to its target: `amount` of damage and what the `dice` show. All its effects are stated with their
    numbers (ruling 5)."""

    type: TypeOfDamage
    amount: Damage = 0
    dice: Notation = ""
    rating: Rating = 1
    effects: Effects = ()


class Ability(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an ability costs and does.

    `when` it can be used is any time, or `initialization` only. `interrupts` says that it can interrupt what its target is
    doing; `finishing` that it executes or knocks out a Vulnerable target. `attack` is what it does to its target; `heals`
    the Hit Points that its target, else whoever uses it, regains. `slots` more (or fewer) Action Slots are gained by the
    same, in so many `rounds`. `wakes` says that its target, where Unconscious, comes to.

    `hands` are how many the weapons take that it needs; a `wordsake` effect is spoken. `range` is how many squares far it
    works. What causes stress at Upkeep goes on for as many Full Rounds as it `lasts`, and at 0 until it is ended.
    """

    title: Called
    text: Annotated[str, Meta(description="What it does, in words for the table")] = ""
    cost: CostText = ""
    when: Literal["", "initialization"] = ""
    interrupts: bool = False
    finishing: Literal["", "execution", "knockout"] = ""
    stress: Demands = ()
    hands: Annotated[int, Meta(ge=0, le=2)] = 0
    wordsake: bool = False
    range: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    lasts: Small = 0
    wakes: bool = False
    attack: Attack | None = None
    heals: Notation = ""
    slots: Annotated[int, Meta(ge=-100, le=100)] = 0
    rounds: Small = 1


CATALOGUE: Final = table(__package__, "abilities", dict[str, Ability])
"""Abilities of our own invention, by name."""


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
    ability: Key
    own: Ability | None = None


class Forget(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`ability` is its name."""

    who: CharacterRef
    ability: Key


@command("Give somebody an ability, of the catalogue or of the campaign's own.")
def learn(play: Play, command: Learn) -> None:
    """MV-SLOT-09, MV-SLOT-10: what an ability costs in which phase, and what it can do, is written with it."""
    give(play, command.who, command.ability, command.own or _listed(play, command.ability))


def give(play: Play, who: str, name: str, ability: Ability) -> None:
    """Somebody has an ability from now on. Its trait keeps the whole of it as JSON, and its cost, stress and text to be shown."""
    cost_of(ability.cost)
    stress.check_demands(ability.stress)
    kept = AbilityData(
        does=msgspec.json.encode(ability).decode(),
        cost=ability.cost,
        stress=stress.told(ability.stress),
        text=ability.text,
    )
    play.emit(who, TraitGained(name=name, trait=Trait(kind=ABILITY, title=ability.title, data=kept.stored())))


def _listed(play: Play, name: str) -> Ability:
    if name not in CATALOGUE:
        listed = ", ".join(sorted(CATALOGUE))
        play.missing(f"catalogue.abilities.{name}", f"The catalogue has no {name!r}; it has {listed}.")
    return CATALOGUE[name]


@command("Take an ability from somebody.")
def forget(play: Play, command: Forget) -> None:
    """An ability is somebody's no longer."""
    of(play, command.who, command.ability)
    play.emit(command.who, TraitLost(name=command.ability))


def of(play: Play, who: str, name: str) -> Ability:
    """Somebody's ability of that name. Absent where they have none."""
    trait = play.character(who).traits.get(name)
    if trait is None or trait.kind != ABILITY:
        play.missing(f"{who}.traits.{name}", f"They have no ability {name!r}.")
    return msgspec.json.decode(AbilityData.of(trait).does, type=Ability)
