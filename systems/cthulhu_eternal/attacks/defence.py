"""Dodge and Fight Back: one roll against all that comes in a turn, declared before the attack is rolled."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import OptionSpec
from systems.cthulhu_eternal import tests
from systems.cthulhu_eternal.attacks import attacking, blows, fumbles, modifiers, surprise, weapons
from systems.cthulhu_eternal.attacks.windows import GRAB, ROLLED, ROLLING, Blow, Landing, Manner, Offence, Strike
from systems.cthulhu_eternal.combat import actions, cover, hands, moving, standing
from systems.cthulhu_eternal.harm import kill_radius
from systems.cthulhu_eternal.people import is_thing
from systems.cthulhu_eternal.tests import overcomes, skill_test

NONE, DODGE, FIGHT_BACK = "none", "dodge", "fight back"

BARE_HANDS: Final = "bare hands"

OFFENCES: Final[tuple[Offence, ...]] = ("attack", "called shot", "disarm", "pin")
"""CE-DEF-09."""


class Dodge(Command, frozen=True, kw_only=True, omit_defaults=True):
    """For this turn, against whatever comes."""

    who: CharacterRef


class FightBack(Command, frozen=True, kw_only=True, omit_defaults=True):
    """For this turn."""

    who: CharacterRef
    at: Annotated[CharacterRef, Meta(description="One attacker, at whom the one offensive action is aimed")]
    action: Annotated[Offence, Meta(description="The offensive action")] = "attack"
    weapon: Annotated[
        str, Meta(description="The weapon in hand; left out, bare hands", extra=takes_one_of("items"))
    ] = ""
    item: Annotated[str, Meta(description="What a disarm knocks away")] = ""
    mostly_covered: Annotated[bool, Meta(description="Of a called shot, whether only a limb or the head is free")] = (
        False
    )


class Counter(NamedTuple):
    """CE-DEF-09: the one offensive action of a Fight Back, and the one attacker that it is aimed at. `weapon` is an item's
    name, "" for bare hands; `takes` what a disarm knocks away."""

    action: Offence
    at: str
    weapon: str = ""
    takes: str = ""
    mostly_covered: bool = False


class Declared(NamedTuple):
    """The declaration of a defender: "none", "dodge", or "fight back" with what goes with it."""

    how: str = NONE
    counter: Counter | None = None


UNDEFENDED: Final = Declared()

ELSEWHERE: Final = standing.Way(hand_to_hand=False)
"""The way in which a burst reaches those around its target."""


def declare_all(play: Play, target: str, strike: Strike) -> Strike:
    """CE-DEF-14: a defence is declared by the target, and by all others whom a Kill Radius would catch and who suspect something."""
    blow = strike.blow
    near = kill_radius.reached(play, target, blow.weapon.radius, blow.caught)
    others = [one for one in near if one not in (target, strike.by) and not surprise.is_unaware(play, one)]
    at_others = [strike._replace(blow=blow._replace(target=one), way=ELSEWHERE, unnoticed=False) for one in others]
    declared = [(attack.target, declare(play, attack)) for attack in (strike, *at_others)]
    responses = [partial(meet, who=who, declared=how) for who, how in declared]
    return strike._replace(responses=(*strike.responses, *responses))


def declare(play: Play, attack: Strike) -> Declared:
    """CE-DEF-02, CE-DEF-11, CE-DEF-12, ruling 53: before an attack is rolled, its target may declare a Dodge or a Fight Back."""
    ways = (NONE, *_ways(play, attack))
    if len(ways) == 1 or attack.by == attack.target:
        return UNDEFENDED
    prompt = f"{attack.by} attacks: how does {attack.target} defend?"
    with play.citing("CE-DEF-02"):
        how = play.ask("defend", attack.target, ways, NONE, prompt, about=attack.target)
    return Declared(how, _offered_counter(play, attack) if how == FIGHT_BACK else None)


def _ways(play: Play, attack: Strike) -> list[str]:
    """CE-ACT-21, CE-DEF-05, CE-DEF-08, CE-DEF-11 to CE-DEF-15: return the defences that could protect a character from an
    attack that they know of."""
    who = attack.target
    if attack.unnoticed or is_thing(play, who) or standing.defenceless(play, who):
        return []
    dodge = attack.way.hand_to_hand or attack.way.slow or bool(cover.near(play, who))
    fight_back = (attack.way.hand_to_hand or attack.way.near) and bool(_offences(play, who, attack.by))
    return [
        *([DODGE] if dodge and actions.may_defend(play, who, "dodge") else []),
        *([FIGHT_BACK] if fight_back and actions.may_defend(play, who, "fight back") else []),
    ]


def _offered_counter(play: Play, attack: Strike) -> Counter:
    """CE-DEF-09: exactly one offensive action, and exactly one attacker that it is aimed at: this one unless the defender
    names another of those who fight."""
    who = owner = attack.target
    options = _offences(play, who, attack.by)
    action = play.ask("fight-back", owner, options, options[0], "What do they do to the attacker?", about=who)
    others = tuple(
        dict.fromkeys((attack.by, *(one for one in turns.fighters(play) if _in_reach(play, who, one, action))))
    )
    at = play.offer("fight-back-at", owner, others, attack.by, "At whom is it aimed?", about=who)
    arm = BARE_HANDS
    if action not in GRAB:
        arms = _arms(play, who)
        arm = play.offer("fight-back-with", owner, arms, arms[0], "What do they strike with?", about=who)
    takes = blows.to_take(play, who, at) if action == "disarm" else ""
    return Counter(_offence(action), at, "" if arm == BARE_HANDS else arm, takes)


def _in_reach(play: Play, who: str, other: str, action: str) -> bool:
    """CE-ACT-12, ruling 62: whether the offensive action of a Fight Back could be taken against another who fights."""
    able = action != "disarm" or bool(hands.in_hands(play, other))
    return other != who and able and moving.within_reach(play, who, other)


def _offences(play: Play, who: str, by: str) -> tuple[Offence, ...]:
    """CE-ACT-12, CE-ACT-27, ruling 23: return the actions that a character could take against an attacker."""
    strikes, free = bool(_arms(play, who)), hands.both_free(play, who)
    able = {"attack": strikes, "called shot": strikes, "disarm": free and bool(hands.in_hands(play, by)), "pin": free}
    return tuple(action for action in OFFENCES if able[action])


def _arms(play: Play, who: str) -> tuple[str, ...]:
    """Return what a character can strike back with: the weapons they hold, then bare hands, if it was entered what those
    do."""
    arms = {item: weapons.of(play, who, item) for item in (*weapons.melee_held(play, who), "")}
    return tuple(item or BARE_HANDS for item, arm in arms.items() if arm.damage or arm.lethality)


def _offence(word: object) -> Offence:
    return next(one for one in OFFENCES if one == word)


def _blow(play: Play, who: str, counter: Counter) -> Blow:
    arm = weapons.Weapon() if counter.action in GRAB else weapons.of(play, who, counter.weapon)
    effect = "past armor" if counter.action == "called shot" else ""
    return Blow(action=counter.action, target=counter.at, weapon=arm, takes=counter.takes, effect=effect)


def meet(play: Play, who: str, declared: Declared) -> None:
    """Ruling 53: the defender's die is rolled after the attacker's; the action is spent whether it was needed or not."""
    if declared.how == DODGE:
        roll_dodge(play, who)
    elif declared.counter is not None:
        roll_fight_back(play, who, declared.counter)


def roll_dodge(play: Play, who: str) -> None:
    """CE-DEF-04, CE-DEF-05, CE-DEF-06, CE-DEF-14, CE-DMG-17, ruling 43: one Dodge for the turn; it brings the dodger behind cover that
    is near, and never does any harm."""
    actions.take(play, who, "dodge", defending=True)
    with play.citing("CE-DEF-04"):
        hindered = tests.hindered(play, who, tests.MOVEMENT)
        tested = skill_test(play, who, "dodge", "dodge", modifiers=hindered)
        standing.stand(play, who, standing.DODGING, tested)
    rating = cover.near(play, who)
    if tested.success and rating:
        with play.citing("CE-DEF-05", "CE-DEF-14"):
            cover.get_behind(play, who, rating, until=standing.for_the_turn(play, who))
            if play.option("dodge_to_cover") == "evade":
                conditions.gain(play, who, standing.EVADING, until=standing.for_the_turn(play, who))


def roll_fight_back(play: Play, who: str, counter: Counter) -> None:
    """CE-DEF-07, CE-DEF-09, rulings 53 and 57: one roll of Fight Back for the turn. It is the attack roll of what is declared
    with it, modifiers and all, but for any aim."""
    blow = _blow(play, who, counter)
    blows.check(play, who, blow)
    actions.take(play, who, "fight back", defending=True)
    called, grabs = counter.action == "called shot", counter.action in GRAB
    given = modifiers.on_attack(play, modifiers.Aimed(who, counter.at, blow.weapon, called=called, grabs=grabs))
    if called:
        given += modifiers.called(play, who, counter.at, mostly_covered=counter.mostly_covered)
    declared = {"at": counter.at, "action": counter.action, "weapon": counter.weapon, "takes": counter.takes}
    with play.citing("CE-DEF-07"):
        tested = skill_test(play, who, "fight-back", blow.skill, modifiers=given, attack=True)
        standing.stand(play, who, standing.FIGHTING_BACK, tested, done=False, **declared)
    if tested.fumble:
        fumbles.fumbled(play, who, blow.weapon)


def strike_back(play: Play, target: str, strike: Strike) -> Strike:
    """CE-DEF-10: the defender's Fight Back lands on the attacker that it was aimed at, where it beats their roll; once. Without
    the weapon it was declared with, it only blocks."""
    if not strike.able or not (strike.way.hand_to_hand or strike.way.near):
        return strike
    landing = _counter(play, target, strike)
    if landing is not None and landing.again:
        attacking.strike(play, target, landing.blow, Manner(free=True))
    return strike


def _counter(play: Play, who: str, strike: Strike) -> Landing | None:
    counters = play.where(who, "conditions", standing.FIGHTING_BACK)
    for name in sorted(counters):
        data = standing.StandingData.of(counters[name])
        roll = standing.read(data)
        armed = weapons.is_ready(play, who, data.weapon)
        if data.at == strike.by and armed and not data.done and overcomes(play, roll, strike.tested):
            conditions.change(play, who, name, data=standing.StandingData.changes(done=True))
            counter = Counter(_offence(data.action), strike.by, data.weapon, data.takes)
            with play.citing("CE-DEF-10"):
                return blows.land(play, who, _blow(play, who, counter), roll)
    return None


@command("Dodge whatever comes in this turn, and get behind cover that is near.", by="owner", scene=True)
def dodge(play: Play, command: Dodge) -> None:
    """CE-DEF-02, CE-DEF-03, CE-DEF-04, CE-DEF-05, CE-DEF-12: declared ahead, before one's count or on it."""
    _check_able(play, command.who)
    roll_dodge(play, command.who)


@command("Block what comes hand to hand in this turn, and strike back at one attacker.", by="owner", scene=True)
def fight_back(play: Play, command: FightBack) -> None:
    """CE-DEF-02, CE-DEF-07, CE-DEF-09, CE-DEF-10, CE-DEF-12, CE-ACT-21: declared ahead, before one's count or on it."""
    who = command.who
    _check_able(play, who)
    if command.at == who:
        raise Refused("CE-DEF-09", "Name the attacker whom the defense is against.")
    weapon = weapons.name_of(play, who, command.weapon)
    takes = ""
    if command.action == "disarm":
        takes = blows.to_take(play, who, command.at, command.item)
    if weapon and weapons.of(play, who, weapon).ranged:
        play.refuse("CE-ACT-21", "Fighting back takes bare hands or a melee weapon; name one of those.")
    roll_fight_back(play, who, Counter(command.action, command.at, weapon, takes, command.mostly_covered))


def _check_able(play: Play, who: str) -> None:
    """CE-DEF-12, CE-DEF-21, CE-DEF-22."""
    match standing.defenceless(play, who):
        case "CE-DEF-21":
            play.refuse("CE-DEF-12", "They are pinned and can neither dodge nor fight back; they can try to escape.")
        case "CE-DEF-22":
            play.refuse("CE-DEF-22", "They hold somebody pinned and cannot defend; they have to let go first.")
        case _:
            pass


WINDOWS = {ROLLING: (declare_all,), ROLLED: (strike_back,)}

OPTIONS = (
    OptionSpec(
        name="dodge_to_cover",
        default="cover",
        choices=("cover", "evade"),
        text="Whether a Dodge to cover gives the Armor of that cover for the turn, or evades all ranged attacks.",
        rules=("CE-DEF-05", "CE-RULING-43"),
    ),
)
