"""The powers that a character has: which they are, at which level they were selected, and which of them are spent."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.kit.conditions import has
from domain.kit.naming import handle_of
from domain.messages import either, text
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.holdings import Trait, TraitGained, TraitLost
from systems.orcus.moments import LONG_REST, SHORT_REST
from systems.orcus.powers.records.reading import Reading, read
from systems.orcus.powers.records.record import KIND, PRINTED, Power, Trigger, Word, is_catalogued, look_up, tags_of
from systems.orcus.sheet.conditions import CONTROLLED, check_own_will

_RENEWED: Final = {"encounter": SHORT_REST, "daily": LONG_REST}
"""OR-POW-04, OR-POW-05: the rest with which a power that was expended is usable again."""

_RULES: Final = {"encounter": "OR-POW-04", "daily": "OR-POW-05", "refresh": "OR-MON-05"}

_USABLE_AGAIN: Final = {"encounter": text("after a short rest"), "daily": text("after a long rest")}
"""When a power that is expended is usable again, by its frequency."""

CATALOGUE: Final = (
    CatalogueKind(
        name=KIND,
        title="Powers",
        table=PRINTED,
        rules=("OR-POW-02", "OR-POW-07"),
        labels={"boost_level": "better from level", "boost": "then"},
        added_by="add_power",
    ),
)


class LearnPower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Give a character a power."""

    who: CharacterRef
    power: Annotated[Word, Meta(extra={"catalogue": KIND})]
    level: Annotated[int, Meta(ge=0, le=30, description="The level at which it is selected; 0 for its own")] = 0


class OfPower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """One power of a character."""

    who: CharacterRef
    power: Word


@command("A character has a power from now on, at the level at which they select it.")
def learn_power(play: Play, command: LearnPower) -> None:
    """OR-POW-07, OR-EFF-07: a power with a boost may be selected at the higher level too."""
    learn(play, command.who, command.power, command.level)


def learn(play: Play, who: str, word: str, level: int = 0) -> None:
    """OR-EFF-07: let a character have a power, selected at its own level (0) or at that of its boost."""
    power, name = look_up(play, word), handle_of(word)
    if level not in (0, power.level, power.boost_level):
        levels = either((power.level, power.boost_level) if power.boost_level else (power.level,))
        play.refuse("OR-EFF-07", "{power} is selected at level {levels}.", power=power.name, levels=levels)
    if name in held_powers(play, who):
        play.refuse("OR-POW-07", "They have {power} already.", power=power.name)
        return
    tags = tuple(sorted(tags_of(power)))
    rank = level or power.level
    trait = Trait(kind=KIND, catalogue=f"{KIND}/{name}", title=power.name, rank=rank, state=power.trigger, tags=tags)
    play.emit(who, TraitGained(name=name, trait=trait))


@command("A character does not have a power any more.")
def forget_power(play: Play, command: OfPower) -> None:
    """OR-POW-07: a power that a character has is one entry of their sheet."""
    name, _ = known(play, command.who, command.power)
    play.emit(command.who, TraitLost(name=held_powers(play, command.who)[name]))


def known(play: Play, who: str, word: str) -> tuple[str, Reading]:
    """OR-POW-07, OR-EFF-07: return the word of a power that a character has, and the power as they selected it. Absent without it."""
    powers = held_powers(play, who)
    name = handle_of(word)
    if name not in powers:
        play.missing(
            f"{who}.traits.{name}",
            "They have no power {word!r}; they have {powers}.",
            word=word,
            powers=", ".join(powers) or text("none"),
        )
    return name, read(look_up(play, name), int(play.character(who).traits[powers[name]].rank))


def held_powers(play: Play, who: str) -> dict[str, str]:
    """Return the names of the traits that are a character's powers, by the word of each power."""
    traits = sorted(play.where(who, "traits", KIND).items())
    return {trait.catalogue.partition("/")[2] or handle_of(trait.title): name for name, trait in traits}


def all_known(play: Play, who: str) -> dict[str, Reading]:
    """Return the powers that a character has and that the catalogue knows, as they selected them, by their word."""
    traits = play.character(who).traits
    words = {word: name for word, name in held_powers(play, who).items() if is_catalogued(play, word)}
    return {word: read(look_up(play, word), int(traits[name].rank)) for word, name in words.items()}


def waiting_for(play: Play, who: str, trigger: Trigger) -> dict[str, Reading]:
    """OR-POW-09: return the powers of a character that wait for a trigger and are not expended, by their word."""
    traits = sorted(play.where(who, "traits", KIND).items())
    words = {
        word: int(trait.rank)
        for name, trait in traits
        if (trait.state == trigger if trait.catalogue else is_catalogued(play, handle_of(trait.title)))
        and (word := trait.catalogue.partition("/")[2] or handle_of(trait.title))
    }
    readings = {
        word: read(look_up(play, word), rank) for word, rank in words.items() if not is_expended(play, who, word)
    }
    return {word: reading for word, reading in readings.items() if reading.power.trigger == trigger}


def is_expended(play: Play, who: str, name: str) -> bool:
    """OR-POW-04, OR-POW-05, OR-MON-05: whether a character's power was used and is not usable again yet."""
    return counters.times(play, who, counter_of(name)) > 0


def check_unspent(play: Play, who: str, name: str, power: Power) -> None:
    """OR-POW-03, OR-POW-04, OR-POW-05, OR-MON-05, OR-COND-04: refuse a power that is expended, or that nobody else may use up."""
    if is_withheld(play, who, power):
        check_own_will(play, who, power.name)
    if not is_expended(play, who, name):
        return
    play.refuse(
        _RULES.get(power.frequency, "OR-POW-04"),
        "{power} is expended; it is usable again {after}.",
        power=power.name,
        after=_USABLE_AGAIN.get(power.frequency, text("once it refreshes")),
    )


def is_withheld(play: Play, who: str, power: Power) -> bool:
    """OR-COND-04: whether a character is controlled, and keeps back a power that is expended until they rest."""
    return power.frequency in _RENEWED and has(play, who, CONTROLLED)


def expend(play: Play, who: str, name: str, power: Power) -> None:
    """OR-POW-04, OR-POW-05, OR-MON-05: a power is expended by its use, unless it is at will."""
    if power.frequency == "at-will":
        return
    moment = _RENEWED.get(power.frequency)
    until = AtMoment(moment=moment, subject=who) if moment else None
    with play.citing(_RULES[power.frequency]):
        counters.count(play, who, counter_of(name), what=KIND, title=power.name, until=until)


def regain(play: Play, who: str, name: str) -> None:
    """A power that was expended is usable again."""
    if is_expended(play, who, name):
        counters.clear(play, who, counter_of(name))


def counter_of(name: str) -> str:
    """Return the name of the counter that says whether a power is expended."""
    return f"{KIND}/{name}"
