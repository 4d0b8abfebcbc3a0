"""Swarming: how a Horde attacks with the weight of its members, and who of them is struck."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions, counters, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, under_way
from domain.kit.rolls import addends
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.system import OptionSpec
from domain.vocabulary.anchors import UntilEncounterEnds
from domain.vocabulary.log import Contribution
from domain.vocabulary.turns import TurnChanged
from systems.freeform.fields import Notation
from systems.rotted_capes.combat.attacks import Adds, bonus, by_sight, check_reach, strike
from systems.rotted_capes.combat.light import sees
from systems.rotted_capes.combat.turns import REACTION
from systems.rotted_capes.harm.types import TypeOfDamage
from systems.rotted_capes.modes.hordes import STRUCK, active, count_struck, horde_of, members_of
from systems.rotted_capes.moments import TURN_START
from systems.rotted_capes.windows import DECLARED, Attack, Hit, Trial

FRONT: Final = "front"
"""A condition of the member of a Horde at whom attacks on it are directed."""

EACH: Final = 2
"""RC-HORDE-04: what each member beyond the first adds to hit and to damage."""


class Swarm(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A Horde attacks two targets at once, each with some of its members."""

    who: Annotated[CharacterRef, Meta(description="A member of the Horde")]
    target: CharacterRef
    other: Annotated[CharacterRef, Meta(description="The second target")]
    attackers: Annotated[int, Meta(ge=1, le=1_000, description="How many attack the first one; the rest the second")]
    damage: Notation = ""
    adds: Adds = 0
    type: TypeOfDamage = "kinetic"


def _weight(amount: int, rule: str) -> tuple[Contribution, ...]:
    return (Contribution(label="Horde", amount=amount, source=rule),)


def share(play: Play, members: int, attackers: int) -> int:
    """RC-HORDE-05, ruling 42: return what so many of the members add at one of two targets."""
    if play.option("horde_split") == "members":
        return EACH * (attackers - 1)
    return EACH * (members - 1) * attackers // members


@command("A Horde attacks two targets, and divides its members among them.", scene=True)
def swarm(play: Play, command: Swarm) -> None:
    """RC-ATK-02, RC-CMOD-07, RC-HORDE-04, RC-HORDE-05, RC-RULING-42: one Action, and each target gets its share of the bonus."""
    under_way(play)
    name = horde_of(play, command.who)
    if not name:
        play.missing(f"{command.who}.order", "They are in no Horde; merge them into one first.")
    members = active(play, name)
    if command.target == command.other or command.attackers >= members:
        play.refuse("RC-HORDE-05", "Two targets are attacked, each by one active member or more.")
    for target in (command.target, command.other):
        if not sees(play, command.who, target):
            play.refuse("RC-CMOD-07", "They do not see one of the two; let them attack one target, with a location.")
        check_reach(play, command.who, target)
    first = _at(play, command, command.target, share(play, members, command.attackers))
    second = _at(play, command, command.other, share(play, members, members - command.attackers))
    with play.citing("RC-HORDE-05"):
        strike(play, first)
        strike(play, second._replace(free=True))


def _at(play: Play, command: Swarm, target: str, weight: int) -> Attack:
    """RC-CMOD-03, RC-HORDE-05: the attack on one of two targets; both are declared before either is struck."""
    more = _weight(weight, "RC-HORDE-05")
    trial = Trial(
        command.who,
        "attack",
        "attack",
        ability="strength",
        addends=(*bonus(play, command.who, "melee"), *more),
        about=target,
        against=target,
        defense="avoidance",
        melee=True,
    )
    adds = (*addends({"adds": command.adds}), *more)
    hit = Hit(dice=command.damage, type=command.type, by=command.who, addends=adds)
    return Attack(command.who, target, by_sight(play, trial), hit)


def swell(play: Play, _: str, attack: Attack) -> Attack:
    """RC-HORDE-04, RC-HORDE-06: a Horde attacks with all its active members, with one less each time out of its turn."""
    name = horde_of(play, attack.by)
    if not name or any(each.source == "RC-HORDE-05" for each in attack.trial.addends):
        return attack
    if attack.wide:
        play.refuse("RC-HORDE-04", "A Horde attacks one target or two; take one of its members out to strike an Area.")
    beyond, rule = active(play, name) - 1, "RC-HORDE-04"
    if not turns.acting(play, attack.by):
        encounter = under_way(play)
        beyond, rule = beyond - counters.times(play, encounter, f"{STRUCK}/{name}"), "RC-HORDE-06"
        count_struck(play, encounter, name)
    more = _weight(EACH * max(0, beyond), rule)
    play.cite(rule)
    hit = (
        attack.hit._replace(addends=(*attack.hit.addends, *more))
        if attack.hit.dice or attack.hit.amount
        else attack.hit
    )
    return attack._replace(trial=attack.trial.with_addends(*more), hit=hit)


def direct(play: Play, target: str, attack: Attack) -> Attack:
    """RC-HORDE-07, RC-HORDE-08: attacks on a Horde go on at one member until it is taken out; those on the Area do not."""
    name = horde_of(play, target)
    if not name or attack.hit.area:
        return attack
    front = next((who for who in members_of(play, name) if conditions.has(play, who, FRONT)), None)
    with play.citing("RC-HORDE-07"):
        if front is None:
            until = UntilEncounterEnds(encounter=under_way(play))
            conditions.gain(play, target, FRONT, until=until)
            return attack
    if front == target:
        return attack
    play.cite("RC-HORDE-07")
    return attack._replace(target=front, trial=attack.trial._replace(about=front, against=front))


def rally(play: Play, who: str) -> None:
    """RC-HORDE-06, ruling 43: the opportunity attacks of a Horde come back as its turn starts, one for each member."""
    encounter = turns.running(play)
    name = horde_of(play, who) if encounter is not None else ""
    if encounter is None or not name or members_of(play, name)[-1] != who:
        return
    if counters.times(play, encounter, f"{STRUCK}/{name}"):
        counters.clear(play, encounter, f"{STRUCK}/{name}")
    budget = dict(play.encounter(encounter).order[name].budget)
    play.emit(encounter, TurnChanged(name=name, budget={**budget, REACTION: len(members_of(play, name))}))


MOMENTS: Final = {TURN_START: (rally,)}

WINDOWS: WindowTable = {DECLARED: (direct, swell)}

OPTIONS = (
    OptionSpec(
        name="horde_split",
        default="proportional",
        choices=("proportional", "members"),
        text="How a Horde's bonus is divided between two targets: in proportion, or by the members beyond the first at each.",
        rules=("RC-RULING-42",),
    ),
)
