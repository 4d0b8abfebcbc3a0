"""Attacks on a whole region in Cthulhu Eternal: the kill radius, and the terror of it."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment
from domain.components.creature import Condition
from domain.components.scene import Position, Zone
from domain.events.body import ConditionGained
from domain.events.scene import Moved, ZoneOpened
from domain.events.values import PointSpent
from domain.play.moments import owner_of
from domain.play.play import Play
from domain.system import Kind
from tests.laws.vocabulary.cthulhu_eternal_attacks import deal
from tests.laws.vocabulary.cthulhu_eternal_turns import ACTION, check, digits, fight, name_of, take_action


class Blast(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`radius` in yards, which are squares here."""

    who: CharacterRef
    target: CharacterRef
    radius: int
    lethality: int


class Suppress(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game master has said that it is Terror-Inducing. `noticed_by` know where it goes."""

    who: CharacterRef
    areas: tuple[str, ...]
    noticed_by: tuple[CharacterRef, ...]


class Enter(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    area: str


def blast(play: Play, command: Blast) -> None:
    """CE-LETH-05, CE-LETH-07, CE-LETH-11 (ruling 21): each inside the radius is rolled for, its edge included."""
    take_action(play, command.who)
    made = check(play, command.who, "attack", play.value(command.who, "attributes.firearms").total)
    positions = play.encounter(fight(play)).positions
    centre = positions[name_of(command.target)]
    if not made.level:
        return
    for name in sorted(positions):
        if distance(positions[name], centre) <= command.radius**2:
            with play.citing("CE-LETH-07"):
                roll_lethality(play, command, positions[name].subject, made.level)


def distance(one: Position, other: Position) -> int:
    """The square of it."""
    across, along = (one.x or 0) - (other.x or 0), (one.y or 0) - (other.y or 0)
    return int(across**2 + along**2)


def roll_lethality(play: Play, command: Blast, target: str, times: int) -> None:
    """CE-LETH-02 to CE-LETH-05: at or under the rating nothing is left; else the two dice are added."""
    rating = command.lethality * times
    roll = play.roll(
        command.who, f"lethality/{name_of(target)}", "1d100", target=rating, judge=lambda r: outcome(r, rating)
    )
    deadly = roll.outcome == "success"
    damage = play.character(target).tracks["hp"].current if deadly else sum(digits(roll.total)) * times
    deal(play, command.who, target, damage)


def outcome(roll: int, rating: int) -> str:
    """CE-LETH-04: no roll is special."""
    return "success" if roll <= rating else "failure"


def suppress(play: Play, command: Suppress) -> None:
    """CE-FEAR-01, CE-FEAR-02 (ruling 24): hit or miss, the region is one of terror until the attacker's next action."""
    take_action(play, command.who)
    check(play, command.who, "attack", play.value(command.who, "attributes.firearms").total)
    zone = Zone(
        kind="terror",
        areas=command.areas,
        source=command.who,
        until=AtMoment(moment=ACTION, subject=command.who),
        known_to=command.noticed_by,
    )
    with play.citing("CE-FEAR-02"):
        play.emit(fight(play), ZoneOpened(name=play.new_id("terror"), zone=zone))


def enter(play: Play, command: Enter) -> None:
    """CE-FEAR-02, CE-FEAR-03, CE-FEAR-06: who knows of the terror goes to ground instead, or gives 1 SAN for it."""
    take_action(play, command.who)
    if is_terrified(play, command) and not play.where(command.who, "traits", "adapted-to-violence"):
        with play.citing("CE-FEAR-02"):
            choice = play.offer("terror", owner_of(play, command.who), ("hesitate", "brave"), "hesitate", "Go on?")
            if choice == "hesitate":
                ground = Condition(what="gone-to-ground", until=AtMoment(moment=ACTION, subject=command.who))
                play.emit(command.who, ConditionGained(name=play.new_id("ground"), condition=ground))
                return
            if play.character(command.who).tracks["san"].current < 1:
                play.refuse("CE-FEAR-03", "There is no SAN left to give.")
            play.emit(command.who, PointSpent(name="san", amount=1))
    play.emit(fight(play), Moved(name=name_of(command.who), area=command.area))


def is_terrified(play: Play, command: Enter) -> bool:
    zones = play.encounter(fight(play)).zones
    terrors = [zones[name] for name in zones if zones[name].kind == "terror"]
    return any(command.area in zone.areas and command.who in zone.known_to for zone in terrors)


KINDS = (
    Kind(name="blast", args=Blast, rule=blast, by="owner", actor="who", summary="Attack with a kill radius."),
    Kind(name="suppress", args=Suppress, rule=suppress, by="owner", actor="who", summary="Fill a region with terror."),
    Kind(name="enter", args=Enter, rule=enter, by="owner", actor="who", summary="Move into an area."),
)
