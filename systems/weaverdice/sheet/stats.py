"""Stats of a Weaverdice sheet: the seven, and every value that follows from them."""

from __future__ import annotations

from domain.bounds import Bound
from domain.formulas import Derived
from domain.kit.values import override
from domain.play.play import Play
from domain.vocabulary.expressions import AnyExpression, Count, Number, Product, Sum, ValueOf
from domain.vocabulary.log import Contribution
from domain.vocabulary.values import Attribute, AttributeDeclared, FormulaDropped

STATS = ("brawn", "athletics", "dexterity", "wits", "social", "knowledge", "guts")
"""WD-CHK-04, in the order of the rulebook."""

ATTRIBUTES = (*STATS, *(f"super-{stat}" for stat in STATS))
"""The stats, and what lies above them (WD-SUP-01)."""

EVERYBODY = ("player", "notable", "generic", "bystander")
"""WD-NPC-01: the categories of people."""

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
"""The addition to rolls that keep a reputation which was used."""

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

DERIVED = (
    Derived(WOUND_SLOTS, ValueOf(path="attributes.guts"), EVERYBODY, "WD-WND-01"),
    Derived(ARMOR, Number(value=0), EVERYBODY, "WD-WND-01"),
    Derived(BELT, ValueOf(path="attributes.dexterity"), EVERYBODY, "WD-EQP-04"),
    Derived(COSTUME, Number(value=9), EVERYBODY, "WD-EQP-05"),
    Derived(
        TACTICS,
        Sum(terms=(*_stats("social", "knowledge"), *skills_of("social", "knowledge"))),
        EVERYBODY,
        "WD-INIT-01",
    ),
    Derived(
        SPEED,
        Sum(terms=(*_stats("athletics", "dexterity"), *skills_of("athletics", "dexterity"))),
        EVERYBODY,
        "WD-INIT-03",
    ),
    Derived(
        MOVEMENT,
        Sum(terms=(Number(value=15), Product(factors=(Number(value=5), *_stats("athletics"))))),
        EVERYBODY,
        "WD-MOVE-01",
    ),
    Derived(ENCUMBRANCE, ValueOf(path="attributes.brawn"), EVERYBODY, "WD-EQP-06"),
    Derived(SKILL_CAP, Product(factors=(Number(value=2), *_stats("knowledge"))), EVERYBODY, "WD-SKL-08"),
    Derived(MOST_REPUTATION, Sum(terms=(*_stats("social"), _MILESTONES)), EVERYBODY, "WD-REP-09"),
    Derived(UNDERLING_CAP, ValueOf(path="attributes.social"), EVERYBODY, "WD-FOL-08"),
    Derived(
        FOLLOWER_CAP,
        Sum(
            terms=(
                Product(factors=(Number(value=2), *_stats("social"))),
                Product(factors=(Number(value=3), _MILESTONES)),
            )
        ),
        EVERYBODY,
        "WD-FOL-08",
    ),
    Derived(KEEPING, Number(value=0), EVERYBODY, "WD-REP-11"),
    *(Derived(f"attributes.{stat}", Number(value=AVERAGE), ("bystander",), "WD-NPC-05", stat) for stat in STATS),
)
"""Every value that follows from others. What changes one (a belt, a box, an injury) is a modifier at its path. Every
stat of a character without stats is as good as 3."""


def declare(play: Play, who: str, stats: dict[str, int] | None, defence: int | None) -> None:
    """Write a character's stats, 3 for those that are not named; none of their own for a bystander (None: WD-NPC-05).

    `defence` is their own score of defence (WD-ATK-02); left out, it is that of their category.
    """
    for stat in STATS if stats is not None else ():
        play.emit(who, AttributeDeclared(name=stat, attribute=Attribute(base=(stats or {}).get(stat, AVERAGE))))
    if defence is not None:
        override(play, who, DEFENCE, Number(value=defence))


def give(play: Play, who: str, stats: dict[str, int], defence: int) -> None:
    """WD-NPC-06: stats for a character who had none, 3 for those that are not named, and another defence score."""
    for stat in STATS:
        for formula in play.where(who, "formulas", f"attributes.{stat}"):
            play.emit(who, FormulaDropped(name=formula, because="promoted"))
        play.emit(who, AttributeDeclared(name=stat, attribute=Attribute(base=stats.get(stat, AVERAGE))))
    if play.where(who, "formulas", DEFENCE):
        override(play, who, DEFENCE, Number(value=defence))


def score(play: Play, who: str, stat: str) -> int:
    """A stat as it now is, after every modifier; never below 0 (ruling 36)."""
    return play.value(who, f"attributes.{stat}").total


def modifier(play: Play, who: str, stat: str) -> Contribution:
    """WD-CHK-05: return what a stat adds to a roll: one for each point above 3, minus one for each below."""
    return Contribution(label=stat, amount=score(play, who, stat) - AVERAGE)
