"""Outfitting: where pieces of costume come from, what they cost, and how they are made better."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.messages import together
from domain.play.play import Play
from domain.vocabulary.base import Scalar
from domain.vocabulary.catalogue import Addition, CatalogueAdded
from domain.vocabulary.holdings import Item, ItemChanged, ItemWorn
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierChanged
from systems.freeform.fields import Word
from systems.weaverdice.gear.costume import BELT_SLOTS_OF_A_PIECE, FRAGILE, SUPPLY, WHOLE, intact
from systems.weaverdice.gear.dressing import OfPiece
from systems.weaverdice.gear.pieces import KIND, PRINTED, TIERS, Feature, Tier, entry_of, feature, tier_of, tiers_of
from systems.weaverdice.gear.weapons import give
from systems.weaverdice.money import pay
from systems.weaverdice.sheet.items import HEAVIEST, STASH, PieceData, ThingData, name_of
from systems.weaverdice.sheet.stats import MOST_REPUTATION

_WORDS: Final = dict.fromkeys(key.partition("/")[0] for key in PRINTED)
CATALOGUE: Final = (
    CatalogueKind(
        name="piece",
        title="Pieces of costume",
        table={
            what: {tier: PRINTED[f"{what}/{tier}"] for tier in TIERS if f"{what}/{tier}" in PRINTED} for what in _WORDS
        },
        rules=("WD-COS-05",),
        labels={tier: f"{tier} tier" for tier in TIERS},
        units={f"{tier}.price": "dollars" for tier in TIERS},
        added_by="define_piece",
    ),
)


class BuyPiece(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is a piece that the rulebook or the campaign has, by its word, as in `armor`."""

    who: CharacterRef
    what: Annotated[
        Word,
        Meta(
            description="A piece that the rulebook or the campaign has, by its word, as in `armor`",
            extra={"catalogue": "piece"},
        ),
    ]
    tier: Tier = "standard"
    group: Annotated[str, Meta(description="The group that an affiliation is to")] = ""
    material: Annotated[str, Meta(description="What a supply holds")] = ""


class DefinePiece(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is the piece, or one of which there is to be another `tier`. It does not have the features that are left
    out. It `protects` so many of the other pieces: an attacker who would break one of those has to roll `break_on` or
    more. It may hold an `inventory`, or a `supply` of one material."""

    what: Annotated[Word, Meta(description="The piece, which may be there in another tier")]
    tier: Annotated[Tier, Meta(description="The tier of it")] = "standard"
    price: Annotated[int, Meta(description="What it costs in dollars")] = 0
    encumbrance: Annotated[int, Meta(description="Its load, from 0 to 6")] = 0
    armor: Annotated[int, Meta(description="The wounds that it takes in the body's stead")] = 0
    belt: Annotated[int, Meta(description="The places in quick reach that it adds, up to 4")] = 0
    protects: Annotated[int, Meta(description="How many of the other pieces it protects from being broken")] = 0
    break_on: Annotated[int, Meta(description="What has to be rolled, or more, to break one of those")] = 0
    inventory: Annotated[bool, Meta(description="Whether it holds an inventory")] = False
    supply: Annotated[bool, Meta(description="Whether it holds a supply of one material")] = False
    coverage: Annotated[bool, Meta(description="Whether it keeps burns off")] = False
    helmet: Annotated[bool, Meta(description="Whether it takes what would hit the head")] = False


class SetCostumeReputation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`amount` is what the costume as a whole adds to the most reputation that outlasts a day."""

    who: CharacterRef
    amount: Annotated[
        int, Meta(description="What the costume as a whole adds to the most reputation that outlasts a day")
    ]


_BONUS: Final = "costume-reputation"
_DEFAULTS: Final = msgspec.structs.asdict(Feature())


@command("Buy a piece of costume.", by="owner", slots=0)
def buy_piece(play: Play, command: BuyPiece) -> None:
    """WD-EQP-05, WD-COS-01, WD-COS-05, WD-COS-06, WD-COS-07: pieces are bought one by one and wait at home until they
    are put on."""
    key = _key(play, command)
    pay(play, command.who, feature(play, key).price, "WD-COS-01")
    _own(play, command, key)


@command("A character comes to have a piece of costume without paying for it.")
def give_piece(play: Play, command: BuyPiece) -> None:
    """WD-EQP-05: a piece that is had without paying, by whatever the game master finds it comes by."""
    _own(play, command, _key(play, command))


def _key(play: Play, command: BuyPiece) -> str:
    """WD-COS-01: pieces come in tiers, some in a few only."""
    what = handle_of(command.what)
    tiers = tiers_of(play, what)
    if tiers and command.tier not in tiers:
        play.refuse(
            "WD-COS-01",
            "A {what} is not made in the {tier} tier; it comes in {tiers}.",
            what=command.what,
            tier=command.tier,
            tiers=together(tiers),
        )
    key = f"{what}/{command.tier}"
    does = feature(play, key)
    if does.exclusive and not command.group:
        play.refuse("WD-COS-14", "An affiliation is to somebody: name the group.")
    if does.supply and not command.material:
        play.refuse("WD-COS-12", "A supply holds something: name the material.")
    return key


def _own(play: Play, command: BuyPiece, key: str) -> None:
    does = feature(play, key)
    tracks = {WHOLE: 1} | ({FRAGILE: 1} if does.fragile else {}) | ({SUPPLY: 1} if does.supply else {})
    data = PieceData(group=command.group, material=command.material).stored()
    data |= ThingData(encumbrance=does.encumbrance).stored()
    give(play, command.who, Item(what=key.partition("/")[0], features=(key,), tracks=tracks, data=data))


@command("A piece of costume, or another tier of one, enters the campaign's catalogue.")
def define_piece(play: Play, command: DefinePiece) -> None:
    """WD-COS-01, WD-COS-12: pieces and tiers that the rulebook does not price are the game master's."""
    if not 0 <= command.encumbrance <= HEAVIEST:
        play.refuse("WD-EQP-06", "A piece's encumbrance is between 0 and {heaviest}.", heaviest=HEAVIEST)
    if not 0 <= command.belt <= BELT_SLOTS_OF_A_PIECE:
        play.refuse(
            "WD-COS-07",
            "A piece grants between 0 and {belt_slots_of_a_piece} belt slots.",
            belt_slots_of_a_piece=BELT_SLOTS_OF_A_PIECE,
        )
    given = {f: getattr(command, f) for f in command.__struct_fields__ if f in _DEFAULTS}
    fields: dict[str, Scalar] = {f: value for f, value in given.items() if value != _DEFAULTS[f]}
    name = entry_of(f"{handle_of(command.what)}/{command.tier}")
    play.emit(CAMPAIGN, CatalogueAdded(name=name, addition=Addition(kind=KIND, title=command.what, fields=fields)))


@command("Pay to have a piece of costume brought to its next tier.", by="owner", slots=0)
def improve_piece(play: Play, command: OfPiece) -> None:
    """WD-EQP-05, WD-COS-01: pay a character to bring a piece to its next tier: what that costs beyond the piece as it
    is."""
    who, piece = command.who, name_of(play, command.who, command.piece)
    thing = play.character(who).items[piece]
    if thing.location != STASH or len(thing.features) != 1:
        play.refuse("WD-EQP-05", "Only a piece by itself that is not worn can be worked on; take it off first.")
    whole = intact(play, who, piece) == thing.features and thing.tracks.get(FRAGILE, 1) > 0
    if not whole or play.where(who, "wounds", f"item/{piece}"):
        play.refuse("WD-EQP-05", "It is damaged; have it repaired first.")
    key = better(play, thing.features[0])
    if key is None:
        play.refuse("WD-COS-01", "There is no higher tier of it.")
        return
    pay(play, who, max(0, feature(play, key).price - feature(play, thing.features[0]).price), "WD-EQP-05")
    become(play, who, piece, key)


def better(play: Play, key: str) -> str | None:
    """The next tier of a piece that there is."""
    what, tiers = key.rpartition("/")[0], [str(tier) for tier in TIERS]
    above = [tier for tier in tiers_of(play, what) if tiers.index(tier) > tiers.index(tier_of(key))]
    return f"{what}/{above[0]}" if above else None


def become(play: Play, who: str, piece: str, key: str) -> None:
    """A piece by itself is of another tier from now on."""
    does = feature(play, key)
    play.emit(
        who, ItemChanged(name=piece, features=(key,), data=ThingData.changes(encumbrance=does.encumbrance or None))
    )
    if does.fragile and not play.character(who).items[piece].tracks.get(FRAGILE):
        play.emit(who, ItemWorn(name=piece, track=FRAGILE, amount=1))


@command("Say how much a fine costume adds to the most reputation that outlasts a day.")
def set_costume_reputation(play: Play, command: SetCostumeReputation) -> None:
    """WD-COS-01, ruling 8: a costume of quality lets more reputation outlast the day, as the game master finds."""
    if _BONUS in play.character(command.who).modifiers:
        play.emit(command.who, ModifierChanged(name=_BONUS, amount=command.amount))
        return
    modifier = Modifier(path=MOST_REPUTATION, amount=command.amount, title="Costume", source="costume")
    play.emit(command.who, ModifierApplied(name=_BONUS, modifier=modifier))
