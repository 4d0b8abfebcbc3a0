"""Abilities of the catalogue: powers, maneuvers and feats with all their numbers, ours and those that a campaign adds."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import catalogues
from domain.kit.commands import command
from domain.kit.durations import as_long_as
from domain.play.play import Play
from domain.rulebook import table
from systems.freeform.fields import Key
from systems.rotted_capes.catalogue import entries
from systems.rotted_capes.catalogue.effects import LABELS, Effect
from systems.rotted_capes.combat import features
from systems.rotted_capes.combat.allowances import FeatureData
from systems.rotted_capes.combat.features import Activation, Grants, Sort
from systems.rotted_capes.fields import Areas, Mode
from systems.rotted_capes.harm import resistance
from systems.rotted_capes.sheet.people import Statistics, enter

KIND: Final = "ability"


class ListedAbility(Effect, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A power, maneuver or feat: what it costs to use, what it does, and what it gives to a character who has it."""

    sort: Annotated[Sort, Meta(description="What sort of feature it is")] = "power"
    activation: Annotated[Activation, Meta(description="What it costs to use")] = "action"
    basic: Annotated[bool, Meta(description="Whether everybody knows it, as with the basic maneuvers")] = False
    interruptible: Annotated[bool, Meta(description="Whether hits and damage can disrupt it")] = False
    burnout: Annotated[int, Meta(ge=0, le=100, description="What it costs in Burnout")] = 0
    first: Annotated[bool, Meta(description="Whether it has to be used before the Action of the turn")] = False
    grants: Grants = ""
    mode: Annotated[Mode, Meta(description="The mode of movement for which it gives a Pace")] | None = None
    pace: Annotated[Areas, Meta(description="That Pace")] = 0
    resists: Annotated[int, Meta(ge=0, le=1_000, description="How much Damage Resistance it gives")] = 0
    against: Annotated[str, Meta(max_length=40, description="Against which type or category of damage, or `all`")] = (
        "all"
    )

    @property
    def feature(self) -> FeatureData:
        """Return the part of it that stands on a sheet."""
        return FeatureData(
            sort=self.sort,
            activation=self.activation,
            interruptible=self.interruptible,
            burnout=self.burnout,
            first=self.first,
        )

    @property
    def rule(self) -> str:
        """The rule by which it is used."""
        return "RC-USE-06" if self.sort == "maneuver" else "RC-USE-05"


PRINTED: Final = table(__package__, "abilities", dict[str, ListedAbility])
"""Abilities of our own invention, by name."""

CATALOGUE: Final = (
    CatalogueKind(
        name=KIND,
        title="Powers, maneuvers and feats",
        table=PRINTED,
        rules=("RC-RULING-17",),
        labels=LABELS,
        units={"farthest": "Areas", "pace": "Areas"},
        added_by="add_ability",
    ),
)


class GainAbility(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Give a character an ability of the catalogue."""

    who: CharacterRef
    ability: Annotated[Key, Meta(description="Its name in the catalogue", extra={"catalogue": KIND})]


class AddAbility(Command, frozen=True, kw_only=True, omit_defaults=True):
    """There is another ability in this campaign."""

    ability: Annotated[ListedAbility, Meta(description="The ability, under the name by which it is looked up")]


def listed(play: Play, name: str) -> ListedAbility:
    """Ruling 17: an ability by its name: the campaign's own, or ours. Absent where there is neither."""
    return catalogues.look_up(play, KIND, name, PRINTED, ListedAbility)


@command("Give a character an ability of the catalogue, with all that it brings.")
def gain_ability(play: Play, command: GainAbility) -> None:
    """RC-TURN-13, RC-USE-05, RC-USE-06, RC-RULING-17: it stands on the sheet with its cost; what it grants is there at once."""
    give(play, command.who, command.ability)


def give(play: Play, who: str, name: str) -> None:
    """Put an ability on a sheet, with the Pace and the Damage Resistance that it gives. Refused for who has it already."""
    ability = listed(play, name)
    if features.named(play, who, name) is not None:
        play.refuse(ability.rule, "They have this ability already.")
    trait = features.give(play, who, ability.title, ability.feature, ability.grants, entry=name)
    if ability.mode is not None:
        enter(play, who, Statistics(paces={ability.mode: ability.pace}, powered=(ability.mode,)))
    if ability.resists:
        given = resistance.ResistanceData(amount=ability.resists, against=ability.against)
        resistance.resist(play, who, given, ability.title, as_long_as(who, "traits", trait))


@command("Add an ability of the campaign's own to the catalogue.")
def add_ability(play: Play, command: AddAbility) -> None:
    """RC-RULING-17: add an ability that the rulebook names without numbers, with numbers of the Editor-in-Chief's."""
    entries.add(play, KIND, command.ability.title, command.ability, PRINTED)
