"""Importing rolls: read, checked, written down as a campaign of freeform that appears whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from itertools import groupby
from typing import Final
from uuid import UUID, uuid4

import msgspec

from api.imports.rolls.columns import Part, mapped
from api.imports.rolls.kept import Kept, Unreadable, read_roll
from api.imports.rolls.rows import Fault, Table, read
from domain.commands import Envelope
from domain.ledger.acceptance import Actor
from domain.ledger.draft import Draft
from domain.ledger.ledger import Ledger

SYSTEM: Final = "freeform"
NOBODY: Final = "Somebody"
"""Who rolled what the file names nobody for."""

LONGEST: Final = 80
"""Characters of what a roll was for, and of its dice, that a command takes."""

Progress = Callable[[int, int], None]
"""Is told how many rolls have been written down, and of how many."""


class RollsReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was understood of a file, and what became of it.

    `campaign` is None where nothing was written: in a dry run, where no roll could be read, and where a strict import refuses. `columns` are those
    that were found, by what they say. Every line that holds something is among the `rolls` or the `faults`. `first` and `last` are the
    times of the rolls, where they have any.
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
    faults: tuple[Fault, ...]

    @property
    def whole(self) -> bool:
        """Whether every line was taken."""
        return not self.faults

    @property
    def exit_code(self) -> int:
        """0 where all of it was understood, 3 where a part was, 2 where nothing was."""
        return 2 if not self.rolls else 0 if self.whole else 3


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """How a file is to be read: its columns by part, the dice of rows that name none, and the zone of times that name none."""

    columns: Mapping[str, str] = {}
    dice: str = ""
    zone: tzinfo | None = None


def understood(lines: Iterable[bytes], name: str, wishes: Wishes) -> tuple[RollsReport, list[Kept]]:
    """Read a file without writing anything. Raises WrongColumns."""
    table = read(lines)
    columns = mapped(table.columns, wishes.columns)
    rolls, faults = _rolls(table, columns, wishes)
    times = [roll.at for roll in rolls if roll.at is not None]
    report = RollsReport(
        campaign=None,
        name=name,
        format=table.format,
        columns=dict(columns.items()),
        rolls=len(rolls),
        dice=sum(len(roll.faces) for roll in rolls),
        people=tuple(dict.fromkeys(roll.who or NOBODY for roll in rolls)),
        sessions=len(list(groupby(rolls, _session))),
        first=min(times, default=None),
        last=max(times, default=None),
        faults=tuple(sorted((*table.faults, *faults), key=lambda fault: fault.line)),
    )
    return report, rolls


def import_rolls(
    ledger: Ledger, rolls: Sequence[Kept], report: RollsReport, *, gm: str, progress: Progress | None = None
) -> RollsReport:
    """Write rolls down as a campaign, whose game master is an account; the report with the campaign. Nothing for no rolls."""
    if not rolls:
        return report
    clock = _Clock(rolls)
    writing = Ledger(ledger.store, ledger.registry, clock)
    draft = writing.founding(report.name, SYSTEM, gm)
    _Writing(writing, draft, gm).write(rolls, clock, progress)
    ledger.store.append(draft.transaction())
    return msgspec.structs.replace(report, campaign=draft.campaign)


def _rolls(table: Table, columns: Mapping[Part, str], wishes: Wishes) -> tuple[list[Kept], list[Fault]]:
    """The rolls of a table in the order of their times, and the rows that are none."""
    rolls: list[Kept] = []
    faults: list[Fault] = []
    for row in table.rows:
        cells: dict[Part, str] = {part: row.cells.get(column, "") for part, column in columns.items()}
        try:
            roll = read_roll(row.line, cells, zone=wishes.zone, usual=wishes.dice)
            _check_lengths(roll)
        except Unreadable as error:
            faults.append(Fault(row.line, str(error)))
        else:
            rolls.append(roll)
    if all(roll.at is not None for roll in rolls):
        rolls.sort(key=lambda roll: roll.at or datetime.min.replace(tzinfo=UTC))
    return rolls, faults


def _check_lengths(roll: Kept) -> None:
    for what, said in (("its dice", roll.notation), ("what it is for", roll.what), ("the name", roll.who)):
        if len(said) > LONGEST:
            raise Unreadable(f"{what.capitalize()} may have {LONGEST} characters at most, not {len(said)}.")


def _session(roll: Kept) -> str:
    """The session of a roll: as it says, else the day of its time."""
    return roll.session or ("" if roll.at is None else roll.at.date().isoformat())


class _Clock:
    """The time at which the next roll is written down: its own, and never before that of the roll before it."""

    def __init__(self, rolls: Sequence[Kept]) -> None:
        self.now = next((roll.at for roll in rolls if roll.at is not None), datetime.now(UTC))

    def __call__(self) -> datetime:
        return self.now

    def come(self, roll: Kept) -> None:
        if roll.at is not None:
            self.now = max(self.now, roll.at)


class _Writing:
    """The commands by which a campaign tells the rolls, in the name of its game master."""

    def __init__(self, ledger: Ledger, draft: Draft, gm: str) -> None:
        self._ledger, self._draft, self._gm = ledger, draft, Actor(gm, "gm")
        self._people: dict[str, str] = {}

    def write(self, rolls: Sequence[Kept], clock: _Clock, progress: Progress | None) -> None:
        written = 0
        for title, evening in groupby(rolls, _session):
            for number, roll in enumerate(evening):
                clock.come(roll)
                if not number:
                    self._give("open_session", {"title": title or "Rolls"})
                self._give("roll", self._args(roll), dice=roll.faces)
                written += 1
                if progress is not None:
                    progress(written, len(rolls))
            self._give("end_session", {})

    def _args(self, roll: Kept) -> dict[str, object]:
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
        """Whoever goes by a name; they come into the campaign when they first roll."""
        if name not in self._people:
            self._give("create_character", {"name": name})
            newest = self._draft.drafted[-1].record.events
            self._people[name] = next(row.ref for row in newest if row.ref.startswith("character/"))
        return self._people[name]

    def _give(self, command: str, args: dict[str, object], dice: tuple[int, ...] = ()) -> None:
        envelope = Envelope(type=f"{SYSTEM}.{command}", id=str(uuid4()), args=args, dice=dice, dice_source="imported")
        self._ledger.play_into(self._draft, self._gm, envelope)
