"""The tide cards: a hand of suits and ranks, drawn by dice."""

from typing import Final

from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.holdings import Card, CardGained, CardLost, CardSpent
from domain.vocabulary.values import PointGained
from undertow.divers import MOST_BREATH, must_be_below, use_breath
from undertow.fields import CardId, OfDiver, Other

SUITS: Final = ("current", "kelp", "silt", "pearl")
MOST_CARDS: Final = 5


class OfCard(OfDiver, frozen=True, kw_only=True, omit_defaults=True):
    """A diver does something with a card."""

    card: CardId


class Hand(OfCard, frozen=True, kw_only=True, omit_defaults=True):
    """A diver hands a card to another."""

    to: Other


class Surge(OfCard, frozen=True, kw_only=True, omit_defaults=True):
    """A diver turns two cards of a rank into breath."""

    other: CardId


@command("Draw a tide card.", by="owner")
def draw(play: Play, command: OfDiver) -> None:
    """UT-CARD-01, UT-CARD-03, UT-CARD-04: a breath buys a card, whose suit and rank are rolled; a hand holds five."""
    must_be_below(play, command.who)
    if len(play.character(command.who).cards) >= MOST_CARDS:
        play.refuse("UT-CARD-04", "Their hand is full; let them discard a card first.")
    if play.character(command.who).tracks["breath"].current == 0:
        play.refuse("UT-CARD-03", "They have no breath left to draw a card with.")
    use_breath(play, command.who, 1)
    suit = SUITS[play.roll(command.who, "suit", "1d4").total - 1]
    gain(play, command.who, suit, play.roll(command.who, "rank", "1d6").total)


def gain(play: Play, who: str, suit: str, rank: int) -> None:
    """Put a card into somebody's hand."""
    play.emit(who, CardGained(name=play.new_id(suit), card=Card(kind=suit, tier=rank)))


@command("Discard a card.", by="owner")
def discard(play: Play, command: OfCard) -> None:
    """UT-CARD-05: a card is discarded at any time, for nothing."""
    held(play, command.who, command.card)
    play.emit(command.who, CardLost(name=command.card, because="discarded"))


@command("Hand a card to another diver.", by="owner")
def hand_over(play: Play, command: Hand) -> None:
    """UT-CARD-02: cards change hands below the surface alone, into a hand that has room."""
    card = held(play, command.who, command.card)
    suit, rank = card.kind, card.tier
    for diver in (command.who, command.to):
        must_be_below(play, diver)
    if len(play.character(command.to).cards) >= MOST_CARDS:
        play.refuse("UT-CARD-04", "The other hand is full; let them discard a card first.")
    play.emit(command.who, CardLost(name=command.card, because="handed over"))
    gain(play, command.to, suit, rank)


@command("Turn two cards of one rank into a breath.", by="owner")
def surge(play: Play, command: Surge) -> None:
    """UT-CARD-06: two cards of one rank are worth a breath."""
    ranks = {held(play, command.who, card).tier for card in (command.card, command.other)}
    if command.card == command.other or len(ranks) > 1:
        play.refuse("UT-CARD-06", "Give two cards of the same rank.")
    for card in (command.card, command.other):
        play.emit(command.who, CardSpent(name=card, because="surge"))
    if play.character(command.who).tracks["breath"].current < MOST_BREATH:
        play.emit(command.who, PointGained(name="breath", amount=1))


def held(play: Play, who: str, card: str) -> Card:
    """Return a card of somebody's hand. Refused where they do not hold it."""
    hand = play.character(who).cards
    if card not in hand:
        play.missing(f"{who}.cards.{card}", "They hold no such card.")
    entry: Card = hand[card]
    return entry
