"""Gains of each of the sixteen steps of growth, and what some of them bring in whenever a later step is taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import UntilSessionEnds, UntilTime
from domain.vocabulary.data import Data
from domain.vocabulary.expressions import ValueOf
from domain.vocabulary.holdings import Card, CardGained
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged, TaskEnded
from domain.vocabulary.values import Formula, FormulaDefined, Modifier, ModifierApplied
from systems.weaverdice.checks import morale
from systems.weaverdice.checks.checks import morale as morale_of
from systems.weaverdice.fame import reputation
from systems.weaverdice.fame.circles import grant_follower, make_room
from systems.weaverdice.growth import rewards
from systems.weaverdice.harm import recovery
from systems.weaverdice.sheet import effort, passing_dots, skills, standing, stats, training
from systems.weaverdice.sheet.days import DAY


class _Numbers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    later_picks: int
    dollars: int
    twice: int


class _Table(msgspec.Struct, frozen=True, kw_only=True):
    random_followers: dict[int, str]
    numbers: _Numbers


_TABLE: Final = table(__package__, "sixteen_steps", _Table)

RECURRING: Final = "recurring"
"""The kind of the tasks by which a step brings something in when a later one is taken."""

SOCIAL_START: Final = "morale.social"
"""The step of morale to which a character drifts in [Social] encounters."""

CONDITION: Final = {9: ("secret-identity", "civilian-life"), 10: ("secret-identity", "family")}
"""WD-OPT-22: what the money of these steps hangs on."""


@data_of("tasks", RECURRING)
class RecurringData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The step that brings something in again, and what it paid last."""

    step: int
    paid: int = 0


class TakeStep(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`step` is a number from 1 to 16. Steps 1 and 2 need a `skill`, 3 (and 4, where one may choose) a `follower`, 16 a
    `pool`. Step 8 names the `opposition`."""

    who: CharacterRef
    step: Annotated[int, Meta(description="A number from 1 to 16")]
    skill: Annotated[str, Meta(description="For steps 1 and 2, the skill")] = ""
    follower: Annotated[str, Meta(description="For step 3 (and 4, where one may choose), the follower")] = ""
    opposition: Annotated[tuple[CharacterRef, ...], Meta(description="For step 8, the opposition")] = ()
    affliction: Annotated[str, Meta(description="For step 13, what is halved: a wound, condition or modifier")] = ""
    pool: Annotated[str, Meta(description="For step 16, the pool")] = ""


def collect(play: Play, who: str) -> None:
    """WD-OPT-20, WD-OPT-22: collect what earlier steps bring in when another one is taken."""
    for name, task in sorted(play.where(who, "tasks", RECURRING).items()):
        if RecurringData.of(task).step == REFILL:
            _hear_of_them(play, who, name)
        else:
            _pay_half(play, who, name)


REFILL: Final = 7


def _hear_of_them(play: Play, who: str, name: str) -> None:
    with play.citing("WD-OPT-20"):
        if morale_of(play, who) >= morale.GOOD:
            reputation.award(play, who, source="a good name")
        play.emit(who, TaskAdvanced(name=name, amount=1))
        if play.character(who).tasks[name].progress >= _TABLE.numbers.later_picks:
            play.emit(who, TaskEnded(name=name, because="its picks are over"))


def _pay_half(play: Play, who: str, name: str) -> None:
    """Ruling 100: exactly half of the last payment, rounded down, while its condition holds; then nothing is left."""
    recurring = RecurringData.of(play.character(who).tasks[name])
    step, half = recurring.step, recurring.paid // 2
    with play.citing("WD-OPT-22"):
        if not half:
            play.emit(who, TaskEnded(name=name, because="nothing is left of it"))
        elif standing.holds(play, who, *CONDITION[step]):
            rewards.pay(play, who, half)
            play.emit(who, TaskChanged(name=name, data=RecurringData(step=step, paid=half).stored()))


def _learn(play: Play, command: TakeStep) -> None:
    """WD-OPT-15, rulings 99 and 117: a skill, learned by use, of a stat that is not low by nature."""
    _begin_by_use(play, command, -1, "WD-OPT-15", text("a stat that is not low by nature"))


def _learn_talent(play: Play, command: TakeStep) -> None:
    """WD-OPT-16: the same, of a stat that is high by nature."""
    _begin_by_use(play, command, 0, "WD-OPT-16", text("a stat that is high by nature"))


def _begin_by_use(play: Play, command: TakeStep, above: int, rule: str, wanted: str) -> None:
    stat = skills.entry(play, command.skill).stat
    if play.character(command.who).attributes[stat].base - stats.AVERAGE <= above:
        play.refuse(
            rule,
            "The skill has to be one of {wanted}, and {stat} is not; choose another skill.",
            wanted=wanted,
            stat=stat.title(),
        )
    training.begin(play, command.who, command.skill, by_use=True)


def _chosen_follower(play: Play, command: TakeStep) -> None:
    """WD-OPT-17: at work after 1d6 days, or at once with good morale."""
    until = None
    if morale_of(play, command.who) < morale.GOOD:
        until = UntilTime(at=play.clock() + DAY * play.roll(command.who, "days", "1d6").total)
    grant_follower(play, command.who, _wanted(play, command), tapped_until=until)


def _found_follower(play: Play, command: TakeStep) -> None:
    """WD-OPT-18: a random one, or with a secret identity and good civilian relationships one of the player's choice."""
    if standing.holds(play, command.who, "secret-identity", "civilian-life"):
        grant_follower(play, command.who, _wanted(play, command))
        return
    types = _TABLE.random_followers
    grant_follower(play, command.who, types[play.roll(command.who, "follower", f"1d{len(types)}").total])


def _wanted(play: Play, command: TakeStep) -> str:
    if not command.follower:
        play.missing(f"{command.who}.tasks.follower", "Say as `follower` which type of follower it is.")
    return command.follower


def _room(play: Play, command: TakeStep) -> None:
    """WD-OPT-19: room for one more underling in a fight."""
    make_room(play, command.who, stats.UNDERLING_CAP, "Room for an underling")


def _refill(play: Play, command: TakeStep) -> None:
    """WD-OPT-20: reputation up to the maximum, and, at each of the next two steps, one more where morale is good."""
    who = command.who
    for _ in range(play.value(who, stats.MOST_REPUTATION).total - reputation.reputation_points(play, who)):
        reputation.award(play, who, source="a good name")
    _recur(play, who, REFILL)


def _media(play: Play, command: TakeStep) -> None:
    """WD-OPT-21, ruling 121: a reputation, or as many as the game master says; the opposition's is hampered meanwhile."""
    amount = play.offer(
        "media", "gm", ("1", "2", "3", "4", "5", "6"), "1", "How much reputation does the attention give?"
    )
    for _ in range(int(amount)):
        reputation.award(play, command.who, source="media attention")
    for foe in dict.fromkeys(command.opposition):
        conditions.gain(play, foe, reputation.HAMPERED, until=UntilSessionEnds(), source=command.who)


def _money(play: Play, command: TakeStep) -> None:
    """WD-OPT-22: $500 now, and half of the last payment at each later step."""
    rewards.pay(play, command.who, _TABLE.numbers.dollars)
    _recur(play, command.who, command.step, paid=_TABLE.numbers.dollars)


def _recur(play: Play, who: str, step: int, paid: int = 0) -> None:
    task = Task(kind=RECURRING, title=f"step {step}", data=RecurringData(step=step, paid=paid).stored())
    play.emit(who, TaskBegun(name=play.new_id(f"step-{step}"), task=task))


def _belt(play: Play, command: TakeStep) -> None:
    """WD-OPT-23: one more slot on the belt; what is large fills two (ruling 51)."""
    make_room(play, command.who, stats.BELT, "A belt slot")


def _boost(play: Play, command: TakeStep) -> None:
    """WD-OPT-24, ruling 121: a step of morale; with secret identity and civilian relationships intact, the step to which
    it drifts is higher in [Social] encounters."""
    who = command.who
    morale.shift(play, who, 1, "WD-OPT-24")
    if not standing.holds(play, who, "secret-identity", "civilian-life"):
        return
    if not play.where(who, "formulas", SOCIAL_START):
        follows = Formula(path=SOCIAL_START, expression=ValueOf(path=stats.START_OF_DAY))
        play.emit(who, FormulaDefined(name=SOCIAL_START.replace(".", "-"), formula=follows))
    raised = Modifier(path=SOCIAL_START, amount=1, title="A boost of morale")
    play.emit(who, ModifierApplied(name=play.new_id("baseline"), modifier=raised))


def _recover(play: Play, command: TakeStep) -> None:
    """WD-OPT-25: whole again, and then one long-term injury or affliction is half as severe."""
    recovery.heal_fully(play, command.who)
    if command.affliction:
        recovery.halve(play, command.who, command.affliction)


def _open_slot(play: Play, command: TakeStep) -> None:
    """WD-OPT-26: a slot of downtime to be used once, and again while secret identity and relationships hold."""
    _give_slot(play, command.who, 14, 1)


def _double_slot(play: Play, command: TakeStep) -> None:
    """WD-OPT-27: a slot of downtime to be used twice."""
    _give_slot(play, command.who, 15, _TABLE.numbers.twice)


def _give_slot(play: Play, who: str, step: int, uses: int) -> None:
    slot = Card(kind=morale.SLOT, title="free slot", provenance=f"step-{step}", counters={"uses": uses})
    play.emit(who, CardGained(name=play.new_id("slot"), card=slot))


def _dot(play: Play, command: TakeStep) -> None:
    """WD-OPT-28: a dot that is there in the first encounter after resting only."""
    effort.check_named(play, command.who, command.pool)
    passing_dots.gain_passing(play, command.who, command.pool)


BENEFITS: Final[dict[int, Callable[[Play, TakeStep], None]]] = {
    1: _learn,
    2: _learn_talent,
    3: _chosen_follower,
    4: _found_follower,
    5: _room,
    6: _room,
    7: _refill,
    8: _media,
    9: _money,
    10: _money,
    11: _belt,
    12: _boost,
    13: _recover,
    14: _open_slot,
    15: _double_slot,
    16: _dot,
}
