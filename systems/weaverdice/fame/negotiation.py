"""Social rolls and negotiation: what the relationship and the offer do to them, and how others take one that goes badly.

A negotiation is a task of the encounter it happens in: who has spoken are its helpers, the penalty of those who come
later its progress.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.commands import AnyRef, CharacterRef, Command, EncounterRef, Text
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained, TraitRaised
from domain.vocabulary.log import Contribution, Noted
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged
from systems.freeform.fields import Key
from systems.weaverdice.checks.attempts import Circumstances, contributions, extra_dice
from systems.weaverdice.checks.checks import DEFAULT_TARGET, Manner, check
from systems.weaverdice.fame import reputation
from systems.weaverdice.fields import Target
from systems.weaverdice.gear import costume

CLOSEST: Final = 3
"""WD-SOC-02: the relationship lies between minus this and this."""

OFFERS: Final = (-2, 0, 2)
"""WD-SOC-03: a sacrifice is demanded, neither, a large incentive is offered."""

CATASTROPHE: Final = 2
"""WD-SOC-06, ruling 4: how far below the target a roll insults the other side."""

GREAT: Final = 2
"""WD-SOC-08: the highest standing; 1 is good, 0 neutral."""

REGARD: Final = "regard"

Small = Annotated[int, Meta(ge=-20, le=20)]


@data_of("tasks", "negotiation")
class NegotiationData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The feelings of the other party, what is offered or asked, and who they are."""

    relationship: int
    offer: int
    whom: str


class SocialRoll(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`when` is whether it comes before the dialogue or after it."""

    who: CharacterRef
    whom: Annotated[AnyRef, Meta(description="With whom it is made; their standing is added")] = ""
    target: Target = DEFAULT_TARGET
    circumstances: Annotated[
        Circumstances, Meta(description="What else counts; they add up to a bonus or penalty")
    ] = {}
    when: Annotated[
        Literal["before", "after"], Meta(description="Whether it comes before the dialogue or after it")
    ] = "before"
    response: Annotated[Text, Meta(description="How the other party takes it")] = ""


class OpenNegotiation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`relationship` is what the other party, `whom`, feels for the capes; left out, it is their standing."""

    whom: Annotated[AnyRef, Meta(description="The other party")] = ""
    relationship: Annotated[
        Small | None, Meta(description="What the other party feels for the capes; left out, it is their standing")
    ] = None
    offer: Annotated[
        Small, Meta(description="2 where they are offered much, -2 where a sacrifice is asked of them, else 0")
    ] = 0
    target: Target = DEFAULT_TARGET
    encounter: EncounterRef = ""


class ChangeNegotiation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Change a negotiation; a field that is left out stays."""

    relationship: Annotated[
        Small | None, Meta(description="What the other party feels for the capes, below 0 where they dislike them")
    ] = None
    offer: Annotated[
        Small | None, Meta(description="2 where they are offered much, -2 where a sacrifice is asked of them, else 0")
    ] = None
    target: Target | None = None
    penalty: Annotated[
        Annotated[int, Meta(ge=-20, le=0)] | None, Meta(description="What stands in the way, 0 or less")
    ] = None
    encounter: EncounterRef = ""


class Negotiate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`offer` raises what is offered before this roll."""

    who: CharacterRef
    offer: Annotated[Small | None, Meta(description="What is offered more before this roll")] = None
    skill: Annotated[str, Meta(description="The skill that helps it")] = ""
    background: Annotated[str, Meta(description="The background that helps it")] = ""
    reputation: Annotated[tuple[Key, ...], Meta(description="The cards that are played on it: one, three or six")] = ()
    encounter: EncounterRef = ""


class RewardGenerosity(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`whom` the cape was generous to."""

    who: CharacterRef
    whom: Annotated[AnyRef, Meta(description="To whom the cape was generous")]
    reputation: Annotated[
        bool, Meta(description="Whether a card exclusive to them stands in place of a better standing")
    ] = False


def regard(play: Play, whom: str) -> int:
    """WD-SOC-08: return what the standing of a person or group toward the capes adds to Social rolls with them."""
    traits = play.aggregate(whom).traits
    return int(traits[REGARD].rank) if REGARD in traits else 0


@command("Record a Social roll with its target, what was added to it, and how the other party takes it.", scene=True)
def social_roll(play: Play, command: SocialRoll) -> None:
    """WD-SOC-01, WD-SOC-08: a Social roll as the game master records it, with its target, what was added, and the
    response."""
    added = contributions(command.circumstances)
    if command.whom:
        standing = Contribution(label="standing", amount=regard(play, command.whom))
        added = (*added, standing, *costume.affiliated(play, command.who, command.whom))
    with play.citing("WD-SOC-01"):
        rolled = check(play, command.who, "social", "social", command.target, how=Manner(modifiers=added))
        data = {"when": command.when, "outcome": "success" if rolled.success else "failure"}
        play.emit(command.who, Noted(name="social", text=command.response, data=dict(data)))


@command("Open a negotiation: what the other party feels, what is offered or asked, and the target.", scene=True)
def open_negotiation(play: Play, command: OpenNegotiation) -> None:
    """WD-SOC-02, WD-SOC-03: the game master sets what the other party feels, and what is offered to them or asked."""
    encounter = _encounter(play)
    if _open(play, encounter):
        play.refuse("WD-SOC-05", "A negotiation is going on here; change it, or end it by success.")
    relationship = command.relationship
    if relationship is None:
        relationship = regard(play, command.whom) if command.whom else 0
    _check_numbers(play, relationship, command.offer)
    task = Task(
        kind="negotiation",
        goal=command.target,
        state="open",
        data=NegotiationData(relationship=relationship, offer=command.offer, whom=command.whom).stored(),
    )
    play.emit(encounter, TaskBegun(name=play.new_id("negotiation"), task=task))


def _encounter(play: Play) -> str:
    if play.deed.encounter is None:
        raise Refused("encounter", "Say which encounter it happens in: its handle as `encounter`.")
    return play.deed.encounter


def _open(play: Play, encounter: str) -> str:
    """The negotiation that is going on, if there is one."""
    tasks = play.where(encounter, "tasks", "negotiation")
    return next((name for name in sorted(tasks) if tasks[name].state == "open"), "")


def _the_open(play: Play) -> str:
    name = _open(play, _encounter(play))
    if not name:
        play.missing(
            f"{_encounter(play)}.tasks.negotiation", "No negotiation is going on here; the game master opens one."
        )
    return name


def _check_numbers(play: Play, relationship: int, offer: int) -> None:
    if not -CLOSEST <= relationship <= CLOSEST:
        play.refuse(
            "WD-SOC-02",
            "A relationship lies between -{closest} and +{closest}, not at {relationship}.",
            closest=CLOSEST,
            relationship=relationship,
        )
    if offer not in OFFERS:
        play.refuse("WD-SOC-03", "An offer is +2 (a large incentive), -2 (a sacrifice) or 0 (neither).")


@command("Set another relationship, offer, target or penalty for the negotiation that is going on.", scene=True)
def change_negotiation(play: Play, command: ChangeNegotiation) -> None:
    """WD-SOC-02, WD-SOC-03, WD-SOC-06: the game master sets another relationship, offer, target or penalty."""
    encounter, name = _encounter(play), _the_open(play)
    task = play.encounter(encounter).tasks[name]
    terms = NegotiationData.read(task)
    if command.relationship is not None:
        terms = replace(terms, relationship=command.relationship)
    if command.offer is not None:
        terms = replace(terms, offer=command.offer)
    _check_numbers(play, terms.relationship, terms.offer)
    goal = task.goal if command.target is None else command.target
    penalty = task.progress if command.penalty is None else command.penalty
    play.emit(encounter, TaskChanged(name=name, data=terms.stored(), goal=goal, progress=penalty))


@command("Join a negotiation with a Social roll, and raise the offer if wanted.", by="owner", scene=True)
def negotiate(play: Play, command: Negotiate) -> None:
    """WD-SOC-04, WD-SOC-05, WD-SOC-07: roll Social once for a character who joins the conversation, with what
    relationship and offer add up to.

    WD-SOC-06, ruling 4: a roll two or more below the target costs everybody who speaks later 1. WD-REP-05: where
    reputation is spent to try once more, it is the last try that counts.
    """
    encounter, name = _encounter(play), _the_open(play)
    task = play.encounter(encounter).tasks[name]
    if command.who in task.helpers:
        play.refuse("WD-SOC-05", "Everybody rolls once, as they join the conversation; let somebody else speak.")
    if command.offer is not None:
        _offer(play, encounter, name, command.offer)
    how = Manner(
        extra=extra_dice(play, command.who, command.skill, command.background),
        modifiers=tuple(added for added in _added(play, encounter, name) if added.amount),
    )
    target = task.goal or DEFAULT_TARGET
    cards = tuple(reputation.named(play, command.who, card) for card in command.reputation)
    to = NegotiationData.of(task).whom
    rolled = reputation.speak(play, command.who, "negotiation", to, target, cards=cards, how=how)
    if not rolled.success and rolled.total <= target - CATASTROPHE:
        with play.citing("WD-SOC-06"):
            play.emit(encounter, TaskAdvanced(name=name, amount=-1, failed=1))
    state = "agreed" if rolled.success else "open"
    play.emit(encounter, TaskChanged(name=name, helpers=(*task.helpers, command.who), state=state))


def _added(play: Play, encounter: str, name: str) -> tuple[Contribution, ...]:
    task = play.encounter(encounter).tasks[name]
    return (
        Contribution(label="relationship", amount=NegotiationData.of(task).relationship),
        Contribution(label="offer", amount=NegotiationData.of(task).offer),
        Contribution(label="insulted", amount=task.progress),
    )


def _offer(play: Play, encounter: str, name: str, offer: int) -> None:
    """WD-SOC-07: let a character who speaks after a failure raise the offer, or try at the odds as they are."""
    task = play.encounter(encounter).tasks[name]
    _check_numbers(play, 0, offer)
    if task.helpers and offer < NegotiationData.of(task).offer:
        play.refuse("WD-SOC-07", "What has been offered can be raised, not lowered; leave the offer as it is.")
    play.emit(encounter, TaskChanged(name=name, data=replace(NegotiationData.read(task), offer=offer).stored()))


@command(
    "Let generosity raise a character's standing toward the capes, or bring reputation exclusive to them.", scene=True
)
def reward_generosity(play: Play, command: RewardGenerosity) -> None:
    """WD-SOC-08: going beyond what was needed raises a standing by a step or, as the game master likes, brings reputation."""
    standing = regard(play, command.whom)
    with play.citing("WD-SOC-08"):
        if command.reputation:
            reputation.award(play, command.who, source="generosity", exclusive_to=command.whom)
            return
        if standing >= GREAT:
            play.refuse("WD-SOC-08", "Their standing is great already; give reputation exclusive to them instead.")
        if REGARD in play.aggregate(command.whom).traits:
            play.emit(command.whom, TraitRaised(name=REGARD, amount=1))
        else:
            play.emit(command.whom, TraitGained(name=REGARD, trait=Trait(kind=REGARD, rank=1)))
