"""Journalists: what self-promotion keeps and clears with their help, and the intel that they trade for reputation."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import find, whole
from domain.messages import text
from domain.play.moments import settle
from domain.play.play import Play
from domain.vocabulary.holdings import Card, CardGained, CardLost, CardSpent
from domain.vocabulary.log import Contribution
from systems.freeform.fields import Key
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.fame import followers, infamy, keepsakes, reputation
from systems.weaverdice.fields import Release
from systems.weaverdice.investigation import intel, pricing
from systems.weaverdice.sheet.phases import ON_BUSINESS, SELF_PROMOTING
from systems.weaverdice.sheet.stats import KEEPING

KEPT_FROM, CLEARED_FROM = 7, 5
"""WD-FOL-02: what brings back a reputation that was spent that day, and what is rid of a negative one."""

HIGHEST: Final = 4
"""The highest tier of intel."""


class WorkThePress(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`keep` are reputations that were spent that day, by name or by what they were for."""

    who: CharacterRef
    keep: Annotated[
        tuple[Key, ...], Meta(description="Reputations that were spent that day, by name or by what they were for")
    ] = ()
    remove: Annotated[str, Meta(description="A negative reputation for which a journalist is tapped")] = ""
    lose: Release = False


class TradeWithPress(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`cards` are the reputations that are given away, each for a piece of intel."""

    who: CharacterRef
    cards: Annotated[
        tuple[Key, ...], Meta(description="The reputations that are given away, each for a piece of intel")
    ]
    lose: Release = False


@command(
    "Within Self-Promote, work with journalists: try to keep reputation spent today, and to be rid of a negative one.",
    by="owner",
    slots=0,
)
def work_the_press(play: Play, command: WorkThePress) -> None:
    """WD-FOL-02, WD-FOL-05: Self-Promote with journalists: try to keep what was spent, and perhaps be rid of a bad
    name."""
    who = command.who
    if not followers.count(play, who, followers.JOURNALIST):
        play.refuse("WD-FOL-02", "This takes journalists; without any, self-promotion is for the game master to judge.")
    _check_at(play, who, SELF_PROMOTING, text("Self-Promote (self_promote)"))
    with play.citing("WD-FOL-02"):
        for word in command.keep:
            _keep(play, who, word)
        if command.remove:
            _clear(play, who, command.remove, lose=command.lose)


def _check_at(play: Play, who: str, status: str, action: str) -> None:
    """WD-FOL-02: the press is dealt with in a slot that is spent on such work."""
    if not conditions.has(play, who, status):
        play.refuse("WD-FOL-02", "That is done within {action}; spend a slot on it first.", action=action)


def _keep(play: Play, who: str, word: str) -> None:
    """Ruling 60: 7+ with Social and 1 more for each journalist who is ready; one try for a reputation spent that day."""
    name = _spent(play, who, word)
    spent: Card = whole(play, who, "cards", name)
    bonus = Contribution(label="keeping", amount=play.value(who, KEEPING).total)
    how = Manner(impersonal=True, modifiers=(bonus,))
    kept = check(play, who, f"keep/{name}", "social", KEPT_FROM, how=how).success
    play.emit(who, CardLost(name=name, because="kept after all" if kept else "not kept"))
    if kept:
        back = Card(
            kind=reputation.KIND,
            title=spent.title,
            provenance=spent.provenance,
            exclusive_to=spent.exclusive_to,
            users=spent.users,
            counters=spent.counters,
            data=keepsakes.ReputationData.read(spent).stored(),
        )
        play.emit(who, CardGained(name=name.removesuffix("/spent"), card=back))


def _spent(play: Play, who: str, word: str) -> str:
    cards = play.where(who, "cards", keepsakes.KIND)
    called = (name for name, card in sorted(cards.items()) if word in (name, name.removesuffix("/spent"), card.title))
    card_name = next(called, "")
    return card_name or play.missing(
        f"{who}.cards.{word}",
        "No reputation {word!r} was spent today that could be kept; name one that was.",
        word=word,
    )


def _clear(play: Play, who: str, word: str, *, lose: bool) -> None:
    """A tapped journalist, and Social against 5, remove a negative reputation."""
    card = find(play, who, "cards", word)
    if card not in infamy.known(play, who):
        play.refuse("WD-FOL-02", "That is no negative reputation that anybody knows of; name one that is.")
    followers.tap(play, who, followers.JOURNALIST, lose=lose)
    if check(play, who, "clear", "social", CLEARED_FROM, how=Manner(impersonal=True)).success:
        play.emit(who, CardLost(name=card, because="the press wrote otherwise"))
        settle(play, f"{who}.cards.{card}")


@command("Within Cape Business, tap a journalist: exchange reputation for intel, one for one.", by="owner", slots=0)
def trade_with_press(play: Play, command: TradeWithPress) -> None:
    """WD-FOL-02, WD-FOL-05, ruling 61: Cape Business with a tapped journalist: reputation for intel, one for one, of
    the lowest tier that is not known yet, of a type that the game master says."""
    who, cards = command.who, tuple(reputation.named(play, command.who, card) for card in command.cards)
    _check_at(play, who, ON_BUSINESS, text("Cape Business (cape_business)"))
    if not cards or len(set(cards)) < len(cards):
        play.refuse("WD-FOL-02", "Name the reputations to trade, each of them once.")
    if pricing.without_intel(play):
        play.refuse("WD-LACK-01", "This campaign plays without intel; the press has none to trade.")
    with play.citing("WD-FOL-02"):
        followers.tap(play, who, followers.JOURNALIST, lose=command.lose)
        for number, card in enumerate(cards, 1):
            if card not in play.where(who, "cards", reputation.KIND):
                play.missing(
                    f"{who}.cards.{card}",
                    "There is no reputation {card!r} of theirs; name one of their cards.",
                    card=card,
                )
            _check_of_use(play, who, card)
            play.emit(who, CardSpent(name=card, because="traded for intel"))
            settle(play, f"{who}.cards.{card}")
            tier, types = lowest_unknown(play, who)
            prompt = f"Of which type is the intel of tier {tier}?"
            type = play.ask("type", "gm", types, types[0], prompt, step=number)
            intel.gain(play, who, tier=tier, kind=type, provenance="The press")


def _check_of_use(play: Play, who: str, card: str) -> None:
    """WD-OPT-21, WD-COS-13, WD-REP-10: reputation that is of no use now is of none to the press either. It does not matter
    there with whom it works."""
    forbidden = reputation.objection(play, who, card, "")
    if forbidden and forbidden[0] not in reputation.UNFIT:
        play.refuse(*forbidden)


def lowest_unknown(play: Play, who: str) -> tuple[int, tuple[str, ...]]:
    """Ruling 61: the lowest tier of which a character holds no intel of some type, and those types; past the highest
    all."""
    for tier in range(1, HIGHEST + 1):
        known = {intel.kind_of(card) for card in play.where(who, "cards", intel.KIND).values() if card.tier == tier}
        if unknown := tuple(type for type in intel.TYPES if type not in known):
            return tier, unknown
    return 1, intel.TYPES
