"""The result of an import as a page shows it: what was taken, what was left out, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal
from uuid import UUID

import msgspec

from api.imports.avrae import ImportReport
from api.imports.history.account import HistoryAccount
from api.imports.rolls.importer import RollsReport
from api.imports.wanted import FileImport, LedgerReport

MOST: Final = 100
"""The number of faults, and of differences, that a page lists."""

Outcome = Literal["whole", "part", "nothing", "refused", "tried", "known"]
"""The outcome of an import: all or a part came in, nothing could be read, it was refused, it was only tried, or all was known."""

Count = Literal[
    "entries",
    "people",
    "characters",
    "things",
    "messages",
    "private",
    "rolls",
    "dice",
    "fights",
    "sessions",
    "damages",
    "known",
    "skipped",
    "older",
    "erased",
]


class ShownFault(msgspec.Struct, frozen=True):
    """Something that was left out, with where it lies, and why it was."""

    where: str
    text: str


class ShownDifference(msgspec.Struct, frozen=True):
    """A value that the file and the campaign have differently."""

    line: int
    who: str
    what: str
    file: str
    campaign: str


class ShownImport(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an import. `counts` are those above nothing; `more` is the number of faults that are not listed."""

    outcome: Outcome
    name: str = ""
    campaign: UUID | None = None
    counts: tuple[tuple[Count, int], ...] = ()
    columns: tuple[tuple[str, str], ...] = ()
    faults: tuple[ShownFault, ...] = ()
    more: int = 0
    left: str = ""
    differences: tuple[ShownDifference, ...] = ()
    compared: int = 0
    earlier: tuple[UUID, ...] = ()
    joined: bool = False
    renewed: bool = False


def import_shown(done: FileImport, *, dry_run: bool) -> ShownImport:
    """Return the result of an import as its page shows it."""
    outcome = _outcome(done, dry_run=dry_run)
    if done.recording is not None:
        shown = _recording(done.recording)
    elif done.rolls is not None:
        shown = _rolls(done.rolls)
    elif done.history is not None:
        shown = _history(done.history)
    else:
        assert done.ledger is not None, "an import has a report"
        shown = _ledger(done.ledger)
    return msgspec.structs.replace(shown, outcome=outcome)


def _outcome(done: FileImport, *, dry_run: bool) -> Outcome:
    if done.refused or done.exit_code == 1:
        return "refused"
    if done.exit_code == 2:
        return "nothing"
    if dry_run:
        return "tried"
    if done.history is not None and not done.history.records:
        return "known"
    return "whole" if done.exit_code == 0 else "part"


def _recording(report: ImportReport) -> ShownImport:
    return ShownImport(
        outcome="whole",
        name=report.name,
        campaign=report.campaign,
        counts=_counts(
            entries=report.entries,
            people=len(report.members),
            characters=len(report.characters),
            rolls=report.rolls,
            dice=report.dice,
            damages=report.damages,
        ),
        faults=tuple(ShownFault(str(fault.line), fault.text) for fault in report.faults[:MOST]),
        more=max(0, len(report.faults) - MOST),
        left=ranges(report.left),
        differences=tuple(
            ShownDifference(each.line, each.who, each.what, str(each.log), str(each.ours))
            for each in report.differences[:MOST]
        ),
        compared=report.states,
        earlier=report.earlier,
    )


def _rolls(report: RollsReport) -> ShownImport:
    return ShownImport(
        outcome="whole",
        name=report.name,
        campaign=report.campaign,
        counts=_counts(people=len(report.people), sessions=report.sessions, rolls=report.rolls, dice=report.dice),
        columns=tuple(report.columns.items()),
        faults=tuple(ShownFault(str(fault.line), fault.text) for fault in report.faults[:MOST]),
        more=max(0, len(report.faults) - MOST) + len(report.further),
        earlier=report.earlier,
    )


def _history(report: HistoryAccount) -> ShownImport:
    written = report.written
    return ShownImport(
        outcome="whole",
        name=report.name,
        campaign=report.campaign,
        counts=_counts(
            people=written.people,
            characters=written.characters,
            things=written.things,
            messages=written.messages,
            private=written.private,
            rolls=written.rolls,
            dice=written.dice,
            fights=written.fights,
            known=report.known,
            skipped=report.skipped,
            older=report.older,
        ),
        columns=tuple(report.columns.items()),
        faults=tuple(ShownFault(fault.record, fault.text) for fault in report.faults[:MOST]),
        more=max(0, len(report.faults) - MOST),
    )


def _ledger(report: LedgerReport) -> ShownImport:
    return ShownImport(
        outcome="whole",
        name=report.name,
        campaign=report.campaign,
        counts=_counts(entries=report.entries, erased=len(report.erased)),
        joined=report.joined,
        renewed=report.renewed,
    )


def _counts(**counts: int) -> tuple[tuple[Count, int], ...]:
    return tuple(msgspec.convert((name, count), tuple[Count, int]) for name, count in counts.items() if count)


def ranges(numbers: Iterable[int]) -> str:
    """Rising numbers as people write them: `3, 7–12`; of very many the first few, and `…`."""
    parts = [f"{first}–{last}" if last > first else str(first) for first, last in _runs(numbers)]
    return ", ".join(parts[:MOST]) + (" …" if len(parts) > MOST else "")


def _runs(numbers: Iterable[int]) -> Iterator[Sequence[int]]:
    run: list[int] = []
    for number in numbers:
        if run and run[1] + 1 == number:
            run[1] = number
            continue
        if run:
            yield run
        run = [number, number]
    if run:
        yield run
