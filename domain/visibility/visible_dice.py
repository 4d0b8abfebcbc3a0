"""Dice as one viewer may see them: those of the rolls that they see, under labels that name nobody hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from domain.dice.tape import Die, DieKey, FirstKey, ShownDice
from domain.dice.verify import ShownDie, in_full
from domain.records.entries import StoredEntry
from domain.visibility.event_views import EventView
from domain.visibility.world import VisibleWorld
from domain.vocabulary.log import Rolled


def open_dice(tape: Iterable[Die], *, own: bool) -> tuple[Die, ...]:
    """Return the dice of a refused entry that a player sees: every die of an open seed, and one's `own` typed dice.

    So nobody can try in secret until the dice fit.
    """
    return tuple(die for die in tape if die.seed == "open" or (own and die.seed != "sealed"))


def visible_dice(
    visible: VisibleWorld, entry: StoredEntry, tape: tuple[Die, ...], versions: Sequence[Sequence[EventView]]
) -> tuple[Die, ...]:
    """Return the dice of an entry's tape that the viewer sees in a roll of any of these versions of the entry."""
    if visible.viewer.is_gm:
        return tape
    if entry.status == "refused":
        return open_dice(tape, own=entry.header.member == visible.viewer.member)
    shown = {key for version in versions for key in _shown(version, tape)}
    return tuple(die for die in tape if die.key in shown)


def _shown(seen: Iterable[EventView], tape: tuple[Die, ...]) -> set[DieKey]:
    """Return the keys of the dice that visible rolls show."""
    finder, shown = ShownDice(tape), set[DieKey]()
    for one in seen:
        real = one.original.event
        if isinstance(real, Rolled):
            dice = finder.of(one.original.ref, real.name, (sides for sides, _, _ in real.dice))
            if one.event is not None:
                shown |= {die.key for die in dice if die is not None}
    return shown


def die_as_seen(visible: VisibleWorld, die: Die) -> ShownDie:
    """Return a die as the viewer may see it, with handles in place of references.

    It is `masked` where it is keyed by a label that names a character of whom the viewer may not know.
    """
    whole, words = in_full(die), visible.wording
    was = die.was and replace(die.was, label=words.label(die.was.label))
    keyed_by = die.was or FirstKey(die.label, die.index)

    def known(ref: str) -> str:
        return ref if ref and visible.knows(ref) else ""

    return replace(
        whole,
        label=words.label(die.label),
        roller=die.roller and visible.address(die.roller),
        roller_id=known(whole.roller_id),
        target_id=known(whole.target_id),
        was=was,
        masked=die.seed is not None and die.tokens is None and words.label(keyed_by.label) != keyed_by.label,
    )
