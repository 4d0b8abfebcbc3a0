"""Dressing: putting pieces of costume on and off, and saying what a reinforcement guards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.expressions import AnyExpression, AtLeast, Number, Sum, ValueOf
from domain.vocabulary.holdings import ItemChanged, ItemWorn
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierLifted
from systems.weaverdice.gear import costume
from systems.weaverdice.gear.belt import empty_out
from systems.weaverdice.gear.costume import FRAGILE, SUPPLY, WHOLE, intact, place_of, protects, worn
from systems.weaverdice.gear.pieces import Feature, feature
from systems.weaverdice.sheet.items import STASH, PieceData, name_of, put
from systems.weaverdice.sheet.stats import ARMOR, BELT, COSTUME


class OfPiece(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`piece` is its name, or what it is."""

    who: CharacterRef
    piece: Annotated[str, Meta(description="Its name, or what it is", extra=takes_one_of("items"))]


class PutOn(OfPiece, frozen=True, kw_only=True, omit_defaults=True):
    """`space` counts the spaces of the grid from 1, row by row; left out, it is where the piece was last, or a free one."""

    space: Annotated[
        int,
        Meta(
            description="The space of the grid, counted from 1, row by row; left out, it is where the piece was last, or a free one"
        ),
    ] = 0


class TakeOff(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`piece` is its name, or what it is; left out, all that is worn comes off."""

    who: CharacterRef
    piece: Annotated[
        str,
        Meta(description="Its name, or what it is; left out, all that is worn comes off", extra=takes_one_of("items")),
    ] = ""


class GuardPieces(OfPiece, frozen=True, kw_only=True, omit_defaults=True):
    """`protects` are the pieces that the reinforcement is meant for."""

    protects: Annotated[tuple[str, ...], Meta(description="The pieces that the reinforcement is meant for")]


class DamageGear(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is its name, or what it is."""

    who: CharacterRef
    item: Annotated[str, Meta(description="Its name, or what it is", extra=takes_one_of("items"))]
    lost: Annotated[bool, Meta(description="Whether it is gone altogether")] = False
    by_foe: Annotated[bool, Meta(description="Whether an enemy's action does it")] = True


@command("Put on a piece of costume.", by="owner", scene=True)
def put_on(play: Play, command: PutOn) -> None:
    """WD-EQP-05, WD-COS-02, WD-COS-07, ruling 49: a piece fills one space of the grid and does there what it is for."""
    who, piece = command.who, name_of(play, command.who, command.piece)
    thing = play.character(who).items[piece]
    if not thing.features:
        play.refuse("WD-EQP-05", "That is no piece of costume; hold it, or put it on the belt.")
    if thing.location.startswith("costume/"):
        play.refuse("WD-EQP-05", "That is worn already; take it off to wear it elsewhere.")
    place = _space(play, who, piece, command.space)
    play.emit(who, ItemChanged(name=piece, location=place, data=PieceData.changes(place=place)))
    for number, key in enumerate(thing.features):
        take_effect(play, who, piece, number, feature(play, key))


def take_effect(play: Play, who: str, piece: str, number: int, does: Feature) -> None:
    """Let a feature of a worn piece count, for as long as it is there and intact."""
    for path, amount in _effects(piece, does):
        whole = ValueOf(path=f"items.{piece}.tracks.{WHOLE}")
        modifier = Modifier(
            path=path,
            amount=AtLeast(value=whole, threshold=number + 1, then=amount),
            source=piece,
            until=WhilePresent(path=f"{who}.items.{piece}"),
        )
        play.emit(who, ModifierApplied(name=f"{piece}/{number}/{path.partition('.')[2]}", modifier=modifier))


def _effects(piece: str, does: Feature) -> Iterator[tuple[str, AnyExpression]]:
    """WD-COS-02, WD-COS-07, WD-COS-09: armor is a wound slot more; a belt has more slots, one less once that broke."""
    if does.armor:
        yield ARMOR, Number(value=does.armor)
    if does.belt and does.fragile:
        yield BELT, Sum(terms=(Number(value=does.belt - 1), ValueOf(path=f"items.{piece}.tracks.{FRAGILE}")))
    elif does.belt:
        yield BELT, Number(value=does.belt)


def _space(play: Play, who: str, piece: str, wanted: int) -> str:
    spaces = play.value(who, COSTUME).total
    free = [n for n in range(1, spaces + 1) if not play.where(who, "items", place_of(n))]
    before = PieceData.of(play.character(who).items[piece]).place
    space = wanted or next((n for n in free if place_of(n) == before), free[0] if free else spaces + 1)
    if not 1 <= space <= spaces:
        play.refuse(
            "WD-EQP-05",
            "The costume has {spaces} spaces; choose a free one of them, or take something off.",
            spaces=spaces,
        )
    elif space not in free:
        play.refuse("WD-EQP-05", "Another piece fills that space; take it off, or choose a free one.")
    return place_of(space)


@command("Take off a piece of costume, or all of it.", by="owner", scene=True)
def take_off(play: Play, command: TakeOff) -> None:
    """WD-EQP-05: take a piece off and leave it at home, with what it holds; it no longer does anything."""
    who = command.who
    pieces = [name_of(play, who, command.piece)] if command.piece else worn(play, who)
    for piece in pieces:
        if not play.character(who).items[piece].location.startswith("costume/"):
            play.refuse("WD-EQP-05", "That is not worn; name a piece that is.")
        for item in costume.on_belt_of(play, who, piece):
            put(play, who, item, STASH)
        put(play, who, piece, STASH)
        for name in _in_effect(play, who, piece):
            play.emit(who, ModifierLifted(name=name, because="taken off"))
    empty_out(play, who, STASH)


def _in_effect(play: Play, who: str, piece: str) -> list[str]:
    groups = (play.where(who, "modifiers", path) for path in (ARMOR, BELT))
    return sorted(name for modifiers in groups for name, modifier in modifiers.items() if modifier.source == piece)


@command("Say which pieces a reinforcement protects.", by="owner", name="guard_pieces", scene=True)
def guard(play: Play, command: GuardPieces) -> None:
    """WD-COS-06: a reinforcement protects as many other pieces as its tier says; which ones is said beforehand."""
    who, piece = command.who, name_of(play, command.who, command.piece)
    others = [name_of(play, who, other) for other in command.protects]
    most = sum(feature(play, key).protects for key in intact(play, who, piece))
    if not most:
        play.refuse("WD-COS-06", "Only reinforcement that holds protects other pieces; name one.")
    if len(set(others)) > most:
        play.refuse(
            "WD-COS-06",
            "This reinforcement protects {most} of the other pieces, not {others}.",
            most=most,
            others=len(set(others)),
        )
    if any(other == piece or not play.character(who).items[other].features for other in others):
        play.refuse("WD-COS-06", "Reinforcement protects other pieces of costume, not itself and nothing else.")
    kept = tuple(tag for tag in play.character(who).items[piece].tags if not tag.startswith(protects("")))
    play.emit(who, ItemChanged(name=piece, tags=(*kept, *(protects(other) for other in dict.fromkeys(others)))))


@command("Use the material of a supply.", by="owner", scene=True)
def use_supply(play: Play, command: OfPiece) -> None:
    """WD-COS-12: the material serves the power as if it lay within 5 feet, until it is used."""
    who, piece = command.who, name_of(play, command.who, command.piece)
    if piece not in [name for name, _, does in costume.doing(play, who) if does.supply]:
        play.refuse("WD-COS-12", "That is no supply that is worn and intact; put one on first.")
    if not costume.supplied(play, who, PieceData.of(play.character(who).items[piece]).material):
        play.refuse("WD-COS-12", "This supply is used; it has to be filled again first.")
    play.emit(who, ItemWorn(name=piece, track=SUPPLY, amount=-1))


@command("Fill a supply again.", by="owner", scene=True)
def refill_supply(play: Play, command: OfPiece) -> None:
    """WD-COS-12: a supply can be filled again."""
    who, piece = command.who, name_of(play, command.who, command.piece)
    if play.character(who).items[piece].tracks.get(SUPPLY) != 0:
        play.refuse("WD-COS-12", "There is nothing to fill: name a supply that has been used.")
    play.emit(who, ItemWorn(name=piece, track=SUPPLY, amount=1))


@command("A piece of costume or another thing is damaged, or lost.", scene=True)
def damage_gear(play: Play, command: DamageGear) -> None:
    """WD-COS-04, WD-COS-06, WD-COS-08, WD-COS-11: the game master says what is damaged; what protects a piece of
    costume protects it all the same."""
    who, item = command.who, name_of(play, command.who, command.item)
    if play.character(who).items[item].features:
        costume.strike(play, who, item, lost=command.lost, by_foe=command.by_foe)
    else:
        costume.break_thing(play, who, item, lost=command.lost, by_foe=command.by_foe)
