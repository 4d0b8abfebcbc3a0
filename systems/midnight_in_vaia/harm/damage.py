"""Damage and its types: what an amount of it comes to on a character, and what comes with it."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.kit.commands import command
from domain.messages import text
from domain.play.adjusting import at_least
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.holdings import Trait, TraitGained, TraitLost
from domain.vocabulary.log import Noted
from systems.freeform.fields import Notation, Title
from systems.midnight_in_vaia.encounter import vulnerable
from systems.midnight_in_vaia.harm import effects, sensitivities
from systems.midnight_in_vaia.harm.effects import AnyEffect
from systems.midnight_in_vaia.harm.sensitivities import DamageType, Rating, TypeOfDamage

CONSTRUCT: Final = "construct"
"""The trait of a construct, which is no living being but a made thing."""


class _Type(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    group: Literal["physical", "elemental", "special"]
    rule: str
    causes: Literal["bleeding", "hemorrhaging", "exsanguination", ""] = ""
    may: tuple[str, ...] = ()
    rated: bool = False


TYPES: Final = table(__package__, "damage", dict[DamageType, _Type])
"""MV-TYPE-01: every type of damage, with its group."""

CATALOGUE: Final = (
    CatalogueKind(
        name="damage-type",
        title="Types of damage",
        table=TYPES,
        rules=("MV-TYPE-01",),
        labels={"causes": "always causes", "may": "may cause", "rated": "has a rating"},
    ),
)

Damage = Annotated[int, Meta(ge=0, le=1_000_000, description="How much damage")]
Effects = Annotated[
    tuple[AnyEffect, ...],
    Meta(max_length=10, description="What comes with it: counters, stun, agony and the like, each with its numbers"),
]


class Harm(NamedTuple):
    """The result of damage: how much it was after weaknesses and resistances, and the Hit Points it took."""

    suffered: int = 0
    lost: int = 0


class Inflict(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`amount` of damage and what the `roll` shows, of a type."""

    who: CharacterRef
    type: TypeOfDamage
    amount: Annotated[Damage, Meta(description="The damage, beside what is rolled")] = 0
    roll: Annotated[Notation, Meta(description="The dice that are rolled for it")] = ""
    rating: Annotated[Rating, Meta(description="The rating of Erosion, Divine or Diabolical damage")] = 1
    effects: Effects = ()
    by: Annotated[CharacterRef, Meta(description="Who deals it")] = ""


class TriggerDesigner(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`effect` is what it is called, `told` what its description says."""

    who: CharacterRef
    effect: Annotated[Title, Meta(description="What it is called")]
    told: Annotated[Text, Meta(description="What its description says")] = ""
    amount: Annotated[Damage, Meta(description="How much damage comes of it")] = 0
    effects: Effects = ()


class DeclareConstruct(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A construct, against which Erosion is multiplied."""

    who: CharacterRef
    construct: Annotated[bool, Meta(description="Whether they are one from now on, or no longer")] = True


def inflict(
    play: Play,
    who: str,
    amount: int,
    type: DamageType,
    *,
    by: str = "",
    rating: int = 1,
    stated: tuple[AnyEffect, ...] = (),
    delivered: Literal["impact", "engulf", ""] = "",
    deadly: str = "",
) -> Harm:
    """MV-TYPE-02 to MV-TYPE-14, rulings 5, 6 and 10: the whole of what damage of a type does to a character.

    Weaknesses multiply, resistances divide, Hit Points are lost, and then come the effects that the attack states and
    those its type causes. `deadly` is the rule by which a character who drops to 0 Hit Points of it is killed. Nothing more befalls the dead.
    """
    if vulnerable.is_dead(play, who):
        return Harm()
    with play.citing(TYPES[type].rule), play.seen_by(play.character(who).profile["self"].audience):
        standing = vulnerable.hit_points(play, who) > 0
        damage = _judged(play, who, amount, type)
        suffered = _suffered(play, who, damage, type, rating=rating, delivered=delivered)
        lost = vulnerable.lose(play, who, suffered, type)
        _kill(play, who, standing, deadly)
        if not vulnerable.is_dead(play, who):
            before = vulnerable.hit_points(play, who)
            caused = _caused(play, who, type, suffered, stated)
            _take_effects(play, who, (*stated, *caused), source=by or type)
            lost += before - vulnerable.hit_points(play, who)
            _kill(play, who, standing, deadly)
    return Harm(suffered, lost)


def _kill(play: Play, who: str, standing: bool, deadly: str) -> None:
    """Kill a character whom deadly damage drops to 0 Hit Points; it does not drop those who were there already."""
    if deadly and standing and vulnerable.hit_points(play, who) == 0:
        vulnerable.kill(play, who, deadly)


def _judged(play: Play, who: str, amount: int, type: DamageType) -> int:
    """MV-TYPE-10, ruling 12: return how much a Biological effect does to this victim, which the Story Guide says; in a
    command of their own they have said so already."""
    if type != "biological" or play.deed.is_gm:
        return amount
    return _entered(play, "biological", who, amount, "How much of this damage is done, by their Vitality?")


def _suffered(play: Play, who: str, amount: int, type: DamageType, *, rating: int, delivered: str) -> int:
    """Ruling 10: what is left after Erosion's own rating on a construct, and the target's weaknesses and resistances."""
    eroding = type == "erosion" and is_construct(play, who)
    own = rating if type in ("divine", "diabolical") and play.option("divine_rating") == "attack" else 0
    kinds = {type: own, TYPES[type].group: 0} | ({delivered: 0} if delivered else {})
    return sensitivities.suffered(play, who, amount * (rating if eroding else 1), kinds)


def _take_effects(play: Play, who: str, taken: tuple[AnyEffect, ...], *, source: str) -> None:
    """Ruling 11: the effects that the attack states, and those that its type causes."""
    for effect in taken:
        effects.gain(play, who, effect, source=source)


def _caused(
    play: Play, who: str, type: DamageType, suffered: int, stated: tuple[AnyEffect, ...]
) -> tuple[AnyEffect, ...]:
    """MV-TYPE-02, MV-TYPE-03, MV-TYPE-04, rulings 5 and 6: what the type of the damage causes and the attack does not state;
    how many counters, the Story Guide enters."""
    match TYPES[type].causes:
        case "bleeding" if suffered and not any(isinstance(e, effects.Bleeding) for e in stated):
            asked = _entered(play, "bleeding", who, 1, "How many Bleed Counters does it cause?")
            return (effects.Bleeding(counters=asked),)
        case "hemorrhaging" if suffered and not any(isinstance(e, effects.Hemorrhaging) for e in stated):
            asked = _entered(play, "hemorrhaging", who, 1, "How many Hemorrhage Counters does it cause?")
            return (effects.Hemorrhaging(counters=asked),)
        case "exsanguination" if not any(isinstance(e, effects.Exsanguination) for e in stated):
            return (effects.Exsanguination(),)
        case _:
            return ()


_IN_WORDS: Final[dict[str, str]] = {
    "biological": text("biological"),
    "bleeding": text("bleeding"),
    "hemorrhaging": text("hemorrhaging"),
}
"""Numbers that the Story Guide enters, as a refusal names them."""


def _entered(play: Play, kind: str, who: str, default: int, prompt: str) -> int:
    """A number that the Story Guide enters when a character suffers the damage."""
    answer = play.ask(kind, "gm", (), str(default), prompt, about=who)
    if not answer.isdecimal():
        play.refuse(
            "MV-RULING-05",
            "{answer!r} is no answer to {kind}: enter a whole number from 0 up.",
            answer=answer,
            kind=_IN_WORDS[kind],
        )
        return default
    return int(answer)


def is_construct(play: Play, who: str) -> bool:
    """Whether a character is a construct, against which Erosion is multiplied."""
    return CONSTRUCT in play.character(who).traits


@command("A character takes damage of a type, with the effects that come with it.", name="inflict", scene=True)
def inflict_by_hand(play: Play, command: Inflict) -> None:
    """MV-TYPE-01, MV-TYPE-02, MV-TYPE-03, MV-TYPE-04, MV-TYPE-05, MV-TYPE-06, MV-TYPE-07, MV-TYPE-08, MV-TYPE-09,
    MV-TYPE-10, MV-TYPE-11, MV-TYPE-12, MV-TYPE-13, MV-TYPE-14, rulings 5, 10 and 12: damage is done by the Story
    Guide's word, or as an attack states it."""
    if command.rating > 1 and not TYPES[command.type].rated:
        play.refuse("MV-TYPE-01", "Only Erosion, Divine and Diabolical damage have a rating; leave it out.")
    amount = command.amount
    if command.roll:
        amount += play.roll(command.who, "damage", command.roll, adjustments=(at_least(0),)).total
    inflict(
        play,
        command.who,
        amount,
        command.type,
        by=command.by,
        rating=command.rating,
        stated=command.effects,
    )


@command("A designer effect does what its own description says.", scene=True)
def trigger_designer(play: Play, command: TriggerDesigner) -> None:
    """MV-TYPE-12: a designer effect does what its own description says, and nothing else."""
    play.emit(
        command.who,
        Noted(name="designer-effect", text=command.told, data={"effect": command.effect}, rules=("MV-TYPE-12",)),
    )
    inflict(play, command.who, command.amount, "designer", by=command.effect, stated=command.effects)


def _as_before(construct: bool) -> str:
    if construct:
        return text("They are a construct already; nothing is left to say.")
    return text("They are no construct; nothing is left to say.")


@command("Say whether a character is a construct.", scene=True)
def declare_construct(play: Play, command: DeclareConstruct) -> None:
    """MV-TYPE-09: constructs are what Erosion is multiplied against."""
    if command.construct == is_construct(play, command.who):
        play.refuse("MV-TYPE-09", _as_before(command.construct))
        return
    if command.construct:
        made = Trait(kind=CONSTRUCT, title="Construct")
        play.emit(command.who, TraitGained(name=CONSTRUCT, trait=made, rules=("MV-TYPE-09",)))
    else:
        play.emit(command.who, TraitLost(name=CONSTRUCT, rules=("MV-TYPE-09",)))


OPTIONS = (
    OptionSpec(
        name="divine_rating",
        default="target",
        choices=("target", "attack"),
        text="Whose rating counts for Divine and Diabolical damage: the target's weakness or resistance, or the attack's.",
        rules=("MV-TYPE-13", "MV-TYPE-14", "MV-RULING-10"),
    ),
)
