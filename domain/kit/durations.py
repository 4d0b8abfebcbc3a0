"""Durations, as anchors: turns, rounds, saves, times, fights, or the first of several that ends.

The moments of a turn are `turn_start` and `turn_end`; a game that calls them otherwise names them.
"""

from __future__ import annotations

from typing import Final

from domain.kit.turns import acting
from domain.play.play import Play
from domain.vocabulary.anchors import (
    AnyAnchor,
    AtMoment,
    UntilEncounterEnds,
    UntilFirst,
    UntilSaved,
    UntilTime,
    WhilePresent,
    parts,
)

TURN_START: Final = "turn_start"
TURN_END: Final = "turn_end"
"""The moments with which a character's turn begins and ends."""


def end_of_turn(who: str, moment: str = TURN_END) -> AtMoment:
    """Return the anchor of what lasts until the end of the character's present turn, or of the next one."""
    return AtMoment(moment=moment, subject=who)


def end_of_next_turn(play: Play, who: str, moment: str = TURN_END) -> AtMoment:
    """Return the anchor of what lasts until the end of a character's next turn: in their own turn, the end of that goes by."""
    return AtMoment(moment=moment, subject=who, passing=int(acting(play, who)))


def next_turn(who: str, moment: str = TURN_START) -> AtMoment:
    """Return the anchor of what lasts until a character's next turn begins."""
    return AtMoment(moment=moment, subject=who)


def save_ends(who: str, save: str = "", target: int = 0, moment: str = TURN_END) -> UntilSaved:
    """Return the anchor of what lasts until a character saves at the end of a turn of theirs (the game's `save` hook rolls).

    `save` is which one, in the game's word, and `target` what it has to reach; left out, they are as the game has it.
    """
    return UntilSaved(moment=moment, subject=who, save=save, target=target)


def seconds(play: Play, count: int) -> UntilTime:
    """Return the anchor of what lasts so many seconds of the game's time from now."""
    return UntilTime(at=play.clock() + count)


def fight_ends(play: Play) -> UntilEncounterEnds | None:
    """Return the anchor of what lasts as long as the encounter of this deed; None outside of any, where nothing ends it."""
    return None if play.deed.encounter is None else UntilEncounterEnds(encounter=play.deed.encounter)


def as_long_as(ref: str, component: str, name: str) -> WhilePresent:
    """Return the anchor of what lasts as long as an instance of a character does."""
    return WhilePresent(path=f"{ref}.{component}.{name}")


def first_of(*anchors: AnyAnchor | None) -> AnyAnchor | None:
    """Return the anchor of what ends with the first of these; None counts as what never comes."""
    several = tuple(part for anchor in anchors if anchor is not None for part in parts(anchor))
    return UntilFirst(of=several) if len(several) > 1 else next(iter(several), None)
