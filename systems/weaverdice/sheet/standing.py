"""The standing of a cape's life besides the sheet: a secret identity, friends, family, the passenger.

Growth asks for these again and again. The game master keeps them on record; where nothing is on record, a rule asks.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.base import Audience
from domain.vocabulary.holdings import Trait, TraitChanged, TraitGained


class _Facts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    facts: dict[str, str]


FACTS = table(__package__, "standing", _Facts).facts
CATALOGUE = (CatalogueKind(name="fact", title="Parts of a cape's life", table=FACTS, rules=("WD-PROG-09",)),)
"""Each fact with the question that is asked about it."""


class SetStanding(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`fact` stands well (`good`) or badly. A `hidden` one the players do not know of: an identity that leaked."""

    who: CharacterRef
    fact: Annotated[str, Meta(description="What they stand well or badly in", extra={"catalogue": "fact"})]
    good: Annotated[bool, Meta(description="Whether they stand well in it, or badly")] = True
    hidden: Annotated[bool, Meta(description="Whether the players do not know of it: an identity that leaked")] = False


@command("Keep on record how a cape's secret identity, civilian life, family or passenger stands.")
def set_standing(play: Play, command: SetStanding) -> None:
    """WD-PROG-09, WD-MILE-09, WD-OPT-18: the game master says how a part of a character's life stands, until it is said
    anew."""
    if command.fact not in FACTS:
        play.missing(
            f"{command.who}.traits.{_name(command.fact)}",
            "{fact!r} is no part of a cape's life that growth asks for; there is {facts}.",
            fact=command.fact,
            facts=", ".join(FACTS),
        )
    note(play, command.who, command.fact, good=command.good, hidden=command.hidden)


def note(play: Play, who: str, fact: str, *, good: bool, hidden: bool = False) -> None:
    """Put on record how a fact stands, for all to see or for the game master alone."""
    name, state = _name(fact), "good" if good else "bad"
    audience: Audience = "gm" if hidden else "all"
    if name in play.character(who).traits:
        play.emit(who, TraitChanged(name=name, state=state, shown_to=audience))
    else:
        trait = Trait(kind="standing", state=state, title=fact, audience=audience)
        play.emit(who, TraitGained(name=name, trait=trait))


def holds(play: Play, who: str, *facts: str) -> bool:
    """Whether all of these stand well: as it is on record, else as the game master answers (no, where the deed is closed)."""
    return all(_holds(play, who, fact) for fact in facts)


def _holds(play: Play, who: str, fact: str) -> bool:
    on_record = play.character(who).traits.get(_name(fact))
    if on_record is not None:
        return bool(on_record.state == "good")
    return confirmed(play, "standing", FACTS[fact], of=fact)


def confirmed(play: Play, kind: str, prompt: str, *, of: str = "") -> bool:
    """Return the game master's answer to a question of the table's judgement; asked once in a deed, however often it
    matters."""
    key = play.keys.asked(kind, of=of)
    if key is not None:
        return play.deed.answers.get(key, "no") == "yes"
    return play.ask(kind, "gm", ("yes", "no"), "no", prompt, of=of) == "yes"


def _name(fact: str) -> str:
    return f"standing-{fact}"
