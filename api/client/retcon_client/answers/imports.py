"""Answers about imports, written from the OpenAPI document of the service."""

from __future__ import annotations

import msgspec

from retcon_client.answers.plans import Problem


class FileImport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import. One of the last four fields has the report, by the `kind` of the file. `refused` says
    why a file that can be read was not imported; it is empty otherwise. `exit_code` is 0 where all of the file came
    in, 3 where a part did, 2 where nothing could be read, and 1 where it was refused.
    """

    kind: str
    exit_code: int
    refused: str
    recording: ImportReport | None
    rolls: RollsReport | None
    history: HistoryAccount | None
    ledger: LedgerReport | None


class HistoryAccount(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of an import. `campaign` is None where nothing was written and nothing existed: in a dry run, where
    no record could be read, and where a strict import refuses. `is_new` is whether this import founded it; otherwise
    the records not `known` before were added to it. `older` messages lie in a copy beside the newer one, and
    `skipped` records are no part of a history.
    """

    campaign: str | None
    program: str
    name: str
    is_new: bool
    written: HistoryCounts
    known: int
    skipped: int
    older: int
    faults: tuple[RecordFault, ...]
    columns: dict[str, str]


class HistoryCounts(msgspec.Struct, frozen=True, kw_only=True):
    """Counts of written records, by kind. `private` are the messages with restricted readers."""

    people: int
    characters: int
    things: int
    messages: int
    private: int
    rolls: int
    dice: int
    fights: int


class ImportProblemLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="problem"):
    """The last line of an import that could not be carried out. Nothing was written."""

    problem: Problem


class ImportProgressLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="progress"):
    """The progress of an import: how much of the file has been written down (`done`), and `of` how much."""

    done: int
    of: int


class ImportReport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import: everything that was taken from a recording, and everything that was not. `campaign` is
    None where no line could be read: then nothing was written. `rolls`, `dice`, `damages` and `events` count the
    written ones. Every line is in exactly one of `taken` and `left`; every line left, and every line taken with a
    fault, is among the faults. It is `whole` where the recording was complete and all of it was imported.
    """

    campaign: str | None
    name: str
    entries: int
    events: int
    members: tuple[RecordedPerson, ...]
    characters: tuple[ImportedCharacter, ...]
    rolls: int
    dice: int
    damages: int
    states: int
    differences: tuple[RecordingDifference, ...]
    faults: tuple[RecordingFault, ...]
    taken: tuple[int, ...]
    left: tuple[int, ...]
    whole: bool
    earlier: tuple[str, ...]


class ImportReportLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="report"):
    """The last line of an import that was carried out."""

    report: FileImport


class ImportedCharacter(msgspec.Struct, frozen=True, kw_only=True):
    """`ref` and `handle` are those in the campaign; `owner` is a member."""

    ref: str
    handle: str
    name: str
    owner: str


class LedgerReport(msgspec.Struct, frozen=True, kw_only=True):
    """The campaign that was taken in, with the `entries` of the file, its newest entry (`head`) and the hash of that.
    `erased` lists the keys of texts that had been erased. Where it is `renewed` the file had no secret seeds: the
    last entry opens a new dice epoch. `joined` is whether the importer had no part in it, and became a game master
    of it.
    """

    campaign: str
    name: str
    entries: int
    head: int
    hash: str
    erased: tuple[str, ...]
    renewed: bool
    joined: bool


class LineFault(msgspec.Struct, frozen=True, kw_only=True):
    """A line that was not taken, and why. Lines are counted from 1, the head of a table included."""

    line: int
    text: str


class RecordFault(msgspec.Struct, frozen=True, kw_only=True):
    """A record that was not taken, or not all of it, and why. `record` says where it lies: a file and a line, or an id."""

    record: str
    text: str


class RecordedPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A member of the new campaign, with the name the recording gives them (hashed by the dataset's authors)."""

    member: str
    name: str
    role: str


class RecordingDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A difference between the campaign and the recording after line `line`. `who` is "" for the combat itself."""

    line: int
    who: str
    what: str
    log: str | int | bool | None
    ours: str | int | bool | None


class RecordingFault(msgspec.Struct, frozen=True, kw_only=True):
    """Something in line `line` (from 1) was left out of the reading; `text` says what, and what would be right."""

    line: int
    kind: str
    text: str


class RollsReport(msgspec.Struct, frozen=True, kw_only=True):
    """The account of a file: what was understood of it, and the result. `campaign` is None where nothing was written:
    in a dry run, where no roll could be read, where a strict import refuses, and where `earlier` campaigns came of
    the same file. `columns` are the recognised ones, by meaning. Every line with content is among the `rolls`, the
    `faults`, or, after the first 10,000 faults, the `further` lines that were skipped. `first` and `last` are the
    times of the rolls, where they have any.
    """

    campaign: str | None
    name: str
    format: str
    columns: dict[str, str]
    rolls: int
    dice: int
    people: tuple[str, ...]
    sessions: int
    first: str | None
    last: str | None
    faults: tuple[LineFault, ...]
    further: tuple[int, ...]
    earlier: tuple[str, ...]
