"""Costume: what the worn pieces do, and how they are damaged, broken and lost."""

from __future__ import annotations

from collections import Counter
from typing import Final

from domain.kit.rolls import addend
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.vocabulary.holdings import Item, ItemChanged, ItemGained, ItemWorn
from domain.vocabulary.log import Contribution
from systems.weaverdice.checks import crafting_skills
from systems.weaverdice.gear.burden import OF_THE_INVENTORY
from systems.weaverdice.gear.pieces import Feature, feature, tier_of
from systems.weaverdice.harm.windows import COVERED, TORN, WOUNDING, Blow, Covering, Tearing
from systems.weaverdice.moments import FELL
from systems.weaverdice.names import reference, words_for
from systems.weaverdice.sheet.items import GROUND, INVENTORY, PieceData, ThingData, destroy, drop
from systems.weaverdice.sheet.people import category

WHOLE: Final = "intact"
"""An item's track: how many of its features, from the top, still do what they are for."""

FRAGILE: Final = "fragile"
"""An item's track: 1 while the last slot of a standard belt holds (WD-COS-09)."""

SUPPLY: Final = "supply"
"""An item's track: 1 while a supply is full (WD-COS-12)."""


FRAGILE_BREAKS_ON: Final = 4
"""WD-COS-09."""

BELT_SLOTS_OF_A_PIECE: Final = 4
"""No piece grants more."""


def place_of(space: int) -> str:
    """WD-EQP-05: return where the space of that number is, by row and column, from 1; each row has three."""
    return f"costume/{(space - 1) // 3 + 1},{(space - 1) % 3 + 1}"


def worn(play: Play, who: str) -> list[str]:
    """The pieces that a character wears, in the order of the grid."""
    things = play.character(who).items
    places = {name: thing.location for name, thing in things.items()}
    return sorted((name for name, at in places.items() if at.startswith("costume/")), key=lambda name: places[name])


def intact(play: Play, who: str, piece: str) -> tuple[str, ...]:
    """The features of a piece that still do what they are for, by `<what>/<tier>`, from the top."""
    thing = play.character(who).items[piece]
    whole: int = thing.tracks.get(WHOLE, len(thing.features))
    features: tuple[str, ...] = thing.features
    return features[:whole]


def doing(play: Play, who: str) -> list[tuple[str, str, Feature]]:
    """Return every feature of the worn costume that is intact, after its piece and its key."""
    return [(piece, key, feature(play, key)) for piece in worn(play, who) for key in intact(play, who, piece)]


def armor_slot(play: Play, who: str) -> str | None:
    """WD-COS-02: the wound slot of the first worn piece of armor that has not taken its hits; None without one. A piece
    takes as many as its features have armor: one each, or what the campaign says, or (WD-CSK-07) two that are joined."""
    hits = Counter[str]()
    for piece, _, does in doing(play, who):
        hits[f"item/{piece}"] += does.armor
    return next((slot for slot, most in hits.items() if len(play.where(who, "wounds", slot)) < most), None)


def take_hit(play: Play, who: str, blow: Blow) -> Blow:
    """WD-COS-02: armor takes a hit before the body; what comes from within passes it by."""
    return blow._replace(slot=armor_slot(play, who) or "") if blow.type else blow


def cover(play: Play, who: str, _: Covering) -> Covering:
    """WD-WFX-06, WD-WFX-12: return how the costume covers a character against the effect of a wound."""
    return Covering(coverage(play, who), helmet(play, who), bare(play, who))


def coverage(play: Play, who: str) -> bool:
    """WD-WFX-12: whether some worn piece covers them."""
    return any(does.coverage for _, _, does in doing(play, who))


def helmet(play: Play, who: str) -> bool:
    """WD-WFX-06: whether some worn piece guards the head."""
    return any(does.helmet for _, _, does in doing(play, who))


def bare(play: Play, who: str) -> bool:
    """WD-WFX-12: whether they wear nothing, or nothing that is above the bottom tier."""
    return all(tier_of(key) == "low" for _, key, _ in doing(play, who))


def affiliated(play: Play, who: str, to: str) -> tuple[Contribution, ...]:
    """WD-COS-14: return what an affiliation of the high tier adds to Social rolls with bystanders of its group."""
    whom = reference(play, to)
    if not to or (whom.startswith("character/") and category(play, whom) != "bystander"):
        return ()
    groups, things = words_for(play, to), play.character(who).items
    worn_for = ((does.social, PieceData.of(things[piece]).group) for piece, _, does in doing(play, who))
    bonus = max((social for social, group in worn_for if social and group.casefold() in groups), default=0)
    return addend("affiliation", bonus)


def lose_bottom_feature(play: Play, who: str) -> None:
    """WD-WFX-11: one worn piece, which one is for its owner to say, is damaged and loses its bottom feature."""
    hurt = [piece for piece in worn(play, who) if intact(play, who, piece)]
    if not hurt:
        return
    piece = hurt[0]
    if len(hurt) > 1:
        prompt = "Which piece of your costume is damaged?"
        piece = play.ask("damaged", who, tuple(hurt), piece, prompt, about=who)
    strike(play, who, piece, lost=False)


def tear(play: Play, who: str, tearing: Tearing) -> Tearing:
    """WD-WFX-11, WD-WFX-14: a piece is damaged; or the attacker names some, and the target picks which of them is lost."""
    if not tearing.named:
        lose_bottom_feature(play, who)
        return tearing
    pieces, named = worn(play, who), list[str]()
    for _ in range(min(tearing.named, len(pieces))):
        left = tuple(piece for piece in pieces if piece not in named)
        named.append(_picked(play, who, "name-piece", left, tearing.namer))
    if named:
        lose_piece(play, who, _picked(play, who, "lose-piece", tuple(named), tearing.chooser))
    return tearing


PROMPTS: Final = {
    "name-piece": "Which piece of their costume do you name?",
    "lose-piece": "Which piece of your costume is lost?",
}


def _picked(play: Play, who: str, what: str, pieces: tuple[str, ...], owner: str) -> str:
    return pieces[0] if len(pieces) == 1 else play.ask(what, owner, pieces, pieces[0], PROMPTS[what], about=who)


def strike(play: Play, who: str, piece: str, *, lost: bool, by_foe: bool = True) -> None:
    """A piece is to lose its bottom feature, or to be lost altogether, if nothing keeps it from that."""
    if lost:
        lose_piece(play, who, piece, by_foe=by_foe)
    elif not _withstands(play, who, piece, by_foe=by_foe):
        damage(play, who, piece)


def lose_piece(play: Play, who: str, piece: str, *, by_foe: bool = True) -> None:
    """WD-WFX-14: a piece is lost altogether, unless reinforcement holds; an inventory is damaged instead (WD-COS-11)."""
    if _withstands(play, who, piece, by_foe=by_foe):
        return
    if any(feature(play, key).inventory for key in intact(play, who, piece)):
        damage(play, who, piece)
        return
    near = neighbours(play, who, piece)
    for key in reversed(intact(play, who, piece)):
        _give_way(play, who, piece, feature(play, key))
    destroy(play, who, piece, "lost")
    shake(play, who, [name for name in near if name in play.character(who).items])


def damage(play: Play, who: str, piece: str) -> None:
    """A piece loses the last of its features that are intact, and what that feature held."""
    whole = intact(play, who, piece)
    if not whole:
        return
    does = feature(play, whole[-1])
    if does.inventory:
        spill(play, who)
        return
    play.emit(who, ItemWorn(name=piece, track=WHOLE, amount=-1))
    _give_way(play, who, piece, does)


def neighbours(play: Play, who: str, piece: str) -> list[str]:
    """The pieces worn in the spaces that share a side with a piece's own."""
    at = play.character(who).items[piece].location
    if not at.startswith("costume/"):
        return []
    row, column = (int(part) for part in at.removeprefix("costume/").split(","))
    beside = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [name for r, c in beside for name in sorted(play.where(who, "items", f"costume/{r},{c}"))]


def protection(play: Play, who: str, piece: str) -> int:
    """WD-COS-06, WD-COS-05: return what a die has to show to break a worn piece; 0 where nothing protects it."""
    near = neighbours(play, who, piece)
    things = play.character(who).items
    holding = (
        does.break_on
        for other, _, does in doing(play, who)
        if other != piece and (protects(piece) in things[other].tags or (does.adjacent and other in near))
    )
    return max(holding, default=0)


def protects(piece: str) -> str:
    """The tag of a reinforcement that is meant for a piece."""
    return f"protects/{piece}"


def _withstands(play: Play, who: str, piece: str, *, by_foe: bool) -> bool:
    """WD-COS-06, WD-CSK-08: whether reinforcement, or else its wearer's maintenance, keeps a piece from being broken."""
    needed = protection(play, who, piece)
    if needed:
        with play.citing("WD-COS-06"):
            if play.roll(who, f"break/{piece}", "1d6", target=needed).outcome == "failure":
                return True
    breaks = not any(feature(play, key).inventory for key in intact(play, who, piece)[-1:])
    return by_foe and breaks and crafting_skills.keeps_whole(play, who)


def break_thing(play: Play, who: str, item: str, *, lost: bool, by_foe: bool = True) -> None:
    """WD-COS-04: break a thing that is no costume as a whole: it is useless until it is repaired, or is gone for good."""
    if by_foe and crafting_skills.keeps_whole(play, who):
        return
    if not lost:
        play.emit(who, ItemChanged(name=item, data=ThingData.changes(broken=True)))
        return
    holder = play.character(who).items[item].location.split("/")[1:2]
    destroy(play, who, item, "destroyed")
    shake(play, who, [piece for piece in worn(play, who) if piece in holder])


def supplied(play: Play, who: str, material: str) -> bool:
    """WD-COS-12: whether they wear a full supply of a material, as if it lay within 5 feet of them."""
    things = play.character(who).items
    supplies = (piece for piece, _, does in doing(play, who) if does.supply)
    return any(PieceData.of(things[p]).material == material and things[p].tracks.get(SUPPLY, 0) for p in supplies)


def _give_way(play: Play, who: str, piece: str, does: Feature) -> None:
    """WD-COS-08, WD-COS-12: drop what a feature held, as it breaks."""
    if does.belt:
        with play.citing("WD-COS-08"):
            for item in on_belt_of(play, who, piece):
                drop(play, who, item)
    thing = play.character(who).items[piece]
    if does.supply and thing.tracks.get(SUPPLY, 0):
        with play.citing("WD-COS-12"):
            material = PieceData.of(thing).material or "supply"
            play.emit(who, ItemWorn(name=piece, track=SUPPLY, amount=-1))
            play.emit(who, ItemGained(name=play.new_id("supply"), item=Item(what=material, location=GROUND)))


def on_belt_of(play: Play, who: str, piece: str) -> list[str]:
    """Return the things in the belt slots that a piece grants."""
    slots = range(1, BELT_SLOTS_OF_A_PIECE + 1)
    return [name for slot in slots for name in sorted(play.where(who, "items", f"belt/{piece}/{slot}"))]


def spill(play: Play, who: str) -> None:
    """WD-COS-11: a damaged inventory drops 1d3 things, 1d6 where it weighs something; which ones is for them to say."""
    contents = sorted(play.where(who, "items", INVENTORY))
    if not contents:
        return
    with play.citing("WD-COS-11"):
        heavy = play.value(who, OF_THE_INVENTORY).total > 0
        count = play.roll(who, "spilled", "1d6" if heavy else "1d3").total
        for _ in range(min(count, len(contents))):
            options, prompt = tuple(contents), "What falls out of the inventory?"
            lost = play.offer("spilled", owner_of(play, who), options, options[0], prompt, about=who)
            drop(play, who, lost)
            contents.remove(lost)


def shake(play: Play, who: str, pieces: list[str]) -> None:
    """WD-COS-09: the last slot of a standard belt may be destroyed; on 4 or more it is, and drops what it holds."""
    for piece in pieces:
        thing = play.character(who).items[piece]
        fragile = [key for key in intact(play, who, piece) if feature(play, key).fragile]
        if not fragile or not thing.tracks.get(FRAGILE, 0):
            continue
        with play.citing("WD-COS-09"):
            if play.roll(who, f"fragile/{piece}", "1d6", target=FRAGILE_BREAKS_ON).outcome == "failure":
                continue
            play.emit(who, ItemWorn(name=piece, track=FRAGILE, amount=-1))
            last = f"belt/{piece}/{feature(play, fragile[0]).belt}"
            for item in sorted(play.where(who, "items", last)):
                drop(play, who, item)


def shake_all(play: Play, who: str) -> None:
    """WD-COS-09: a fall shakes every belt that is worn."""
    shake(play, who, worn(play, who))


WINDOWS: WindowTable = {WOUNDING: (take_hit,), COVERED: (cover,), TORN: (tear,)}
MOMENTS = {FELL: (shake_all,)}
