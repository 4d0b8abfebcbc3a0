"""Professionals: hospitals, therapists and cape doctors, what they ask for, and how well they do their work."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.dice.notation import NotationError, parse
from domain.kit import counters
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.catalogue import Addition, CatalogueAdded
from systems.freeform.fields import Notation, Title
from systems.weaverdice.money import pay

KIND: Final = "professional"


class Professional(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fees of a professional for strangers and for those whom they know, in dollars, and their dice."""

    title: str
    fee: int
    known: int
    dice: str


class _Fees(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    most: int


class _Halving(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    target: int
    dearer: int


class _Rest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    morale: int
    target: int


class _Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: int


class _Recuperation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fees: _Fees
    halving: _Halving
    rest: _Rest
    past: _Past
    professional: dict[str, Professional]


NUMBERS: Final = table(__package__, "recuperation", _Recuperation)
CATALOGUE: Final = (
    CatalogueKind(
        name=KIND,
        title="Professionals",
        table=NUMBERS.professional,
        rules=("WD-RNR-05", "WD-RNR-07"),
        labels={"known": "fee of whom they know"},
        units={"fee": "dollars", "known": "dollars"},
        added_by="define_professional",
    ),
)


class DefineProfessional(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`fee` is what they ask for an action's help, `known` what they ask where they know a character (the same, unless
    it is given)."""

    name: Title
    fee: Annotated[int, Meta(description="What they ask for an action's help")] = 500
    known: Annotated[
        int | None, Meta(description="What they ask where they know a character (the same, unless it is given)")
    ] = None
    rolls: Annotated[Notation, Meta(description="What they roll")] = "1d6"


class Refer(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Refer a character to a `professional`."""

    who: CharacterRef
    professional: Annotated[Title, Meta(description="To whom they come with a reference", extra={"catalogue": KIND})]


def named(play: Play, name: str) -> Professional:
    """WD-RNR-05, WD-RNR-07: return a professional by name, the campaign's own before the rulebook's. Absent where
    nobody goes by that."""
    key = handle_of(name)
    own = play.campaign().catalogue.get(f"{KIND}/{key}")
    if own is not None:
        return msgspec.convert({"title": own.title, **own.fields}, Professional)
    if key not in NUMBERS.professional:
        known = ", ".join(sorted(NUMBERS.professional))
        path = f"{CAMPAIGN}.catalogue.{KIND}/{key}"
        play.missing(
            path,
            "No professional is called {name!r}; there are {known}, and those whom the game master defines.",
            name=name,
            known=known,
        )
    return NUMBERS.professional[key]


def engage(play: Play, who: str, name: str) -> Professional:
    """WD-RNR-05, WD-RNR-07: pay for the help of one action. A character who has paid once has business with them from
    then on."""
    help_of = named(play, name)
    pay(play, who, help_of.known if is_known(play, who, name) else help_of.fee, "WD-RNR-05")
    _become_known(play, who, name)
    counters.add(play, who, _visits(name), at=play.clock())
    return help_of


def is_known(play: Play, who: str, name: str) -> bool:
    """Whether a character has a reference, or business with them."""
    return counters.is_open(play, who, _visits(name))


def _become_known(play: Play, who: str, name: str) -> None:
    if not is_known(play, who, name):
        counters.ensure(play, who, _visits(name), what=KIND)


def _visits(name: str) -> str:
    return f"{KIND}/{handle_of(name)}"


@command("Professional help becomes available: a hospital, a therapist, a cape doctor.")
def define_professional(play: Play, command: DefineProfessional) -> None:
    """WD-RNR-05: define a professional, whose fee is between nothing and a limit, by discretion, contacts, reputation
    and quality."""
    known = command.fee if command.known is None else command.known
    if not all(0 <= dollars <= NUMBERS.fees.most for dollars in (command.fee, known)):
        play.refuse("WD-RNR-05", "Professional help costs between nothing and ${most}.", most=NUMBERS.fees.most)
    try:
        parse(command.rolls)
    except NotationError as wrong:
        play.refuse("WD-RNR-05", "Their dice cannot be read: {wrong}. Give them as in 1d6-1.", wrong=wrong)
    addition = Addition(
        kind=KIND, title=command.name.strip(), fields={"fee": command.fee, "known": known, "dice": command.rolls}
    )
    play.emit(CAMPAIGN, CatalogueAdded(name=f"{KIND}/{handle_of(command.name) or 'doctor'}", addition=addition))


@command("A character comes to professionals with a reference.")
def refer(play: Play, command: Refer) -> None:
    """WD-RNR-05, WD-RNR-07: a reference makes a stranger one whom they know."""
    named(play, command.professional)
    if is_known(play, command.who, command.professional):
        play.refuse(
            "WD-RNR-07", "{professional} knows them already; no reference is needed.", professional=command.professional
        )
    _become_known(play, command.who, command.professional)
