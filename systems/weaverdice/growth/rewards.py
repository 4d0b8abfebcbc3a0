"""General rewards: money, morale, reputation and followers, and what game masters do about the pace of milestones.

WD-REW-02: none of them counts as a box; boxes come from finished missions alone.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text, Whom
from domain.kit import pools
from domain.kit.commands import command
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.holdings import CardChanged
from domain.vocabulary.log import Awarded, Noted
from domain.vocabulary.undertakings import TaskAdvanced
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Amount, Key, Title
from systems.weaverdice.checks import morale
from systems.weaverdice.fame import reputation
from systems.weaverdice.fame.circles import grant_follower, until_next_phase_is_over
from systems.weaverdice.growth import goals, progression
from systems.weaverdice.moments import ENOUGH_BOXES
from systems.weaverdice.sheet import stats


class Money(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dollars: what the dice show, `times` so much."""

    dice: str
    times: Annotated[int, Meta(description="What the dice are multiplied by, in dollars")]
    planned: Annotated[bool, Meta(description="Whether it can be raised by mission planning and intel")] = False


class _Rewards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    money: dict[str, Money]


MONEY: Final = table(__package__, "rewards", _Rewards).money
"""WD-REW-01."""

CATALOGUE: Final = (
    CatalogueKind(
        name="reward",
        title="Rewards in money",
        table=MONEY,
        rules=("WD-REW-01",),
        labels={"times": "dollars for each point", "planned": "grows with planning and intel"},
    ),
)


class RewardMoney(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`reward` is `a-bit-of-money`, `cold-hard-cash` or `a-bounty`."""

    who: CharacterRef
    reward: Annotated[
        str,
        Meta(description="How much: `a-bit-of-money`, `cold-hard-cash` or `a-bounty`", extra={"catalogue": "reward"}),
    ]
    more: Annotated[int, Meta(description="The dollars that planning and intel add to a bounty")] = 0


class LiftMorale(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`deed` is what lifts it. Morale rises by `steps` and, for so many `sessions` with this one, each day starts as
    much higher."""

    who: CharacterRef
    deed: Annotated[Title, Meta(description="What lifts it")]
    steps: Annotated[Amount, Meta(description="By how many steps morale rises")] = 1
    sessions: Annotated[
        int, Meta(description="For how many sessions, with this one, each day starts as much higher")
    ] = 0


class RewardReputation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`deed` is what can be cited."""

    who: CharacterRef
    deed: Annotated[Title, Meta(description="What can be cited")]
    exclusive_to: Annotated[Whom, Meta(description="The one person or group with whom it works")] = ""


class RewardFollower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`type` is a type of follower: a fan, an informant, goodwill of some sort. A `tapped` one is of no use
    until the next downtime phase is over."""

    who: CharacterRef
    type: Annotated[
        Title,
        Meta(
            description="A type of follower: a fan, an informant, goodwill of some sort",
            extra={"catalogue": "follower"},
        ),
    ]
    tapped: Annotated[bool, Meta(description="Whether they are of no use until the next downtime phase is over")] = (
        False
    )


class GrantSuccessHigh(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A bonus for a `goal` that was reached before enough boxes were checked."""

    who: CharacterRef
    goal: Annotated[Key, Meta(description="The goal that was reached before enough boxes were checked")]
    bonus: Annotated[
        Literal["morale", "reputation", "followers"],
        Meta(
            description="What holds until there are enough: days start a step of morale higher, there is a reputation more, or room for one more follower"
        ),
    ]


class GiveMilestoneHelp(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`form` is what helps with the `goal`."""

    who: CharacterRef
    goal: Annotated[Key, Meta(description="The goal that is helped")]
    form: Annotated[Literal["clue", "contact", "resource"], Meta(description="What helps with the `goal`")]
    help: Annotated[Text, Meta(description="What it does")]
    instead_of: Annotated[str, Meta(description="The reward that it replaces")] = ""


class DeclareStoryMilestone(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`event` is what the city or the story went through."""

    event: Annotated[Title, Meta(description="What the city or the story went through")]
    survivors: Annotated[tuple[CharacterRef, ...], Meta(description="Who came through it")]


@command("Reward a cape with money: a bit of it, cold hard cash, or a bounty.")
def reward_money(play: Play, command: RewardMoney) -> None:
    """WD-REW-01, WD-REW-02: dice times dollars; a bounty may be raised by planning and intel."""
    if command.reward not in MONEY:
        play.missing(
            f"{command.who}.tracks.money",
            "There is no reward {reward!r}; there is {money}.",
            reward=command.reward,
            money=", ".join(MONEY),
        )
    money = MONEY[command.reward]
    if command.more < 0:
        raise Refused("WD-REW-01", "Planning and intel raise a bounty; give as `more` the dollars that they add.")
    if command.more and not money.planned:
        play.refuse("WD-REW-01", "Planning and intel raise a bounty, and no other reward; leave `more` out.")
    _check_keeps_money(play, command.who)
    with play.citing("WD-REW-01"):
        rolled = play.roll(command.who, "money", money.dice)
        pay(play, command.who, rolled.total * money.times + command.more)


def pay(play: Play, who: str, dollars: int) -> None:
    """Give money to a character who keeps money."""
    _check_keeps_money(play, who)
    pools.shift(play, who, "money", dollars)


def _check_keeps_money(play: Play, who: str) -> None:
    """WD-NPC-02: refuse money for a character who keeps none."""
    if "money" not in play.character(who).tracks:
        play.missing(f"{who}.tracks.money", "Only players' capes keep money; give others what it buys.")


@command("Reward a task with morale, for a while or over several sessions.")
def lift_morale(play: Play, command: LiftMorale) -> None:
    """WD-REW-02, WD-REW-03: a rise of morale for a while, over several sessions where the task was worth it."""
    with play.citing("WD-REW-03"):
        play.emit(command.who, Awarded(name="morale", amount=command.steps, data={"deed": command.deed}))
        morale.shift(play, command.who, command.steps, "WD-REW-03")
        if command.sessions > 0:
            until = AtMoment(moment="session_end", passing=command.sessions - 1)
            lasting = Modifier(path=stats.START_OF_DAY, amount=command.steps, title=command.deed, until=until)
            play.emit(command.who, ModifierApplied(name=play.new_id("lift"), modifier=lasting))


@command("Reward a deed with a card of reputation, perhaps good with one group only.")
def reward_reputation(play: Play, command: RewardReputation) -> None:
    """WD-REW-02, WD-REW-04: a card of reputation; even a covert deed can be cited to the right ears."""
    with play.citing("WD-REW-04"):
        reputation.award(play, command.who, source=command.deed, exclusive_to=command.exclusive_to)


@command("Reward a cape with a follower who fits the situation; the cap stays.")
def reward_follower(play: Play, command: RewardFollower) -> None:
    """WD-REW-02, WD-REW-05: a follower who fits the situation; the cap stays as it is."""
    with play.citing("WD-REW-05"):
        tapped = until_next_phase_is_over(play) if command.tapped else None
        grant_follower(play, command.who, command.type, tapped_until=tapped)


@command("Give a bonus for a goal that was reached before enough boxes were checked.")
def grant_success_high(play: Play, command: GrantSuccessHigh) -> None:
    """WD-REW-06: a goal that was reached too early gives a bonus instead, until enough boxes are checked."""
    who, goal = command.who, goals.find(play, command.who, command.goal)
    if play.character(who).tasks[goal].state != "done":
        play.refuse("WD-REW-06", "The high is for a goal that is reached; say first that it is.")
    if len(progression.on_list(play, who)) >= progression.NEEDED:
        play.refuse("WD-REW-06", "Enough boxes are checked: the goal gives a milestone now, not a high.")
    until = AtMoment(moment=ENOUGH_BOXES, subject=who)
    with play.citing("WD-REW-06"):
        if command.bonus == "reputation":
            card = reputation.award(play, who, source=play.character(who).tasks[goal].title)
            play.emit(who, CardChanged(name=card, expires=until))
        else:
            path = stats.START_OF_DAY if command.bonus == "morale" else stats.FOLLOWER_CAP
            high = Modifier(path=path, amount=1, title="success high", until=until)
            play.emit(who, ModifierApplied(name=play.new_id("success-high"), modifier=high))


@command("Help a character on with a goal, in place of another reward.")
def give_milestone_help(play: Play, command: GiveMilestoneHelp) -> None:
    """WD-REW-06: give a clue, a contact or a resource for a goal that takes too long, in place of another reward."""
    goal = goals.find(play, command.who, command.goal)
    with play.citing("WD-REW-06"):
        play.emit(command.who, TaskAdvanced(name=goal, amount=1))
        data = {"form": command.form, **({"instead_of": command.instead_of} if command.instead_of else {})}
        play.emit(command.who, Noted(name="milestone-help", text=command.help, data={**data}))


@command("Declare a city-wide event a milestone of its own for everybody who survived it.")
def declare_story_milestone(play: Play, command: DeclareStoryMilestone) -> None:
    """WD-REW-07: an event that the whole city went through is a milestone of its own for everybody who survived it."""
    with play.citing("WD-REW-07"):
        goals.tell_story(play, command.event, tuple(dict.fromkeys(command.survivors)))
