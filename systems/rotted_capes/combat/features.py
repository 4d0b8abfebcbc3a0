"""Features: the powers, maneuvers and feats of a sheet, what each costs to use, and what some grant."""

from __future__ import annotations

from typing import Annotated, Final, Literal, cast

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.instance_fields import takes_one_of
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.durations import as_long_as
from domain.play.play import Play
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Modifier, ModifierApplied, PointGained
from systems.freeform.fields import Word
from systems.rotted_capes.combat import demanding
from systems.rotted_capes.combat.actions import Cost, react, take
from systems.rotted_capes.combat.allowances import FEATURE, HOVER, FeatureData
from systems.rotted_capes.combat.turns import ACTION, REACTIONS

Activation = Literal["action", "bonus", "demanding", "reaction", "passive", "triggered"]
Sort = Literal["power", "maneuver", "feat", "other"]
Grants = Annotated[
    Literal["", "hover", "reaction"], Meta(description="Whether it lets its owner hover, or gives another Reaction")
]

BASICS: Final[dict[str, Cost]] = {"grapple": "action", "team attack": "reaction"}
"""RC-USE-06, ruling 76: the basic maneuvers that the rulebook names, with what they cost."""


class Learn(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A power, maneuver or feat stands on a sheet from now on."""

    who: CharacterRef
    name: Annotated[Word, Meta(description="What it is called")]
    sort: Annotated[Sort, Meta(description="What sort of feature it is")] = "power"
    activation: Annotated[Activation, Meta(description="What it costs to use, as its description says")] = "passive"
    interruptible: Annotated[bool, Meta(description="Whether hits and damage can disrupt it")] = False
    burnout: demanding.Burnout = 0
    first: Annotated[bool, Meta(description="Whether it has to be used before the Action of the turn")] = False
    grants: Grants = ""


class UseFeature(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Use a power, maneuver or feat."""

    who: CharacterRef
    feature: Annotated[
        Word,
        Meta(description="Its name, or that of a basic maneuver", extra=takes_one_of("traits", "feature", by="title")),
    ]
    trigger: Annotated[str, Meta(max_length=200, description="What a Reaction answers")] = ""
    as_bonus: Annotated[bool, Meta(description="Whether it is to be a Bonus Action")] = False
    how: Annotated[Text, Meta(description="What is done with it")] = ""


@command("Enter a power, maneuver or feat on a character's sheet, with what it costs to use.")
def learn(play: Play, command: Learn) -> None:
    """RC-TURN-13, RC-USE-05, RC-USE-06, RC-TURN-11: each states its own cost; some grant a Reaction, or hovering."""
    who = command.who
    data = FeatureData(
        sort=command.sort,
        activation=command.activation,
        interruptible=command.interruptible,
        burnout=command.burnout,
        first=command.first,
    )
    give(play, who, command.name, data, command.grants)


def give(play: Play, who: str, title: str, data: FeatureData, grants: str = "", *, entry: str = "") -> str:
    """RC-TURN-11: put a feature on a sheet, with what it grants, and return its name. `entry` is that of a catalogue."""
    name = play.new_id(FEATURE)
    kind = HOVER if grants == HOVER else FEATURE
    play.emit(who, TraitGained(name=name, trait=Trait(kind=kind, title=title, data=data.stored(), catalogue=entry)))
    if grants == "reaction":
        more = Modifier(path=REACTIONS, amount=1, title=title, until=as_long_as(who, "traits", name))
        play.emit(who, ModifierApplied(name=play.new_id("reaction"), modifier=more, rules=("RC-TURN-11",)))
    return name


@command("Use a power, maneuver or feat; it costs what its description says.", by="owner", scene=True)
def use_feature(play: Play, command: UseFeature) -> None:
    """RC-TURN-13, RC-USE-05, RC-USE-06: the stated cost is charged; basic maneuvers everybody knows."""
    who, basic = command.who, BASICS.get(command.feature.lower())
    rules = ("RC-TURN-13", "RC-USE-06" if basic else "RC-USE-05")
    data = FeatureData(activation=basic) if basic else FeatureData.of(known(play, who, command.feature))
    if command.as_bonus and data.activation != "bonus":
        play.refuse("RC-TURN-04", "Nothing lets them do this as a Bonus Action; take it as an Action.")
    with play.citing(*rules):
        charge(play, who, command.feature, data, command.trigger)
        play.emit(who, Noted(name="used", text=command.how, data={"feature": command.feature}))


def known(play: Play, who: str, feature: str) -> Trait:
    """RC-TURN-04, RC-USE-06: a feature of a character's sheet by its title. Refused where it does not stand there."""
    fitting = named(play, who, feature)
    if fitting is None:
        play.refuse("RC-USE-06", "They have no {feature}; name a feature on their sheet.", feature=feature)
    return fitting or Trait(kind=FEATURE)


def named(play: Play, who: str, feature: str) -> Trait | None:
    """Return a feature of a character's sheet by its title or its entry in a catalogue; None where there is none."""
    word = feature.lower()
    for kind in (FEATURE, HOVER):
        for trait in play.where(who, "traits", kind).values():
            if word in (trait.title.lower(), trait.catalogue):
                return cast(Trait, trait)
    return None


def charge(play: Play, who: str, what: str, data: FeatureData, trigger: str = "", *, aimed: bool = False) -> bool:
    """RC-TURN-04, RC-TURN-06, RC-TURN-13, RC-USE-05: charge what a feature costs; what is passive costs nothing. Return
    whether it takes effect at once."""
    match data.activation:
        case "action":
            take(play, who, what)
        case "bonus":
            _check_timing(play, who, data)
            take(play, who, what, "bonus")
        case "demanding":
            return demanding.begin(play, who, what, interruptible=data.interruptible, burnout=data.burnout, aimed=aimed)
        case "reaction":
            react(play, who, trigger)
        case _:
            pass
    if data.burnout:
        play.emit(who, PointGained(name=demanding.BURNOUT, amount=data.burnout))
    return True


def _check_timing(play: Play, who: str, data: FeatureData) -> None:
    """RC-TURN-06: refuse a Bonus Action that has its own time once that has gone by."""
    if data.first and turns.left(play, who, ACTION, 1) < 1:
        play.refuse("RC-TURN-06", "This Bonus Action comes before the Action of the turn, which is taken already.")
