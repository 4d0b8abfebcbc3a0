"""The conditions by name: how they come about, and the acts that they prevent."""

from __future__ import annotations

from typing import Final

from domain.bounds import Bound
from domain.formulas import Derived
from domain.kit.conditions import end, gain, has, present
from domain.kit.durations import as_long_as, first_of
from domain.play.moments import come, everyone
from domain.play.play import Play
from domain.system import ConditionKind, OptionSpec
from domain.vocabulary.anchors import AnyAnchor, AtMoment
from domain.vocabulary.expressions import AtLeast, Count, Number
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.orcus import moments
from systems.orcus.moments import AFFLICTED, COLLAPSED, DIED, DOWN, FELLED
from systems.orcus.sheet.people import CONJURATION, DEFENSES, EVERYBODY, MODES, kind_of

BLINDED, CONTROLLED, DAZED, DEAFENED, DYING = "blinded", "controlled", "dazed", "deafened", "dying"
HELPLESS, IMMOBILE, MARKED, PETRIFIED, PRONE = "helpless", "immobile", "marked", "petrified", "prone"
RESTRAINED, SLOWED, STUNNED, SURPRISED = "restrained", "slowed", "stunned", "surprised"
UNCONSCIOUS, WEAKENED, GRAPPLED, DEAD = "unconscious", "weakened", "grappled", "dead"
STABLE, HIDDEN, INVISIBLE, INCAPACITATED = "stable", "hidden", "invisible", "incapacitated"
SQUEEZING, STAGGERED, INCORPOREAL = "squeezing", "staggered", "incorporeal"

CONDITIONS: Final = {
    DEAD: ConditionKind(single=True, moment=DIED),
    UNCONSCIOUS: ConditionKind(moment=COLLAPSED),
    PRONE: ConditionKind(single=True, moment=FELLED),
    DYING: ConditionKind(single=True),
    STABLE: ConditionKind(single=True),
    STAGGERED: ConditionKind(single=True),
    **dict.fromkeys((HELPLESS, INCAPACITATED, PETRIFIED, STUNNED), ConditionKind(moment=AFFLICTED)),
}

UNABLE: Final = (STUNNED, UNCONSCIOUS, DYING, PETRIFIED, INCAPACITATED)
"""Ruling 31: the states in which a character cannot take actions."""

OPTIONS: Final = (
    OptionSpec(
        name="helpless_conditions",
        default="unconscious petrified",
        text="The conditions that leave a character helpless, besides being declared helpless.",
        choices=("unconscious petrified", "unconscious", "unconscious petrified stunned"),
        rules=("OR-RULING-30",),
    ),
)

_UNFIT_TO_FLANK: Final = (BLINDED, DAZED, CONTROLLED, STUNNED, SURPRISED, UNCONSCIOUS)

_SLOW: Final = "most.speed"
"""Path of how fast a character is at most, whatever else bears upon their speeds."""

_SLOWED_TO, _ANY_SPEED = 2, 10_000
_LIMP: Final = -5
"""OR-COND-21: the penalty of the unconscious to each defense."""

DERIVED: Final = (
    Derived(
        _SLOW,
        AtLeast(
            value=Count(component="conditions", where={"what": SLOWED}),
            threshold=1,
            then=Number(value=_SLOWED_TO),
            otherwise=Number(value=_ANY_SPEED),
        ),
        EVERYBODY,
        "OR-COND-17",
    ),
)

BOUNDS: Final = tuple(Bound(f"speed.{mode}", 0, "OR-COND-17", most=_SLOW) for mode in MODES)
"""OR-COND-17: slowness caps each speed after all else that bears upon it."""


def grant(
    play: Play,
    who: str,
    what: str,
    until: AnyAnchor | None = None,
    source: str = "",
    *,
    title: str = "",
    rules: tuple[str, ...] = (),
) -> str:
    """OR-COND-01, OR-COND-02, OR-KEY-04: put a character in a condition for as long as its effect says; the name of the instance.

    Nothing happens to a conjuration, and the name is "".

    `source` is what it comes from, of a mark the reference of the marker.
    """
    if kind_of(play, who) == CONJURATION:
        play.cite("OR-KEY-04")
        return ""
    if what == MARKED:
        return mark(play, who, source, until)
    return gain(play, who, what, until=until, source=source, title=title, rules=rules)


def mark(play: Play, who: str, by: str, until: AnyAnchor | None = None) -> str:
    """OR-COND-11, OR-COND-12: mark a character; a mark of another's ends, and this one when the marker dies or falls unconscious."""
    for name, older in present(play, who, MARKED).items():
        if older.source != by and name in play.aggregate(who).conditions:
            end(play, who, MARKED, "superseded", source=older.source)
    return gain(play, who, MARKED, source=by, until=first_of(until, AtMoment(moment=DOWN, subject=by)))


def is_dead(play: Play, who: str) -> bool:
    """Whether a character is dead, or gone altogether."""
    return not play.exists(who) or has(play, who, DEAD)


def can_act(play: Play, who: str) -> bool:
    """OR-COND-13, OR-COND-19, OR-COND-21, ruling 31: whether a character can take actions."""
    return not is_dead(play, who) and not has(play, who, *UNABLE)


def can_react(play: Play, who: str) -> bool:
    """OR-COND-05, OR-COND-19, OR-SURP-02: whether a character can act between turns."""
    return can_act(play, who) and not has(play, who, DAZED, CONTROLLED, SURPRISED)


def is_helpless(play: Play, who: str) -> bool:
    """OR-COND-08, ruling 30: whether a character is helpless."""
    return has(play, who, HELPLESS, *str(play.option("helpless_conditions")).split())


def can_flank(play: Play, who: str) -> bool:
    """OR-COND-03, OR-COND-05, OR-COND-19, OR-COND-20, OR-COND-21: whether a character may flank with another."""
    return not is_dead(play, who) and not has(play, who, *_UNFIT_TO_FLANK)


def sees(play: Play, who: str) -> bool:
    """OR-COND-03, OR-COND-13, OR-COND-21: whether the eyes of a character are of any use."""
    return not is_dead(play, who) and not has(play, who, BLINDED, PETRIFIED, UNCONSCIOUS)


def hears(play: Play, who: str) -> bool:
    """OR-COND-06, OR-COND-13, OR-COND-21: whether the ears of a character are of any use."""
    return not is_dead(play, who) and not has(play, who, DEAFENED, PETRIFIED, UNCONSCIOUS)


HELD: Final = (IMMOBILE, GRAPPLED, RESTRAINED)
"""OR-COND-09, OR-COND-16, ruling 32: the states in which a character stays in their squares unless something moves them."""


def can_move(play: Play, who: str) -> bool:
    """OR-COND-09, OR-COND-13, OR-COND-16, OR-COND-19: whether a character can go to another square of their own will."""
    return can_act(play, who) and not has(play, who, *HELD)


def can_be_moved(play: Play, who: str) -> bool:
    """OR-COND-16: whether a push, a pull or a shunt moves a character at all."""
    return not has(play, who, RESTRAINED)


def check_own_will(play: Play, who: str, what: str) -> None:
    """OR-COND-04: refuse that a character who is controlled spends an action point, or an encounter or daily power."""
    if has(play, who, CONTROLLED):
        play.refuse(
            "OR-COND-04",
            "Somebody else controls them, and cannot make them do this: {what}. Choose something else.",
            what=what,
        )


def falls_limp(play: Play, who: str) -> None:
    """OR-COND-21: the unconscious fall prone, and all their defenses are worse while that lasts."""
    for name in present(play, who, UNCONSCIOUS):
        for defense in DEFENSES if f"{name}-{DEFENSES[0]}" not in play.aggregate(who).modifiers else ():
            limp = Modifier(
                path=f"attributes.{defense}",
                amount=_LIMP,
                type=UNCONSCIOUS,
                stacking="once",
                source="OR-COND-21",
                title=UNCONSCIOUS,
                until=as_long_as(who, "conditions", name),
            )
            play.emit(who, ModifierApplied(name=f"{name}-{defense}", modifier=limp, rules=("OR-COND-21",)))
    gain(play, who, PRONE, rules=("OR-COND-21",))
    come(play, moments.HELPLESS, who)
    goes_down(play, who)


def is_left_helpless(play: Play, who: str) -> None:
    """OR-COND-08, ruling 30: a condition has left a character helpless."""
    if is_helpless(play, who):
        come(play, moments.HELPLESS, who)


def goes_down(play: Play, who: str) -> None:
    """OR-COND-11: announce that a character is down, which ends what they have placed on others, wherever those are."""
    come(play, DOWN, who, among=everyone(play))


def dies(play: Play, who: str) -> None:
    """OR-COND-08, OR-STNC-03: the dead are helpless, also those who were killed without falling unconscious before."""
    come(play, moments.HELPLESS, who)
    goes_down(play, who)


MOMENTS: Final = {COLLAPSED: (falls_limp,), AFFLICTED: (is_left_helpless,), DIED: (dies,)}
