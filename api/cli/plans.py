"""Plans of changes of the past, so that a person can decide on them: what changes for whom, what is decided again, and
what becomes impossible by which rule or for want of what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.text import Text

from api.cli.lasting import clock, is_anchor, until
from api.cli.naming import Names, named, number, thing, who
from api.cli.output import row, table, words
from api.cli.phrases import label
from api.cli.tellings import BOOKKEEPING, LABELS, brought, details, modified, told
from domain.paths import parse
from domain.vocabulary.anchors import AnyAnchor
from projections.names import Name, called
from projections.views.plans import ChangeView, PlannedEntryView, PlanView

BECOMES = {
    "confirmed": ("stands as it was", "dim"),
    "restated": ("comes out differently", "cyan"),
    "moot": ("is no longer asked", "yellow"),
    "owed": ("needs a roll or an answer", "red"),
    "conflict": ("becomes impossible", "red"),
    "struck": ("is struck", "red"),
    "restored": ("stands again", "green"),
    "kept": ("is kept as it was", "yellow"),
    "inserted": ("is inserted", "green"),
}
"""What becomes of an entry, in words."""


_IN_ITS_NAME = frozenset(
    {"what", "kind", "severity", "slot", "title", "path", "operation", "amount", "over", "of", "subject", "tags"}
)
"""Fields that what is called by them need not be told of."""

_COUNTING = {"uses", "order", "pace"}
"""Components that only count along: they are left out where a plan is told in short."""


def plan(seen: PlanView, names: Names) -> Iterator[RenderableType]:
    """A plan: values, entries, then what stands in its way."""
    names = {**_newcomers(seen), **names, **seen.names}
    counting = [each for each in seen.changes if parse(each.path).component in _COUNTING]
    yield from _changes([each for each in seen.changes if each not in counting], names)
    if counting:
        yield words(f"  {len(counting)} counters and places in orders of turns", "dim")
    yield _entries(seen, names)
    counted = [f"{seen.untouched} other entries are untouched"]
    counted += [f"{seen.hidden} that change are hidden from you"] if seen.hidden else []
    yield words("; ".join(counted), "dim")
    yield from (words(conflict, "red") for conflict in conflicts(seen, names))
    if seen.conflicts:
        yield words(_ways_out(seen), "yellow")
    yield from (words(line, "red") for line in owed(seen, names))
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
    """A plan without events: values, which entries become what, and why some cannot stand; entries as they are `called`."""
    names = {**_newcomers(seen), **names, **seen.names}
    telling = [each for each in seen.changes if parse(each.path).component not in _COUNTING]
    yield from _changes(telling, names)
    for outcome, (said, style) in BECOMES.items():
        those = [called.get(entry.entry, str(entry.entry)) for entry in seen.entries if entry.outcome == outcome]
        if those:
            yield words(f"{said[:1].upper()}{said[1:]}: {', '.join(those)}", style)
    yield words(f"{seen.untouched} other entries are untouched", "dim")
    yield from (words(conflict, "red") for conflict in conflicts(seen, names))
    yield from (words(line, "red") for line in owed(seen, names))


def owed(seen: PlanView, names: Names) -> Iterator[str]:
    """What entries lack: dice by label, and questions with their options and the default."""
    for one in seen.owed:
        for text, count in Counter(f"a {die.notation[1:]} for {die.label}" for die in one.dice).items():
            yield f"Entry {one.entry} needs {text}{f', {count} times' if count > 1 else ''}"
        for question in one.questions:
            options = f" ({', '.join(question.options)}; default {question.default})" if question.options else ""
            yield named(
                f"Entry {one.entry} asks {question.key}: {question.prompt or 'what is chosen?'}{options}", names
            )


def _ways_to_give(seen: PlanView) -> str:
    """How to give what is owed."""
    one = next((one for one in seen.owed if one.insert is None), None)
    if one is None:
        return "Ways on: give them with the inserted command, or --fill lets the server roll and takes every default."
    given = [f"--dice {one.entry}:{one.dice[0].label}=N"] if one.dice else []
    given += [f"--response {one.entry}:{one.questions[0].key}={one.questions[0].default}"] if one.questions else []
    return f"Ways on: {' '.join(given)}, and so on; or --fill lets the server roll and takes every default."


def _changes(changes: Sequence[ChangeView], names: Names) -> Iterator[RenderableType]:
    if changes:
        yield words("What changes", "bold")
        yield from (words(f"  {change(each, names)}") for each in changes)
    else:
        yield words("No value that stands today changes.", "bold")


def changes(seen: Sequence[ChangeView], names: Names) -> Iterator[RenderableType]:
    """A line for every value that differs; that nothing does where there is none."""
    yield from (words(f"  {change(each, names)}") for each in seen)
    if not seen:
        yield words("  nothing differs")


def change(seen: ChangeView, names: Names) -> str:
    """A value that differs today: `SH1 hp −2 → 7`."""
    subject = "the campaign" if seen.aggregate_id.startswith("campaign/") else who(seen.aggregate_id, names)
    before, after = seen.before, seen.after
    path = parse(seen.path)
    if path.component == "clock" and isinstance(before, int) and isinstance(after, int):
        return f"the clock stands at {clock(before)} → {clock(after)}"
    if path.component == "handles":
        return _handle(path.name, before, after, names)
    if not path.field and (line := _COMING_AND_GOING.get(path.component)) is not None:
        fields = before if after is None else after
        it = who(called(path.component, path.name, fields if isinstance(fields, dict) else {}), names)
        return line[after is not None].format(subject=subject, it=it, number=path.name)
    if not path.field and (before is None or after is None):
        return f"{subject}: {_whole(seen, names)}"
    if isinstance(before, dict) and isinstance(after, dict) and not (is_anchor(before) or is_anchor(after)):
        differing = [key for key in {**before, **after} if before.get(key) != after.get(key)]
        ends = [
            f"{named(key, names)} {value(before.get(key), names)} → {value(after.get(key), names)}" for key in differing
        ]
        return f"{subject} {_what(seen, names)}: {', '.join(ends)}"
    return f"{subject} {_what(seen, names)} {value(before, names)} → {value(after, names)}"


_COMING_AND_GOING = {
    "profile": ("{subject} is gone", "{subject} is there"),
    "pace": ("{subject} has not begun", "{subject} has begun"),
    "order": ("{it} has no turn in {subject} any more", "{it} has a turn in {subject}"),
    "positions": ("{it} has no place on the map of {subject} any more", "{it} has a place on the map of {subject}"),
    "members": ("{it} does not belong to {subject} any more", "{it} belongs to {subject}"),
    "questions": ("{subject}: the question {it} is not open any more", "{subject}: the question {it} is open"),
    "phases": ("downtime phase {number} is gone", "downtime phase {number} is there"),
    "sessions": ("session {number} ({it}) is gone", "session {number} ({it}) is there"),
    "scenes": ("scene {number} ({it}) is gone", "scene {number} ({it}) is there"),
}
"""How it is told that something goes and comes that is no thing with a name, by its component."""


def _handle(handle: str, before: Any, after: Any, names: Names) -> str:
    """Whom a handle stands for, and for whom it did: `before` and `after` are the handle as a whole, or the reference alone."""
    old, new = (_bearer(side, names) for side in (before, after))
    if not new:
        return f"the handle {handle} is free again{f': {old} had it' if old else ''}"
    return f"the handle {handle} stands for {new}{f', no longer for {old}' if old and old != new else ''}"


def _bearer(side: Any, names: Names) -> str:
    ref = side.get("ref", "") if isinstance(side, dict) else side or ""
    return named(str(ref), names)


def _newcomers(seen: PlanView) -> dict[str, Name]:
    """The names of those who come to be by a plan, whom nobody knows by name yet."""
    coming = [(each.aggregate_id, each.after) for each in seen.changes if parse(each.path).component == "profile"]
    return {
        ref: Name(ref=ref, handle=after.get("handle", ""), name=after["name"], kind=after.get("kind", ""))
        for ref, after in coming
        if isinstance(after, dict) and after.get("name")
    }


def value(said: object, names: Names) -> str:
    """One side of a change in words."""
    if is_anchor(said):
        return until(msgspec.convert(said, AnyAnchor), names)
    if isinstance(said, list | tuple):
        return ", ".join(value(each, names) for each in said) or "nobody"
    return named(who(said, names) if isinstance(said, str) else number(said), names)


def _whole(seen: ChangeView, names: Names) -> str:
    """An instance that comes or goes, with what it is."""
    path = parse(seen.path)
    fields = seen.before if seen.after is None else seen.after
    if not isinstance(fields, dict):
        return f"{_what(seen, names)} is {'gone' if seen.after is None else f'there: {number(fields)}'}"
    it = named(called(path.component, path.name, fields), names)
    if path.component == "modifiers":
        it = f"{modified(fields, names)} ({it})"
    if seen.after is None:
        return f"{it} is gone"
    more = details({key: value for key, value in fields.items() if key not in _IN_ITS_NAME}, names)
    return f"{it} is there{f', {more}' if more else ''}"


def conflicts(seen: PlanView, names: Names) -> Iterator[str]:
    """Why entries cannot stand: the rule's sentence or what they lack, told once for all that it is true of."""
    reasons: dict[str, list[str]] = {}
    for entry in seen.entries:
        if entry.entry in seen.conflicts:
            reasons.setdefault(_reason(entry, names), []).append(str(entry.entry))
    for reason, entries in reasons.items():
        one = len(entries) == 1
        yield f"{'Entry' if one else 'Entries'} {', '.join(entries)} cannot stand: {reason}"


def _reason(entry: PlannedEntryView, names: Names) -> str:
    said, lacks = named(entry.sentence or "", names), named(entry.missing or "", names)
    if entry.played_under is not None:
        said = f"{said} Version {entry.played_under} of the rules, under which it was played, allowed it;"
        return f"{said} newer rules do not ({entry.rule})"
    if lacks:
        return said if lacks in said else f"{said} (for want of {lacks})"
    return f"{said} ({entry.rule})" if entry.rule else said


_UNNAMED = {
    "pace": "",
    "ground": "",
    "profile": "",
    "phases": "downtime phase",
    "sessions": "session",
    "scenes": "scene",
}
"""What has no name of its own is called by its sort, and by its number where there are several."""


def _what(seen: ChangeView, names: Names) -> str:
    """What of its subject a path names: the fields that are read without saying are left out."""
    path = parse(seen.path)
    if path.component == "tracks" and path.field in ("current", ""):
        return path.name
    if path.component == "attributes" and path.field in ("base", ""):
        return path.name
    it = (
        _UNNAMED.get(path.component, path.component)
        if path.name in ("self", "now")
        else f"{_UNNAMED[path.component]} {path.name}"
        if path.component in _UNNAMED
        else thing(f"{seen.aggregate_id}.{path.component}.{path.name}", names)
    )
    field = "" if path.field in ("data", "until", "due") else f" {LABELS.get(path.field, path.field.replace('_', ' '))}"
    return f"{it}{field.rstrip()}".strip()


def _entries(seen: PlanView, names: Names) -> RenderableType:
    made = table("entry", "becomes", "before", "after", "because of", right=("entry", "because of"))
    brings = [event for entry in seen.entries for event in (*entry.before, *entry.after)]
    names = {**names, **{path: name for event in brings for path, name in brought(event, names).items()}}
    for entry in seen.entries:
        said, style = BECOMES.get(entry.outcome, (entry.outcome, ""))
        before, after = (_events(events, names) for events in (entry.before, entry.after))
        row(made, entry.entry, Text(said, style), before, after if after != before else "the same", entry.because)
    return made


def _events(events: tuple[dict[str, Any], ...], names: Names) -> str:
    lines = (_rolled(event, names) or told(event, names) for event in events if event["type"] not in BOOKKEEPING)
    return "\n".join(filter(None, lines))


def _rolled(event: dict[str, Any], names: Names) -> str:
    """A roll's line: dice stay, so its total and outcome are what may differ."""
    if event["type"] != "rolled":
        return ""
    outcome = f", {event['outcome']}" if event.get("outcome") else ""
    return f"{label(event['name'], names)} = {number(event['total'])}{outcome}"


def _ways_out(seen: PlanView) -> str:
    ways = ["--policy cascade strikes what becomes impossible", "--policy keep leaves it as it was"]
    return f"Ways out: {'; '.join(ways)}; --policy {seen.conflicts[0]}=cascade decides for one entry alone."
