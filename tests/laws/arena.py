"""A small game that is rich enough to hurt: clamped healing, temporary points, conditions that end at moments,
questions inside interrupts, collections, links, modifiers, ids made by entries, several aggregates."""

from __future__ import annotations

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command
from domain.options import CAMPAIGN_OPTIONS
from domain.play.moments import come, settle
from domain.play.play import Play
from domain.system import CommandSpec, Registry, Rule, System
from domain.vocabulary.anchors import AtMoment, WhilePresent
from domain.vocabulary.bodies import Condition, ConditionEnded, ConditionGained
from domain.vocabulary.catalogue import Handle, HandleGiven
from domain.vocabulary.expressions import BaseOf, Quotient
from domain.vocabulary.log import Noted
from domain.vocabulary.profile import Introduced, Profile
from domain.vocabulary.undertakings import Link, LinkBroken, LinkMade
from domain.vocabulary.values import (
    DamageHealed,
    DamageTaken,
    Modifier,
    ModifierApplied,
    PointGained,
    PointSpent,
    Track,
    TrackOpened,
    TrackSet,
)


class Create(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: str


class On(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    target: CharacterRef
    amount: int = 1


class Between(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    target: CharacterRef


class Ending(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    target: CharacterRef
    condition: str


class Bare(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


def create(play: Play, command: Create) -> None:
    if command.name in play.campaign().handles:
        play.refuse("name", "The name is taken.")
    ref = f"character/{play.new_id('c')}"
    play.emit(ref, Introduced(name="self", profile=Profile(handle=command.name, name=command.name)))
    for track, size in {"hp": 20, "temp": 0, "focus": 3, "shield": 2, "down": 0}.items():
        play.emit(ref, TrackOpened(name=track, track=Track(current=size, maximum=size or None)))
    play.emit(CAMPAIGN, HandleGiven(name=command.name, handle=Handle(ref=ref, kind="character", folded=command.name)))


def living(play: Play) -> list[str]:
    """Everybody who stands, by name: a collection that later creations and falls change."""
    handles = play.campaign().handles
    refs = [handles[name].ref for name in sorted(handles)]
    return [ref for ref in refs if play.exists(ref) and not play.character(ref).tracks["down"].current]


def harm(play: Play, ref: str, amount: int) -> None:
    """Guards take half, temporary points absorb, and whoever reaches 0 goes down; a fall may be countered."""
    for name, link in sorted(play.where(ref, "links", "guarded-by").items()):
        if play.exists(link.to) and not play.character(link.to).tracks["down"].current:
            share = amount // 2
            play.emit(link.to, DamageTaken(name="hp", amount=share))
            amount -= share
        else:
            play.emit(ref, LinkBroken(name=name))
    tracks = play.character(ref).tracks
    absorbed = min(tracks["temp"].current, amount)
    if absorbed > 0:
        play.emit(ref, PointSpent(name="temp", amount=absorbed))
    play.emit(ref, DamageTaken(name="hp", amount=amount - max(absorbed, 0)))
    if tracks["hp"].current <= 0 and not tracks["down"].current:
        play.emit(ref, TrackSet(name="down", current=1))


def standing(play: Play, ref: str) -> None:
    if play.character(ref).tracks["down"].current:
        play.refuse("down", "Whoever is down cannot do that.")


def hit(play: Play, command: Between) -> None:
    standing(play, command.who)
    blessed = len(play.where(command.who, "conditions", "blessed"))
    if play.roll(command.who, "attack", "1d20").total + 2 * blessed < 9:
        return
    if not evaded(play, command):
        strike(play, command)


def evaded(play: Play, command: Between) -> bool:
    """Whether the target gets out of the way, or counters so well that the blow never lands: an interrupt in an interrupt."""
    tracks = play.character(command.target).tracks
    if tracks["focus"].current < 1 or tracks["down"].current or play.ask("dodge", "gm", ("yes", "no"), "no") == "no":
        return False
    play.emit(command.target, PointSpent(name="focus", amount=1))
    if play.roll(command.target, "dodge", "1d20").total >= 12:
        return True
    if tracks["shield"].current < 1 or play.ask("shield", "gm", ("yes", "no"), "no") == "no":
        return False
    play.emit(command.target, PointSpent(name="shield", amount=1))
    harm(play, command.who, play.roll(command.target, "riposte", "1d6").total)
    return bool(play.character(command.who).tracks["down"].current)


def strike(play: Play, command: Between) -> None:
    harm(play, command.target, play.roll(command.who, "damage", "1d8").total)
    if play.offer("rage", "gm", ("yes", "no"), "no") == "yes":
        harm(play, command.target, play.roll(command.who, "rage", "1d4").total)


def heal(play: Play, command: On) -> None:
    tracks = play.character(command.target).tracks
    most = play.value(command.target, "tracks.hp.maximum").total
    healed = min(command.amount, most - tracks["hp"].current)
    if tracks["down"].current:
        play.emit(command.target, TrackSet(name="down", current=0))
    if healed > 0:
        play.emit(command.target, DamageHealed(name="hp", amount=healed))


def hurt(play: Play, command: On) -> None:
    play.emit(command.target, DamageTaken(name="hp", amount=command.amount))


def ward(play: Play, command: On) -> None:
    if command.amount > play.character(command.target).tracks["temp"].current:
        play.emit(command.target, TrackSet(name="temp", current=command.amount))


def spend(play: Play, command: On) -> None:
    if play.character(command.target).tracks["focus"].current < 1:
        play.refuse("focus", "There is no focus left.")
    play.emit(command.target, PointSpent(name="focus", amount=1))


def give(play: Play, command: Between) -> None:
    if play.character(command.who).tracks["focus"].current < 1:
        play.refuse("focus", "There is no focus left to give.")
    play.emit(command.who, PointSpent(name="focus", amount=1))
    play.emit(command.target, PointGained(name="focus", amount=1))


def rest(play: Play, command: On) -> None:
    tracks = play.character(command.target).tracks
    for track, full in {"hp": 20, "focus": 3, "shield": 2, "down": 0}.items():
        if tracks[track].current != full:
            play.emit(command.target, TrackSet(name=track, current=full))


def bless(play: Play, command: On) -> None:
    until = AtMoment(moment="turn_end", subject=command.target, passing=command.amount % 3)
    name = play.new_id("blessed")
    play.emit(command.target, ConditionGained(name=name, condition=Condition(what="blessed", until=until)))


def unbless(play: Play, command: Ending) -> None:
    play.emit(command.target, ConditionEnded(name=command.condition))
    settle(play, f"{command.target}.conditions.{command.condition}")


def weaken(play: Play, command: Ending) -> None:
    if command.condition not in play.character(command.target).conditions:
        play.missing(f"{command.target}.conditions.{command.condition}", "There is no such condition.")
    until = WhilePresent(path=f"{command.target}.conditions.{command.condition}")
    half = Quotient(dividend=BaseOf(path="tracks.focus.current"), divisor=-1)
    modifier = Modifier(path="tracks.hp.maximum", amount=half, until=until)
    play.emit(command.target, ModifierApplied(name=play.new_id("weak"), modifier=modifier))


def turn(play: Play, command: On) -> None:
    come(play, "turn_end", command.target)


def regrow(play: Play, subject: str) -> None:
    """At the end of its turn whoever is blessed and hurt gets a point back."""
    tracks = play.character(subject).tracks
    if play.where(subject, "conditions", "blessed") and tracks["hp"].current < 20:
        play.emit(subject, DamageHealed(name="hp", amount=1))


def blast(play: Play, _command: Bare) -> None:
    damage = play.roll(CAMPAIGN, "blast", "1d6").total
    for ref in living(play):
        harm(play, ref, damage)


def guard(play: Play, command: Between) -> None:
    if command.who == command.target:
        play.refuse("guard", "Nobody guards themselves.")
    for name in sorted(play.where(command.target, "links", "guarded-by")):
        play.emit(command.target, LinkBroken(name=name))
    play.emit(command.target, LinkMade(name=play.new_id("guard"), link=Link(kind="guarded-by", to=command.who)))


def note(play: Play, _command: Bare) -> None:
    play.emit(CAMPAIGN, Noted(name="note"))


RULES: dict[str, tuple[type[Command], Rule]] = {
    "create": (Create, create),
    "hit": (Between, hit),
    "heal": (On, heal),
    "hurt": (On, hurt),
    "ward": (On, ward),
    "spend": (On, spend),
    "give": (Between, give),
    "rest": (On, rest),
    "bless": (On, bless),
    "unbless": (Ending, unbless),
    "weaken": (Ending, weaken),
    "turn": (On, turn),
    "blast": (Bare, blast),
    "guard": (Between, guard),
    "note": (Bare, note),
}

SYSTEM = System(
    id="arena",
    name="Arena",
    version=1,
    kinds=[CommandSpec(name=name, args=args, rule=rule, by="gm", summary=name) for name, (args, rule) in RULES.items()],
    moments={"turn_end": (regrow,)},
)


def _impossible(_play: Play, _command: Command) -> None:
    raise AssertionError("the ledger answers by itself")


class Answer(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    deed: int
    key: str = ""
    choice: str = ""


BASE = System(
    id="freeform",
    name="Freeform",
    version=1,
    options=CAMPAIGN_OPTIONS,
    kinds=[
        CommandSpec(
            name="answer", args=Answer, rule=_impossible, by="player", summary="answer", open_while_waiting=True
        ),
        CommandSpec(name="close", args=Answer, rule=_impossible, by="gm", summary="close", open_while_waiting=True),
    ],
)

REGISTRY = Registry(BASE, [SYSTEM])
