"""Attacks: a roll against a defence score, what the defender answers, and what a hit does."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.events.log import Contribution
from domain.kit.commands import command
from domain.play.play import Play
from systems.freeform.fields import Title
from systems.weaverdice.checks.checks import Checked, Manner, check
from systems.weaverdice.combat import actions, aiming, defences, hindrances, opportunity_attacks
from systems.weaverdice.fame import infamy
from systems.weaverdice.gear import items, weapons
from systems.weaverdice.gear.weapons import Weapon
from systems.weaverdice.harm import damage, dying
from systems.weaverdice.harm.effect_tables import DamageType, Tier

OWN_EFFECT: Final = "effect:"
"""What begins the keyword by which a weapon specifies its own effect: `effect:knock_down`, `effect:knock_back:10`."""

Few = Annotated[int, Meta(ge=1, le=20)]
Degrees = Annotated[int, Meta(ge=0, le=180)]
Feet = Annotated[int, Meta(ge=0, le=100_000)]


class PowerStrike(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Ruling 122: how a power strikes, as the campaign wrote it down. `stat` is rolled to hit; `wound` and `effect` say
    which of the two a hit brings. What is `ranged` strikes from afar. `attacks` and `targets` are how many one action
    allows of each."""

    name: Title
    stat: Literal["brawn", "dexterity"] = "dexterity"
    type: DamageType
    tier: Tier
    wound: bool = True
    effect: bool = True
    ranged: bool = True
    attacks: Few = 1
    targets: Few = 1


class Attack(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`weapon` is what is held, in its attack type `form`; without a `weapon` and without a `power` it is bare hands.

    `strikes` are made at each of the `targets`. `angle` is how many degrees off the target's front the attack comes
    from (cover protects in its arc), `feet` how far away the target is, `large` what is large or obvious. A `full`
    attack takes the whole turn, an `opportunity` none of it, but Focus. Of a shot: `crowded` says that somebody or
    something interferes, `focused` pays to aim nevertheless. `pain` is the kind that a shock causes, `part` the part of
    the body that is used. Of a gun: `case` is the kind of situation that is argued to call for it, and `unseen` says
    that nobody witnesses it.
    """

    who: CharacterRef
    targets: tuple[CharacterRef, ...]
    weapon: str = ""
    form: str = ""
    power: PowerStrike | None = None
    strikes: Few = 1
    angle: Degrees = 0
    feet: Feet = 5
    large: bool = False
    full: bool = False
    opportunity: bool = False
    crowded: bool = False
    focused: bool = False
    pain: Literal["physical", "mental"] = "physical"
    part: str = ""
    case: str = ""
    unseen: bool = False


class Arm(NamedTuple):
    """What somebody strikes with: how it strikes, the thing itself ("" without one), whether it is conventional."""

    weapon: Weapon
    item: str = ""
    conventional: bool = True


@command("Attack somebody with bare hands, a weapon or a power.", by="owner", scene=True)
def attack(play: Play, command: Attack, *, free: bool = False) -> None:
    """WD-ATK-01, WD-ATK-03, WD-ATK-06: one action, in which a weapon may strike several times or at several targets.

    A `free` one, which another rule gives, takes none.
    """
    who = command.who
    if dying.down(play, who):
        play.refuse("WD-INIT-08", f"Whoever is {dying.down(play, who)} does not attack.")
    arm = _arm(play, command)
    _check_reach(play, command, arm.weapon)
    if not free:
        _pay(play, command, arm.weapon)
    aimed = _aims(play, command, arm.weapon)
    for _ in range(command.strikes):
        for target in command.targets:
            _strike(play, command, arm, target, aimed)
    if arm.weapon.gun:
        infamy.shot(play, who, command.targets, case=command.case, secret=command.unseen)


def to_hit(play: Play, who: str, stat: str, number: int, *, how: Manner) -> Checked:
    """WD-ATK-01: the attack roll, a Brawn or Dexterity check against a defence score; it hits on that score or more."""
    with play.citing("WD-ATK-01"):
        return check(play, who, "attack", stat, number, how=how)


def _strike(play: Play, command: Attack, arm: Arm, target: str, aimed: bool) -> None:
    """One roll at one target. WD-GRAP-06: what does not pass the score of whoever has a human shield hits the shield."""
    who, weapon = command.who, arm.weapon
    number = defences.score(play, target, command.angle)
    rolled = to_hit(play, who, weapon.stat, number, how=_manner(play, command, arm, target, aimed))
    if weapon.ranged:
        aiming.fired(play, who, target, aimed=aimed)
    struck = target if rolled.success else hindrances.shield_of(play, target)
    if struck is None:
        return
    own = [word.removeprefix(OWN_EFFECT) for word in weapon.keywords if word.startswith(OWN_EFFECT)]
    hit = damage.Hit(
        weapon.tier,
        weapon.type,
        weapon.wound,
        weapon.effect,
        by=who,
        conventional=arm.conventional,
        item=arm.item,
        ranged=weapon.ranged,
        pain=command.pain,
        own=own[0] if own else "",
    )
    answer = defences.answer(play, struck, who, rolled.total, melee=not weapon.ranged)
    if answer == "blocked":
        damage.superficial(play, struck, hit)
    elif answer == "hit":
        damage.inflict(play, struck, hit)


def _manner(play: Play, command: Attack, arm: Arm, target: str, aimed: bool) -> Manner:
    hands = 2 if arm.item and items.is_large(play, command.who, arm.item) else 1
    modifiers: tuple[Contribution, ...] = hindrances.on_attack(play, command.who, hands=hands, fists=not arm.item)
    if aimed:
        modifiers += aiming.modifiers(play, command.who, target)
    extra = aiming.extra_dice(play, command.who) if aimed else 0
    return Manner(extra=extra, modifiers=modifiers, part=command.part, against=target)


def _arm(play: Play, command: Attack) -> Arm:
    """WD-DMG-09: a weapon that is not vicious enough to rend deals another type."""
    if command.power is not None:
        fields = msgspec.structs.asdict(command.power)
        return Arm(Weapon(**{name: value for name, value in fields.items() if name != "name"}), conventional=False)
    item = items.name_of(play, command.who, command.weapon) if command.weapon else ""
    if item and item not in items.held(play, command.who):
        play.refuse("WD-EQP-03", f"The {command.weapon} is not in their hands; it has to be drawn first.")
    weapon = weapons.of(play, command.who, item, command.form)
    instead = play.character(command.who).items[item].data.get("rend") if item and weapon.type == "rend" else None
    return Arm(msgspec.structs.replace(weapon, type=msgspec.convert(instead, DamageType)) if instead else weapon, item)


def _check_reach(play: Play, command: Attack, weapon: Weapon) -> None:
    """WD-ATK-06: how often and at how many a weapon strikes at once."""
    if not 1 <= len(command.targets) <= weapon.targets:
        play.refuse("WD-ATK-06", f"This attack is at {weapon.targets} at most, and at one at least; say at whom.")
    if command.strikes > weapon.attacks:
        play.refuse("WD-ATK-06", f"This strikes {weapon.attacks} times at most in one attack, not {command.strikes}.")
    hindrances.check_sight(play, command.who, command.feet, large=command.large)


def _pay(play: Play, command: Attack, weapon: Weapon) -> None:
    if not command.opportunity:
        take = actions.take_full if command.full else actions.take
        take(play, command.who, "attack")
        return
    if len(command.targets) > 1 or command.strikes > 1 or command.full or command.focused:
        play.refuse("WD-MOVE-04", "An attack of opportunity is one plain strike at one target.")
    opportunity_attacks.use(play, command.who, command.targets[0], ranged=weapon.ranged)


def _aims(play: Play, command: Attack, weapon: Weapon) -> bool:
    """WD-SKL-03, WD-SKL-05, WD-MOVE-04: whether the skill of aiming applies to a shot; out of turn no skill does."""
    if not weapon.ranged or command.opportunity:
        return False
    if command.focused:
        aiming.focused_shot(play, command.who)
        return True
    return aiming.applies(play, command.who, crowded=command.crowded)
