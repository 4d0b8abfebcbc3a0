"""The narration of a demo as it is played: who did what, on which dice, and with which results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from api.cli.output import console, words
from api.cli.printing import downtime, groups, plans, sheets
from api.demo.happening import DemoGlance, DemoHappening
from api.demo.script import GM, Demo
from api.demo.table import DemoTable
from api.languages.reader import spoken
from domain.layout import Layout
from domain.ledger.downtime import Processed
from projections.names import Name
from projections.phrases.downtime import attempted
from projections.phrases.downtime import processed as processed_phase
from projections.phrases.durations import moments
from projections.phrases.entries import brought_in, event_sentences
from projections.phrases.questions import choices
from projections.phrases.rolls import roll
from projections.translation.games import command_title
from projections.views.board import BoardView
from projections.views.downtime import Downtime, DowntimeReport, PlanOf
from projections.views.entry import EntryView, HiddenEntry
from projections.views.group import GridView, GroupView, Roster
from projections.views.plans import PlanView
from projections.views.sheet import SheetView

_INDENT = 4

_AROUND = {"intent_changed", "phase_changed", "clock_advanced"}
"""Events of every phase that is carried out, and of every action in it."""


class Narrator:
    """Tells a demo step by step; a `quiet` one tells nothing."""

    def __init__(self, table: DemoTable, *, quiet: bool) -> None:
        self._table = table
        self._quiet = quiet
        self._called = {person.member: person.name for person in table.people.values()}
        self._names = {id: Name(ref=id, handle="", name=called) for id, called in self._called.items()}
        self._layout = msgspec.convert(
            {part: table.game()[part] for part in ("sheet", "board", "moments", "map")}, Layout
        )
        self._names |= moments(self._layout.moments)

    def begin(self, demo: Demo) -> None:
        """Announce the demo and its people."""
        if self._quiet:
            return
        out = console()
        out.print(words(demo.name, "bold"))
        if demo.about:
            out.print(words(_flowing(demo.about)))
        out.print(words("At the table: " + ", ".join(self._called.values()), "dim"))

    def tell(self, happened: DemoHappening) -> None:
        """A step that was taken."""
        if self._quiet:
            return
        out = console()
        if happened.step.says:
            out.print(words(f"\n{_flowing(happened.step.says)}", "italic"))
        for part in self._parts(happened):
            out.print(words(part) if isinstance(part, str) else Padding(part, (0, 0, 0, _INDENT), expand=False))

    def _parts(self, happened: DemoHappening) -> Iterator[RenderableType]:
        if happened.plan is None and happened.processed is None:
            for entry in map(_entry, happened.entries):
                yield from self._entry(entry)
        if happened.problem is not None:
            who = self._table.people[happened.step.by].name
            yield f"  {who}: {command_title(happened.step.type)} is refused"
            rule = happened.problem.get("rule")
            yield words(f"{happened.problem['detail']}{f' ({rule})' if rule else ''}", "yellow")
        if happened.plan is not None:
            yield from self._plan(happened)
        yield from self._downtime(happened)
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
        """Yield the results of an entry, a line each: its rolls, its events, and its question."""
        yield from (words(spoken(roll(made, self._names)), "cyan") for made in entry.rolls)
        yield from (words(self._with_names(spoken(line))) for line in event_sentences(entry, self._names))
        self._names |= brought_in(entry, self._names)
        for decision in entry.decisions:
            if decision.open:
                sort = "asks" if decision.blocking else "offers"
                whom = self._called.get(decision.owner, self._table.people[GM].name)
                asked = f": {decision.prompt}{spoken(choices(decision))}" if decision.prompt else ""
                yield words(f"{sort} {whom}{asked}", "magenta")

    def _with_names(self, line: str) -> str:
        """A line with people's names in place of their ids."""
        for member, name in self._called.items():
            line = line.replace(member, name)
        return line

    def _plan(self, happened: DemoHappening) -> Iterator[RenderableType]:
        plan = msgspec.convert(happened.plan, PlanView)
        step = happened.step
        who = self._table.people[step.by].name
        because = f": {step.reason}" if step.reason else ""
        yield f"  {who} {'tries' if step.dry_run else 'plans'} a change of the past{because}"
        self._names |= plan.names
        for line in plans.in_short(plan, self._names, happened.called):
            yield words(self._with_names(line.plain), str(line.style)) if isinstance(line, Text) else line
        written = ", ".join(str(entry["entry"]) for entry in happened.entries)
        yield words(f"It is written as entry {written}." if written else "Nothing is written.", "green")

    def _downtime(self, happened: DemoHappening) -> Iterator[RenderableType]:
        """Yield the result of a step in downtime."""
        who = self._table.people[happened.step.by].name
        if happened.phase is not None:
            yield f"  {who} opens downtime"
            yield from downtime.phases([msgspec.convert(happened.phase, Downtime)])
        if happened.planned is not None:
            planned = msgspec.convert(happened.planned, PlanOf)
            yield f"  {who} {'withdraws a plan' if happened.step.withdraw else 'plans'}"
            yield from downtime.plan(planned, self._names)
        if happened.tried is not None:
            yield f"  {who} tries what would come of it"
            yield from downtime.processed(msgspec.convert(happened.tried, Processed), self._names)
        if happened.processed is not None:
            yield f"  {who} carries it out"
            yield from self._carried_out(happened, msgspec.convert(happened.processed, Processed))
        if happened.report is not None:
            yield f"  {who} reads what came of it"
            yield from downtime.report(_report(happened.report), self._names)

    def _carried_out(self, happened: DemoHappening, processed: Processed) -> Iterator[RenderableType]:
        """Yield the entries of a phase that was carried out: planned actions, events of passing days, and impossible
        actions.
        """
        planned = {action.entry: action for action in processed.actions}
        for entry in map(_entry, happened.entries):
            if isinstance(entry, HiddenEntry):
                continue
            self._names |= entry.names
            action = planned.get(entry.entry)
            lines = list(self._happened(_without_bustle(entry)))
            if action is not None:
                (done,) = map(spoken, attempted(action, self._names))
                yield f"  {entry.entry:>3}  {done}"
            elif lines and entry.kind == "play":
                yield f"  {entry.entry:>3}  {self._called.get(entry.member, 'the service')}: {_doing(entry)}"
            yield from lines if entry.kind == "play" else ()
        for action in processed.actions:
            if action.rule:
                failed, reason = map(spoken, attempted(action, self._names))
                yield f"       {failed}"
                yield words(reason, "yellow")
        yield words(spoken(processed_phase(processed)), "green")

    def _glance(self, glance: DemoGlance) -> Iterator[RenderableType]:
        seen, show = glance.seen, glance.show
        match show.sort:
            case "sheet":
                yield from sheets.sheet(msgspec.convert(seen, SheetView), self._layout, show.only)
            case "board":
                yield from sheets.board(msgspec.convert(seen, BoardView), self._layout)
            case "group":
                yield from groups.overview(msgspec.convert(seen, GroupView))
            case "roster":
                yield from groups.roster(msgspec.convert(seen, Roster), self._layout)
            case "grid":
                yield from groups.grid(msgspec.convert(seen, GridView))
            case _:
                yield from downtime.phases([msgspec.convert(seen, Downtime)])


def _flowing(text: str) -> str:
    return " ".join(text.split())


def _entry(seen: dict[str, Any]) -> EntryView | HiddenEntry:
    if seen.get("hidden"):
        return msgspec.convert(seen, HiddenEntry)
    return msgspec.convert(seen, EntryView)


def _without_bustle(entry: EntryView) -> EntryView:
    """An entry of a phase without the events of every action."""
    return replace(entry, events=tuple(event for event in entry.events if event["type"] not in _AROUND))


def _report(seen: dict[str, Any]) -> DowntimeReport:
    report = msgspec.convert(seen, DowntimeReport)
    people = [
        replace(person, actions=tuple(replace(d, entry=d.entry and _entry(d.entry)) for d in person.actions))
        for person in report.people
    ]
    return replace(report, people=tuple(people), days=tuple(map(_entry, report.days)))


def _doing(entry: EntryView) -> str:
    """Return the action that an entry's command asked for."""
    if entry.command is None:
        return entry.kind
    args = entry.command.args or {}
    return f"answers {entry.answers}: {args.get('choice', '')}" if entry.answers else command_title(entry.command.type)
