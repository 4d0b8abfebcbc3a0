"""Conditions: being down and getting up, being delayed, and whatever the game master puts a character in or makes
up."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.instance_fields import takes_one_of
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import find, handle_of, hold_on
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import AtMoment, WhilePresent
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Because, Key, Title, Until
from systems.weaverdice.harm import pain
from systems.weaverdice.moments import FELL
from systems.weaverdice.sheet.stats import DEFENCE, MOVEMENT, STATS
from systems.weaverdice.turns import fights


class _Fallen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    crawl: int


class _Conditions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    imposed: frozenset[str]
    ruled: frozenset[str]
    fallen: _Fallen


NUMBERS: Final = table(__package__, "conditions", _Conditions)

CHANGEABLE: Final = {**{stat: f"attributes.{stat}" for stat in STATS}, "defence": DEFENCE, "movement": MOVEMENT}
"""The values that a condition of the table's own making may change, with their paths."""


class Impose(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is a condition of the book, or one that is made up: `says` are its rules then, `changes` what it adds to stats,
    defence or movement, and a `simple` one can be rested off. Pain is `pain` of a kind, or in a `part` of the body."""

    who: CharacterRef
    what: Annotated[Title, Meta(description="A condition of the book, or one that is made up")]
    says: Annotated[Text, Meta(description="The rules of one that is made up")] = ""
    changes: Annotated[
        dict[str, int], Meta(description="What one that is made up adds to stats, defence or movement")
    ] = {}
    simple: Annotated[bool, Meta(description="Whether it can be rested off")] = False
    pain: Annotated[pain.Sort, Meta(description="The kind of pain")] = "physical"
    part: Annotated[str, Meta(description="The part of the body that the pain is in")] = ""
    until: Until = None


class Lift(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`condition` is its name, or what it is."""

    who: CharacterRef
    condition: Annotated[Key, Meta(description="Its name, or what it is", extra=takes_one_of("conditions"))]
    because: Because = ""


def knock_down(play: Play, who: str) -> None:
    """WD-COND-10: knock a character down, who moves no more than 5 feet then. A character who is down already falls no
    further."""
    if conditions.has(play, who, "knocked_down"):
        return
    with play.citing("WD-COND-10"):
        name = conditions.gain(play, who, "knocked_down")
        _change(play, who, name, Modifier(path=MOVEMENT, operation="cap", amount=NUMBERS.fallen.crawl))
    come(play, FELL, who)


def delay(play: Play, who: str) -> None:
    """WD-COND-12: the next turn comes just after that of the enemies who would otherwise act next."""
    with play.citing("WD-COND-12"):
        next_turn = fights.in_this_fight(play, AtMoment(moment="turn_start", subject=who))
        conditions.gain(play, who, "delayed", until=next_turn)
        fights.delay(play, who)


@command(
    "Put a character in a condition of the book, or in one that the table makes up with rules of its own.", scene=True
)
def impose(play: Play, command: Impose) -> None:
    """WD-COND-01, WD-COND-07, WD-COND-10, WD-COND-12: the list of conditions is open; the game master says who is in
    which, and makes up others."""
    command = msgspec.structs.replace(command, until=hold_on(play, command.until))
    word = handle_of(command.what).replace("-", "_")
    if word in NUMBERS.ruled:
        play.refuse(
            "WD-COND-01", "{what} comes about by rules of its own; give the command that brings it.", what=command.what
        )
    name = _put_in(play, command, word)
    if command.says:
        play.emit(command.who, Noted(name=word, text=command.says, rules=("WD-COND-01",)))
    for number, (changed, amount) in enumerate(sorted(command.changes.items())):
        if changed not in CHANGEABLE:
            play.refuse(
                "WD-COND-01",
                "A condition cannot change {changed!r}; it can {changeable}.",
                changed=changed,
                changeable=", ".join(CHANGEABLE),
            )
            continue
        _change(play, command.who, name, Modifier(path=CHANGEABLE[changed], amount=amount), f"change-{number}")


def _put_in(play: Play, command: Impose, word: str) -> str:
    """The name of the instance."""
    with play.citing("WD-COND-01"):
        match word:
            case "knocked_down":
                knock_down(play, command.who)
            case "delayed":
                delay(play, command.who)
            case "pain":
                sort = "part" if command.part else command.pain
                return pain.hurt(play, command.who, sort, part=command.part, until=command.until)
            case _ if word in NUMBERS.imposed:
                return conditions.gain(play, command.who, word, until=command.until)
            case _:
                return _made_up(play, command, word)
        return min(play.where(command.who, "conditions", word), default=word)


def _made_up(play: Play, command: Impose, word: str) -> str:
    name = conditions.gain(play, command.who, word, until=command.until, simple=command.simple, made_up=True)
    conditions.change(play, command.who, name, title=command.what)
    return name


def _change(play: Play, who: str, condition: str, modifier: Modifier, suffix: str = "change") -> None:
    """A modifier that lasts as long as the condition it comes with."""
    until = WhilePresent(path=f"{who}.conditions.{condition}")
    modifier = msgspec.structs.replace(modifier, source=condition, until=until)
    play.emit(who, ModifierApplied(name=f"{condition}-{suffix}", modifier=modifier))


@command("End a character's condition, and with it whatever came of it.", scene=True)
def lift(play: Play, command: Lift) -> None:
    """WD-COND-01: the game master ends a condition, and with it whatever came of it."""
    name = find(play, command.who, "conditions", command.condition)
    if play.character(command.who).conditions[name].what in NUMBERS.ruled:
        play.refuse("WD-COND-01", "That condition ends by rules of its own; give the command that ends it.")
    with play.citing("WD-COND-01"):
        conditions.end_one(play, command.who, name, command.because or "lifted")
