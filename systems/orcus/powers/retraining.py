"""Retraining of powers: one for another of the same type, level and class."""

from __future__ import annotations

from typing import Final

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.holdings import TraitLost
from systems.orcus.powers.known import held_powers, known, learn
from systems.orcus.powers.records.record import Power, Word, look_up, tags_of
from systems.orcus.sheet.retraining import use_swap

CLASS: Final = "class: "
"""The beginning of a tag that says to which class a power belongs."""


class RetrainPower(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The game master confirms that a character trades one power for another."""

    who: CharacterRef
    old: Word
    new: Word


@command("Trade a power for another one of the same type, level and class.")
def retrain_power(play: Play, command: RetrainPower) -> None:
    """OR-RETR-01, OR-RETR-02, OR-RETR-03, OR-RETR-05, OR-EFF-07, ruling 13: one swap with each level, and no better power for
    it. A power is of the level at which it is selected."""
    name, reading = known(play, command.who, command.old)
    old, new = look_up(play, command.old), look_up(play, command.new)
    use_swap(play, command.who, old.name)
    level = int(reading.power.level)
    if _sort_of(old) != _sort_of(new) or level not in (new.level, new.boost_level):
        play.refuse(
            "OR-RETR-05", "A power is traded for one of the same type, level and class; {new} is another.", new=new.name
        )
    play.emit(command.who, TraitLost(name=held_powers(play, command.who)[name], because=f"retrained as {new.name}"))
    learn(play, command.who, command.new, level if level == new.boost_level else 0)


def _sort_of(power: Power) -> tuple[str, str, frozenset[str]]:
    """The type and class of a power."""
    classes = frozenset(tag for tag in tags_of(power) if tag.startswith(CLASS))
    return power.category, power.frequency, classes
