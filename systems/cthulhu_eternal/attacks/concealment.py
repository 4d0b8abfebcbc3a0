"""Weapons under one's clothes, and who spots them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of, id_of
from domain.kit.rolls import addend
from domain.messages import either, text
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.base import Audience, Scalar
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import ItemChanged
from domain.vocabulary.log import Noted
from systems.cthulhu_eternal import moments, tests
from systems.cthulhu_eternal.attacks.weapons import BODY
from systems.cthulhu_eternal.combat import hands
from systems.cthulhu_eternal.combat.actions import take
from systems.cthulhu_eternal.fields import Called, OfTheirs, Why
from systems.cthulhu_eternal.harm.protection import CARRIED, WORN

Bulk = Literal["small", "heavy", "bigger", "full size"]

SPOT_RULES: Final = "weapon_spot_rules"
CONCEALED: Final = "concealed"
"""The location of a weapon that is hidden on the body; `data.bulk` says how big it is."""


class _Bulk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    under: Literal["clothes", "coat", ""]
    rule: str
    such_as: tuple[str, ...]
    bonus: int = 0


class _Concealment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    coats: tuple[str, ...]
    bulk: dict[Bulk, _Bulk]


CONCEALMENT: Final = table(__package__, "concealment", _Concealment)
CATALOGUE: Final = (
    CatalogueKind(
        name="bulk",
        title="Bulks of weapons",
        table=CONCEALMENT.bulk,
        labels={"under": "hidden under", "bonus": "helps who searches"},
        units={"bonus": "%"},
    ),
)
_IN_WORDS: Final[dict[str, str]] = {
    "small": text("small"),
    "heavy": text("heavy"),
    "bigger": text("bigger"),
    "full size": text("full size"),
}
"""The sizes of weapons, as a refusal names them."""

SIZES: Final = tuple(CONCEALMENT.bulk)
UNDER_A_COAT: Final = tuple(size for size, row in CONCEALMENT.bulk.items() if row.under == "coat")


@data_of("items")
class ConcealedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The size of a thing that is to be hidden, and who has spotted it."""

    bulk: Bulk | None = None
    spotted_by: dict[str, bool] = {}


class Conceal(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is a weapon. How big it is stands in the rules' table, or was said before."""

    who: CharacterRef
    item: Annotated[OfTheirs, Meta(description="The weapon that is hidden")]
    bulk: Annotated[
        Bulk | Literal[""],
        Meta(description="The game master's to say; else it is looked up", extra={"catalogue": "bulk"}),
    ] = ""


class Search(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` looks for hidden weapons on `target`."""

    who: Annotated[CharacterRef, Meta(description="Who looks for hidden weapons")]
    target: Annotated[CharacterRef, Meta(description="On whom they look")]


class Draw(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hidden weapon comes to hand, for all to see."""

    who: CharacterRef
    item: OfTheirs


class RuleAvailability(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Set how scarce weapons are in this campaign."""

    weapon: Called
    available: Annotated[bool, Meta(description="Whether it can be had at all")] = True
    because: Why = ""


@command("Hide a weapon under one's clothes or coat, which costs the turn's action.", by="owner", scene=True)
def conceal(play: Play, command: Conceal) -> None:
    """CE-CONC-01, CE-CONC-02, CE-CONC-03, CE-CONC-04, CE-CONC-05, CE-ACT-34, CE-RULING-61, rulings 49 and 61: small ones
    under any clothes, bigger ones under a coat, the biggest not at all. It costs the turn's action, as drawing does."""
    _needs_the_rules(play)
    who = command.who
    item = hands.thing(play, who, command.item)
    size = _size(play, command, item)
    bulk = CONCEALMENT.bulk[size]
    such_as = either(bulk.such_as)
    _check_at_hand(play, who, item)
    if not bulk.under:
        play.refuse(bulk.rule, "A {such_as} cannot be concealed at all; carry it openly or leave it.", such_as=such_as)
    if bulk.under == "coat" and not wears_a_coat(play, who):
        coats = either(CONCEALMENT.coats)
        play.refuse(
            bulk.rule,
            "A {such_as} can only be hidden under an {coats}; put one on first.",
            such_as=such_as,
            coats=coats,
        )
    take(play, who, "anything else")
    forgotten = dict.fromkeys(ConcealedData.of(play.character(who).items[item]).spotted_by)
    data = ConcealedData.changes(bulk=size, spotted_by=forgotten)
    with play.citing(bulk.rule):
        play.emit(who, ItemChanged(name=item, location=CONCEALED, data=data, shown_to=_players(play, who) or "gm"))


def _check_at_hand(play: Play, who: str, item: str) -> None:
    """CE-CONC-02, CE-ACT-34: refuse to hide a thing that is hidden already, or is neither held nor carried."""
    location = play.character(who).items[item].location
    if location == CONCEALED:
        play.refuse("CE-CONC-02", "That is hidden on them already; it has to be drawn before it can be hidden anew.")
    elif location in (hands.GROUND, BODY, WORN):
        play.refuse("CE-CONC-02", "Only what they hold or carry can be hidden; take it up or off first.")


def _size(play: Play, command: Conceal, item: str) -> Bulk:
    """Ruling 61: how big a weapon is: as the game master says with the command, as the table has it, as it was found before,
    else as the game master answers. Refused where a player says otherwise than the table."""
    thing = play.character(command.who).items[item]
    listed = next(
        (size for size, row in CONCEALMENT.bulk.items() if handle_of(thing.what) in map(handle_of, row.such_as)), None
    )
    known: str | None = listed or ConcealedData.of(thing).bulk
    if command.bulk and (play.deed.is_gm or not known):
        known = command.bulk if play.deed.is_gm else None
    elif command.bulk and known and command.bulk != known:
        play.refuse(
            "CE-RULING-61",
            "A {thing} is {known} by the rules; leave `bulk` out.",
            thing=thing.what,
            known=_IN_WORDS[known],
        )
    if known is None:
        suggested = command.bulk or SIZES[0]
        with play.citing("CE-RULING-61"):
            known = play.ask("bulk", "gm", SIZES, suggested, f"How big is the {thing.what} that is to be hidden?")
    return next(size for size in CONCEALMENT.bulk if size == known)


@command("Look for a hidden weapon on a character, by Alertness.", by="owner", scene=True)
def search(play: Play, command: Search) -> None:
    """CE-CONC-01, CE-CONC-02, CE-CONC-03, CE-DMG-17: an Alertness test spots one of them, the easiest first; what is there to be
    spotted, and with what bonus, stays the game master's."""
    _needs_the_rules(play)
    who, target = command.who, command.target
    take(play, who, "anything else")
    hidden = play.where(target, "items", CONCEALED)
    unseen = [name for name in sorted(hidden) if not has_spotted(play, who, target, name)]
    weapon = max(unseen, key=lambda name: _bulk(play, target, name).bonus, default=None)
    bonus = 0 if weapon is None else _bulk(play, target, weapon).bonus
    modifiers = (*addend("hard to hide", bonus), *tests.hindered(play, who, tests.EYESIGHT))
    with play.citing("CE-CONC-02" if not bonus else "CE-CONC-03"):
        spotted = tests.skill_test(play, who, "alertness", "alertness", modifiers=modifiers, veiled=True).success
        if spotted and weapon is not None:
            _reveal(play, who, target, weapon)


@command("Draw a hidden weapon, which costs the turn's action.", by="owner", scene=True)
def draw(play: Play, command: Draw) -> None:
    """CE-ACT-34: it costs the turn's action, and everybody sees it."""
    who = command.who
    item = hands.thing(play, who, command.item)
    if play.character(who).items[item].location != CONCEALED:
        play.missing(f"{who}.items.{item}", "That is not hidden on them.")
    hand = hands.free_hand(play, who)
    if hand is None:
        play.refuse("CE-ACT-34", "Their hands are full; let them drop something first.")
        return
    take(play, who, "anything else")
    with play.citing("CE-ACT-34"):
        play.emit(who, ItemChanged(name=item, location=hand, shown_to="all"))


@command("Say whether a weapon can be had in this campaign.")
def rule_availability(play: Play, command: RuleAvailability) -> None:
    """CE-CONC-01: set how scarce weapons are in this campaign, which decides what can be had."""
    _needs_the_rules(play)
    data: dict[str, Scalar] = {
        "weapon": command.weapon,
        "available": command.available,
        "scarcity": play.option("weapon_scarcity"),
    }
    play.emit(CAMPAIGN, Noted(name="availability", text=command.because, data=data, rules=("CE-CONC-01",)))


def wears_a_coat(play: Play, who: str) -> bool:
    """CE-CONC-04: an overcoat or a duster."""
    worn = play.where(who, "items", WORN).values()
    return any(coat in handle_of(garment.what) for garment in worn for coat in CONCEALMENT.coats)


def come_to_light(play: Play, who: str) -> None:
    """CE-CONC-04, ruling 49: without a coat everybody sees what a character had hidden under it."""
    if wears_a_coat(play, who):
        return
    hidden = play.where(who, "items", CONCEALED)
    with play.citing("CE-CONC-04"):
        for item in sorted(hidden):
            if ConcealedData.of(hidden[item]).bulk in UNDER_A_COAT:
                play.emit(who, ItemChanged(name=item, location=CARRIED, shown_to="all"))


def _needs_the_rules(play: Play) -> None:
    if not play.option(SPOT_RULES):
        play.refuse(
            "CE-CONC-01",
            "The spot rules for weapons are optional; turn on the option {spot_rules} to use them.",
            spot_rules=SPOT_RULES,
        )


def _bulk(play: Play, who: str, item: str) -> _Bulk:
    size = ConcealedData.of(play.character(who).items[item]).bulk
    return next(row for name, row in CONCEALMENT.bulk.items() if name == size)


def has_spotted(play: Play, who: str, target: str, item: str) -> bool:
    """Whether a character knows of a hidden weapon by having looked."""
    return ConcealedData.of(play.character(target).items[item]).spotted_by.get(id_of(who), False)


def _reveal(play: Play, who: str, target: str, item: str) -> None:
    """The players of the character who spotted it see it from now on."""
    seen = play.character(target).items[item].audience
    before = seen if isinstance(seen, tuple) else ()
    audience: Audience = tuple(dict.fromkeys((*before, *_players(play, who)))) or "gm"
    play.emit(
        target, ItemChanged(name=item, shown_to=audience, data=ConcealedData.changes(spotted_by={id_of(who): True}))
    )


def _players(play: Play, who: str) -> tuple[str, ...]:
    return tuple(play.character(who).profile["self"].owners)


MOMENTS = {moments.UNDRESSED: (come_to_light,)}

OPTIONS = (
    OptionSpec(
        name=SPOT_RULES,
        default=False,
        text="Whether the spot rules for concealing modern weapons are played.",
        rules=("CE-CONC-01", "CE-CONC-02", "CE-CONC-03", "CE-CONC-04", "CE-CONC-05"),
    ),
    OptionSpec(
        name="weapon_scarcity",
        default="plentiful",
        choices=("plentiful", "limited", "scarce", "none"),
        text="How scarce weapons are, by which the game master decides what can be had.",
        rules=("CE-CONC-01",),
    ),
)
