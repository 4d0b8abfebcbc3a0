"""Modifiers, durations, attacks and the counters to them in Orcus."""

from __future__ import annotations

from domain.commands import CharacterRef, Command, EncounterRef
from domain.components.anchors import AnyAnchor, AtMoment, UntilSaved, WhilePresent
from domain.components.creature import Condition, Formula, Modifier, Use
from domain.components.expressions import Number
from domain.events.body import ConditionGained
from domain.events.log import Contribution
from domain.events.scene import BudgetSpent, TurnChanged
from domain.events.undertakings import UseCounted, UseOpened
from domain.events.values import DamageTaken, FormulaDefined, ModifierApplied
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.play.values import Value
from domain.system import CommandSpec
from tests.laws.vocabulary.turns import TURN_END, TURN_START

SAVED_FROM = 10
BUDGET = {"standard": 1, "move": 1, "swift": 1}


class Who(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef


class Modify(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    roll: str
    amount: int
    type: str = ""
    effect: str = ""
    by: CharacterRef = ""
    until: AnyAnchor | None = None


class Afflict(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    what: str
    attack: int = 0


class Strike(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef
    who: CharacterRef
    target: CharacterRef


def fighter(play: Play, command: Who) -> None:
    """What modifiers go onto: attacks, saving throws and AC; and one immediate action from turn to turn (ruling 18)."""
    for path, base in {"attack": 0, "saves": 0, "ac": 15}.items():
        play.emit(command.who, FormulaDefined(name=path, formula=Formula(path=path, expression=Number(value=base))))
    back = AtMoment(moment=TURN_START, subject=command.who)
    play.emit(command.who, UseOpened(name="immediate", use=Use(what="immediate", until=back)))


def modify(play: Play, command: Modify) -> None:
    """OR-MOD-02, OR-MOD-03: of each type the best bonus and the worst penalty count; what has no type stacks, unless it
    is the same effect of the same creature once more (ruling 6)."""
    same = f"{command.effect} of {command.by}" if command.effect else ""
    modifier = Modifier(
        path=command.roll,
        amount=command.amount,
        type=command.type,
        stacking="best" if command.type else "once" if same else "sum",
        source=same,
        until=command.until,
    )
    play.emit(command.who, ModifierApplied(name=play.new_id("modifier"), modifier=modifier))


def afflict(play: Play, command: Afflict) -> None:
    """OR-DUR-02: an effect that a save ends, whole, with the penalty that comes with it."""
    name = play.new_id(command.what)
    until = UntilSaved(moment=TURN_END, subject=command.who, target=SAVED_FROM)
    play.emit(command.who, ConditionGained(name=name, condition=Condition(what=command.what, until=until)))
    if command.attack:
        part = WhilePresent(path=f"{command.who}.conditions.{name}")
        penalty = Modifier(path="attack", amount=command.attack, until=part)
        play.emit(command.who, ModifierApplied(name=name, modifier=penalty))


def save(play: Play, ref: str, path: str) -> bool:
    """OR-DUR-02, OR-SAVE-02: 1d20 and only the bonuses to saves; 10 or more ends that one effect."""
    bonuses = contributions(play.value(ref, "saves"))
    with play.citing("OR-DUR-02"):
        label = f"save/{path.partition('.')[2]}"
        return play.roll(ref, label, "1d20", modifiers=bonuses, target=SAVED_FROM).outcome == "success"


def contributions(value: Value) -> tuple[Contribution, ...]:
    """The modifiers that count in a roll."""
    return tuple(
        Contribution(label=part.type or part.title, amount=part.amount, source=part.source)
        for part in value.parts
        if part.counted
    )


def strike(play: Play, command: Strike) -> None:
    pay(play, command.encounter, command.who, "standard")
    hit_or_miss(play, command.encounter, command.who, command.target, "attack")


def pay(play: Play, encounter: str, who: str, action: str) -> None:
    entry = who.partition("/")[2]
    if play.encounter(encounter).order[entry].budget.get(action, 0) < 1:
        play.refuse("OR-TURN-02", f"There is no {action} action left in this turn.")
    play.emit(encounter, BudgetSpent(name=entry, budget=action))


def hit_or_miss(play: Play, encounter: str, who: str, target: str, label: str) -> None:
    """OR-IMM-03: a hit may be countered. The attack pauses, the counter resolves completely, and then the attack goes
    on, against what is now there, if the attacker still can."""
    bonuses = contributions(play.value(who, "attack"))
    total = play.roll(who, label, "1d20", modifiers=bonuses).total
    if total < play.value(target, "ac").total:
        return
    parried = countered(play, encounter, who, target, label)
    if play.character(who).tracks["hp"].current <= 0 or total < play.value(target, "ac").total + parried:
        return
    damage = play.roll(who, f"{label}/damage", "1d8").total
    play.emit(target, DamageTaken(name="hp", amount=damage))


def countered(play: Play, encounter: str, who: str, target: str, label: str) -> int:
    """What a parry adds to the AC against this attack. Nobody counters in their own turn, or twice before their next."""
    own_turn = target.partition("/")[2] in play.encounter(encounter).pace["now"].active
    if own_turn or play.character(target).uses["immediate"].count > 0:
        return 0
    options = ("no", "parry", "riposte")
    counter = play.ask(f"{label}/counter", owner_of(play, target), options, "no", "Counter the attack?")
    if counter == "no":
        return 0
    with play.citing("OR-IMM-03"):
        play.emit(target, UseCounted(name="immediate"))
        if counter == "riposte":
            hit_or_miss(play, encounter, target, who, f"{label}/riposte")
    return 4 if counter == "parry" else 0


def refresh(play: Play, who: str) -> None:
    """OR-TURN-02: the actions of a turn."""
    encounter = play.deed.encounter
    if encounter:
        play.emit(encounter, TurnChanged(name=who.partition("/")[2], budget=BUDGET))


COMMANDS = (
    CommandSpec(name="fighter", args=Who, rule=fighter, by="gm", summary="Give somebody what fighting takes."),
    CommandSpec(name="modify", args=Modify, rule=modify, by="gm", summary="Give a bonus or penalty."),
    CommandSpec(name="afflict", args=Afflict, rule=afflict, by="gm", summary="An effect that a save ends."),
    CommandSpec(name="strike", args=Strike, rule=strike, by="owner", actor="who", summary="Attack somebody."),
)
MOMENTS = {TURN_START: (refresh,)}
