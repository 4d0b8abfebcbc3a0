"""Full Rounds in Midnight in Vaia: who acts when, what Action Slots pay for, and what takes them away."""

from __future__ import annotations

from typing import Any, Literal

from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment
from domain.components.creature import Condition, Formula, Modifier
from domain.components.expressions import Number, Sum, ValueOf
from domain.components.scene import Pace, TurnEntry
from domain.events.body import ConditionDeepened, ConditionEnded, ConditionGained
from domain.events.log import Contribution
from domain.events.scene import BudgetSpent, EncounterBegun, TurnChanged, TurnEntered, TurnPassed
from domain.events.undertakings import IntentEnded
from domain.events.values import FormulaDefined, ModifierApplied
from domain.play.moments import come, pass_time
from domain.play.play import Play
from domain.system import Kind, Option

UPKEEP, COUNTDOWN = "upkeep", "countdown"
"""At Upkeep damage is done and counters fall; the countdown of durations is its last step (ruling 17)."""
FULL_ROUND = 5
"""Seconds."""
FINAL_PRICE = 4
SLOTS, NORMAL_SLOTS = "slots.action", "slots.normal"
LEFT = {"quarter": (3, 4), "half": (1, 2)}
"""What a Slow leaves of the Action Slots."""


class Who(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef


class Bare(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Act(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`cost` in the Active Phase; `reserved` and `final` where the ability lists them (3AS|6RS|9FP)."""

    who: CharacterRef
    cost: int
    reserved: int | None = None
    final: int | None = None


class Stun(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """(v:`die`) slots."""

    who: CharacterRef
    die: int


class Slow(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    by: Literal["quarter", "half"]
    rounds: int


def fight(play: Play) -> str:
    return play.deed.encounter or play.missing("encounter", "There is no encounter.")


def entry_of(play: Play, who: str) -> Any:
    """Somebody's place in the Active Phase Cycle."""
    return play.encounter(fight(play)).order[who.partition("/")[2]]


def is_acting(play: Play, who: str) -> bool:
    return who.partition("/")[2] in play.encounter(fight(play)).pace["now"].active


def change_turn(play: Play, who: str, **fields: Any) -> None:
    play.emit(fight(play), TurnChanged(name=who.partition("/")[2], **fields))


def enlist(play: Play, command: Who) -> None:
    """MV-SLOT-06: 5 Action Slots and the Agility; whatever changes the number for good does so before a Slow."""
    base = Sum(terms=(Number(value=5), ValueOf(path="attributes.agility")))
    formulas = {"normal": Formula(path=NORMAL_SLOTS, expression=base)}
    formulas["action"] = Formula(path=SLOTS, expression=ValueOf(path=NORMAL_SLOTS))
    for name, formula in formulas.items():
        play.emit(command.who, FormulaDefined(name=name, formula=formula))


def awareness(play: Play, command: Who) -> None:
    """MV-INIT-01, MV-INIT-03: the result of (v:20) Awareness is the place in the cycle; equal results share it."""
    score = Contribution(label="awareness", amount=play.value(command.who, "attributes.awareness").total)
    with play.citing("MV-INIT-03"):
        result = play.roll(command.who, "awareness", "1d20", modifiers=(score,)).total
        turn = TurnEntry(subject=command.who, initiative=result, state="waiting")
        play.emit(fight(play), TurnEntered(name=command.who.partition("/")[2], turn=turn))


def start_round(play: Play, _: Bare) -> None:
    """MV-ROUND-02: the Full Round starts with whoever's result is highest."""
    pace = play.encounter(fight(play)).pace
    if "now" not in pace:
        play.emit(fight(play), EncounterBegun(name="now", pace=Pace(state="running")))
    elif pace["now"].active:
        play.refuse("MV-ROUND-02", "A Full Round is under way; it ends when the last one has acted.")
    play.emit(fight(play), TurnPassed(name="now", round=pace["now"].round + 1))
    next_phase(play, None)


def next_phase(play: Play, after: int | None) -> None:
    """MV-INIT-03, MV-SLOT-01: the next result in the cycle gains its slots, all who share it at once; the last one's is
    the Final Phase. After it comes Upkeep."""
    order = play.encounter(fight(play)).order
    results = sorted({order[name].initiative for name in order if after is None or order[name].initiative < after})
    if not results:
        upkeep(play)
        return
    acting = tuple(name for name in sorted(order) if order[name].initiative == results[-1])
    phase = "final" if len(results) == 1 else "active"
    with play.citing("MV-INIT-03"):
        play.emit(fight(play), TurnPassed(name="now", active=acting, phase=phase))
        for name in acting:
            gain_slots(play, order[name].subject)


def gain_slots(play: Play, who: str) -> None:
    """MV-SLOT-04, MV-EFF-08: what a Stun is still owed is taken from the slots that are gained, after any Slow."""
    slots = 0 if play.where(who, "conditions", "seized") else play.value(who, SLOTS).total
    for name, stunned in sorted(play.where(who, "conditions", "stunned").items()):
        lost = min(slots, stunned.level)
        slots -= lost
        with play.citing("MV-EFF-08"):
            pay_debt(play, who, name, lost)
    change_turn(play, who, budget={"action": slots, "reserved": 0}, state="acting")
    interrupt(play, who, slots)


def pay_debt(play: Play, who: str, name: str, lost: int) -> None:
    if lost == play.character(who).conditions[name].level:
        play.emit(who, ConditionEnded(name=name, because="the slots are lost"))
    elif lost:
        play.emit(who, ConditionDeepened(name=name, amount=-lost))


def interrupt(play: Play, who: str, slots: int) -> None:
    """MV-MULTI-04: who gains too few slots to pay what it normally could, loses what a Multi-Round Action has cost."""
    for name, intent in sorted(play.where(who, "intents", "multi-round").items()):
        if slots < min(intent.remaining, play.value(who, NORMAL_SLOTS).total):
            with play.citing("MV-MULTI-04"):
                play.emit(who, IntentEnded(name=name, because="interrupted"))


def end_phase(play: Play, command: Who) -> None:
    """MV-SLOT-03, MV-SLOT-08: slots left over become Reserved Slots; in the Final Phase they are lost."""
    if not is_acting(play, command.who):
        play.refuse("MV-ROUND-03", "It is not in its Active Phase.")
    pace = play.encounter(fight(play)).pace["now"]
    left = 0 if pace.phase == "final" else entry_of(play, command.who).budget.get("action", 0)
    change_turn(play, command.who, budget={"action": 0, "reserved": left}, state="done")
    still = tuple(name for name in pace.active if name != command.who.partition("/")[2])
    play.emit(fight(play), TurnPassed(name="now", active=still))
    if not still:
        next_phase(play, entry_of(play, command.who).initiative)


def upkeep(play: Play) -> None:
    """MV-ROUND-06, MV-UPK-01: Reserved Slots are lost to Hesitation; then Upkeep, and the round's five seconds are over."""
    order = play.encounter(fight(play)).order
    for name in sorted(order):
        change_turn(play, order[name].subject, budget={}, state="waiting")
    play.emit(fight(play), TurnPassed(name="now", phase=UPKEEP))
    come(play, UPKEEP)
    come(play, COUNTDOWN)
    pass_time(play, FULL_ROUND)


def act(play: Play, command: Act) -> None:
    """An action whose effect is told, not counted."""
    pay(play, command)


def pay(play: Play, command: Act) -> None:
    """MV-SLOT-02, MV-SLOT-09 (rulings 13, 14): Action Slots in one's own phase, Reserved Slots in another's; in the Final
    Phase four times the slots, unless the ability lists its price there. The option says whether the last one pays so too."""
    own = is_acting(play, command.who)
    final = play.encounter(fight(play)).pace["now"].phase == "final"
    quadruple = final and (not own or play.option("final_phase_applies_to") == "everyone")
    if not own and command.reserved is None:
        play.refuse("MV-SLOT-09", "This is not said to be possible with Reserved Slots.")
    if quadruple:
        price = FINAL_PRICE * command.cost if command.final is None else command.final
    else:
        price = command.cost if own else command.reserved or 0
    pool = "action" if own else "reserved"
    held = entry_of(play, command.who).budget.get(pool, 0)
    rule = "MV-SLOT-02" if quadruple else "MV-SLOT-10"
    if held < price:
        play.refuse(rule, f"That costs {price} slots now; there are {held}.")
    with play.citing(rule):
        play.emit(fight(play), BudgetSpent(name=command.who.partition("/")[2], budget=pool, amount=price))


def stun(play: Play, command: Stun) -> None:
    """MV-EFF-08 (ruling 7): the victim loses its next (v:X) Action Slots: those it has not used, then those it will gain."""
    owed = play.roll(command.who, "stunned", f"1d{command.die}").total
    if is_acting(play, command.who):
        lost = min(owed, entry_of(play, command.who).budget["action"])
        owed -= lost
        if lost:
            lose_slots(play, command.who, "action", lost)
    if owed:
        stunned = Condition(what="stunned", level=owed)
        play.emit(command.who, ConditionGained(name=play.new_id("stunned"), condition=stunned))


def slow(play: Play, command: Slow) -> None:
    """MV-EFF-12, MV-EFF-13 (ruling 9): a fraction of the Action Slots, and of the unspent and Reserved Slots at once. What
    is lost is rounded down, what is left up; only the strongest Slow applies."""
    over = LEFT[command.by]
    weaker = [m for m in play.where(command.who, "modifiers", SLOTS).values() if m.amount * over[1] <= over[0] * m.over]
    rounding: Literal["up", "down"] = "up" if play.option("slow_rounding") == "down" else "down"
    slowed = Modifier(
        path=SLOTS,
        operation="multiply",
        amount=over[0],
        over=over[1],
        rounding=rounding,
        type="slow",
        stacking="best",
        until=AtMoment(moment=COUNTDOWN, passing=command.rounds - 1),
    )
    play.emit(command.who, ModifierApplied(name=play.new_id("slow"), modifier=slowed))
    for pool, held in entry_of(play, command.who).budget.items() if not weaker else ():
        left = -(-held * over[0] // over[1]) if rounding == "up" else held * over[0] // over[1]
        if left < held:
            lose_slots(play, command.who, pool, held - left)


def lose_slots(play: Play, who: str, pool: str, amount: int) -> None:
    play.emit(fight(play), BudgetSpent(name=who.partition("/")[2], budget=pool, amount=amount))


OPTIONS = (
    Option(
        name="final_phase_applies_to",
        default="reserved",
        choices=("reserved", "everyone"),
        text="Whether the last one in the cycle pays the Final Phase price as well.",
        rules=("MV-SLOT-02",),
    ),
    Option(
        name="slow_rounding",
        default="down",
        choices=("down", "up"),
        text="How the slots lost to a Slow are rounded.",
        rules=("MV-EFF-12", "MV-EFF-13"),
    ),
)
KINDS = (
    Kind(name="enlist", args=Who, rule=enlist, by="gm", summary="Give somebody their Action Slots."),
    Kind(name="awareness", args=Who, rule=awareness, by="owner", actor="who", summary="Roll for a place in the cycle."),
    Kind(name="start_round", args=Bare, rule=start_round, by="gm", summary="Begin a Full Round."),
    Kind(name="end_phase", args=Who, rule=end_phase, by="owner", actor="who", summary="End one's Active Phase."),
    Kind(name="act", args=Act, rule=act, by="owner", actor="who", summary="Pay for an action."),
    Kind(name="stun", args=Stun, rule=stun, by="gm", summary="Stun somebody.", rules=("MV-EFF-08",)),
    Kind(name="slow", args=Slow, rule=slow, by="gm", summary="Slow somebody.", rules=("MV-EFF-13",)),
)
