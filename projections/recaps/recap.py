"""A recap of a session: its moments as sentences, each with its receipts, the entries of the ledger that it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal
from uuid import UUID

import msgspec

from projections.phrases.entries import brought_in, changes_made
from projections.phrases.messages import Part, phrase
from projections.phrases.naming import name_of
from projections.phrases.recap import Row, merged, moment, revised
from projections.views.entry import EntryView, HiddenEntry

Say = Callable[[Part], str]
"""A function that puts a sentence into a language."""

Mark = Literal["corrected", "added", "struck"]

_MARKS: Mapping[str, Mark] = {
    "restated": "corrected",
    "amended": "corrected",
    "kept": "corrected",
    "struck": "struck",
    "moot": "struck",
}
"""The statuses of entries of which a recap says that the past was corrected."""


class RecapLine(msgspec.Struct, frozen=True, kw_only=True):
    """A moment in a sentence. `entry` is the entry that it rests on.

    `mark` says how the past was corrected there: the entry was decided otherwise (`corrected`), inserted later (`added`),
    or, in a session as it was played, `struck` since; null where nothing of it was changed. `revision` is the entry that
    did so, where the reader may know it.
    """

    sort: str
    text: str
    entry: int
    mark: Mark | None = None
    revision: int | None = None


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that a recap rests on, with its hash in the chain: a reader who has the ledger can check it."""

    entry: int
    at: str
    hash: str


class Recap(msgspec.Struct, frozen=True, kw_only=True):
    """A session told in sentences, in the order of the story and in a `language`. `session` is null outside of sessions;
    `entry` is the last entry of the ledger that it takes into account."""

    campaign: UUID
    name: str
    session: int | None
    title: str
    entry: int
    language: str
    lines: tuple[RecapLine, ...]
    receipts: tuple[Receipt, ...]


Entries = Mapping[int, EntryView | HiddenEntry]
"""Entries as a reader may see them, by number."""


def told(rows: Iterable[Row], entries: Entries, say: Say) -> tuple[RecapLine, ...]:
    """Return the moments of a session as sentences, marked where the past was corrected."""
    return tuple(_line(run, entries.get(run[0]["entry"]), say) for run in merged(tuple(rows)))


def receipts(lines: Sequence[RecapLine], entries: Entries) -> tuple[Receipt, ...]:
    """Return the receipts of sentences: of each entry that they rest on, and of each revision that they name."""
    numbers = {number for line in lines for number in (line.entry, line.revision) if number is not None}
    seen = [view for number in sorted(numbers) if isinstance(view := entries.get(number), EntryView)]
    return tuple(Receipt(entry=view.entry, at=view.at, hash=view.hash) for view in seen)


def headline(recap: Recap, say: Say) -> str:
    """Return the title of a recap."""
    if recap.session is None:
        return say(phrase("recap.headline_outside", campaign=recap.name))
    return say(phrase("recap.headline", campaign=recap.name, number=recap.session, title=recap.title))


def remark(line: RecapLine, say: Say) -> str:
    """Return what a sentence says of a correction; "" where there was none."""
    revision = "" if line.revision is None else str(line.revision)
    return "" if line.mark is None else say(phrase(f"recap.mark_{line.mark}", revision=revision))


def _line(rows: Sequence[Row], view: EntryView | HiddenEntry | None, say: Say) -> RecapLine:
    row, *also = rows
    if not isinstance(view, EntryView):
        return RecapLine(sort=row["sort"], text=say(moment(row, also)), entry=row["entry"])
    mark, revision = _marked(view)
    if view.revision is not None:
        sentence = revised(row, changes_made(view))
    else:
        sentence = moment(row, also, _wounds(rows, view, say))
    return RecapLine(sort=row["sort"], text=say(sentence), entry=row["entry"], mark=mark, revision=revision)


def _wounds(rows: Sequence[Row], view: EntryView, say: Say) -> list[Part]:
    """Return what the wounds of these moments are called; none where the entry tells of others besides."""
    names = brought_in(view, view.names, say)
    paths = [
        f"{event['aggregate_id']}.wounds.{event['name']}"
        for event in view.events
        if event["type"] == "wound_suffered"
        and event["aggregate_id"] in view.names
        and view.names[event["aggregate_id"]].name == rows[0]["who"]
    ]
    return [name_of(names[path]) for path in paths if path in names] if len(paths) == len(rows) else []


def _marked(view: EntryView) -> tuple[Mark | None, int | None]:
    """Return how the past was corrected at an entry, and the revision that did so, where it is known."""
    revision = None if view.changed_by is None else view.changed_by.revision
    mark = _MARKS.get(view.status)
    if mark is None and view.place is not None and view.place.after != view.entry - 1:
        mark = "added"
    return mark, revision
