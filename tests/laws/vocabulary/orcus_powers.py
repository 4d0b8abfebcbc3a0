"""Attack powers in Orcus: areas with one damage roll, critical hits, and powers that a miss does not expend."""

from __future__ import annotations

from typing import Literal

from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment
from domain.components.creature import Trait, Use
from domain.dice.labels import label_of
from domain.events.holdings import TraitGained
from domain.events.log import Contribution
from domain.events.undertakings import UseCounted, UseOpened
from domain.events.values import DamageTaken
from domain.play.moments import come
from domain.play.play import Play
from domain.system import CommandSpec

RESTS = {"encounter": "short_rest", "daily": "long_rest"}
"""The rest after which a power of each frequency is there again."""
FALLEN = "fallen"
UNMARKED = -2


class Who(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef


class Learn(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`damage` is so many dice of `sides`; a critical hit adds one of `critical` sides, where it is not 0."""

    who: CharacterRef
    power: str
    frequency: Literal["at-will", "encounter", "daily"]
    consistent: bool = False
    defense: Literal["ac", "fortitude", "reflex", "will"] = "reflex"
    dice: int = 2
    sides: int = 6
    critical: int = 0


class UsePower(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    power: str
    targets: tuple[CharacterRef, ...]


class Rest(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    rest: Literal["short_rest", "long_rest"]


def learn(play: Play, command: Learn) -> None:
    data = {field: getattr(command, field) for field in ("frequency", "defense", "dice", "sides", "critical")}
    tags = ("consistent",) if command.consistent else ()
    play.emit(command.who, TraitGained(name=command.power, trait=Trait(kind="power", tags=tags, data=data)))


def use_power(play: Play, command: UsePower) -> None:
    """OR-AREA-06, OR-KEY-07: an attack roll for each target; the power is expended unless it is a Consistent one and every
    attack with it missed."""
    uses = play.character(command.who).uses
    if command.power in uses and uses[command.power].count:
        play.refuse("OR-POW-04", "The power is expended; it is there again after a rest.")
    power = play.character(command.who).traits[command.power]
    with play.citing("OR-AREA-06"):
        hits = {target: attack(play, command, target, str(power.data["defense"])) for target in command.targets}
        deal(play, command.who, power, {target: how for target, how in hits.items() if how != "miss"})
    spared = "consistent" in power.tags and set(hits.values()) == {"miss"}
    with play.citing(*(("OR-KEY-07",) if "consistent" in power.tags else ())):
        if not spared and power.data["frequency"] != "at-will":
            expend(play, command.who, command.power, str(power.data["frequency"]))


def attack(play: Play, command: UsePower, target: str, defense: str) -> str:
    """OR-CRIT-01, OR-CRIT-02, OR-COND-10: miss, hit or critical, by this target's own roll."""
    bonus = Contribution(label="attack", amount=play.value(command.who, "attributes.attack").total)
    roll = play.roll(
        command.who,
        label_of("attack", target),
        "1d20",
        modifiers=(bonus, *hindrances(play, command)),
        target=play.value(target, f"defense.{defense}").total,
    )
    natural = roll.dice[0][1]
    if natural == 20:
        return "critical" if roll.outcome == "success" else "hit"
    return "hit" if roll.outcome == "success" and natural != 1 else "miss"


def hindrances(play: Play, command: UsePower) -> tuple[Contribution, ...]:
    """OR-COND-10: whoever is marked has -2 on an attack that is not on who marked it as well."""
    marks = play.where(command.who, "conditions", "marked").values()
    minded = [mark.source for mark in marks if mark.source not in command.targets]
    return (Contribution(label="marked", amount=UNMARKED, source=minded[0]),) if minded else ()


def deal(play: Play, who: str, power: Trait, hits: dict[str, str]) -> None:
    """OR-AREA-06, OR-CRIT-03: one damage roll for all; a critical hit has the most the dice can show, and its own extra."""
    dice, sides, critical = (int(power.data[key] or 0) for key in ("dice", "sides", "critical"))
    shared = play.roll(who, "damage", f"{dice}d{sides}").total if "hit" in hits.values() else 0
    for target, how in hits.items():
        damage = shared
        if how == "critical":
            extra = play.roll(who, label_of("critical", target), f"1d{critical}").total if critical else 0
            damage = dice * sides + extra
        harm(play, target, damage)


def harm(play: Play, who: str, damage: int) -> None:
    hp = play.character(who).tracks["hp"].current
    play.emit(who, DamageTaken(name="hp", amount=damage))
    if hp > 0 >= hp - damage:
        come(play, FALLEN, who)


def expend(play: Play, who: str, power: str, frequency: str) -> None:
    """OR-POW-04, OR-POW-05: until the rest that its frequency says."""
    if power in play.character(who).uses:
        play.emit(who, UseCounted(name=power))
    else:
        until = AtMoment(moment=RESTS[frequency], subject=who)
        play.emit(who, UseOpened(name=power, use=Use(what="power", count=1, until=until)))


def rest(play: Play, command: Rest) -> None:
    """A long rest is a short one as well."""
    come(play, "short_rest", command.who)
    if command.rest == "long_rest":
        come(play, "long_rest", command.who)


COMMANDS = (
    CommandSpec(name="learn", args=Learn, rule=learn, by="gm", summary="Learn a power."),
    CommandSpec(name="use_power", args=UsePower, rule=use_power, by="owner", actor="who", summary="Use a power."),
    CommandSpec(name="rest", args=Rest, rule=rest, by="owner", actor="who", summary="Rest."),
)
