"""Weakness and Resistance: what multiplies and divides the damage a character takes."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.kit import conditions
from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data

WEAKNESS: Final = "weakness"
RESISTANCE: Final = "resistance"
Sensitivity = Literal["weakness", "resistance"]

DamageType = Literal[
    "cutting",
    "penetrating",
    "ripping",
    "striking",
    "shocking",
    "scorching",
    "freezing",
    "erosion",
    "biological",
    "corrosive",
    "designer",
    "divine",
    "diabolical",
]
TypeOfDamage = Annotated[
    DamageType,
    Meta(description="The type of the damage, which says what else comes of it", extra={"catalogue": "damage-type"}),
]
DamageKind = Literal[DamageType, "physical", "elemental", "special", "impact", "engulf"]
"""The object of a weakness or resistance: a type of damage, a group of types, or how an area delivers it."""

Against = Annotated[
    DamageKind,
    Meta(description="A type of damage, a group of types, or all that an area delivers by impact or by engulfing"),
]

Rating = Annotated[int, Meta(ge=1, le=10, description="From 1, which changes nothing, to 10")]

_RULES: Final[dict[str, str]] = {WEAKNESS: "MV-EFF-14", RESISTANCE: "MV-EFF-15"}


@data_of("conditions", WEAKNESS, RESISTANCE)
class SensitivityData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The kind of damage that a character is weak against or resistant to."""

    against: DamageKind


def sensitize(play: Play, who: str, condition: Condition) -> str:
    """MV-EFF-14, MV-EFF-15: make a character weak against a kind of damage, or resistant to it; return its name."""
    name = play.new_id(condition.what)
    conditions.add(play, who, condition, name, rules=(_RULES[condition.what],))
    return name


def sensitivity(
    what: Sensitivity, against: DamageKind, rating: Rating, *, until: AnyAnchor | None = None, source: str = ""
) -> Condition:
    """MV-EFF-14, MV-EFF-15: a weakness or resistance against a kind of damage, with a rating from 1 to 10."""
    title = f"{what.capitalize()}: {against} {rating}"
    return Condition(
        what=what, level=rating, title=title, source=source, until=until, data=SensitivityData(against=against).stored()
    )


def rating(play: Play, who: str, what: Sensitivity, against: str) -> int:
    """The strongest rating of a character's weakness or resistance against a kind of damage; 0 without one."""
    conditions = play.where(who, "conditions", what)
    return max(
        (
            conditions[name].level
            for name in sorted(conditions)
            if SensitivityData.of(conditions[name]).against == against
        ),
        default=0,
    )


def suffered(play: Play, who: str, amount: int, kinds: dict[str, int]) -> int:
    """MV-EFF-14, MV-EFF-15, ruling 10: the damage that is left of an amount: multiplied for every weakness first, then
    divided for every resistance, rounded down.

    `kinds` are the kinds of damage that it is; where one has a number above 0, that is the rating of the attack, which
    counts in place of the target's.
    """
    factor, divisor = 1, 1
    for kind, own in kinds.items():
        if weak := rating(play, who, WEAKNESS, kind):
            factor *= own or weak
        if resistant := rating(play, who, RESISTANCE, kind):
            divisor *= own or resistant
    return amount * factor // divisor
