"""Derived values: what follows from the numbers on a sheet, so that nothing of it is stored.

A number that is entered stands in place of what would follow. The bases of defenses and passive scores are the campaign's to set.
"""

from __future__ import annotations

from typing import Final

from domain.formulas import Derived
from domain.kit.values import override
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.expressions import AnyExpression, AtLeast, Count, Greatest, Number, Quotient, Sum, ValueOf
from domain.vocabulary.values import Attribute, AttributeDeclared
from systems.orcus.fields import Ability
from systems.orcus.moments import ARRIVED
from systems.orcus.sheet.people import (
    ABILITIES,
    AVERAGE,
    EVERYBODY,
    FLIGHT,
    LEVEL_BONUS,
    MODES,
    RECOVERY,
    SCORE_MOST,
    SENSES,
    STAGGERED_AT,
    WITH_CLASSES,
)
from systems.orcus.sheet.skills import SKILLS

DEFENSE_BASE, PASSIVE_BASE = "defense_base", "passive_base"
ATTRIBUTES: Final = (DEFENSE_BASE, PASSIVE_BASE)

OPTIONS: Final = (
    OptionSpec(
        name=DEFENSE_BASE,
        default=AVERAGE,
        text="What a defense begins at, before level and ability, for those who come from then on.",
        rules=("OR-DEF-01", "OR-DEF-02", "OR-DEF-03"),
    ),
    OptionSpec(
        name=PASSIVE_BASE,
        default=AVERAGE,
        text="What a passive score begins at, for those who come from then on.",
        rules=("OR-SURP-01",),
    ),
    OptionSpec(
        name="heavy_armor_reflex",
        default="none",
        choices=("none", "ability"),
        text="Whether Reflex keeps its ability in heavy armor, for those who come from then on.",
        rules=("OR-DEF-02",),
    ),
)


def _of(path: str) -> ValueOf:
    return ValueOf(path=path)


def _higher(*names: Ability) -> AnyExpression:
    """The higher of the modifiers of some abilities."""
    return Greatest(terms=tuple(_of(f"modifiers.{name}") for name in names))


def _defense(ability: AnyExpression) -> AnyExpression:
    """Ruling 4: the base, half the level and what an ability gives."""
    return Sum(terms=(_of(f"attributes.{DEFENSE_BASE}"), _of(LEVEL_BONUS), ability))


_QUICK: Final = _higher("dexterity", "intelligence")

_LIGHT: Final = AtLeast(
    value=Count(component="items", where={"what": "armor", "location": "worn", "data.weight": "heavy"}),
    threshold=1,
    then=Number(value=0),
    otherwise=_QUICK,
)
"""OR-DEF-02, ruling 52: what quickness and wit give to a character who wears light armor or none."""

_DEFAULTS: Final[dict[str, tuple[AnyExpression, str]]] = {
    **{name: (Number(value=AVERAGE), "OR-ABIL-02") for name in ABILITIES},
    "level": (Number(value=1), "OR-LVL-01"),
    "class_hp": (Number(value=0), "OR-RULING-05"),
    "class_recoveries": (Number(value=0), "OR-RULING-05"),
    "attack": (Number(value=0), "OR-ATK-04"),
    DEFENSE_BASE: (Number(value=AVERAGE), "OR-RULING-04"),
    PASSIVE_BASE: (Number(value=AVERAGE), "OR-RULING-04"),
    "ac": (_defense(_LIGHT), "OR-DEF-02"),
    "fortitude": (_defense(_higher("strength", "constitution")), "OR-DEF-01"),
    "reflex": (_defense(_LIGHT), "OR-DEF-02"),
    "will": (_defense(_higher("wisdom", "charisma")), "OR-DEF-03"),
    "initiative": (Sum(terms=(_of("modifiers.dexterity"), _of(LEVEL_BONUS))), "OR-INIT-01"),
    **{
        skill: (Sum(terms=(_of(f"modifiers.{known.ability}"), _of(LEVEL_BONUS))), "OR-SKILL-02")
        for skill, known in SKILLS.items()
    },
    "walk": (Number(value=6), "OR-MOVE-04"),
    **{mode: (Number(value=0), "OR-MOVE-05") for mode in MODES if mode != "walk"},
    **{sense: (Number(value=0), "OR-VIS-03") for sense in SENSES},
    **{name: (Number(value=0), "OR-FLY-01") for name in FLIGHT},
    **{f"attributes.{sense}": (Number(value=0), "OR-VIS-03") for sense in SENSES},
    **{f"attributes.{name}": (Number(value=0), "OR-FLY-01") for name in FLIGHT},
    "reach": (
        AtLeast(
            value=Count(component="profile", where={"data.size": "tiny"}),
            threshold=1,
            then=Number(value=0),
            otherwise=Number(value=1),
        ),
        "OR-TYPE-03",
    ),
}
"""The values of a sheet where nobody entered anything, by the attribute."""

_OF_CLASSES: Final[dict[str, tuple[AnyExpression, str]]] = {
    "tracks.hp.maximum": (Sum(terms=(_of("attributes.class_hp"), _of("attributes.constitution"))), "OR-HP-01"),
    "tracks.recoveries.maximum": (
        Sum(terms=(_of("attributes.class_recoveries"), _of("modifiers.constitution"))),
        "OR-HP-03",
    ),
}
"""The pools of those who have a class."""


def _modifier(name: Ability) -> Derived:
    """OR-ABIL-04: half of what a score has above 10, rounded down; of 9 that is -1."""
    above = Sum(terms=(_of(f"attributes.{name}"), Number(value=-AVERAGE)))
    return Derived(f"modifiers.{name}", Quotient(dividend=above, divisor=2), EVERYBODY, "OR-ABIL-04")


def _part(path: str, whole: str, divisor: int, rule: str) -> Derived:
    """OR-RND-01: a part of a value, rounded down."""
    return Derived(path, Quotient(dividend=_of(whole), divisor=divisor), EVERYBODY, rule)


DERIVED: Final = (
    *(Derived(f"attributes.{name}", expression, EVERYBODY, rule) for name, (expression, rule) in _DEFAULTS.items()),
    Derived(SCORE_MOST, Number(value=30), EVERYBODY, "OR-ABIL-02"),
    *map(_modifier, ABILITIES),
    *(Derived(f"speed.{mode}", _of(f"attributes.{mode}"), EVERYBODY, "OR-MOVE-04") for mode in MODES),
    *(
        Derived(
            f"passive.{skill}",
            Sum(terms=(_of(f"attributes.{PASSIVE_BASE}"), _of(f"attributes.{skill}"))),
            EVERYBODY,
            "OR-RULING-04",
        )
        for skill in SKILLS
    ),
    *(Derived(path, expression, WITH_CLASSES, rule) for path, (expression, rule) in _OF_CLASSES.items()),
    _part(LEVEL_BONUS, "attributes.level", 2, "OR-LVL-05"),
    _part(RECOVERY, "tracks.hp.maximum", 4, "OR-HEAL-02"),
    _part(STAGGERED_AT, "tracks.hp.maximum", 2, "OR-STAG-02"),
)
"""Values that follow from the numbers on a sheet."""


def settings_hold(play: Play, who: str) -> None:
    """Rulings 4 and 52: a character who comes has the bases of defenses and passive scores that the campaign sets."""
    for name in ATTRIBUTES:
        base = int(str(play.option(name)))
        if base != AVERAGE and name not in play.character(who).attributes:
            play.emit(who, AttributeDeclared(name=name, attribute=Attribute(base=base), rules=("OR-RULING-04",)))
    if play.option("heavy_armor_reflex") == "ability" and "reflex" not in play.character(who).attributes:
        with play.citing("OR-RULING-52"):
            override(play, who, "attributes.reflex", _defense(_QUICK))


MOMENTS: Final = {ARRIVED: (settings_hold,)}
