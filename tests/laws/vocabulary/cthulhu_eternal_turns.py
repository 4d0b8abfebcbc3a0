"""Tests and turns in Cthulhu Eternal: percentile rolls and what overcomes what, the count by DEX, holding an action."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment
from domain.components.creature import Intent
from domain.components.scene import Pace, TurnEntry
from domain.events.scene import BudgetSpent, EncounterBegun, TurnChanged, TurnEntered, TurnLeft, TurnPassed
from domain.events.undertakings import IntentAnnounced, IntentEnded
from domain.play.moments import come
from domain.play.play import Play
from domain.system import Kind

COUNT, COUNT_END, ACTION, TURN_END = "count", "count_end", "action", "turn_end"
"""A combatant's count comes and is over; it takes an action; the turn in which all act is over."""
LEVELS = {"fumble": 0, "failure": 0, "success": 1, "critical": 2}


class Who(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef


class Bare(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Tiebreak(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The higher `rank` acts first."""

    who: CharacterRef
    rank: int


class Check(NamedTuple):
    """A percentile roll and what came of it."""

    roll: int
    outcome: str

    @property
    def level(self) -> int:
        return LEVELS[self.outcome]

    def overcomes(self, other: Check) -> bool:
        """Ruling 2: a failure overcomes nothing; the better success does, and of equal ones the higher roll."""
        return self.level > 0 and (self.level, self.roll) > (other.level, other.roll if other.level else 0)


def judged(roll: int, chance: int) -> str:
    """Ruling 1, CE-ATK-05: at or under the chance, 01 always and 00 never; with equal digits it is a critical or a fumble."""
    succeeds = roll == 1 or (roll <= chance and roll < 100)
    doubled = roll in (1, 100) or (roll % 11 == 0 and roll < 100)
    return ("critical" if doubled else "success") if succeeds else ("fumble" if doubled else "failure")


def check(play: Play, who: str, label: str, chance: int) -> Check:
    rolled = play.roll(who, label, "1d100", target=chance, judge=lambda total: judged(total, chance))
    return Check(rolled.total, rolled.outcome)


def digits(roll: int) -> tuple[int, int]:
    """The two dice of a percentile roll; a 0 counts as 10."""
    return roll // 10 % 10 or 10, roll % 10 or 10


def name_of(ref: str) -> str:
    return ref.partition("/")[2]


def fight(play: Play) -> str:
    return play.deed.encounter or play.missing("encounter", "There is no encounter.")


def order_of(play: Play) -> Any:
    return play.encounter(fight(play)).order


def is_acting(play: Play, who: str) -> bool:
    active = play.encounter(fight(play)).pace["now"].active
    return any(order_of(play)[name].subject == who for name in active)


def join(play: Play, command: Who) -> None:
    """CE-TURN-02: the count is by DEX."""
    dex = play.value(command.who, "attributes.dex").total
    turn = TurnEntry(subject=command.who, initiative=dex, budget={"action": 1})
    play.emit(fight(play), TurnEntered(name=name_of(command.who), turn=turn))


def begin(play: Play, _: Bare) -> None:
    play.emit(fight(play), EncounterBegun(name="now", pace=Pace(round=1, state="running")))
    begin_count(play, counts(play)[0])


def counts(play: Play) -> list[tuple[int, int]]:
    """The counts of a turn from the highest: DEX, and the tiebreaker where there is one."""
    order = order_of(play)
    return sorted({(order[name].initiative, order[name].tiebreak) for name in order}, reverse=True)


def begin_count(play: Play, count: tuple[int, int]) -> None:
    """CE-TURN-03: all on the same count act at the same moment."""
    order = order_of(play)
    acting = tuple(name for name in sorted(order) if (order[name].initiative, order[name].tiebreak) == count)
    with play.citing(*(("CE-TURN-03",) if len(acting) > 1 else ())):
        play.emit(fight(play), TurnPassed(name="now", active=acting))
    for name in acting:
        if order[name].state != "come" and order[name].kind != "extra":
            play.emit(fight(play), TurnChanged(name=name, state="come"))
            come(play, COUNT, order[name].subject)


def next_count(play: Play, _: Bare) -> None:
    """The count goes on; after the lowest a new turn begins, with one action for everybody."""
    order, active = order_of(play), play.encounter(fight(play)).pace["now"].active
    here = min((order[name].initiative, order[name].tiebreak) for name in active)
    for name in active:
        come(play, COUNT_END, order[name].subject)
    for name in active:
        if order[name].kind == "extra":
            play.emit(fight(play), TurnLeft(name=name))
    left = [count for count in counts(play) if count < here]
    if not left:
        come(play, TURN_END)
        play.emit(fight(play), TurnPassed(name="now", round=play.encounter(fight(play)).pace["now"].round + 1))
        for name in sorted(order):
            play.emit(fight(play), TurnChanged(name=name, budget={"action": 1}, state=""))
    begin_count(play, (left or counts(play))[0])


def tiebreak(play: Play, command: Tiebreak) -> None:
    """CE-TURN-03: the game master says who of those with equal DEX acts first."""
    order, name = order_of(play), name_of(command.who)
    equals = [other for other in order if other != name and order[other].initiative == order[name].initiative]
    if not equals:
        play.refuse("CE-TURN-03", "Nobody else has the same DEX; there is no tie to break.")
    with play.citing("CE-TURN-03"):
        play.emit(fight(play), TurnChanged(name=name, tiebreak=command.rank))
        pace = play.encounter(fight(play)).pace
        if "now" in pace and name in pace["now"].active:
            first = max(order[other].tiebreak for other in pace["now"].active)
            acting = tuple(other for other in pace["now"].active if order[other].tiebreak == first)
            play.emit(fight(play), TurnPassed(name="now", active=acting))


def take_action(play: Play, who: str, *, defending: bool = False) -> None:
    """CE-TURN-05, CE-DEF-02, CE-DEF-03 (ruling 50): one action a turn, on one's count or in defence; a held one is one."""
    if not defending and not is_acting(play, who):
        play.refuse("CE-TURN-02", "Its count has not come.")
    held = "held" in play.character(who).intents
    if order_of(play)[name_of(who)].budget["action"] > 0 and (defending or not is_extra(play, who)):
        play.emit(fight(play), BudgetSpent(name=name_of(who), budget="action"))
    elif held:
        play.emit(who, IntentEnded(name="held", because="used"))
    else:
        play.refuse("CE-DEF-03" if defending else "CE-TURN-05", "It has taken its action in this turn.")
    come(play, ACTION, who)


def is_extra(play: Play, who: str) -> bool:
    """Whether it acts out of its turn now, with the action it held."""
    order = order_of(play)
    active = play.encounter(fight(play)).pace["now"].active
    return any(order[name].subject == who and order[name].kind == "extra" for name in active)


def hold(play: Play, command: Who) -> None:
    """CE-ACT-32 (ruling 50): on its count it holds its action, until its count comes again."""
    if not is_acting(play, command.who):
        play.refuse("CE-ACT-32", "It can wait when its count comes.")
    if order_of(play)[name_of(command.who)].budget["action"] < 1:
        play.refuse("CE-TURN-05", "It has taken its action in this turn.")
    play.emit(fight(play), BudgetSpent(name=name_of(command.who), budget="action"))
    due = AtMoment(moment=COUNT, subject=command.who)
    play.emit(command.who, IntentAnnounced(name="held", intent=Intent(kind="held", what="action", due=due)))


def come_in(play: Play, command: Who) -> None:
    """CE-ACT-33: the held action comes immediately before the next one, and never into one that is not resolved yet."""
    order, active = order_of(play), play.encounter(fight(play)).pace["now"].active
    if "held" not in play.character(command.who).intents:
        play.refuse("CE-ACT-32", "It holds no action.")
    if any(play.where(order[name].subject, "intents", "simultaneous") for name in active):
        play.refuse("CE-ACT-33", "An action has begun and is not resolved; it comes in before or after it.")
    to_act = any(order[name].budget["action"] > 0 for name in active)
    here = min(active, key=lambda name: order[name].tiebreak)
    turn = TurnEntry(
        subject=command.who,
        kind="extra",
        initiative=order[here].initiative,
        tiebreak=order[here].tiebreak + (1 if to_act else -1),
        budget={"action": 0},
    )
    with play.citing("CE-ACT-33"):
        name = play.new_id("held")
        play.emit(fight(play), TurnEntered(name=name, turn=turn))
        play.emit(fight(play), TurnPassed(name="now", active=(name,)))


KINDS = (
    Kind(name="join", args=Who, rule=join, by="owner", actor="who", summary="Join a fight."),
    Kind(name="begin", args=Bare, rule=begin, by="gm", summary="Begin the first turn."),
    Kind(name="next_count", args=Bare, rule=next_count, by="gm", summary="Count on."),
    Kind(name="tiebreak", args=Tiebreak, rule=tiebreak, by="gm", summary="Say who of two with equal DEX acts first."),
    Kind(name="hold", args=Who, rule=hold, by="owner", actor="who", summary="Hold one's action."),
    Kind(name="come_in", args=Who, rule=come_in, by="owner", actor="who", summary="Come in with a held action."),
)
