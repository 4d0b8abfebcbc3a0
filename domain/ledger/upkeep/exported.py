"""The lines of a ledger that was taken away: what they hold, and reading them one after the other.

The first line is a title: what follows, and how much of it. Where they were asked for, the campaign's secret seeds come
next. Then comes a line for each entry with everything that the chain covers, byte for byte (`domain.records.chain` says how
the digest is made of it). The last line repeats where the ledger stands and has the SHA-256 of all lines before it, their
line breaks included. Bytes that are no text are in lower-case hexadecimal digits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final, TypeAlias

import msgspec

from domain.ledger.checking.faults import Unreadable, attempted
from domain.records import chain
from domain.records.entries import CampaignRow, Head, NewRow, PlacedRow, RawEntry, RawText
from domain.records.rows import COLUMNS

FORMAT: Final = "retcon-ledger/1"
"""The format named in the title line; an incompatible format gets a new number."""


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place in a chain: an entry and the hash it has."""

    entry: int
    hash: str


class LineCounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size of an export: entries, their events, and the paths that they read."""

    entries: int
    events: int
    paths: int


class Title(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="title"):
    """The first line. `follows` is what the first entry follows (of a fork: its parent's entry), `head` the last entry.

    `whole` is whether the lines hold all that the chain covers; `secrets` whether the secret seeds are among them.
    """

    format: str
    campaign: CampaignRow
    follows: Mark
    head: Mark
    counts: LineCounts
    whole: bool
    secrets: bool


class EventLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event within the line of its entry."""

    position: int
    version: int
    ref: str
    topic: str
    kind: str
    body: str


class TextLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A free text within the line of its entry; salt and words are null once it was erased."""

    index: int
    salt: str | None
    words: str | None


class EntryLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="line", tag="entry"):
    """All that the chain covers of an entry, and the words of its texts."""

    entry: int
    digest: str
    hash: str
    salt: str
    header: str
    request_digest: str
    read_ids: tuple[int, ...]
    new_paths: tuple[tuple[int, str], ...]
    events: tuple[EventLine, ...]
    restatements: str
    texts: tuple[TextLine, ...]


class SeedsLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The secret seeds of a dice epoch within the line of secrets."""

    epoch: int
    open: str
    sealed: str
    amendment: str = ""


class Secrets(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="line", tag="secrets"):
    """The secrets that no player may know: the seeds that dice to come will be drawn from.

    `amendment_seed` is that of an older campaign for all of its changed pasts. `key` is for the hashes of plans; files of
    older releases have none.
    """

    amendment_seed: str
    key: str = ""
    epochs: tuple[SeedsLine, ...]


class EndLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="line", tag="end"):
    """The last line: the title's head once more, and the digest of all bytes before this line."""

    head: Mark
    sha256: str


Line: TypeAlias = Title | EntryLine | Secrets | EndLine


def mark(head: Head) -> Mark:
    """A head as a line tells it."""
    return Mark(head.entry, head.hash.hex())


def line_of(raw: RawEntry) -> EntryLine:
    """The line of an entry."""
    return EntryLine(
        entry=raw.number,
        digest=raw.digest.hex(),
        hash=raw.hash.hex(),
        salt=raw.salt.hex(),
        header=raw.header.decode(),
        request_digest=raw.request_digest.hex(),
        read_ids=raw.read_ids,
        new_paths=raw.new_paths,
        events=tuple(
            EventLine(
                position=placed.position,
                version=placed.event.version,
                ref=placed.event.ref,
                topic=placed.event.topic,
                kind=placed.event.kind,
                body=placed.event.body.decode(),
            )
            for placed in raw.events
        ),
        restatements=raw.restatements.decode(),
        texts=tuple(
            TextLine(index=text.index, salt=None if text.salt is None else text.salt.hex(), words=text.words)
            for text in raw.texts
        ),
    )


def raw_of(line: EntryLine) -> RawEntry:
    """The entry whose line this is. Raises ValueError where some of it means nothing."""
    header = chain.decode_header(line.header.encode())
    return RawEntry(
        number=line.entry,
        columns={column: getattr(header, column) for column in COLUMNS},
        salt=bytes.fromhex(line.salt),
        digest=bytes.fromhex(line.digest),
        hash=bytes.fromhex(line.hash),
        header=line.header.encode(),
        request_digest=bytes.fromhex(line.request_digest),
        read_ids=line.read_ids,
        new_paths=line.new_paths,
        events=tuple(
            PlacedRow(event.position, NewRow(event.ref, event.version, event.topic, event.kind, event.body.encode()))
            for event in line.events
        ),
        restatements=line.restatements.encode(),
        texts=tuple(
            RawText(text.index, None if text.salt is None else bytes.fromhex(text.salt), text.words)
            for text in line.texts
        ),
    )


class NotAnExport(ValueError):
    """A file is no whole ledger of a form that this release reads. Nothing was written."""

    slug = "not-an-export"


class DamagedExport(ValueError):
    """A line does not hold what was exported, or what it holds means nothing. Nothing was written."""

    slug = "damaged-export"

    def __init__(self, line: int, what: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {what}; take the file once more from where it was exported")


class ExportSource:
    """The lines of an export; `number` is that of the last one taken."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.number = 0
        self._lines = iter(lines)
        self._told = hashlib.sha256()

    def title(self) -> Title:
        """The first line. Raises NotAnExport, DamagedExport."""
        line = next(self._lines, b"")
        form = attempted(lambda: msgspec.json.decode(line, type=_Form))
        if isinstance(form, Unreadable) or not form.format.startswith(FORMAT.partition("/")[0] + "/"):
            raise NotAnExport("this is no ledger as `retcon export` writes it: its first line is no title of one")
        if form.format != FORMAT:
            sentence = f"this is a ledger of the form {form.format}, and this release reads {FORMAT}"
            raise NotAnExport(f"{sentence}; take a release that reads it")
        if not form.whole:
            raise NotAnExport("this holds what one member may see; only a game master's export holds the whole ledger")
        title = self._decoded(line)
        if not isinstance(title, Title):
            raise self.damage("the first line of an export is its title")
        return title

    def next(self) -> Line:
        """The next line. Raises DamagedExport, also where there is none."""
        return self._decoded(next(self._lines, b""))

    def last(self, line: Line, head: Head) -> EndLine:
        """The line, where it is the last one and says what the entries led to. Raises DamagedExport."""
        if not isinstance(line, EndLine):
            raise self.damage("only entries and the last line can stand here")
        if line.head != mark(head):
            raise self.damage(f"the entries lead to entry {head.entry}, {head.hash.hex()}, and the last line elsewhere")
        return line

    def check_whole(self, end: EndLine) -> None:
        """Check that every byte before the last line is unchanged, and that none follows it. Raises DamagedExport."""
        if end.sha256 != self._told.hexdigest():
            raise self.damage("the lines before it have another digest than it says: some byte of them was changed")
        if next(self._lines, b""):
            self.number += 1
            raise self.damage("there is more after the last line")

    def damage(self, what: str, line: int | None = None) -> DamagedExport:
        """Return the error for what is wrong with a line, by default the last one taken."""
        return DamagedExport(line or self.number, what)

    def _decoded(self, line: bytes) -> Line:
        self.number += 1
        if not line.endswith(b"\n"):
            raise self.damage("the file ends too early here")
        try:
            decoded: Line = _decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise self.damage(f"it cannot be read ({error})") from error
        if not isinstance(decoded, EndLine):
            self._told.update(line)
        return decoded


class _Form(msgspec.Struct):
    format: str
    whole: bool


_decoder: Final = msgspec.json.Decoder(Title | EntryLine | Secrets | EndLine)
