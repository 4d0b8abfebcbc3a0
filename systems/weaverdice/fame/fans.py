"""Fans: what fans lend to a downtime phase, and what it brings to tap one of them."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.moments import everyone, settle
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.groups import FollowerChanged
from domain.vocabulary.holdings import CardChanged, CardLost
from systems.freeform.fields import Because, Title
from systems.weaverdice.fame import circles, followers, reputation
from systems.weaverdice.fame.circles import MOST_THAT_COUNT, circle, of_type
from systems.weaverdice.fame.keepsakes import ReputationData
from systems.weaverdice.fields import Release
from systems.weaverdice.moments import DOWNTIME_END, DOWNTIME_START, FOLLOWER_TAPPED

FAN: Final = "fan"


class AskFans(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Turn to one's fans for a reputation."""

    who: CharacterRef
    lose: Release = False


class AskBystanders(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`place` is where they help to get to."""

    who: CharacterRef
    place: Annotated[Title, Meta(description="Where they help to get to")]


class HurtHelpers(Command, frozen=True, kw_only=True, omit_defaults=True):
    """One of the bystanders who helped is hurt."""

    who: CharacterRef
    because: Because = ""


def lend(play: Play, _: str) -> None:
    """WD-FOL-03, WD-FOL-07, ruling 62: when a downtime phase begins every fan lends a reputation until it is over."""
    for who in (ref for ref in everyone(play) if ref.startswith("character/")):
        for _fan in of_type(play, who, FAN, ready=True)[:MOST_THAT_COUNT]:
            with play.citing("WD-FOL-03"):
                card = reputation.award(play, who, source="Fans", origin=reputation.LENT)
                play.emit(who, CardChanged(name=card, expires=AtMoment(moment=DOWNTIME_END)))


def take_back(play: Play, who: str) -> None:
    """WD-FOL-05: a fan who is tapped or gone lends nothing any more; what was used already is used."""
    cards = play.where(who, "cards", reputation.KIND)
    lent = sorted(name for name, card in cards.items() if ReputationData.of(card).origin == reputation.LENT)
    for name in lent[min(MOST_THAT_COUNT, len(of_type(play, who, FAN, ready=True))) :]:
        play.emit(who, CardLost(name=name, because="the fan was tapped", rules=("WD-FOL-05",)))
        settle(play, f"{who}.cards.{name}")


@command("Tap a fan for a reputation, with fewer reputation than fans.", by="owner", slots=0)
def ask_fans(play: Play, command: AskFans) -> None:
    """WD-FOL-03, WD-FOL-05, WD-FOL-09: with fewer reputation than fans, tapping one gives a reputation, which no roll
    keeps when it is used."""
    who = command.who
    has, fans = reputation.reputation_points(play, who), followers.count(play, who, FAN)
    if has >= fans:
        play.refuse(
            "WD-FOL-03",
            "Fans give reputation to whoever has less than there are fans; it is {has} to {fans}.",
            has=has,
            fans=fans,
        )
    with play.citing("WD-FOL-03"):
        followers.tap(play, who, FAN, lose=command.lose)
        reputation.award(play, who, source="A fan's favour", origin="fans' favour")


@command("Tap a fan, so that bystanders help to get somewhere.", by="owner", scene=True)
def ask_bystanders(play: Play, command: AskBystanders) -> None:
    """WD-FOL-03, WD-FOL-05: a tapped fan has bystanders help to get somewhere; the fan goes if any of them is hurt."""
    with play.citing("WD-FOL-03"):
        name = followers.tap(play, command.who, FAN)
        play.emit(
            circle(play, command.who),
            FollowerChanged(name=name, data=circles.FollowerData.changes(helping=command.place)),
        )


@command("Say that a bystander who helped was hurt; a fan is lost over it.", actor="who", scene=True)
def hurt_helpers(play: Play, command: HurtHelpers) -> None:
    """WD-FOL-03: a fan is lost when a bystander who helped is hurt."""
    who = command.who
    helpers = circles.followers(play, who)
    helping = [name for name in of_type(play, who, FAN) if circles.FollowerData.of(helpers[name]).helping]
    if not helping:
        play.missing(
            f"{who}.followers.{FAN}", "No fan of theirs has asked bystanders for help; nobody is lost over it."
        )
    followers.let_go(play, who, helping[-1], command.because or "a helper was hurt", "WD-FOL-03")


def done_helping(play: Play, _: str) -> None:
    """WD-FOL-05: end the help of everybody who is ready again."""
    for who in (ref for ref in everyone(play) if ref.startswith("character/")):
        for name in of_type(play, who, FAN, ready=True):
            if circles.FollowerData.of(circles.followers(play, who)[name]).helping:
                play.emit(
                    circle(play, who), FollowerChanged(name=name, data=circles.FollowerData.changes(helping=None))
                )


MOMENTS = {DOWNTIME_START: (lend,), DOWNTIME_END: (done_helping,), FOLLOWER_TAPPED: (take_back,)}
