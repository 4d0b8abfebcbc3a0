"""Using abilities: paid for, perhaps announced first, then activated."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef
from domain.instance_fields import takes_one_of
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.naming import find
from domain.messages import numbered, text
from domain.play import moments
from domain.play.adjusting import at_least
from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.freeform.fields import Key
from systems.midnight_in_vaia import abilities
from systems.midnight_in_vaia.abilities import Ability, Attack
from systems.midnight_in_vaia.encounter import actions, combos, initialization, rounds, slots, vulnerable
from systems.midnight_in_vaia.encounter.costs import cost_of
from systems.midnight_in_vaia.harm import burnouts, damage, maims, stress, unconsciousness
from systems.midnight_in_vaia.moments import KNOCKED_OUT


class Use(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`ability` is its name. One that is `announced` happens when it is resolved."""

    who: CharacterRef
    ability: Annotated[Key, Meta(description="Its name", extra=takes_one_of("traits", "ability"))]
    target: CharacterRef = ""
    interrupting: Annotated[bool, Meta(description="Whether it interrupts what its target is doing, where it can")] = (
        False
    )
    announced: Annotated[bool, Meta(description="Whether it is announced, and happens when it is resolved")] = False
    squares: Annotated[
        Annotated[int, Meta(ge=0, le=10_000)] | None, Meta(description="How far away the target is, where no map does")
    ] = None


class Resolve(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`action` names one of several that are announced."""

    who: CharacterRef
    action: Annotated[Key, Meta(description="Which action, where several are announced")] = actions.ANNOUNCED


@command("Use an ability, at the price of the phase.", by="owner", scene=True)
def use(play: Play, command: Use) -> None:
    """MV-SLOT-09, MV-SLOT-10, MV-SLOT-11, MV-SLOT-12, MV-INIT-08, MV-RULING-47: an ability is paid for at the price of
    the phase, and takes effect at once, or when it is resolved."""
    who, target = command.who, command.target
    ability = abilities.of(play, who, command.ability)
    _check_time(play, ability)
    _check_target(play, ability, command)
    _check_body(play, who, ability)
    _check_reach(play, command, ability)
    actions.check_nothing_announced(play, who, ability.title, interrupts=_interrupts(play, who, ability, target))
    early = ability.when == "initialization" and rounds.forming(play)
    paid = slots.Paid() if early else slots.spend(play, who, cost_of(ability.cost))
    if command.interrupting:
        actions.interrupt(play, target, "MV-SLOT-11")
    if ability.finishing and paid.price in ("RS", "FP"):
        actions.break_off(play, target, actions.under_way(play, target), "interrupted", "MV-SLOT-12")
    used = actions.UseData(ability=command.ability, target=target)
    actions.done(play, who, ability.title, paid, announced=command.announced, use=used)
    if not command.announced:
        activate(play, who, ability, target)


def _interrupts(play: Play, who: str, ability: Ability, target: str) -> tuple[str, ...] | None:
    """MV-SLOT-11, MV-SLOT-12: return those whose announced actions do not keep an ability from being used: anybody's
    (None) where it says that it interrupts, and the target's whom it finishes from reserve."""
    if ability.interrupts:
        return None
    return (target,) if ability.finishing and not turns.acting(play, who) else ()


def _check_time(play: Play, ability: Ability) -> None:
    """MV-INIT-08: some effects are for initialization only, and are applied before the first Active Phase."""
    if ability.when == "initialization":
        initialization.check_initialization(
            play,
            "MV-INIT-08",
            text("{ability} is for initialization only, before the first Active Phase.", ability=ability.title),
        )


def _check_target(play: Play, ability: Ability, command: Use) -> None:
    """MV-SLOT-11, MV-EXEC-01: only what is said to interrupts; what finishes a character takes a Vulnerable target."""
    if (command.interrupting or ability.finishing or ability.attack is not None) and not command.target:
        play.missing("target", "Name the target of {ability}.", ability=ability.title)
    if command.interrupting and not ability.interrupts:
        play.refuse("MV-SLOT-11", "{ability} is not said to interrupt anything.", ability=ability.title)
    if ability.finishing and vulnerable.is_dead(play, command.target):
        play.refuse("MV-EXEC-01", "They are dead already.")
    _check_open(play, ability, command.target)


def _check_open(play: Play, ability: Ability, target: str) -> None:
    """MV-VULN-03, MV-EXEC-01: check that a character who is to be finished off is Vulnerable, at its use and when it happens."""
    if ability.finishing and not vulnerable.is_vulnerable(play, target):
        play.refuse("MV-EXEC-01", "{ability} takes a Vulnerable target.", ability=ability.title)


def _check_body(play: Play, who: str, ability: Ability) -> None:
    """MV-MENT-05, MV-VOC-04, MV-MAIM-08, MV-MAIM-09, MV-MAIM-12: check that mind, voice, arms and tongue still allow an
    ability."""
    slots.check_aware(play, who)
    burnouts.check_usable(play, who, stress.types_of(ability.stress))
    maims.check_hands(play, who, ability.hands)
    if ability.wordsake:
        maims.check_tongue(play, who)


def _check_reach(play: Play, command: Use, ability: Ability) -> None:
    """MV-VOC-06: no farther than it reaches, by the map where both stand on its squares, else as it is said."""
    reach = burnouts.reach(play, command.who, stress.types_of(ability.stress), ability.range)
    apart = combos.apart(play, command.who, command.target) if command.target else None
    apart = command.squares if apart is None else apart
    if reach is not None and apart is not None and apart > reach:
        rule = "MV-VOC-06" if reach != ability.range else "MV-SLOT-09"
        play.refuse(
            rule,
            numbered(
                "They are {count} square away; {ability} reaches {reach} now.",
                "They are {count} squares away; {ability} reaches {reach} now.",
                apart,
                ability=ability.title,
                reach=reach,
            ),
        )


def activate(play: Play, who: str, ability: Ability, target: str) -> None:
    """MV-STRS-03, MV-PHYS-03, MV-MENT-03, MV-VOC-03, ruling 45: the stress of activating it comes first. Where that burns out
    mind or voice the effect is lost; where it burns out the body the effect comes before that."""
    burnt = stress.incur(play, who, ability.stress)
    if not burnouts.forestall(play, who, burnt):
        _take_effect(play, who, ability, target)
        stress.channel(play, who, ability.title, ability.stress, ability.lasts)
    burnouts.follow(play, who, stress.types_of(ability.stress), burnt)


def _take_effect(play: Play, who: str, ability: Ability, target: str) -> None:
    """Bring about the effects of an ability, on its target or, without one, on its user."""
    with play.citing(*(("MV-INIT-08",) if ability.when == "initialization" else ())):
        if ability.attack is not None:
            strike(play, who, target, ability.attack)
        if ability.heals and not vulnerable.is_dead(play, target or who):
            vulnerable.heal(
                play, target or who, play.roll(who, "healing", ability.heals, adjustments=(at_least(0),)).total
            )
        if ability.slots:
            slots.alter(play, target or who, ability.slots, ability.title, ability.rounds)
        if ability.finishing == "execution":
            vulnerable.kill(play, target, "MV-SLOT-12")
        elif ability.finishing == "knockout":
            unconsciousness.fall(play, target, "MV-UNC-01", source=ability.title)
        if ability.wakes:
            unconsciousness.wake(play, target or who, ability.title, "MV-UNC-04")
        if ability.finishing == "knockout":
            moments.come(play, KNOCKED_OUT, target)


def strike(play: Play, who: str, target: str, attack: Attack) -> None:
    """Ruling 5: an attack does its damage to its target, and the effects that it states."""
    rolled = play.roll(who, "damage", attack.dice, adjustments=(at_least(0),)).total if attack.dice else 0
    damage.inflict(
        play, target, attack.amount + rolled, attack.type, by=who, rating=attack.rating, stated=attack.effects
    )


@command("Let an announced action happen.", by="owner", scene=True)
def resolve(play: Play, command: Resolve) -> None:
    """MV-SLOT-11, MV-UNC-01, MV-EXEC-01, ruling 44: resolve an announced action, as nothing has interrupted it and they
    can still act; whom it finishes is still Vulnerable."""
    who = command.who
    name = find(play, who, "intents", command.action)
    intent = play.character(who).intents[name]
    if intent.kind != actions.ANNOUNCED:
        play.refuse("MV-SLOT-11", "Only an announced action is resolved; go on with what takes several rounds.")
    slots.check_may_act(play, who)
    used = actions.UseData.of(intent)
    ability, target = used.ability, used.target
    if ability:
        _check_body(play, who, abilities.of(play, who, ability))
        _check_open(play, abilities.of(play, who, ability), target)
    play.emit(who, Noted(name="action", data={"what": intent.what}))
    actions.end(play, who, name, "done")
    if ability:
        activate(play, who, abilities.of(play, who, ability), target)
