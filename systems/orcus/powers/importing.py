"""Importing: tables of powers and monsters, taken into the campaign's catalogue, with a report of what could not be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import Command
from domain.kit import catalogues
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.messages import numbered, text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.log import Noted
from systems.orcus.powers import monsters
from systems.orcus.powers.monsters import Monster
from systems.orcus.powers.records import record
from systems.orcus.powers.records.reading import problems
from systems.orcus.powers.records.record import Power
from systems.orcus.powers.records.rows import Fault, read_table
from systems.orcus.powers.summons import summons_of

LISTED: Final = 200
"""The number of faults that the report holds one by one; it counts them all."""


class ImportTable(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A table of powers or monsters; the first line names its columns."""

    kind: Annotated[Literal["powers", "monsters"], Meta(description="What the rows are")]
    rows: Annotated[
        str, Meta(min_length=1, max_length=2_000_000, description="The table as text, as a spreadsheet exports it")
    ]
    strict: Annotated[bool, Meta(description="Whether to take nothing in unless every row can be read")] = False


@command("Take a table of powers or monsters into the campaign's catalogue, and report what cannot be read of it.")
def import_table(play: Play, command: ImportTable) -> None:
    """OR-POW-07, ruling 5: take material that is published elsewhere into the campaign, in the same record as
    everything else.

    A row that cannot be read, or whose name the catalogue has already, is left out and reported.
    """
    kind, of, wrong = _KINDS[command.kind]
    table = read_table(command.rows, of, wrong)
    taken = {row.word for row in table.rows if catalogues.has(play, catalogues.name_of(kind, row.word))}
    again = (
        Fault(row.line, row.entry.name, text("the catalogue has it already")) for row in table.rows if row.word in taken
    )
    faults = (*table.faults, *again)
    if faults and command.strict:
        sentence = numbered(
            "{count} row cannot be read, the first in line {report_line}.",
            "{count} rows cannot be read, the first in line {report_line}.",
            len(faults),
            report_line=report_line(faults[0]),
        )
        raise Refused("OR-POW-07", sentence)
    new = [row.entry for row in table.rows if row.word not in taken]
    for entry in new:
        add_entry(play, kind, entry)
    _report(play, kind, len(new), faults)


def add_entry(play: Play, kind: str, entry: Any) -> str:
    """Add a record to the campaign's catalogue, and return its name there."""
    fields = {"name": entry.name, **catalogues.of_struct(entry, "name")}
    return catalogues.add(play, catalogues.name_of(kind, entry.name), kind, entry.name, fields)


def report_line(fault: Fault) -> str:
    """Return a fault as a line of the report."""
    if not fault.name:
        return text("{line}: {why}", line=fault.line, why=fault.why)
    return text("{line} ({name}): {why}", line=fault.line, name=fault.name, why=fault.why)


def unread_of(monster: Monster) -> tuple[str, ...]:
    """Return what cannot be read of a stat block, a sentence each."""
    nameless = [part for part in monster.powers.split(",") if part.strip() and not handle_of(part)]
    return (text("powers: {words} names no power", words=", ".join(nameless)),) if nameless else ()


def unread(power: Power) -> tuple[str, ...]:
    """Return what cannot be read of a power, a sentence each."""
    sentences = problems(power)
    if power.summons and summons_of(power.summons) is None:
        sentences = (
            *sentences,
            text("summons: {words!r} is no summoning; write it as `2 wolf: 20 hp`", words=power.summons),
        )
    return sentences


def _report(play: Play, kind: str, count: int, faults: tuple[Fault, ...]) -> None:
    """Write down how many entries came in, and what could not be read."""
    lines = {f"line/{number}": str(report_line(fault)) for number, fault in enumerate(faults[:LISTED], start=1)}
    play.emit(CAMPAIGN, Noted(name="imported", data={"kind": kind, "taken": count, "left": len(faults), **lines}))


_KINDS: Final[dict[str, tuple[str, type[Any], Callable[[Any], tuple[str, ...]]]]] = {
    "powers": (record.KIND, Power, unread),
    "monsters": (monsters.KIND, Monster, unread_of),
}
"""By what the rows are: the kind of entry, its record, and what finds faults in it."""
