"""Followers: how they are won, tapped, let go of and lost. They are background: counts of a type, none of whom fights."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import find, handle_of
from domain.kit.rolls import addend
from domain.play.moments import come, everyone, settle
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.play.slots import phase_under_way
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.groups import FollowerChanged, FollowerLost
from domain.vocabulary.holdings import CardSpent
from domain.vocabulary.log import Contribution, Noted
from systems.freeform.fields import Because, Title
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.fame import infamy
from systems.weaverdice.fame.circles import (
    READY,
    TAPPED,
    TOO_MANY,
    TYPES,
    SurplusData,
    circle,
    followers,
    grant_follower,
    of_type,
    over,
    until_next_phase_is_over,
)
from systems.weaverdice.fields import Follower, Release
from systems.weaverdice.moments import DOWNTIME_END, FOLLOWER_TAPPED
from systems.weaverdice.sheet.phases import ON_BUSINESS, SELF_PROMOTING
from systems.weaverdice.sheet.stats import KEEPING

JOURNALIST: Final = "journalist"

PRESS_WORK: Final = (ON_BUSINESS, SELF_PROMOTING)
"""WD-FOL-02: the statuses in which a character may tap a journalist."""

EXCESS: Final = "excess-reputation"
"""The criterion that is met when reputation beyond the maximum expires."""

Loss = Literal["negative reputation", "languishing", "moved city", "other"]


class WinFollower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`type` is a type of follower, as in `informant`, or the table's own."""

    who: CharacterRef
    type: Annotated[
        Title,
        Meta(
            description="The type of follower, as in `informant`, or the table's own", extra={"catalogue": "follower"}
        ),
    ]
    criterion: Annotated[
        Title,
        Meta(
            description="What of its criteria was met: the key of one, or for a type without printed ones the table's words"
        ),
    ]


class LoseFollower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`reason` is why they fall away. A negative reputation that drove them away, `card`, is spent on it."""

    who: CharacterRef
    follower: Follower
    reason: Annotated[Loss, Meta(description="Why they fall away")] = "other"
    card: Annotated[str, Meta(description="The negative reputation that drove them away, which is spent on it")] = ""
    because: Because = ""


class CallInFavor(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`favor` is what the follower does for it, where the rules have no words for that."""

    who: CharacterRef
    follower: Follower
    favor: Annotated[Text, Meta(description="What the follower does for it, where the rules have no words for that")]
    lose: Release = False


def gain(play: Play, who: str, kind: str, *, tapped: bool = False, title: str = "") -> str:
    """A follower of a type (`journalist`) comes to a character, no roll asked (ruling 58); the name of the instance."""
    until = until_next_phase_is_over(play) if tapped else None
    return grant_follower(play, who, kind, title=title, tapped_until=until)


def count(play: Play, who: str, kind: str = "") -> int:
    """Return how many followers a character holds, of a type or in all; those who are tapped as well (ruling 59)."""
    return len(of_type(play, who, handle_of(kind) if handle_of(kind) in TYPES else kind))


def tap(play: Play, who: str, follower: str, until: AnyAnchor | None = None, *, lose: bool = False) -> str:
    """WD-FOL-05, ruling 59: call in what a follower is good for, and do without them for the rest of this downtime
    phase and all of the next; the name of the one who was tapped.

    `follower` is a type or a name. WD-FOL-09: a character who has too many may tap one and `lose` them over it.
    """
    name = _ready(play, who, follower)
    _check_occasion(play, who, name)
    if lose:
        _check_too_many(play, who)
        let_go(play, who, name, "tapped and let go", "WD-FOL-09")
    else:
        back = until or until_next_phase_is_over(play)
        tapped = FollowerChanged(name=name, state=TAPPED, tapped_until=back, rules=("WD-FOL-05",))
        play.emit(circle(play, who), tapped)
        come(play, FOLLOWER_TAPPED, who, among=(who,))
    return name


def _check_occasion(play: Play, who: str, name: str) -> None:
    """WD-FOL-02: a journalist is tapped when doing Cape Business, or when self-promoting."""
    if followers(play, who)[name].of == JOURNALIST and not any(conditions.has(play, who, at) for at in PRESS_WORK):
        play.refuse(
            "WD-FOL-02", "A journalist is tapped during Cape Business or Self-Promote; begin one of them first."
        )


def _ready(play: Play, who: str, follower: str) -> str:
    helpers = followers(play, who)
    named = (follower,) if follower in helpers else of_type(play, who, _type(follower))
    if not named:
        play.missing(
            f"{who}.followers.{follower}",
            "They have no follower {follower!r}; name one of theirs.",
            follower=follower,
        )
    ready = [name for name in named if helpers[name].state == READY]
    if not ready:
        raise Refused(
            "WD-FOL-05", "Every {follower} is tapped; name another, or wait until they are back.", follower=follower
        )
    return ready[-1]


def _type(word: str) -> str:
    return handle_of(word) if handle_of(word) in TYPES else word


def _check_too_many(play: Play, who: str) -> None:
    if over(play, who) <= 0:
        play.refuse("WD-FOL-09", "There is room for every follower they have; tap one without losing them.")
    if phase_under_way(play) is None:
        play.refuse("WD-FOL-09", "A follower too many is tapped and let go in a downtime phase; open one first.")


def let_go(play: Play, who: str, name: str, because: str, rule: str) -> None:
    """A follower is gone for good."""
    play.emit(circle(play, who), FollowerLost(name=name, because=because, rules=(rule,)))
    come(play, FOLLOWER_TAPPED, who, among=(who,))


@command(
    "Roll Social for a follower whose criteria a character has met: more than the number of that type held.",
    actor="who",
)
def win_follower(play: Play, command: WinFollower) -> None:
    """WD-FOL-02, WD-FOL-03, WD-FOL-06, WD-FOL-08, ruling 58: roll Social for a character who meets the criteria, to
    exceed the number of that type they hold."""
    who, type = command.who, _type(command.type)
    criteria = TYPES[type].criteria if type in TYPES else {}
    if criteria and command.criterion not in criteria:
        listed = "; ".join(f"{key}: {words}" for key, words in criteria.items())
        play.refuse("WD-FOL-06", "A {kind} comes for one of its criteria: {listed}.", kind=type, listed=listed)
    with play.citing("WD-FOL-06"):
        how = Manner(impersonal=True, modifiers=_printed(play, who, command.criterion))
        if check(play, who, "follower", "social", count(play, who, type) + 1, how=how).success:
            grant_follower(play, who, type)


def _printed(play: Play, who: str, criterion: str) -> tuple[Contribution, ...]:
    """WD-FOL-02: return the bonus of journalists where reputation that expires is to bring a follower: a reward of
    reputation."""
    bonus = play.value(who, KEEPING).total if criterion == EXCESS else 0
    return addend("keeping", bonus)


@command("Say that a follower falls away, over a negative reputation or for another reason.", actor="who")
def lose_follower(play: Play, command: LoseFollower) -> None:
    """WD-FOL-10: the game master says that a follower falls away; a negative reputation that drove them off is
    spent."""
    who = command.who
    if command.card and command.reason != "negative reputation":
        play.refuse("WD-FOL-10", "A card is spent where negative reputation drove them away; leave it out otherwise.")
    with play.citing("WD-FOL-10"):
        if command.card:
            card = find(play, who, "cards", command.card)
            if card not in play.where(who, "cards", infamy.KIND):
                play.refuse("WD-FOL-10", "That is no negative reputation; name the card that drove them away.")
            play.emit(who, CardSpent(name=card, because="a follower left over it"))
            settle(play, f"{who}.cards.{card}")
        let_go(play, who, expendable(play, who, command.follower), command.because or command.reason, "WD-FOL-10")


def expendable(play: Play, who: str, follower: str) -> str:
    """The one of that name, or of that type whom it is easiest to do without: tapped ones first."""
    helpers = followers(play, who)
    if follower in helpers:
        return follower
    fit = of_type(play, who, _type(follower))
    if not fit:
        play.missing(
            f"{who}.followers.{follower}",
            "They have no follower {follower!r}; name one of theirs.",
            follower=follower,
        )
    return next((name for name in reversed(fit) if helpers[name].state == TAPPED), fit[-1])


@command("Tap a follower for something that the rules have no words for.", actor="who", scene=True)
def call_in_favor(play: Play, command: CallInFavor) -> None:
    """WD-FOL-01, WD-FOL-04, WD-FOL-05, WD-FOL-09: tap a Supplier, a Trainer or an Informant for a favor that the game
    master decides."""
    with play.citing("WD-FOL-01"):
        name = tap(play, command.who, command.follower, lose=command.lose)
        play.emit(command.who, Noted(name="favor", text=command.favor, data={"follower": name}))


def let_surplus_go(play: Play, _: str) -> None:
    """WD-FOL-08, WD-FOL-09, ruling 63: at the end of the downtime after one was gained beyond the cap, as many go."""
    phase = len(play.campaign().phases)
    for who in (ref for ref in everyone(play) if ref.startswith("character/") and conditions.has(play, ref, TOO_MANY)):
        due = min(SurplusData.of(mark).due for mark in play.where(who, "conditions", TOO_MANY).values())
        if due <= phase:
            _shed(play, who)
            conditions.end(play, who, TOO_MANY, "within the cap")


def _shed(play: Play, who: str) -> None:
    for _ in range(max(0, over(play, who))):
        types = tuple(sorted({follower.of for follower in followers(play, who).values()}))
        type, prompt = types[0], "There is no room for all of them. Who goes?"
        if len(types) > 1:
            type = play.ask("let-go", who, types, types[0], prompt, about=who)
        let_go(play, who, expendable(play, who, type), "beyond the cap", "WD-FOL-09")


MOMENTS = {DOWNTIME_END: (let_surplus_go,)}
