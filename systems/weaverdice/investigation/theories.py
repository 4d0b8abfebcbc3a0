"""Theories: what a character takes to be so, whether it is, and what in truth comes of what rests on a wrong one.

Whether a theory is wrong, and what is misleading for it, is the game master's alone: it is kept where no player sees
it, and decided in commands of the game master's, so that nothing that a player does differs for it.
"""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Card, CardChanged, CardGained, Trait, TraitChanged, TraitGained, TraitLost
from systems.freeform.fields import Key, Title
from systems.weaverdice.checks import morale
from systems.weaverdice.checks.checks import CALLED_OUT
from systems.weaverdice.sheet.stats import STATS

THEORY: Final = "theory"
"""The kind of the cards that are theories; `provenance` is the path of the grid that one is about."""

FACTS: Final = "facts"
"""The state of a theory that was put forward as known facts; wrong ones count as a wrong theory (WD-UTIL-09)."""

REFUTED: Final = "refuted"

VERDICT, DOUBT = "verdict", "doubt"
"""The kinds of traits, all of them the game master's, that say whether a theory is wrong, and that a piece of information
came after it: `item` is its path, `misleading` whether it is."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    misleads_up_to: int


_TABLE: Final = table(__package__, "theories", _Table)

UpTo = Annotated[int, Meta(ge=0, le=6, description="Up to which number of a hidden d6 what came after it misleads")]


@data_of("cards", THEORY)
class TheoryData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The logic by which a character takes it to be so."""

    logic: str = ""


@data_of("traits", DOUBT)
class DoubtData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The theory on which information rests."""

    theory: str
    item: str
    misleading: bool | None = None
    said: Annotated[bool, Meta(description="Whether a character said so, in place of testing it")] = False


@data_of("traits", VERDICT)
class VerdictData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A verdict on a theory: right or wrong, and the number of the die up to which a wrong one misleads."""

    theory: str
    wrong: bool
    up_to: int


class JudgeTheory(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`theory` is one of theirs, by what it claims. A `wrong` one throws doubt on what was found out after it; right
    ones do not."""

    who: CharacterRef
    theory: Annotated[Key, Meta(description="One of theirs, by what it claims")]
    wrong: Annotated[
        bool,
        Meta(description="Whether it is wrong, and so throws doubt on what was found out after it; right ones do not"),
    ]
    up_to: UpTo = _TABLE.misleads_up_to


class CheckInformation(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is the name of a piece of intel, or of a space of a grid; left out, all that has not been tested. With
    `misleading` nothing is rolled: that is how it is."""

    who: CharacterRef
    item: Annotated[
        str,
        Meta(
            description="The name of a piece of intel, or of a space of a grid; left out, all that has not been tested"
        ),
    ] = ""
    misleading: Annotated[
        bool | None, Meta(description="Whether it is misleading; where that is given, nothing is rolled")
    ] = None


class Backfire(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` was tried goes wrong: `penalty` counts against the next roll of `stat`, `morale` is lost in steps."""

    who: CharacterRef
    what: Annotated[Title, Meta(description="What was tried")]
    penalty: Annotated[int, Meta(ge=0, le=5, description="What counts against the next roll of the stat")] = 1
    stat: Annotated[str, Meta(description="The stat whose next roll it counts against")] = "social"
    morale: Annotated[int, Meta(ge=0, le=4, description="How much morale is lost, in steps")] = 0
    theory: Annotated[str, Meta(description="The theory that is seen to be wrong by it, where that shows")] = ""


class _Doubt(NamedTuple):
    name: str
    trait: Trait

    def about(self, item: str) -> bool:
        """Whether this is the item, by its path or by its name."""
        path = DoubtData.of(self.trait).item
        return item == path or path.endswith(f".{item}")


def put_forward(play: Play, who: str, claim: str, logic: str, about: str, *, facts: bool) -> str:
    """WD-UTIL-09, WD-UTIL-10: write down what a character takes to be so, about the grid at the path `about`; return
    its name."""
    name = play.new_id(THEORY)
    data = TheoryData(logic=logic)
    card = Card(kind=THEORY, title=claim, provenance=about, state=FACTS if facts else "", data=data.stored())
    play.emit(who, CardGained(name=name, card=card))
    return name


def cast_doubt(play: Play, who: str, about: str, item: str) -> None:
    """WD-UTIL-10: the information at the path `item` rests on whatever theory a character has about the same grid.

    That is recorded for every theory, be it right or wrong, so that nothing tells which it is.
    """
    theories = play.where(who, "cards", THEORY)
    for theory in sorted(name for name, card in theories.items() if about and card.provenance == about):
        _doubt(play, who, DoubtData(theory=theory, item=item))


def _doubt(play: Play, who: str, data: DoubtData) -> None:
    trait = Trait(kind=DOUBT, audience="gm", data=data.stored())
    play.emit(who, TraitGained(name=play.new_id(DOUBT), trait=trait))


def hand_on(play: Play, who: str, old: str, new: tuple[str, ...]) -> None:
    """Hand on the doubt about a character's information to what was made from it: from the path of what it was, to
    that of what it became."""
    for doubt in _doubts(play, who):
        if DoubtData.of(doubt.trait).item == old:
            kept = DoubtData.read(doubt.trait)
            play.emit(who, TraitLost(name=doubt.name, because="turned into other intel"))
            for item in new:
                _doubt(play, who, replace(kept, item=item))


def _doubts(play: Play, who: str) -> list[_Doubt]:
    return [_Doubt(name, trait) for name, trait in sorted(play.where(who, "traits", DOUBT).items())]


def _verdict_on(theory: str) -> str:
    return f"{VERDICT}/{theory}"


def _is_wrong(play: Play, who: str, doubt: _Doubt) -> bool:
    if DoubtData.of(doubt.trait).said:
        return True
    verdict = play.where(who, "traits", VERDICT).get(_verdict_on(DoubtData.of(doubt.trait).theory))
    return verdict is not None and VerdictData.of(verdict).wrong


@command("Say, unseen by the players, whether a theory is wrong; what came after it is then tested.", actor="who")
def judge_theory(play: Play, command: JudgeTheory) -> None:
    """WD-UTIL-09, WD-UTIL-10, WD-RULING-93: the game master says whether a theory is wrong; if so, what came after it
    is tested."""
    who = command.who
    theory = named(play, who, command.theory)
    name = _verdict_on(theory)
    data = VerdictData(theory=theory, wrong=command.wrong, up_to=command.up_to).stored()
    with play.citing("WD-UTIL-10"):
        if name in play.where(who, "traits", VERDICT):
            play.emit(who, TraitChanged(name=name, data=data))
        else:
            play.emit(who, TraitGained(name=name, trait=Trait(kind=VERDICT, audience="gm", data=data)))
        if command.wrong:
            _test_all(play, who)


@command("Check, unseen by the players, which information after a wrong theory is misleading, or say so.", actor="who")
def check_information(play: Play, command: CheckInformation) -> None:
    """WD-UTIL-10, WD-RULING-93: a hidden d6 says of each piece of information after a wrong theory whether it is
    misleading; or the game master does."""
    who = command.who
    with play.citing("WD-UTIL-10"):
        if not command.item:
            _test_all(play, who)
            return
        doubts = [doubt for doubt in _doubts(play, who) if doubt.about(command.item)]
        if not doubts:
            play.missing(f"{who}.traits", "Nothing called {item!r} came after a theory of theirs.", item=command.item)
        for doubt in doubts:
            if command.misleading is None:
                _test(play, who, doubt)
            else:
                play.emit(
                    who, TraitChanged(name=doubt.name, data=DoubtData.changes(misleading=command.misleading, said=True))
                )


def _test_all(play: Play, who: str) -> None:
    for doubt in _doubts(play, who):
        if DoubtData.of(doubt.trait).misleading is None and _is_wrong(play, who, doubt):
            _test(play, who, doubt)


def _test(play: Play, who: str, doubt: _Doubt) -> None:
    verdict = play.where(who, "traits", VERDICT).get(_verdict_on(DoubtData.of(doubt.trait).theory))
    up_to = _TABLE.misleads_up_to if verdict is None else VerdictData.of(verdict).up_to
    with play.citing("WD-UTIL-10"):
        rolled = play.roll(
            who,
            DOUBT,
            "1d6",
            title=doubt.name,
            judge=lambda _, die: "misleading" if die <= up_to else "sound",
            sealed=True,
        )
    data = DoubtData.changes(misleading=rolled.outcome == "misleading", said=None)
    play.emit(who, TraitChanged(name=doubt.name, data=data))


def named(play: Play, who: str, called: str) -> str:
    """The theory of a character that goes by this name, or by what it claims. Raises Absent."""
    cards = play.where(who, "cards", THEORY)
    claims = (name for name in sorted(cards) if cards[name].title.casefold() == called.casefold())
    theory = called if called in cards else next(claims, "")
    if not theory:
        play.missing(f"{who}.cards.{called}", "They have no theory {called!r}; name one of theirs.", called=called)
    return theory


@command("Let what rests on a wrong theory turn against a character who uses it.", actor="who")
def backfire(play: Play, command: Backfire) -> None:
    """WD-UTIL-10: let a wrong theory turn against a character who uses it: people get upset, rolls get harder."""
    who = command.who
    if command.stat not in STATS:
        play.missing("stat", "{stat!r} is no stat; there are {stats}.", stat=command.stat, stats=", ".join(STATS))
    with play.citing("WD-UTIL-10"):
        for _ in range(command.penalty):
            conditions.gain(play, who, CALLED_OUT, stat=command.stat, label="backfire", why=command.what)
        if command.morale:
            morale.shift(play, who, -command.morale, "WD-UTIL-10")
        if command.theory:
            play.emit(who, CardChanged(name=named(play, who, command.theory), state=REFUTED))
