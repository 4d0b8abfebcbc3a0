"""Dice of deeds that were played when a label alone said whose they are: by whom they were rolled, from the rolls they show in.

Such a label has handles (`damage/masked-judge`), and a number where several rolled the same (`dodge/2`). The rolls of the
deed say who rolled them, in whose streams they lie, so each die is given the key that it would have now. A label is not always to be
read in one way alone (`prospect/2` may be the second prospect, or a character's second roll): then its dice have several
keys, of which a rule asks for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from domain.dice.tape import Die, DieKey, FirstKey
from domain.play.play import StreamEvent
from domain.vocabulary.log import Judged, Noted, Rolled

Labelled: TypeAlias = Rolled | Judged | Noted
"""An event that has a roll's label for a name: a roll, its judgement, and a note on it."""


class Version(msgspec.Struct, frozen=True):
    """The rolls of a deed and the notes on them, as they once were, in their order, and what handles meant then."""

    labelled: tuple[tuple[str, Labelled], ...]
    handles: Mapping[str, str]

    @classmethod
    def of(cls, emitted: Iterable[StreamEvent], handles: Mapping[str, str]) -> Version:
        """The rolls and notes among what happened, each with whose it is."""
        events = ((stream_event.ref, stream_event.event) for stream_event in emitted)
        return cls(tuple((ref, event) for ref, event in events if isinstance(event, Labelled)), handles)


class OlderDice(msgspec.Struct, frozen=True):
    """The older dice of a deed by the keys that they would have now, and how its rolls may be labelled now, by roller and
    label."""

    dice: Mapping[DieKey, Die] = {}
    labels: Mapping[tuple[str, str], frozenset[str]] = {}

    def same(self, older: tuple[StreamEvent, ...], now: tuple[StreamEvent, ...]) -> bool:
        """Whether the same happened, and the rolls are labelled as those labels may be read."""
        return alike(older, now) and all(
            before.event.name == after.event.name
            or after.event.name in self.labels.get((before.ref, before.event.name), ())
            for before, after in zip(older, now, strict=True)
        )


def older_dice(tape: Iterable[Die], versions: Iterable[Version]) -> OlderDice:
    """The dice of a tape that have no roller, by the rolls of the deed in each of its versions."""
    dice_by_name = {(die.label, die.index, die.sides): die for die in tape if not die.roller}
    dice: dict[DieKey, Die] = {}
    labels: dict[tuple[str, str], frozenset[str]] = {}
    for version in versions:
        respelt = _labels(version)
        for at, names in respelt.items():
            labels[at] = labels.get(at, frozenset()) | names
        for key, die in _rekeyed(version, respelt, dice_by_name):
            dice.setdefault(key, die)
    return OlderDice(dice, labels)


def _rekeyed(
    version: Version,
    labels: Mapping[tuple[str, str], frozenset[str]],
    dice_by_name: Mapping[tuple[str, int, int], Die],
) -> Iterator[tuple[DieKey, Die]]:
    """Every die that a version shows, under each key that it may have now: those of a label were counted from 0."""
    before: Counter[str] = Counter()
    now: Counter[tuple[str, str]] = Counter()
    for roller, roll in version.labelled:
        for sides, _, _ in roll.dice if isinstance(roll, Rolled) else ():
            die = dice_by_name.get((roll.name, before[roll.name], sides))
            for label in labels[roller, roll.name]:
                if die is not None:
                    was = FirstKey(die.label, die.index)
                    again = replace(die, label=label, index=now[roller, label], roller=roller, was=was)
                    yield again.key, again
                now[roller, label] += 1
            before[roll.name] += 1


def _labels(version: Version) -> dict[tuple[str, str], frozenset[str]]:
    """Return the labels that each roll or note may have now, by whose it is and the label that it had."""
    written = {event.name for _, event in version.labelled if isinstance(event, Rolled)}
    return {
        (ref, event.name): frozenset(
            label
            for counted in _uncounted(event.name, written)
            for label in _with_references(counted, ref, version.handles)
        )
        for ref, event in version.labelled
    }


def _uncounted(label: str, written: set[str]) -> Iterator[str]:
    """The label, also without a number by which it was told from one that the deed had rolled already."""
    yield label
    parts = label.split("/")
    for at, part in enumerate(parts):
        if part.isdecimal() and "/".join(parts[:at]) in written:
            yield "/".join((*parts[:at], *parts[at + 1 :]))


def _with_references(label: str, roller: str, handles: Mapping[str, str]) -> Iterator[str]:
    """The label, and for each handle in it: without it where it is the roller's, and with its reference at the end."""
    yield label
    parts = label.split("/")
    for at, part in enumerate(parts[1:], 1):
        if ref := handles.get(part):
            rest = "/".join((*parts[:at], *parts[at + 1 :]))
            if ref == roller:
                yield rest
            yield f"{rest}/{ref}"


def is_keyed(tape: Iterable[Die]) -> bool:
    """Whether every die of a tape is keyed to its roller."""
    return all(die.roller for die in tape)


def alike(one: tuple[StreamEvent, ...], other: tuple[StreamEvent, ...]) -> bool:
    """Whether the same happened, if rolls and the notes on them were labelled alike."""
    return len(one) == len(other) and all(map(_alike, one, other))


def _alike(one: StreamEvent, other: StreamEvent) -> bool:
    before, after = one.event, other.event
    if isinstance(before, Labelled) and isinstance(after, type(before)):
        return one.ref == other.ref and replace(before, name=after.name) == after
    return one == other
