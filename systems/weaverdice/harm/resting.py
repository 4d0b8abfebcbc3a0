"""Resting in a fight: coming to terms with conditions and the least of one's wounds, and getting effort back."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter
from domain.kit.naming import find
from domain.messages import text
from domain.play.moments import come, hanging_on
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import AnyAnchor, WhilePresent
from domain.vocabulary.data import Data
from systems.freeform.fields import Key
from systems.weaverdice.checks.checks import check
from systems.weaverdice.harm import afflictions, scars, wounds
from systems.weaverdice.harm.wound_context import tier_of
from systems.weaverdice.moments import FULL_NIGHT, RESTED
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import score
from systems.weaverdice.turns import actions

WOUND: Final = "wound"
"""Heals the least severe wound in place of a condition."""


class _Dots(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rest: int
    each: int
    one: int


class _Resting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    simple: frozenset[str]
    dots: _Dots


NUMBERS: Final = table(__package__, "resting", _Resting)


@data_of("conditions")
class SimpleData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A condition's kind: a simple one, which rest heals, or one that the table made up."""

    simple: bool = False
    made_up: bool = False


class Rest(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`heal` is what the Guts roll is to heal: the name of a condition or what it is, or `wound` for a step of the least
    severe wound."""

    who: CharacterRef
    heal: Annotated[
        tuple[Key, ...],
        Meta(
            description="What the Guts roll is to heal: the name of a condition or what it is, or `wound` for a step of the least severe wound"
        ),
    ] = ()
    pool: Annotated[
        str,
        Meta(
            description="The pool that a dot (of a full rest: two) comes back to; a full rest without it gives a dot to each"
        ),
    ] = ""
    full: Annotated[
        bool, Meta(description="Whether it is a full rest, which has room for as many attempts as Guts")
    ] = False
    shed: Annotated[Key, Meta(description="An effect of a wound that a dot of Recovery ends")] = ""


@command(
    "Rest in a fight, for an action or the whole turn: heal a condition or part of a wound, regain effort.",
    by="owner",
    scene=True,
)
def rest(play: Play, command: Rest) -> None:
    """WD-REST-01, WD-REST-02, WD-REST-03, WD-REST-04, WD-EFF-13, WD-EFF-16, WD-COND-03: an action, or the whole turn,
    of getting one's head in order. WD-DMG-06: the dot that it brings back may be the one that ends an effect. Ruling
    129: the roll is for conditions, not for wounds."""
    who = command.who
    if turns.running(play) is None:
        play.refuse("WD-REST-01", "No fight is under way; take another kind of rest.")
    if command.pool:
        effort.check_known(play, command.pool)
    healing = _healing(play, command)
    if command.full:
        actions.take_full(play, who, text("rest"))
        _stop_bleeding(play, who)
    else:
        actions.take(play, who, text("rest"))
        afflictions.staunch(play, who)
    regained_first = bool(command.shed) and not effort.dots(play, who, "recovery")
    if regained_first:
        _regain(play, command)
    if command.shed:
        _shed(play, who, command.shed)
    left = [what for what in healing if what == WOUND or what in play.character(who).conditions]
    conditions = [what for what in left if what != WOUND]
    healed = bool(conditions) and _roll(play, who, "WD-REST-03" if command.full else "WD-REST-01")
    for what in left:
        if what == WOUND or healed:
            _heal(play, who, what)
    if not regained_first:
        _regain(play, command)
    come(play, RESTED, who)


def _healing(play: Play, command: Rest) -> list[str]:
    """Return what the roll is to heal: conditions by name, and wounds. Refused where rest does not heal it."""
    who, most = command.who, score(play, command.who, "guts") if command.full else 1
    if len(command.heal) > most:
        rule = "WD-REST-03" if command.full else "WD-REST-01"
        play.refuse(rule, "This rest heals {most} at most; {heal} are named.", most=most, heal=len(command.heal))
    named = [what if what == WOUND else find(play, who, "conditions", what) for what in command.heal]
    named = [name for place, name in enumerate(named) if name == WOUND or name not in named[:place]]
    for name in named:
        if name == WOUND:
            _check_wound(play, who)
        else:
            _check_simple(play, who, name)
    return named


def _check_simple(play: Play, who: str, name: str) -> None:
    condition = play.character(who).conditions[name]
    if condition.what not in NUMBERS.simple and not SimpleData.of(condition).simple:
        listed = ", ".join(sorted(NUMBERS.simple))
        play.refuse(
            "WD-REST-01",
            "Rest heals simple conditions such as {listed}; {condition} is none of them.",
            listed=listed,
            condition=condition.what,
        )
    if scars.holds(play, who, name):
        play.refuse(
            "WD-COND-08", "That is scarred and does not heal by this rest; spend downtime on it, or give medical care."
        )


def _check_wound(play: Play, who: str) -> None:
    if len(wounds.body(play, who)) < len(("one that goes", "one that stays")):
        play.refuse("WD-REST-02", "They have fewer than two wounds; resting off a part of one takes two or more.")
    elif _least(play, who) is None:
        play.refuse("WD-REST-02", "A condition goes on with the least severe wound; it has to end first.")


def _least(play: Play, who: str) -> str | None:
    """WD-REST-02: the least severe wound with which nothing goes on; None where something goes on with each such."""
    body = wounds.body(play, who)
    least = min((wounds.tier(play, who, name) for name in body), default=0)
    mildest = [name for name in body if wounds.tier(play, who, name) == least]
    return next((name for name in mildest if not hanging_on(play, (who,), f"{who}.wounds.{name}")), None)


def _stop_bleeding(play: Play, who: str) -> None:
    """WD-COND-03, ruling 38: a full rest ends bleeding without a roll."""
    with play.citing("WD-COND-03"):
        conditions.end(play, who, "bleeding", "rested")


def _shed(play: Play, who: str, effect: str) -> None:
    """WD-DMG-06, WD-EFF-12, WD-COND-13, WD-COND-16: a dot of Recovery ends an effect that came with a wound, also with one
    that was displaced since (WD-WND-02). Effects of a critical one stay, and so do those that have to be
    taken out or take another's help."""
    name = find(play, who, "conditions", effect)
    condition = play.character(who).conditions[name]
    tier = tier_of(condition.source) or _tier_of_its_wound(play, who, condition.until)
    if not tier:
        play.refuse("WD-DMG-06", "That is no effect of a wound; rest may heal it, or it ends by itself.")
    elif tier == wounds.TIERS[-1]:
        play.refuse("WD-EFF-12", "No Recovery ends what a critical wound did; it takes time, or care.")
    elif condition.what in afflictions.NUMBERS.outside.help:
        play.refuse("WD-COND-16", "They cannot end this alone; somebody else has to help.")
    elif condition.what == "stuck":
        play.refuse("WD-COND-13", "What is stuck in this wound keeps it open; take it out first.")
    effort.spend(play, who, "recovery", "WD-DMG-06")
    with play.citing("WD-DMG-06"):
        conditions.end_one(play, who, name, "shed")


def _tier_of_its_wound(play: Play, who: str, until: AnyAnchor | None) -> str:
    """Return the tier of the wound that something lasts as long as; "" where it hangs on none."""
    names = [name for name in wounds.body(play, who) if until == WhilePresent(path=f"{who}.wounds.{name}")]
    return str(play.character(who).wounds[names[0]].severity) if names else ""


def _roll(play: Play, who: str, rule: str) -> bool:
    """WD-REST-01, ruling 47: Guts, 4+. WD-EFF-13: a dot of Recovery gives one more roll."""
    with play.citing(rule):
        if check(play, who, "rest", "guts").success:
            return True
    if effort.offered(play, who, "recovery", kind="rest-roll", prompt="roll once more?", rule="WD-EFF-13"):
        return check(play, who, "rest/again", "guts").success
    return False


def _heal(play: Play, who: str, what: str) -> None:
    if what != WOUND:
        if what in play.character(who).conditions:
            conditions.end_one(play, who, what, "rested")
        return
    least = _least(play, who) if len(wounds.body(play, who)) > 1 else None
    if least is not None:
        with play.citing("WD-REST-02", "WD-RULING-129"):
            wounds.reduce(play, who, least)


def _regain(play: Play, command: Rest) -> None:
    """WD-EFF-16: a dot of any kind; with a full rest one of each, or two of one."""
    who = command.who
    if not effort.has_effort(play, who):
        return
    with play.citing("WD-EFF-16"):
        if command.full and not command.pool:
            for pool in effort.POOLS:
                effort.regain(play, who, pool, NUMBERS.dots.each)
        else:
            dots = NUMBERS.dots.one if command.full else NUMBERS.dots.rest
            effort.regain(play, who, command.pool or _pool(play, who), dots)


def _pool(play: Play, who: str) -> str:
    """The pool that gets the dot: the one that lacks any, or else the one that is named."""
    lacking = [pool for pool in effort.POOLS if effort.dots(play, who, pool) < play.value(who, effort.most(pool)).total]
    if len(lacking) < len(("one", "other")):
        return next(iter(lacking), next(iter(effort.POOLS)))
    return play.ask("rest-pool", who, tuple(lacking), lacking[0], "Which effort comes back?")


def slept(play: Play, who: str) -> None:
    """WD-REST-04: a full night is a rest as well."""
    come(play, RESTED, who)


MOMENTS = {FULL_NIGHT: (slept,)}
