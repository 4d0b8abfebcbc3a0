"""Attacks and what opposes them in Cthulhu Eternal: aiming, dodging, parrying, pinning."""

from __future__ import annotations

from typing import Literal

from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment, UntilFirst, WhilePresent
from domain.components.creature import Condition, Intent, Link, Modifier
from domain.events.body import ConditionGained
from domain.events.undertakings import IntentAnnounced, LinkBroken, LinkMade
from domain.events.values import ModifierApplied, ModifierLifted
from domain.play.moments import owner_of, settle
from domain.play.play import Play
from domain.system import Kind
from tests.laws.vocabulary.cthulhu_eternal_harm import HARMED, HELPLESS, harm
from tests.laws.vocabulary.cthulhu_eternal_turns import (
    ACTION,
    COUNT_END,
    TURN_END,
    Check,
    Who,
    check,
    fight,
    name_of,
    order_of,
    take_action,
)

AIMED = 20
ATTACK = "attributes.attack"
"""What is added to every attack."""


class Attack(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    target: CharacterRef
    weapon: Literal["unarmed", "melee", "firearms"]
    damage: str


class Pin(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    target: CharacterRef


def aim(play: Play, command: Who) -> None:
    """CE-ACT-01, CE-ACT-02: +20 to the attack of the next turn, unless it is hurt before."""
    take_action(play, command.who)
    ends = (AtMoment(moment=TURN_END, passing=1), AtMoment(moment=HARMED, subject=command.who))
    with play.citing("CE-ACT-02"):
        aimed = Modifier(path=ATTACK, amount=AIMED, source="aim", until=UntilFirst(of=ends))
        play.emit(command.who, ModifierApplied(name=play.new_id("aim"), modifier=aimed))


def attack(play: Play, command: Attack) -> None:
    """CE-ATK-01, CE-DMG-01: what hits does its damage, less the armor; a critical hit twice as much."""
    made, hits = strike(play, command.who, command.target, command.weapon)
    if hits:
        damage = play.roll(command.who, "damage", command.damage).total * made.level
        deal(play, command.who, command.target, damage - play.value(command.target, "attributes.armor").total)


def pin(play: Play, command: Pin) -> None:
    """CE-ACT-27, CE-DEF-22 (ruling 52): it holds until it lets go, or can no longer."""
    _, hits = strike(play, command.who, command.target, "unarmed")
    if hits:
        link = play.new_id("pin")
        until = AtMoment(moment=HELPLESS, subject=command.who)
        with play.citing("CE-DEF-22"):
            play.emit(command.who, LinkMade(name=link, link=Link(kind="pin", to=command.target, until=until)))
        pinned = Condition(what="pinned", source=command.who, until=WhilePresent(path=f"{command.who}.links.{link}"))
        play.emit(command.target, ConditionGained(name=play.new_id("pinned"), condition=pinned))


def let_go(play: Play, command: Who) -> None:
    for name in sorted(play.where(command.who, "links", "pin")):
        play.emit(command.who, LinkBroken(name=name, because="let go"))
        settle(play, f"{command.who}.links.{name}")


def strike(play: Play, who: str, target: str, weapon: str) -> tuple[Check, bool]:
    """The roll of an attack, and whether it does harm. A defence is declared before it is made (ruling 53)."""
    take_action(play, who)
    hand_to_hand = weapon != "firearms"
    dodges = hand_to_hand and may_dodge(play, target) and declares(play, target)
    made = check(play, who, "attack", play.value(who, f"attributes.{weapon}").total + play.value(who, ATTACK).total)
    for name in sorted(n for n, m in play.where(who, "modifiers", ATTACK).items() if m.source == "aim"):
        play.emit(who, ModifierLifted(name=name, because="used"))
    if dodges:
        roll_dodge(play, target)
    hits = made.level > 0 and not (hand_to_hand and is_opposed(play, target, made))
    if hand_to_hand:
        with play.citing("CE-DEF-18"):
            stand(play, who, "parrying", made, AtMoment(moment=ACTION, subject=who))
    return made, hits


def is_opposed(play: Play, target: str, made: Check) -> bool:
    """CE-DEF-04, CE-DEF-18 to CE-DEF-22: by the one Dodge of the turn, and by the roll of its own attack, unless it is
    pinned or pins somebody itself."""
    if cannot_defend(play, target):
        return False
    rolls = {what: rolls_of(play, target, what) for what in ("dodging", "parrying")}
    dodged = any(dodge.overcomes(made) for dodge in rolls["dodging"])
    parried = any(not made.overcomes(parry) for parry in rolls["parrying"])
    return dodged or parried


def rolls_of(play: Play, who: str, what: str) -> list[Check]:
    found = play.where(who, "conditions", what).values()
    return [Check(int(condition.data["roll"]), str(condition.data["outcome"])) for condition in found]


def cannot_defend(play: Play, who: str) -> str:
    """The rule by which somebody can oppose nothing now, or none."""
    if play.where(who, "links", "pin"):
        return "CE-DEF-22"
    return "CE-DEF-21" if play.where(who, "conditions", "pinned") else ""


def may_dodge(play: Play, who: str) -> bool:
    unspent = order_of(play)[name_of(who)].budget["action"] > 0 or "held" in play.character(who).intents
    return unspent and not cannot_defend(play, who)


def declares(play: Play, who: str) -> bool:
    return play.ask("defend", owner_of(play, who), ("none", "dodge"), "none", "How does it defend itself?") == "dodge"


def dodge(play: Play, command: Who) -> None:
    """CE-DEF-02, CE-DEF-22: before its count or on it, unless it is pinned or holds somebody pinned."""
    if rule := cannot_defend(play, command.who):
        play.refuse(rule, "It has its hands full; let go first.")
    roll_dodge(play, command.who)


def roll_dodge(play: Play, who: str) -> None:
    """CE-DEF-04: one Dodge roll, for all hand-to-hand attacks of the turn."""
    take_action(play, who, defending=True)
    with play.citing("CE-DEF-04"):
        made = check(play, who, "dodge", play.value(who, "attributes.dodge").total)
        stand(play, who, "dodging", made, AtMoment(moment=TURN_END))


def stand(play: Play, who: str, what: str, made: Check, until: AtMoment) -> None:
    """A roll stays on the table."""
    held = Condition(what=what, until=until, data={"roll": made.roll, "outcome": made.outcome})
    play.emit(who, ConditionGained(name=play.new_id(what), condition=held))


def deal(play: Play, who: str, target: str, damage: int) -> None:
    """CE-TURN-03 (ruling 58): on a shared count what is done is applied when all have done it."""
    active = play.encounter(fight(play)).pace["now"].active
    if len(active) == 1:
        harm(play, target, damage)
        return
    due = AtMoment(moment=COUNT_END, subject=who)
    intent = Intent(kind="simultaneous", what="harm", by=who, due=due, data={"target": target, "damage": damage})
    with play.citing("CE-TURN-03"):
        play.emit(who, IntentAnnounced(name=play.new_id("harm"), intent=intent))


def do_harm(play: Play, who: str, name: str) -> None:
    data = play.character(who).intents[name].data
    harm(play, str(data["target"]), int(data["damage"] or 0))


DUE = {"simultaneous": do_harm}
KINDS = (
    Kind(name="aim", args=Who, rule=aim, by="owner", actor="who", summary="Aim."),
    Kind(name="attack", args=Attack, rule=attack, by="owner", actor="who", summary="Attack."),
    Kind(name="pin", args=Pin, rule=pin, by="owner", actor="who", summary="Pin somebody."),
    Kind(name="let_go", args=Who, rule=let_go, by="owner", actor="who", summary="Let go."),
    Kind(name="dodge", args=Who, rule=dodge, by="owner", actor="who", summary="Dodge."),
)
