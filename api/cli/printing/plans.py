"""Plans of revisions for a person to decide on: the changes for each character, the entries decided again, and the
entries that become impossible, with the rule or the missing thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from api.cli.output import row, table, words
from api.languages.reader import spoken
from projections.phrases.messages import phrase
from projections.phrases.naming import Names
from projections.phrases.outcomes import outcome_told
from projections.phrases.plans import (
    OUTCOMES,
    change,
    conflicts,
    counters,
    hidden,
    newcomers,
    only_counts,
    owed,
    untouched,
)
from projections.phrases.telling import joined
from projections.views.plans import ChangeView, PlanView

STYLES: Final[Mapping[str, str]] = {
    "confirmed": "dim",
    "restated": "cyan",
    "moot": "yellow",
    "owed": "red",
    "conflict": "red",
    "struck": "red",
    "restored": "green",
    "kept": "yellow",
    "inserted": "green",
}
"""The styles of entries by their outcome."""


def plan(seen: PlanView, names: Names) -> Iterator[RenderableType]:
    """Yield a plan: values, entries, then conflicts."""
    names = {**newcomers(seen), **names, **seen.names}
    counting = [each for each in seen.changes if only_counts(each)]
    yield from _changes([each for each in seen.changes if each not in counting], names)
    if counting:
        yield words(f"  {spoken(counters(len(counting)))}", "dim")
    yield _entries(seen, names)
    counted = [spoken(untouched(seen.untouched))]
    counted += [spoken(hidden(seen.hidden))] if seen.hidden else []
    yield words("; ".join(counted), "dim")
    yield from _conflicts(seen, names)
    if seen.conflicts:
        yield words(_ways_out(seen), "yellow")
    yield from _owed(seen, names)
    if seen.owed:
        yield words(_ways_to_give(seen), "yellow")
    yield words(f"plan {seen.plan}", "dim")


def by_rule(seen: PlanView, names: Names) -> Iterator[RenderableType]:
    """A plan of what today's rules make of the past: first what differs by rule and by sheet."""
    yield words("By rule" if seen.by_rule else "No rule makes a difference.", "bold")
    for rule, entries in seen.by_rule.items():
        yield words(f"  {rule}: entries {', '.join(map(str, entries))}")
    for sheet, paths in seen.by_sheet.items():
        kind, _, handle = sheet.partition("/")
        of = "the campaign" if kind == "campaign" else handle
        yield words(f"  {of}: {len(paths)} value{'s differ' if len(paths) > 1 else ' differs'}")
    yield from plan(seen, names)


def in_short(seen: PlanView, names: Names, called: Mapping[int, str]) -> Iterator[RenderableType]:
    """A plan without events: values, what entries become, and why some cannot stand; entries as they are `called`."""
    names = {**newcomers(seen), **names, **seen.names}
    yield from _changes([each for each in seen.changes if not only_counts(each)], names)
    for becomes in OUTCOMES:
        entries = [called.get(entry.entry, str(entry.entry)) for entry in seen.entries if entry.outcome == becomes]
        if entries:
            sentence = spoken(phrase(f"plan.{becomes}"))
            yield words(f"{sentence[:1].upper()}{sentence[1:]}: {', '.join(entries)}", STYLES[becomes])
    yield from _restated(seen, names)
    yield words(spoken(untouched(seen.untouched)), "dim")
    yield from _conflicts(seen, names)
    yield from _owed(seen, names)


def _restated(seen: PlanView, names: Names) -> Iterator[RenderableType]:
    """Yield the entries that come out differently, as they are and as they would be."""
    for entry in seen.entries:
        if entry.outcome == "restated":
            before, after = (spoken(joined(mark.piece for mark in side)) for side in outcome_told(entry, names))
            if before != after:
                yield words(f"  {entry.entry}: {before or '–'} → {after or '–'}")


def changes(seen: Sequence[ChangeView], names: Names) -> Iterator[RenderableType]:
    """A line for every value that differs; that nothing does where there is none."""
    yield from (words(f"  {spoken(change(each, names))}") for each in seen)
    if not seen:
        yield words("  nothing differs")


def _conflicts(seen: PlanView, names: Names) -> Iterator[RenderableType]:
    yield from (words(spoken(conflict), "red") for conflict in conflicts(seen, names))


def _owed(seen: PlanView, names: Names) -> Iterator[RenderableType]:
    yield from (words(spoken(lack), "red") for one in seen.owed for lack in owed(one, names))


def _ways_to_give(seen: PlanView) -> str:
    """Return the options by which to give the missing dice and answers."""
    one = next((one for one in seen.owed if one.insert is None), None)
    if one is None:
        return (
            "Give them with the inserted command, or use --fill: the server rolls, and questions take their defaults."
        )
    given = [f"--dice {one.entry}:{one.dice[0].label}=N"] if one.dice else []
    given += [f"--response {one.entry}:{one.questions[0].key}={one.questions[0].default}"] if one.questions else []
    return (
        f"Give them: {' '.join(given)}, and so on; or use --fill: the server rolls, and questions take their defaults."
    )


def _changes(seen: Sequence[ChangeView], names: Names) -> Iterator[RenderableType]:
    if not seen:
        yield words("No value that stands today changes.", "bold")
        return
    yield words("What changes", "bold")
    yield from changes(seen, names)


def _entries(seen: PlanView, names: Names) -> RenderableType:
    made = table("entry", "becomes", "before", "after", "because of", right=("entry", "because of"))
    for entry in seen.entries:
        becomes = Text(spoken(phrase(f"plan.{entry.outcome}")), STYLES.get(entry.outcome, ""))
        before, after = (spoken(joined(mark.piece for mark in side)) for side in outcome_told(entry, names))
        row(made, entry.entry, becomes, before, after if after != before else "the same", entry.because)
    return made


def _ways_out(seen: PlanView) -> str:
    ways = ["--policy cascade strikes what becomes impossible", "--policy keep leaves it as it was"]
    return f"Ways out: {'; '.join(ways)}; --policy {seen.conflicts[0]}=cascade decides for one entry alone."
