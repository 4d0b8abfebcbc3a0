"""Prices of spaces in intel: which cards fit, what is paid, and what comes of unlocking one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.holdings import Card
from systems.freeform.fields import Key
from systems.weaverdice import names
from systems.weaverdice.investigation import grids, intel, spaces
from systems.weaverdice.investigation.spaces import AtSpace


class BuySpace(AtSpace, frozen=True, kw_only=True, omit_defaults=True):
    """`intel` are the cards that are spent, by name, or by type and tier as in `hero 2`."""

    intel: Annotated[
        tuple[Key, ...],
        Meta(
            min_length=1,
            max_length=20,
            description="The cards that are spent, by name, or by type and tier as in `hero 2`",
        ),
    ]


def without_intel(play: Play) -> bool:
    """WD-LACK-01: whether the campaign plays without intel."""
    return bool(play.option("without_intel"))


def usable_intel(play: Play, who: str) -> tuple[str, ...]:
    """The intel that a character may use."""
    return intel.usable_intel(play, who)


def described(play: Play, who: str, name: str) -> str:
    """Return the words for a piece of intel: its type and tier, and whom it is about where that is one target only."""
    card = intel.card_of(play, who, name)
    about = f" about {card.exclusive_to}" if card.exclusive_to else ""
    return f"{intel.kind_of(card)} {card.tier}{about}"


def pay(play: Play, who: str, group: str, name: str, cards: tuple[str, ...]) -> None:
    """WD-GRID-07, WD-GRID-09, ruling 78: intel of the type that a space takes, and of its tier or above, is spent on it;
    what is specific to the target counts as any. Refused without a word on what would fit."""
    price = spaces.price(play, group, name)
    if len(set(cards)) != len(cards):
        play.refuse("WD-GRID-07", "A piece of intel is named twice; each is spent once.")
    if len(cards) != price.pieces:
        play.refuse("WD-GRID-07", "That is not as many pieces of intel as the space takes; nothing is spent.")
    for card in cards:
        if objection := _objection(play, group, name, price, intel.card_of(play, who, card)):
            play.refuse(*objection)
    for card in cards:
        intel.spend(play, who, card, f"on {name}")


def _objection(play: Play, group: str, name: str, price: spaces.Price, card: Card) -> tuple[str, str] | None:
    if intel.kind_of(card) == intel.WILD:
        laid = play.enclave(group).grids[spaces.cell_of(play, group, name).grid]
        if names.words_for(play, str(card.exclusive_to)) & names.words_for(play, laid.target):
            return None
        return (
            "WD-GRID-09",
            f"That intel is about {card.exclusive_to} and serves for nobody else; choose another piece.",
        )
    if intel.kind_of(card) == spaces.kind_of(price.type) and card.tier >= price.tier:
        return None
    return "WD-GRID-07", "That intel does not fit the space; it takes another type, or a higher tier. Nothing is spent."


def reward(play: Play, who: str, group: str, name: str) -> None:
    """WD-SURV-02, ruling 81: half of what is listed for a space. Two and more are halved, rounded up; a single piece
    becomes one of the tier below, and stays as it is at tier 1."""
    cell = spaces.cell_of(play, group, name)
    takes = spaces.CellData.of(cell)
    tier, count = takes.tier or 1, takes.count
    lower = tier if count > 1 else max(1, tier - 1)
    for _ in range((count + 1) // 2):
        gain(play, who, group, cell.grid, tier=lower, type=takes.type)


def gain(play: Play, who: str, group: str, on: str, *, tier: int, type: str = "") -> None:
    """WD-INTL-02: intel on a target, typed by what it is about: else by the target's first disposition.

    Ruling 126: none in play without intel.
    """
    if without_intel(play):
        return
    laid = play.enclave(group).grids[on]
    kind = spaces.kind_of(type or spaces.dispositions(laid)[0])
    intel.gain(play, who, tier=tier, kind=kind, provenance=f"{group}.grids.{on}", target=str(laid.target))


@command("Spend intel to unlock a space of a grid.", by="owner", slots=0)
def buy_space(play: Play, command: BuySpace) -> None:
    """WD-GRID-07, WD-GRID-09, WD-RSCH-05, WD-RULING-111, WD-RULING-78: intel unlocks a space that can be attempted, at
    any time and without an action."""
    who, group = command.who, command.group
    spaces.check_access(play, who, group, command.grid)
    if without_intel(play):
        play.refuse("WD-LACK-02", "This campaign plays without intel; spaces are unlocked by rolls.")
    name = spaces.space(play, group, command.grid, command.space)
    spaces.check_available(play, group, name)
    with play.citing("WD-RSCH-05"):
        pay(play, who, group, name, intel.pick(play, who, command.intel))
        grids.unlock(play, who, group, name)
