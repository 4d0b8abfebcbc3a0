"""Rolls that stay on the table: what one roll of a defence or an attack opposes until it ends."""

from __future__ import annotations

from typing import Final, NamedTuple

from domain.kit import conditions, turns
from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, SimpleAnchor, UntilEncounterEnds, UntilFirst
from domain.vocabulary.base import Scalar
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from systems.cthulhu_eternal import states
from systems.cthulhu_eternal.combat import counts, holds
from systems.cthulhu_eternal.moments import ACTION, TURN_END
from systems.cthulhu_eternal.tests import Tested, overcomes

PARRYING, DODGING, FIGHTING_BACK, ESCAPING = "parrying", "dodging", "fighting_back", "escaping"

EVADING: Final = "evading"
"""Ruling 43: out of sight of every ranged attack for this turn."""


class Way(NamedTuple):
    """The way in which an attack comes: hand to hand, or at a distance, `slow` enough to be dodged or from so `near`
    that the weapon can be pushed aside."""

    hand_to_hand: bool
    slow: bool = False
    near: bool = False


class RolledData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A roll as it was written down."""

    roll: int
    outcome: str
    chance: int


@data_of("conditions", DODGING, FIGHTING_BACK, PARRYING, ESCAPING)
class StandingData(RolledData, frozen=True, kw_only=True, omit_defaults=True):
    """A roll on the table: against whom and in which turn it was made, and what a blow back with it is."""

    at: str = ""
    turn: int = 0
    done: bool = False
    action: str = ""
    weapon: str = ""
    takes: str = ""


def stand(play: Play, who: str, what: str, tested: Tested, **data: Scalar) -> str:
    """CE-DEF-04, CE-DEF-07, CE-DEF-18, CE-ACT-19: a roll stays on the table, an attack's or escape's until the next action,
    another defence's for this turn. A later one takes its place."""
    conditions.end(play, who, what, "another roll")
    written: dict[str, Scalar] = {"roll": tested.total, "outcome": tested.outcome, "chance": tested.chance, **data}
    name = play.new_id(what.replace("_", "-"))
    until = for_the_turn(play, who) if what in (DODGING, FIGHTING_BACK) else until_acting(play, who)
    condition = Condition(what=what, until=until, data=written)
    conditions.add(play, who, condition, name)
    return name


def for_the_turn(play: Play, who: str) -> UntilFirst:
    """Until this turn of the fight is over; where nobody fights, until their next action."""
    encounter = turns.running(play)
    if encounter is None:
        return until_acting(play, who)
    return UntilFirst(of=(AtMoment(moment=TURN_END), UntilEncounterEnds(encounter=encounter)))


def until_acting(play: Play, who: str) -> UntilFirst:
    """Until a character's next action, or the end of the fight."""
    encounter = turns.running(play)
    ends: tuple[SimpleAnchor, ...] = (AtMoment(moment=ACTION, subject=who),)
    return UntilFirst(of=ends if encounter is None else (*ends, UntilEncounterEnds(encounter=encounter)))


def rolls(play: Play, who: str, what: str) -> list[Tested]:
    """The rolls of that sort that are on the table for a character."""
    conditions = play.where(who, "conditions", what)
    return [read(StandingData.of(conditions[name])) for name in sorted(conditions)]


def attack_on(play: Play, who: str, target: str) -> Tested | None:
    """CE-ACT-18: the roll that a character has made this turn to attack `target` hand to hand; None where there was none."""
    conditions, here = play.where(who, "conditions", PARRYING), counts.turn_number(play)
    made = [StandingData.of(conditions[name]) for name in sorted(conditions)]
    return next((read(data) for data in made if data.at == target and data.turn == here), None)


def read(data: RolledData) -> Tested:
    """A roll as it was written down."""
    return Tested(data.roll, data.outcome, data.chance)


def defenceless(play: Play, who: str) -> str:
    """CE-DEF-20 to CE-DEF-22, CE-ACT-20: the rule by which a character opposes nothing now; "" where they can.

    A roll made before a stun still counts (ruling 8).
    """
    if conditions.has(play, who, states.PINNED):
        return "CE-DEF-21"
    if holds.pinned_by(play, who):
        return "CE-DEF-22"
    return "CE-DEF-20" if conditions.has(play, who, states.DEAD) or states.is_helpless(play, who) else ""


def opposed(play: Play, who: str, attack: Tested, way: Way) -> str:
    """CE-DEF-01, CE-DEF-04, CE-DEF-07, CE-DEF-18, CE-DEF-19, CE-DEF-23, rulings 2 and 3: the sort of roll by which an attack
    on a character who can defend comes to nothing; "" where it gets through.

    A Dodge opposes what is done hand to hand and what flies slowly; Fight Back what is done hand to hand, or a shot so
    `near` that the weapon can be pushed aside; a parry and an escape what is done hand to hand.
    """
    if not way.hand_to_hand and conditions.has(play, who, EVADING):
        return EVADING
    against = {
        DODGING: way.hand_to_hand or way.slow,
        FIGHTING_BACK: way.hand_to_hand or way.near,
        ESCAPING: way.hand_to_hand,
    }
    for what, matters in against.items():
        if matters and any(overcomes(play, roll, attack) for roll in rolls(play, who, what)):
            return what
    if way.hand_to_hand and any(not overcomes(play, attack, roll) for roll in rolls(play, who, PARRYING)):
        return PARRYING
    return ""
