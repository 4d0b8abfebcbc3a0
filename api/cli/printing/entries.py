"""The ledger as tables: many entries in a line each, or one with everything about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec
from rich.console import RenderableType
from rich.text import Text

from api.cli.output import console, row, table, words
from api.cli.printing.lines import number
from api.languages.reader import spoken
from domain.visibility.view_fields import Fields
from projections.phrases.entries import brought_in, gist, told
from projections.phrases.events import event_sentence
from projections.phrases.naming import Names
from projections.phrases.questions import full
from projections.phrases.rolls import roll
from projections.phrases.words import word
from projections.views.entry import EntryView, HiddenEntry

AnyEntry = EntryView | HiddenEntry

STYLES = {"struck": "red strike", "moot": "red strike", "refused": "red", "restated": "cyan", "amended": "cyan"}
"""The styles of entries that are not simply in force."""


_REFERENCE: Final = re.compile(r"(?:character|encounter|enclave)/[\w-]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""A reference to a thing, or the id of a member."""


def members(entries: Iterable[AnyEntry]) -> set[str]:
    """Return the members who gave or revised these entries."""
    seen = [entry for entry in entries if isinstance(entry, EntryView)]
    changers = {entry.changed_by.member for entry in seen if entry.changed_by and entry.changed_by.member}
    return {entry.member for entry in seen} | changers


def log(
    entries: Sequence[AnyEntry], called: Mapping[str, str], names: Names, *, full: bool = False, heading: bool = True
) -> Iterator[RenderableType]:
    """Entries, one a line, below a heading; `full` ones take as many as they need."""
    if not entries:
        yield words("No entry fits.")
        return
    made = table("entry", "when", "who", "what happened", right=("entry",), lead=4)
    if not heading:
        made.show_header, made.box = False, None
    for column in made.columns:
        column.no_wrap, column.overflow = True, "ellipsis"
    made.columns[3].no_wrap, made.columns[3].overflow = not full, "fold" if full else "ellipsis"
    made.columns[0].min_width = 6
    made.columns[1].min_width = len("2026-01-31 20:15")
    if console().is_terminal:
        made.expand, made.columns[3].ratio = True, 1  # the last column takes what the others leave
    for entry in entries:
        if isinstance(entry, HiddenEntry):
            row(made, entry.entry, "", "", Text("hidden", "dim"))
            continue
        names = {**names, **brought_in(entry, {**names, **entry.names})}
        status = "" if entry.status == "standing" else f"[{spoken(word('status', entry.status))}] "
        style = "dim" if entry.kind == "record" else STYLES.get(entry.status, "")
        line = Text.assemble(status, (spoken(gist(entry, names)), style))
        row(made, entry.entry, when(entry.at), called.get(entry.member, entry.member), line)
    yield made


def entry(seen: AnyEntry, called: Mapping[str, str], names: Names) -> Iterator[RenderableType]:
    """One entry with everything about it that may be seen."""
    if isinstance(seen, HiddenEntry):
        yield words(f"Entry {seen.entry} is hidden from you; the chain covers it with the digest {seen.digest}.")
        return
    names = {**names, **seen.names}
    yield words(f"Entry {seen.entry} — {_heading(seen, names)}", "bold")
    made = table("", "")
    made.show_header = False
    for name, value in _facts(seen, called, names):
        row(made, name, value)
    yield made
    for title, lines in _happened(seen, names):
        yield words(title, "bold")
        yield from (words(f"  {line}") for line in lines)
    for rule, text in seen.rules_cited.items():
        yield words(f"{rule}: {text}", "dim")
    if seen.partial:
        yield words("Part of this entry is hidden from you.", "yellow")


def _heading(seen: EntryView, names: Names) -> str:
    """Return what an entry is: the title of its command, with the name that commands are given by."""
    title = spoken(told(seen, names).title)
    return f"{title} ({seen.command.type})" if seen.command else seen.kind


def when(at: str) -> str:
    """A ledger time as people read it, in UTC."""
    return at[:16].replace("T", " ")


def _facts(seen: EntryView, called: Mapping[str, str], names: Names) -> Iterator[tuple[str, str]]:
    yield "status", spoken(word("status", seen.status)) + (f", version {seen.versions}" if seen.versions > 1 else "")
    yield "when", f"{when(seen.at)} UTC"
    yield "who", called.get(seen.member, seen.member) + (" (game master)" if seen.by_gm else "")
    if seen.session is not None:
        yield "session", str(seen.session) + ("" if seen.scene is None else f", scene {seen.scene}")
    if seen.place is not None and seen.place.after != seen.entry - 1:
        yield "place", f"directly after entry {seen.place.after}"
    if seen.deed != seen.entry:
        yield "deed", f"{seen.deed}" + (f", answers {seen.answers}" if seen.answers else "")
    if seen.command is not None and seen.command.args is not None:
        yield from (("args" if n == 0 else "", line) for n, line in enumerate(_args(seen.command.args, names)))
    if seen.command is not None and seen.command.dice:
        yield "dice", _typed(number(seen.command.dice), names)
    if seen.reason and seen.revision is None:
        yield "reason", seen.reason
    if (by := seen.changed_by) is not None:
        who = "" if by.member is None else f" by {called.get(by.member, by.member)}"
        because = "" if by.because is None else f", following entry {by.because}"
        why = "" if by.reason is None else f": {by.reason}"
        yield "changed", f"by revision {by.revision}{who}{because}{why}"
    yield "hash", seen.hash


def _args(args: Fields, names: Names) -> Iterator[str]:
    for key, value in args.items():
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            text = ", ".join(value)
        else:
            text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        yield f"{key}: {_typed(text, names)}"


def _typed(text: str, names: Names) -> str:
    """Return a text with what people type for references: handles, and the names of members."""

    def word(match: re.Match[str]) -> str:
        name = names.get(match[0])
        return match[0] if name is None else name.handle or name.name

    return _REFERENCE.sub(word, text)


def _happened(seen: EntryView, names: Names) -> Iterator[tuple[str, list[str]]]:
    if seen.refusal is not None:
        yield "Refused", [f"{seen.refusal.sentence} ({seen.refusal.rule})"]
    if seen.overruled:
        yield "Overruled", [f"{refusal.sentence} ({refusal.rule})" for refusal in seen.overruled]
    if seen.revision is not None:
        yield "Revision", [spoken(gist(seen, names))]
    if seen.rolls:
        yield (
            "Rolls",
            [
                f"{spoken(roll(each, names, by_part=True))} ({_sources(seen, index)})"
                for index, each in enumerate(seen.rolls)
            ],
        )
    names = {**names, **brought_in(seen, names)}
    if happened := [line for event in seen.events if (line := spoken(event_sentence(event, names)))]:
        yield "What happened" if seen.status not in ("struck", "moot") else "What had happened", happened
    if seen.decisions:
        yield "Decisions", [spoken(full(each, names)) for each in seen.decisions]


def _sources(seen: EntryView, index: int) -> str:
    dice = seen.rolls[index].dice
    again = dict.fromkeys(f"drawn first in {die.first_entry}" for die in dice if die.first_entry is not None)
    return ", ".join([*dict.fromkeys(die.source or "unknown" for die in dice), *again]) or "no dice"
