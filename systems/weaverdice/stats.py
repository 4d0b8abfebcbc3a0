"""What a Weaverdice sheet is reckoned from: the seven stats, and every value that follows from them."""

from __future__ import annotations

from domain.bounds import Bound
from domain.components.creature import Attribute, Formula
from domain.components.expressions import AnyExpression, Count, Number, Product, Sum, ValueOf
from domain.events.log import Contribution
from domain.events.values import AttributeDeclared, FormulaChanged, FormulaDefined, FormulaDropped
from domain.play.play import Play

STATS = ("brawn", "athletics", "dexterity", "wits", "social", "knowledge", "guts")
"""WD-CHK-04, in the order of the rulebook."""

AVERAGE = 3
"""WD-CHK-05: what a stat is unless something changes it."""

PHYSICAL = ("brawn", "athletics", "dexterity", "guts")
"""The physical stats (ruling 35)."""

WOUND_SLOTS = "slots.wounds"
"""Wounds the body takes before it risks falling."""

ARMOR = "slots.armor"
"""Wound slots that costume lays before the body's own."""

BELT, COSTUME = "slots.belt", "slots.costume"
"""Slots of the belt; spaces of the costume."""

DEFENCE, TACTICS, SPEED = "scores.defence", "scores.tactics", "scores.speed"
MOVEMENT = "movement.feet"
"""Feet of one Move action."""

ENCUMBRANCE, SKILL_CAP = "limits.encumbrance", "limits.skills"
MOST_REPUTATION, UNDERLING_CAP, FOLLOWER_CAP = "limits.reputation", "limits.underlings", "limits.followers"

KEEPING = "scores.keeping"
"""What is added to rolls that keep a reputation which was used."""

START_OF_DAY = "morale.start"
"""WD-MOR-06: the step of morale that a day starts with. This and what follows there is only where morale is kept."""

EVENING_DICE, NUMBNESS, STEADINESS, DILIGENCE = "morale.evening", "morale.numbness", "morale.steadiness", "morale.work"
"""More dice for a slot of downtime; steps of low morale that are not felt; steps that an enemy's blow falls short by
(WD-MOR-11); what good morale adds to work in downtime (WD-OPT-08)."""


BOUNDS = (
    Bound("attributes.*", 0, "WD-RULING-36"),
    Bound("tracks.*.maximum", 0, "WD-RULING-36"),
    Bound("slots.*", 0, "WD-RULING-36"),
    Bound("limits.*", 0, "WD-RULING-36"),
    Bound("movement.*", 0, "WD-RULING-36"),
)
"""Stats stop at 0, and so does what follows from them."""


def skills_of(*stats: str) -> tuple[AnyExpression, ...]:
    """A term for the number of known skills of each of these stats."""
    return tuple(Count(component="traits", where={"kind": "skill", "state": "known", "data.stat": s}) for s in stats)


def _stats(*stats: str) -> tuple[AnyExpression, ...]:
    return tuple(ValueOf(path=f"attributes.{stat}") for stat in stats)


_MILESTONES = Count(component="choices", where={"of": "milestone"})

DERIVED: dict[str, AnyExpression] = {
    WOUND_SLOTS: ValueOf(path="attributes.guts"),
    ARMOR: Number(value=0),
    BELT: ValueOf(path="attributes.dexterity"),
    COSTUME: Number(value=9),
    TACTICS: Sum(terms=(*_stats("social", "knowledge"), *skills_of("social", "knowledge"))),
    SPEED: Sum(terms=(*_stats("athletics", "dexterity"), *skills_of("athletics", "dexterity"))),
    MOVEMENT: Sum(terms=(Number(value=15), Product(factors=(Number(value=5), *_stats("athletics"))))),
    ENCUMBRANCE: ValueOf(path="attributes.brawn"),
    SKILL_CAP: Product(factors=(Number(value=2), *_stats("knowledge"))),
    MOST_REPUTATION: Sum(terms=(*_stats("social"), _MILESTONES)),
    UNDERLING_CAP: ValueOf(path="attributes.social"),
    FOLLOWER_CAP: Sum(
        terms=(
            Product(factors=(Number(value=2), *_stats("social"))),
            Product(factors=(Number(value=3), _MILESTONES)),
        )
    ),
    KEEPING: Number(value=0),
}
"""WD-WND-01, WD-EQP-04, WD-EQP-05, WD-INIT-01, WD-INIT-03, WD-MOVE-01, WD-EQP-06, WD-SKL-08, WD-REP-09, WD-REP-11,
WD-MILE-05, WD-FOL-08: every value that follows from others, by path. What changes one (a belt, a box, an injury) is a
modifier at that path."""


def declare(play: Play, who: str, stats: dict[str, int] | None, defence: int) -> None:
    """Write somebody's stats, 3 for those that are not named, and what follows from them.

    Without stats of their own (None: WD-NPC-05) every stat is as good as 3. `defence` is the score of their category
    (WD-ATK-02).
    """
    for stat in STATS:
        if stats is None:
            average = Formula(path=f"attributes.{stat}", expression=Number(value=AVERAGE))
            play.emit(who, FormulaDefined(name=stat, formula=average))
        else:
            play.emit(who, AttributeDeclared(name=stat, attribute=Attribute(base=stats.get(stat, AVERAGE))))
    for path, expression in {**DERIVED, DEFENCE: Number(value=defence)}.items():
        play.emit(who, FormulaDefined(name=_formula(path), formula=Formula(path=path, expression=expression)))


def give(play: Play, who: str, stats: dict[str, int], defence: int) -> None:
    """WD-NPC-06: stats for somebody who had none, 3 for those that are not named, and another defence score."""
    for stat in STATS:
        play.emit(who, FormulaDropped(name=stat, because="promoted"))
        play.emit(who, AttributeDeclared(name=stat, attribute=Attribute(base=stats.get(stat, AVERAGE))))
    play.emit(who, FormulaChanged(name=_formula(DEFENCE), expression=Number(value=defence)))


def _formula(path: str) -> str:
    return path.replace(".", "-")


def score(play: Play, who: str, stat: str) -> int:
    """A stat as it now is, after every modifier; never below 0 (ruling 36)."""
    return play.value(who, f"attributes.{stat}").total


def modifier(play: Play, who: str, stat: str) -> Contribution:
    """WD-CHK-05: what a stat adds to a roll: one for each point above 3, minus one for each below."""
    return Contribution(label=stat, amount=score(play, who, stat) - AVERAGE)
