"""Entries as rows of the timeline: the title of a command, what came of it with its dice, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from domain.visibility.event_views import RollView
from projections.names import Name
from projections.phrases.catalogue import Catalogue
from projections.phrases.entries import brought_in, gist, told
from projections.phrases.messages import Part
from projections.phrases.telling import Piece, between_of, in_text
from projections.views.entry import EntryView, HiddenEntry


class DieFace(msgspec.Struct, frozen=True):
    """A die of a roll: `kept` is whether it counts; `source` says whose it is, such as `server` or `table`."""

    value: int
    sides: int
    kept: bool
    source: str


class ShownPiece(msgspec.Struct, frozen=True):
    """A part of a row's sentence: `between` separates it from the one before. Its dice stand between its text and what is `after`."""

    between: str
    text: str
    dice: tuple[DieFace, ...] = ()
    after: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as a row. A hidden one has only its number and its digest. `sentence` is all that it says, with dice in brackets."""

    entry: int
    hidden: bool = False
    digest: str = ""
    at: str = ""
    who: str = ""
    sentence: str = ""
    title: str = ""
    pieces: tuple[ShownPiece, ...] = ()
    command: str = ""
    kind: str = ""
    status: str = ""
    session: int | None = None
    scene: int | None = None
    dice: tuple[DieFace, ...] = ()
    changed_by: int | None = None
    after: int | None = None
    partial: bool = False


def rows(entries: Iterable[EntryView | HiddenEntry], names: Mapping[str, Name], words: Catalogue) -> list[Row]:
    """Return entries as rows, in their order and in the words of a catalogue."""
    return [row(entry, names, words) for entry in entries]


def row(entry: EntryView | HiddenEntry, names: Mapping[str, Name], words: Catalogue, *, titled: bool = True) -> Row:
    """Return an entry as a row; one that is not `titled` stands below what its command was."""
    if isinstance(entry, HiddenEntry):
        return Row(entry=entry.entry, hidden=True, digest=entry.digest)
    known = {**names, **entry.names}
    say = words.say
    known |= brought_in(entry, known, say)
    title, parts = told(entry, known, say, titled=titled)
    moved = entry.place is not None and entry.place.after != entry.entry - 1
    return Row(
        entry=entry.entry,
        at=entry.at,
        who=known[entry.member].name if entry.member in known else "",
        sentence=say(gist(entry, known, say)),
        title=say(title),
        pieces=tuple(_piece(each, say) for each in parts),
        command=entry.command.type if entry.command else entry.kind,
        kind=entry.kind,
        status=entry.status,
        session=entry.session,
        scene=entry.scene,
        dice=tuple(_dice(entry)),
        changed_by=entry.changed_by.revision if entry.changed_by else None,
        after=entry.place.after if moved and entry.place else None,
        partial=entry.partial,
    )


def _piece(piece: Piece, say: Callable[[Part], str]) -> ShownPiece:
    between = say(between_of(piece))
    if piece.roll is None or not piece.roll.dice:
        return ShownPiece(between, say(in_text(piece)))
    return ShownPiece(between, say(piece.text), tuple(_shown(piece.roll)), say(piece.after))


def _dice(entry: EntryView) -> Iterable[DieFace]:
    return (die for roll in entry.rolls for die in _shown(roll))


def _shown(roll: RollView) -> Iterable[DieFace]:
    return (DieFace(die.value, die.sides, die.kept, die.source or "") for die in roll.dice)
