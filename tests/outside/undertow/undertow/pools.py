"""Pools: dice that count successes, and cards that add to them."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.holdings import CardSpent
from domain.vocabulary.log import Rolled
from undertow.cards import gain, held
from undertow.divers import PRESSURE, must_be_below, use_breath
from undertow.fields import CardId, OfDiver
from undertow.snags import snag

FITTING: Final = {"grip": ("current", "kelp"), "calm": ("silt", "pearl")}
"""UT-POOL-02: the suits that add to a pool of each score."""
PUSH: Final = 2


class Try(OfDiver, frozen=True, kw_only=True, omit_defaults=True):
    """A diver tries something."""

    score: Annotated[Literal["grip", "calm"], Meta(description="The score that makes the pool")]
    difficulty: Annotated[int, Meta(ge=1, le=6, description="How many successes it takes")] = 1
    cards: Annotated[tuple[CardId, ...], Meta(description="Cards that are laid down for it")] = ()


@command("Try something below, with a pool of dice and cards.", by="owner", name="try")
def attempt(play: Play, command: Try) -> None:
    """UT-POOL-01, UT-POOL-03: dice of 5 and 6 are successes, and as many as the difficulty are enough."""
    must_be_below(play, command.who)
    laid = lay_down(play, command)
    dice = max(1, play.value(command.who, f"attributes.{command.score}").total + laid + strain(play, command.who))
    rolled = throw(play, command, dice)
    if rolled.outcome == "failure" and pushes(play, command.who):
        with play.citing("UT-POOL-06"):
            use_breath(play, command.who, PUSH)
            rolled = throw(play, command, dice)
    settle_up(play, command, rolled)


def throw(play: Play, command: Try, dice: int) -> Rolled:
    """Roll a pool."""
    return play.roll(command.who, "pool", f"{dice}d6>=5", target=command.difficulty)


def lay_down(play: Play, command: Try) -> int:
    """UT-POOL-02, UT-POOL-04: each card of a fitting suit adds a die, and is spent; others are not laid down."""
    for card in command.cards:
        if held(play, command.who, card).kind not in FITTING[command.score]:
            play.refuse("UT-POOL-02", f"Only {' and '.join(FITTING[command.score])} add to {command.score}.")
        play.emit(command.who, CardSpent(name=card, because="laid down"))
    return len(command.cards)


def strain(play: Play, who: str) -> int:
    """UT-DIVER-05, UT-HARM-01: the dice that depth and wreckage take from a pool."""
    return play.value(who, PRESSURE).total


def pushes(play: Play, who: str) -> bool:
    """UT-POOL-06: whether somebody who failed pays two breaths to roll the pool again."""
    if play.character(who).tracks["breath"].current < PUSH:
        return False
    return play.ask("push", who, ("yes", "no"), "no", "Pay two breaths and roll again?", about=who) == "yes"


def settle_up(play: Play, command: Try, rolled: Rolled) -> None:
    """UT-POOL-05, UT-POOL-07: two successes over are a pearl; a failure that shows a 1 snags."""
    if rolled.outcome == "success":
        if rolled.total >= command.difficulty + 2:
            with play.citing("UT-POOL-05"):
                gain(play, command.who, "pearl", 1)
    elif any(value == 1 for _, value, _ in rolled.dice):
        with play.citing("UT-POOL-07"):
            snag(play, command.who)
