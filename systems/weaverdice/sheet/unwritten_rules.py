"""The unwritten rules: who breaks them, and when the other capes have had enough."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import numbered, text
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.base import Audience
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.log import Noted
from systems.freeform.fields import Title

BREACH: Final = "breach"
"""The kind of the traits that are breaches on record."""

OUTLAWED: Final = "outlawed"
"""The condition of a character who has the other capes against them."""


class _Unwritten(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    breach: dict[str, str]


BREACHES: Final = table(__package__, "unwritten_rules", _Unwritten).breach
CATALOGUE: Final = (
    CatalogueKind(name=BREACH, title="Breaches of the unwritten rules", table=BREACHES, rules=("WD-SET-01",)),
)


@data_of("traits", BREACH)
class BreachData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The unwritten rule that was broken."""

    breach: str


class RecordBreach(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`breach` is the key of one. A `hidden` one is not known of yet, and counts all the same."""

    who: CharacterRef
    breach: Annotated[str, Meta(description="The key of one", extra={"catalogue": BREACH})]
    account: Annotated[Text, Meta(description="What happened")] = ""
    hidden: Annotated[bool, Meta(description="Whether it is not known of yet; it counts all the same")] = False


class TurnAgainst(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`measure` is what the cape community does about them."""

    who: CharacterRef
    measure: Annotated[Title, Meta(description="What the cape community does about them")]


@command("Put a breach of the unwritten rules on record.")
def record_breach(play: Play, command: RecordBreach) -> None:
    """WD-SET-01: the game master puts a breach of the unwritten rules on record."""
    who = command.who
    if command.breach not in BREACHES:
        listed = "; ".join(f"{key}: {words}" for key, words in BREACHES.items())
        play.missing(
            f"{who}.traits.{BREACH}",
            "{breach!r} breaks no unwritten rule; there is {listed}.",
            breach=command.breach,
            listed=listed,
        )
    audience: Audience = "gm" if command.hidden else "all"
    with play.citing("WD-SET-01"), play.seen_by(audience):
        breach = Trait(
            kind=BREACH,
            title=BREACHES[command.breach],
            data=BreachData(breach=command.breach).stored(),
            audience=audience,
        )
        play.emit(who, TraitGained(name=play.new_id(BREACH), trait=breach))
        if command.account:
            play.emit(who, Noted(name=BREACH, text=command.account, data={BREACH: command.breach}))


@command("Let the cape community act against a character after enough breaches.")
def turn_against(play: Play, command: TurnAgainst) -> None:
    """WD-SET-01: after enough breaches the cape community acts against a character who committed them."""
    who, enough = command.who, int(play.option("enough_breaches") or 0)
    count = len(play.where(who, "traits", BREACH))
    if count < enough:
        sentence = numbered(
            "It takes {count} breach on record for the others to act; so far there are {breaches}.",
            "It takes {count} breaches on record for the others to act; so far on record: {breaches}.",
            enough,
            breaches=count or text("none"),
        )
        play.refuse("WD-SET-01", sentence)
    if conditions.has(play, who, OUTLAWED):
        play.refuse("WD-SET-01", "The others have turned against them already; describe what that comes to.")
    outlawed = Condition(what=OUTLAWED, title=command.measure, locked=True)
    conditions.add(play, who, outlawed, play.new_id(OUTLAWED), rules=("WD-SET-01",))


OPTIONS = (
    OptionSpec(
        name="enough_breaches",
        default=3,
        text="How many breaches of the unwritten rules let the cape community act against an offender.",
        rules=("WD-SET-01",),
    ),
)
