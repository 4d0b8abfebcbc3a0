"""Intel, a card a piece: of which type and tier it is, whom it serves, and how it comes and goes."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command, Whom
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.moments import everyone, settle
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Card, CardGained, CardSpent
from systems.freeform.fields import Title
from systems.weaverdice import names
from systems.weaverdice.fields import Quantity
from systems.weaverdice.investigation import theories

KIND: Final = "intel"

WILD: Final = "wild"
"""The type of intel that is specific to one target: there it serves as any other (WD-GRID-09)."""

Tier = Annotated[int, Meta(ge=1, le=4, description="How good the intel is, from 1 to 4")]
Type = Annotated[str, Meta(description="A disposition, city, or wild for intel that is specific to a target")]


class _Tier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    quality: str
    finds: int
    opens: int


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    types: tuple[str, ...]
    upgrade: int
    downgrade: int
    tiers: dict[int, _Tier]


TABLE: Final = table(__package__, "intel", _Table)

TYPES: Final = TABLE.types
"""The seven dispositions and `city`, in the order of the die that shuffles (ruling 89)."""


@data_of("cards", KIND)
class IntelData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The type of a piece of intel."""

    type: str = ""


class AwardIntel(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`count` is how many pieces they get, `provenance` says where it is from."""

    who: Annotated[CharacterRef, Meta(description="Who gets it")]
    tier: Tier = 1
    type: Type
    provenance: Annotated[Title, Meta(description="Where it is from")]
    count: Annotated[Quantity, Meta(description="How many pieces they get")] = 1
    target: Annotated[Whom, Meta(description="The one target that it is about, where it is wild")] = ""
    users: Annotated[
        tuple[CharacterRef, ...], Meta(description="The characters who may use it, where that is not its holder alone")
    ] = ()


def gain(
    play: Play,
    who: str,
    *,
    tier: int,
    kind: str,
    provenance: str,
    users: tuple[str, ...] = (),
    target: str = "",
    fresh: bool = True,
) -> str:
    """WD-INTL-01: one piece of intel is a card of its own; its name.

    `kind` is its type: a disposition, `city`, or `wild` for what is about one `target` only. `provenance` says where it
    is from: words, or the path of a grid. `users` are who may use it, where that is not its holder alone. Intel that is
    not `fresh` was made from other intel: it rests on no more theories than that did.
    """
    check_type(play, kind, target)
    name = play.new_id(KIND)
    card = Card(
        kind=KIND,
        tier=tier,
        title=f"{kind} {tier}",
        provenance=provenance,
        exclusive_to=target if kind == WILD else "",
        users=users,
        data=IntelData.changes(type=kind),
    )
    play.emit(who, CardGained(name=name, card=card))
    if fresh:
        theories.cast_doubt(play, who, provenance, path(who, name))
    return name


def path(who: str, name: str) -> str:
    """Return the path where a piece of a character's intel is kept."""
    return f"{who}.cards.{name}"


def check_type(play: Play, kind: str, target: str = "") -> None:
    """Refused where there is no such type of intel, or where wild intel names no target."""
    if kind not in (*TYPES, WILD):
        play.refuse(
            "WD-INTL-01",
            "{kind!r} is no type of intel; there are {types} and {wild}.",
            kind=kind,
            types=", ".join(TYPES),
            wild=WILD,
        )
    if kind == WILD and not target:
        play.refuse("WD-GRID-09", "Wild intel is about one target; name it as `target`.")


def usable_intel(play: Play, who: str, tier: int = 0, kind: str = "", target: str = "") -> tuple[str, ...]:
    """The intel that a character may use, the least tier first: their own, and what others share with them.

    `tier` is the least that counts, `kind` the type; wild intel about this `target` counts as every type (WD-GRID-09).
    """
    about = names.words_for(play, target)
    pairs = [
        (card.tier, name)
        for _, name, card in _within_reach(play, who)
        if card.tier >= tier
        and (not kind or kind_of(card) == kind or (kind_of(card) == WILD and _is_about(play, card, about)))
    ]
    return tuple(name for _, name in sorted(pairs))


def _is_about(play: Play, card: Card, words: frozenset[str]) -> bool:
    return bool(names.words_for(play, card.exclusive_to) & words)


def relevant(play: Play, card: Card, target: str) -> bool:
    """WD-GRID-09: whether intel can serve about a target at all: what is specific to another cannot."""
    return kind_of(card) != WILD or _is_about(play, card, names.words_for(play, target))


def _within_reach(play: Play, who: str) -> list[tuple[str, str, Card]]:
    """Return the intel that a character may use, each with its holder and its name."""
    people = (who, *(ref for ref in everyone(play) if ref.startswith("character/") and ref != who))
    cards = ((ref, name, card) for ref in people for name, card in play.where(ref, "cards", KIND).items())
    return [(ref, name, card) for ref, name, card in cards if who in (card.users or (ref,))]


def kind_of(card: Card) -> str:
    """The type of a piece of intel."""
    return IntelData.of(card).type


def _word(card: Card) -> str:
    """The word that a piece of intel goes by: its type and its tier, as in `hero 2`."""
    return f"{kind_of(card)} {card.tier}"


def pick(play: Play, who: str, called: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that are meant: by their names, or by type and tier as in `hero 2`, each such word one more of them."""
    picked: list[str] = []
    for word in called:
        alike = (name for _, name, card in _within_reach(play, who) if _word(card) == word.strip().casefold())
        picked.append(next((name for name in sorted(alike) if name not in picked), word))
    return tuple(dict.fromkeys(picked))


def holder(play: Play, who: str, name: str) -> str:
    """Return the holder of a card: its owner, or a character who shares it with them. Raises Absent where it is
    neither."""
    within = _within_reach(play, who)
    owner = next((ref for ref, called, _ in within if called == name), "")
    alike = sum(_word(card) == name.strip().casefold() for _, _, card in within)
    if not owner and alike:
        play.missing(
            f"{who}.cards.{name}",
            "They have {alike} of {name!r}, and more are named; name other cards as well.",
            alike=alike,
            name=name,
        )
    if not owner:
        play.missing(
            f"{who}.cards.{name}",
            "There is no intel {name!r} that they could use; name one of their cards.",
            name=name,
        )
    return owner


def card_of(play: Play, who: str, name: str) -> Card:
    """A piece of intel that a character may use, to be read like its struct. Raises Absent."""
    card: Card = play.character(holder(play, who, name)).cards[name]
    return card


def spend(play: Play, who: str, name: str, because: str = "") -> Card:
    """A piece of intel is used up; what it was. Raises Absent where they have no such intel to use."""
    owner = holder(play, who, name)
    card: Card = play.character(owner).cards[name]
    kept = Card(
        kind=KIND,
        tier=card.tier,
        provenance=card.provenance,
        exclusive_to=card.exclusive_to,
        users=card.users,
        data=IntelData.changes(type=kind_of(card)),
    )
    play.emit(owner, CardSpent(name=name, because=because))
    settle(play, f"{owner}.cards.{name}")
    return kept


@command("Award intel, each piece a card with its type, its tier and where it is from.", actor="who")
def award_intel(play: Play, command: AwardIntel) -> None:
    """WD-INTL-01, WD-INTL-02, WD-FIND-07, WD-GRID-09: award intel for what was learned in the field, typed by what it
    is about."""
    with play.citing("WD-INTL-01"):
        for _ in range(command.count):
            gain(
                play,
                command.who,
                tier=command.tier,
                kind=command.type,
                provenance=command.provenance,
                users=command.users,
                target=command.target,
            )
