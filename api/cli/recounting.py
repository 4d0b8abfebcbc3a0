"""A demo that is being played, told to whoever watches: who did what, on which dice, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.padding import Padding

from api.cli import plans, sheets
from api.cli.output import console, words
from api.cli.phrases import BOOKKEEPING, roll, told
from api.demo.player import Glance, Happening
from api.demo.script import GM, Demo
from api.demo.table import Table
from domain.layout import Layout
from projections.board import Board
from projections.entry import EntryView, HiddenEntry
from projections.plans import PlanView
from projections.sheet import Sheet
from projections.shown import Fields

_INDENT = 4


class Teller:
    """Tells a demo step by step; a `quiet` one tells nothing."""

    def __init__(self, table: Table, *, quiet: bool) -> None:
        self._table = table
        self._quiet = quiet
        self._names: dict[str, Any] = {}
        self._called = {person.member: person.name for person in table.people.values()}
        self._layout = msgspec.convert({part: table.game()[part] for part in ("sheet", "board")}, Layout)

    def begin(self, demo: Demo) -> None:
        """What is about to be played, and by whom."""
        if self._quiet:
            return
        out = console()
        out.print(words(demo.name, "bold"))
        if demo.about:
            out.print(words(_flowing(demo.about)))
        out.print(words("At the table: " + ", ".join(self._called.values()), "dim"))

    def tell(self, happened: Happening) -> None:
        """A step that was taken."""
        if self._quiet:
            return
        out = console()
        if happened.step.says:
            out.print(words(f"\n{_flowing(happened.step.says)}", "italic"))
        for part in self._parts(happened):
            out.print(words(part) if isinstance(part, str) else Padding(part, (0, 0, 0, _INDENT), expand=False))

    def _parts(self, happened: Happening) -> Iterator[RenderableType]:
        if happened.plan is None:
            for entry in map(_entry, happened.entries):
                yield from self._entry(entry)
        if happened.problem is not None:
            who = self._table.people[happened.step.by].name
            yield f"  {who}: {happened.step.type} is refused"
            rule = happened.problem.get("rule")
            yield words(f"{happened.problem['detail']}{f' ({rule})' if rule else ''}", "yellow")
        if happened.plan is not None:
            yield from self._plan(happened)
        for glance in happened.glances:
            yield from self._glance(glance)

    def _entry(self, entry: EntryView | HiddenEntry) -> Iterator[RenderableType]:
        if isinstance(entry, HiddenEntry):
            yield f"  {entry.entry:>3}  hidden"
            return
        self._names |= entry.names
        who = self._called.get(entry.member, "the service")
        yield f"  {entry.entry:>3}  {who}: {_doing(entry)}"
        yield from self._happened(entry)

    def _happened(self, entry: EntryView) -> Iterator[RenderableType]:
        """What came of an entry, a line each: its rolls, its events, and what it asks."""
        yield from (words(roll(made), "cyan") for made in entry.rolls)
        yield from (
            words(self._with_names(line)) for event in _worth_telling(entry) if (line := told(event, self._names))
        )
        for decision in entry.decisions:
            if decision.open:
                sort = "asks" if decision.blocking else "offers"
                whom = self._called.get(decision.owner, self._table.people[GM].name)
                asked = f": {decision.prompt} [{', '.join(decision.options)}]" if decision.prompt else ""
                yield words(f"{sort} {whom}{asked}", "magenta")

    def _with_names(self, line: str) -> str:
        """A line with people's names in place of their ids."""
        for member, name in self._called.items():
            line = line.replace(member, name)
        return line

    def _plan(self, happened: Happening) -> Iterator[RenderableType]:
        plan = msgspec.convert(happened.plan, PlanView)
        step = happened.step
        who = self._table.people[step.by].name
        because = f": {step.reason}" if step.reason else ""
        yield f"  {who} {'tries' if step.dry_run else 'plans'} a change of the past{because}"
        self._names |= plan.names
        yield from plans.in_short(plan, self._names, happened.called)
        written = ", ".join(str(entry["entry"]) for entry in happened.entries)
        yield words(f"It is written as entry {written}." if written else "Nothing is written.", "green")

    def _glance(self, glance: Glance) -> Iterator[RenderableType]:
        if glance.show.sheet:
            yield from sheets.sheet(msgspec.convert(glance.seen, Sheet), self._layout.sheet, glance.show.only)
        else:
            yield from sheets.board(msgspec.convert(glance.seen, Board), self._layout.board)


def _flowing(text: str) -> str:
    return " ".join(text.split())


def _entry(seen: dict[str, Any]) -> EntryView | HiddenEntry:
    if seen.get("hidden"):
        return msgspec.convert(seen, HiddenEntry)
    return msgspec.convert(seen, EntryView)


def _worth_telling(entry: EntryView) -> list[Fields]:
    """Its events but for those of no interest; of a newcomer only that they are there, for all else is on their sheet."""
    come = [event for event in entry.events if event["type"] == "introduced"]
    return come or [event for event in entry.events if event["type"] not in BOOKKEEPING]


def _doing(entry: EntryView) -> str:
    """What somebody did, as they asked for it."""
    if entry.command is None:
        return entry.kind
    args = entry.command.args or {}
    return f"answers {entry.answers}: {args.get('choice', '')}" if entry.answers else entry.command.type
