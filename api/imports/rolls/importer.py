"""Importing rolls: read, checked, and written as a campaign of freeform that appears whole or not at all.

A file is read once. Rolls wait for their turn on the disk, so that a million of them needs little more memory than a thousand.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime, tzinfo
from itertools import groupby, pairwise
from typing import Final, Self
from uuid import UUID, uuid4, uuid5

import msgspec

from api.imports.faults import FaultList
from api.imports.rolls.checked import ImpossibleRoll, KeptRoll, read_roll
from api.imports.rolls.columns import Part, WrongColumns, mapped
from api.imports.spool import Spool
from domain.commands import Envelope
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.playing.draft import Draft
from domain.ledger.upkeep.laying import lay_down
from domain.messages import sentence_of
from domain.messages import text as worded
from domain.tabular import LineFault, TabularReader, TabularRow, UnreadableHead

SYSTEM: Final = "freeform"
NOBODY: Final = "Somebody"
"""The name of the roller where the file gives none."""

LONGEST: Final = 80
"""Characters of what a roll was for, and of its dice, that a command takes."""

ROLLS: Final = UUID("7a1f6c0e-2d53-5b7c-9f0e-5b7f9b1c2d10")
"""The namespace in which the digest of a file becomes the command id of its first entry."""

Progress = Callable[[int, int], None]
"""Is told how many rolls have been written down, and of how many."""


class RollsReport(msgspec.Struct, frozen=True, kw_only=True):
    """The account of a file: what was understood of it, and the result.

    `campaign` is None where nothing was written: in a dry run, where no roll could be read, where a strict import
    refuses, and where `earlier` campaigns came of the same file. `columns` are the recognised ones, by meaning. Every
    line with content is among the `rolls`, the `faults`, or, after the first 10,000 faults, the `further` lines that
    were skipped. `first` and `last` are the times of the rolls, where they have any.
    """

    campaign: UUID | None
    name: str
    format: str
    columns: dict[str, str]
    rolls: int
    dice: int
    people: tuple[str, ...]
    sessions: int
    first: datetime | None
    last: datetime | None
    faults: tuple[LineFault, ...]
    further: tuple[int, ...] = ()
    earlier: tuple[UUID, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether every line was taken."""
        return not self.faults

    @property
    def exit_code(self) -> int:
        """0 where all of it was understood, 3 where a part was, 2 where nothing was."""
        return 2 if not self.rolls else 0 if self.whole else 3


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """Wishes for the reading of a file: its columns by part, the dice of rows that name none, and the zone of times that name none."""

    columns: Mapping[str, str] = {}
    dice: str = ""
    zone: tzinfo | None = None


class UnderstoodRolls:
    """The rolls of a file, with the report of what it holds. It is to be closed.

    Raises WrongColumns.
    """

    def __init__(self, lines: Iterable[bytes], name: str, wishes: Wishes) -> None:
        self._told = hashlib.sha256(repr((sorted(wishes.columns.items()), wishes.dice, str(wishes.zone))).encode())
        self._rolls = Spool(KeptRoll)
        self._times = array("q")
        self._evenings = array("q")
        self._numbers: dict[str, int] = {}
        self._people: dict[str, None] = {}
        self._dice = 0
        self._first: datetime | None = None
        self._last: datetime | None = None
        self._untimed = False
        try:
            self.report = self._read(lines, name, wishes)
        except BaseException:
            self._rolls.close()
            raise

    @property
    def made_by(self) -> str:
        """The command id of the first entry that comes of this file, read in this way."""
        return str(uuid5(ROLLS, self._told.hexdigest()))

    def __len__(self) -> int:
        return len(self._rolls)

    def __iter__(self) -> Iterator[KeptRoll]:
        """Give the rolls in the order of their times, or, where one has none, in that of the file."""
        return self._rolls.in_order(self._order())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._rolls.close()

    def _read(self, lines: Iterable[bytes], name: str, wishes: Wishes) -> RollsReport:
        faults = FaultList()
        with closing(Spool(TabularRow)) as waiting:
            try:
                table = TabularReader(self._digested(lines))
                rows = _after_faults(table, faults)
                if table.form == "jsonl":  # only its last line tells the last of its columns
                    waiting.extend(rows)
                    rows = iter(waiting)
                columns = mapped(table.columns, wishes.columns)
            except UnreadableHead as unreadable:
                raise WrongColumns(sentence_of(unreadable)) from unreadable
            for row in rows:
                self._take(row, columns, wishes, faults)
        return RollsReport(
            campaign=None,
            name=name,
            format=table.form,
            columns=dict(columns.items()),
            rolls=len(self._rolls),
            dice=self._dice,
            people=tuple(self._people),
            sessions=self._sessions(),
            first=self._first,
            last=self._last,
            faults=faults.reported(),
            further=faults.further(),
        )

    def _digested(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        for line in lines:
            self._told.update(line)
            yield line

    def _take(self, row: TabularRow, columns: Mapping[Part, str], wishes: Wishes, faults: FaultList) -> None:
        cells: dict[Part, str] = {part: row.cells.get(column, "") for part, column in columns.items()}
        try:
            roll = read_roll(row.line, cells, zone=wishes.zone, usual=wishes.dice)
            _check_lengths(roll)
        except ImpossibleRoll as error:
            faults.add(LineFault(row.line, sentence_of(error)))
            return
        self._rolls.append(roll)
        if roll.at is None:
            self._untimed = True
        else:
            self._times.append(int(roll.at.timestamp() * 1_000_000))
            self._first = min(self._first or roll.at, roll.at)
            self._last = max(self._last or roll.at, roll.at)
        self._evenings.append(self._numbers.setdefault(session_of(roll), len(self._numbers)))
        self._people.setdefault(roll.who or NOBODY)
        self._dice += len(roll.faces)

    def _order(self) -> Iterable[int]:
        places = range(len(self._rolls))
        in_order = self._untimed or all(before <= after for before, after in pairwise(self._times))
        return places if in_order else sorted(places, key=self._times.__getitem__)

    def _sessions(self) -> int:
        return sum(1 for _ in groupby(self._evenings[place] for place in self._order()))


def import_rolls(
    ledger: Ledger,
    rolls: UnderstoodRolls,
    *,
    gm: str,
    progress: Progress | None = None,
    is_known: Callable[[UUID], bool] = lambda _: True,
) -> RollsReport:
    """Write rolls down as a campaign, whose game master is an account; the report with the campaign.

    Nothing is written for no rolls, and for a file that was imported before, into a campaign that `is_known` to the account.
    """
    report, store = rolls.report, ledger.store
    if not rolls.report.rolls:
        return report
    earlier = tuple(filter(is_known, store.campaigns_with([rolls.made_by])))
    if earlier:
        return msgspec.structs.replace(report, earlier=earlier)
    clock = _Clock(report.first)
    writing = Ledger(store, ledger.registry, clock)
    draft = writing.founding(report.name, SYSTEM, gm)
    lay_down(store, draft, _Writing(writing, draft, gm, rolls.made_by).write(rolls, clock, progress))
    return msgspec.structs.replace(report, campaign=draft.campaign)


def session_of(roll: KeptRoll) -> str:
    """Return the session of a roll: as it says, else the day of its time."""
    return roll.session or ("" if roll.at is None else roll.at.date().isoformat())


def _after_faults(table: TabularReader, faults: FaultList) -> Iterator[TabularRow]:
    for read in table:
        if isinstance(read, LineFault):
            faults.add(read)
        else:
            yield read


def _check_lengths(roll: KeptRoll) -> None:
    for what, text in (
        (worded("Its dice"), roll.notation),
        (worded("What it is for"), roll.what),
        (worded("The name"), roll.who),
        (worded("Its session"), roll.session),
    ):
        if len(text) > LONGEST:
            raise ImpossibleRoll(
                worded(
                    "{what} may have {most} characters at most, not {length}.",
                    what=what,
                    most=LONGEST,
                    length=len(text),
                )
            )


class _Clock:
    """The time at which the next roll is written down: its own, and never before that of the roll before it."""

    def __init__(self, first: datetime | None) -> None:
        self.now = first or datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def come(self, roll: KeptRoll) -> None:
        if roll.at is not None:
            self.now = max(self.now, roll.at)


class _Writing:
    """The commands by which a campaign tells the rolls, in the name of its game master."""

    def __init__(self, ledger: Ledger, draft: Draft, gm: str, made_by: str) -> None:
        self._ledger, self._draft, self._gm = ledger, draft, Actor(gm, "gm")
        self._people: dict[str, str] = {}
        self._next_id = made_by

    def write(self, rolls: UnderstoodRolls, clock: _Clock, progress: Progress | None) -> Iterator[None]:
        """Play the rolls into the draft, one whenever the next is asked for."""
        written = 0
        for title, evening in groupby(rolls, session_of):
            for number, roll in enumerate(evening):
                clock.come(roll)
                if not number:
                    self._give("open_session", {"title": title or "Rolls"})
                self._give("roll", self._args(roll), dice=roll.faces)
                written += 1
                if progress is not None:
                    progress(written, len(rolls))
                yield
            self._give("end_session", {})

    def _args(self, roll: KeptRoll) -> dict[str, object]:
        args: dict[str, object] = {
            "label": roll.what,
            "notation": roll.notation,
            "actor": self._person(roll.who or NOBODY),
        }
        if roll.modifier:
            args["modifiers"] = [{"label": "modifier", "amount": roll.modifier}]
        if roll.target is not None:
            args["target"] = roll.target
        return args

    def _person(self, name: str) -> str:
        """Return the character of a name; they come into the campaign when they first roll."""
        if name not in self._people:
            self._give("create_character", {"name": name})
            newest = self._draft.drafted[-1].record.events
            self._people[name] = next(row.ref for row in newest if row.ref.startswith("character/"))
        return self._people[name]

    def _give(self, command: str, args: dict[str, object], dice: tuple[int, ...] = ()) -> None:
        envelope = Envelope(type=f"{SYSTEM}.{command}", id=self._next_id, args=args, dice=dice, dice_source="imported")
        self._next_id = str(uuid4())
        self._ledger.play_into(self._draft, self._gm, envelope)
