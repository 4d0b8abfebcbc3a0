"""Discards: what is held beyond the maximum when a day ends is discarded, and may leave something behind (WD-REP-09,
WD-REP-10)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import pools
from domain.kit.commands import command
from domain.play.moments import settle
from domain.play.play import Play
from domain.vocabulary.holdings import CardLost
from domain.vocabulary.log import Awarded
from systems.freeform.fields import Title
from systems.weaverdice.fame.reputation import own_cards, reputation_points
from systems.weaverdice.moments import DAY_END
from systems.weaverdice.sheet.days import DISCARD
from systems.weaverdice.sheet.stats import MOST_REPUTATION

Dollars = Annotated[int, Meta(ge=0, le=1_000_000)]


class RewardDiscard(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`gain` is what comes of it, and `money` how many dollars with it."""

    who: CharacterRef
    gain: Annotated[Title, Meta(description="What comes of it")]
    money: Annotated[Dollars, Meta(description="How many dollars with it")] = 0


@command("Give something small for reputation that was discarded at the end of the day.", actor="who")
def reward_discard(play: Play, command: RewardDiscard) -> None:
    """WD-REP-10: reputation that was discarded may leave something behind: followers, money, small benefits."""
    with play.citing("WD-REP-10"):
        play.emit(command.who, Awarded(name="discard", amount=command.money, data={"gain": command.gain}))
        if command.money:
            pools.shift(play, command.who, "money", command.money)


def discard(play: Play, who: str) -> None:
    """WD-REP-09, WD-REP-10, rulings 8, 11, 12 and 134: what is held beyond the maximum when the day ends is discarded,
    the player choosing which; the newest, where they do not."""
    if not reputation_points(play, who):
        return
    most = play.value(who, MOST_REPUTATION).total
    with play.citing("WD-REP-10", "WD-RULING-134"):
        while (excess := reputation_points(play, who) - most) > 0:
            cards = own_cards(play, who)
            prompt = f"Which reputation is discarded ({excess} too many)?"
            card = play.ask(DISCARD, who, cards, cards[-1], prompt, about=who)
            play.emit(who, CardLost(name=card, because="beyond the maximum"))
            settle(play, f"{who}.cards.{card}")


MOMENTS = {DAY_END: (discard,)}
