"""Sheets, boards and explanations as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace
from rich.console import RenderableType
from rich.text import Text

from api.cli.output import row, table, words
from api.cli.printing import layouts, maps
from api.cli.printing.lines import number
from api.languages.reader import spoken
from api.things import ThingLine
from domain.layout import Layout, ListLayout
from domain.visibility.view_fields import Fields
from projections.as_of import AsOf
from projections.names import called, plain
from projections.phrases import sections
from projections.phrases.details import cause, changing, details
from projections.phrases.durations import moments
from projections.phrases.events import event_sentence
from projections.phrases.formulas import expressed, further, value_named
from projections.phrases.messages import listed
from projections.phrases.messages import row as together
from projections.phrases.naming import Names, named, who
from projections.phrases.rolls import judgements, roll
from projections.phrases.sections import FilledRow
from projections.phrases.values import signed
from projections.values import SeenTrack, SeenValue, Share
from projections.views.board import BoardView
from projections.views.explain import ExplainedStep, Explanation
from projections.views.sheet import SheetView

PLAIN = Layout()
"""Everything there is, component by component."""

LISTED = (
    "wounds",
    "conditions",
    "modifiers",
    "formulas",
    "traits",
    "choices",
    "items",
    "cards",
    "tasks",
    "uses",
    "links",
    "intents",
    "questions",
)
"""The components of a sheet that are shown as lists, in this order."""


def lines(things: Sequence[ThingLine], called: Mapping[str, str]) -> Iterator[RenderableType]:
    """Characters, encounters or enclaves by handle."""
    if not things:
        yield words("There are none yet.")
        return
    made = table("handle", "name", "kind", "played by")
    for thing in things:
        row(made, thing.handle, thing.name, thing.kind, ", ".join(called.get(owner, owner) for owner in thing.owners))
    yield made


def sheet(seen: SheetView, layout: Layout = PLAIN, only: Sequence[str] = ()) -> Iterator[RenderableType]:
    """Yield a sheet, by the sections of its game's layout or `only` those of these titles; without a layout, its values
    beside their base, then the rest.
    """
    seen = replace(seen, names={**moments(layout.moments), **seen.names})
    kind = f" — {seen.kind}" if seen.kind else ""
    yield words(f"{seen.name}{kind}", "bold")
    yield words(f"{seen.ref} · {seen.handle} · {seen.system}{_as_of(seen.as_of)}", "dim")
    if not seen.whole:
        yield words("You may see only the name here.", "yellow")
    if layout.sheet:
        yield layouts.laid_out(seen, layout.sheet, only)
    else:
        yield from _whole(seen)


def _whole(seen: SheetView) -> Iterator[RenderableType]:
    if seen.tracks:
        yield _tracks(seen.tracks)
    if seen.attributes or seen.values:
        yield _values({**seen.attributes, **seen.values})
    for component in LISTED:
        instances: dict[str, Fields] = getattr(seen, component)
        if instances:
            yield _instances(component, instances, seen.names)


def board(seen: BoardView, layout: Layout = PLAIN) -> Iterator[RenderableType]:
    """Yield a board: the current turn, the turn order, every participant's condition (in the columns of its game's
    layout, where it has some), and their positions: on a drawn map where the layout has one.
    """
    seen = replace(seen, names={**moments(layout.moments), **seen.names})
    columns, filled_rows = sections.board_of(seen, layout.board)
    pace = f" · round {seen.round}" if seen.round else ""
    phase = f" · {seen.phase}" if seen.phase else ""
    yield words(f"{seen.name} — {seen.state}{pace}{phase}", "bold")
    yield words(f"{seen.ref} · {seen.handle}{_as_of(seen.as_of)}", "dim")
    headings = (
        ["name", *(column.title for column in columns)] if layout.board else ["name", "handle", "tracks", "conditions"]
    )
    speed = "init." if layout.board else "initiative"
    made = table("", speed, *headings, right=(speed,), lead=3)
    for column, shown in zip(made.columns[3:], columns, strict=False):
        column.no_wrap = not isinstance(shown, ListLayout)  # only lists may be broken into lines
    for filled in filled_rows:
        active = "▶" if filled.turn is not None and filled.turn.active else ""
        speed_of = "" if filled.turn is None else filled.turn.initiative
        several = f"{filled.name} of {filled.members}" if filled.members else filled.name
        row(made, active, speed_of, several, *(layouts.cells(filled) if layout.board else _faring(filled, seen.names)))
    yield made
    if layout.map is not None:
        yield from maps.drawn(seen, layout.map)
    for component in ("positions", "zones", "props", "crowds"):
        instances: dict[str, Fields] = getattr(seen, component)
        if instances and not (component == "positions" and layout.map is not None and maps.has_all(seen)):
            yield _instances(component, instances, seen.names)


def explanation(seen: Explanation, names: Names) -> Iterator[RenderableType]:
    """Yield the parts of a value, and the events that changed it."""
    names = {**names, **seen.names}
    amounts = seen.value.value if seen.value is not None else seen.stored
    what = Text(f"{spoken(who(seen.ref, names))} {value_named(seen.path)} = {number(amounts)}", "bold")
    yield Text.assemble(what, (f"  {seen.handle} {seen.path}", "dim"))
    if seen.value is not None and seen.value.parts:
        yield words(f"{number(seen.value.base)} at its base; {_parts(seen.value.parts)}")
    if seen.value is not None and seen.value.error:
        yield words(seen.value.error, "yellow")
    if seen.leans_on:
        yield words(f"computed from {', '.join(f'{_leant_on(path, names)}' for path in seen.leans_on)}")
    made = table("entry", "session", "before", "after", "what happened", "status", right=("entry", "session"))
    for step in seen.steps:
        status = "" if step.status == "standing" else step.status
        row(made, step.entry, step.session, number(step.before), number(step.after), _step(step, names), status)
    yield made
    if seen.hidden.events:
        amount = "" if seen.hidden.amount is None else signed(seen.hidden.amount)
        yield words(spoken(further(seen.hidden.events, amount)), "yellow")
    for rule, text in seen.rules_cited.items():
        yield words(f"{rule}: {text}", "dim")


def _leant_on(path: str, names: Names) -> str:
    """A value that another one is computed from, with what to ask for it by."""
    whom, _, rest = path.partition(".")
    handle = whom.partition("/")[2]
    subject = next((name.name for name in names.values() if name.handle == handle and "." not in name.ref), handle)
    return f"{subject}'s {value_named(rest)} ({handle} {rest})"


def bounds(track: SeenTrack) -> str:
    """A track as it is read: `7 / 14`."""
    most = "" if track.maximum is None else f" / {number(track.maximum)}"
    return f"{number(track.current)}{most}"


def _step(step: ExplainedStep, names: Names) -> str:
    rolls = (together(roll(made, names), judgements(made)) for made in step.rolls)
    return spoken(listed((*rolls, event_sentence(step.event, names)), "list.semicolon"))


def _as_of(point: AsOf | None) -> str:
    if point is None:
        return ""
    session = "" if point.session is None else f", session {point.session}"
    return f" · as of entry {point.entry}{session}, {point.at[:16].replace('T', ' ')}"


def _tracks(tracks: Mapping[str, SeenTrack]) -> RenderableType:
    rows = []
    for name, track in tracks.items():
        why = "; ".join(f"{field}: {_parts(parts)}" for field, parts in track.parts.items())
        wrong = "; ".join(track.errors.values())
        least, most = number(track.minimum), number(track.maximum)
        rows.append((track.title or name, number(track.current), least, most, why or wrong))
    return _explained(rows, "track", "now", "least", "most")


def _values(values: Mapping[str, SeenValue]) -> RenderableType:
    rows = []
    for name, value in values.items():
        why = value.error or _parts(value.parts) or ("computed" if value.computed else "")
        rows.append((value.title or name, number(value.value), number(value.base), why))
    return _explained(rows, "value", "now", "base")


def _explained(rows: Sequence[tuple[str, ...]], first: str, *numbers: str) -> RenderableType:
    """A table of numbers, whose last cells say why they are so; where none says anything, there is no such column."""
    says = any(cells[-1] for cells in rows)
    made = table(first, *numbers, *(("why",) if says else ()), right=numbers)
    for cells in rows:
        row(made, *(cells if says else cells[:-1]))
    return made


def _parts(parts: Iterable[Share]) -> str:
    return ", ".join(_part(part) for part in parts)


def _part(part: Share) -> str:
    name = "something hidden" if part.hidden else part.title or part.source or part.modifier
    amount = signed(part.amount) if part.operation == "add" else f"{part.operation} {part.amount}"
    over = f"/{part.over}" if part.over != 1 else ""
    return f"{amount}{over} {name}{'' if part.counted else ' (does not count)'}"


def _instances(component: str, instances: dict[str, Fields], names: Names) -> RenderableType:
    made = table(component, "")
    for name, fields in instances.items():
        match component:
            case "modifiers":
                row(made, spoken(cause(fields, names)) or plain(name), spoken(changing(fields, names)))
            case "formulas":
                row(made, value_named(fields["path"]), spoken(expressed(fields["expression"], names)))
            case _:
                it = called(component, name, fields)
                more = {key: value for key, value in fields.items() if key != "what" or plain(str(value)) != plain(it)}
                row(made, spoken(named(it, names)), spoken(details(more, names)))
    return made


def _faring(filled: FilledRow, names: Names) -> Sequence[str]:
    """Return the handle, the pools and the conditions of a row, where the game has no columns of its own."""
    handle = filled.turn.handle if filled.turn is not None else filled.standing.handle if filled.standing else ""
    if filled.standing is None:
        return (handle,)
    main = {name: track for name, track in filled.standing.tracks.items() if "/" not in name}
    tracks = ", ".join(f"{track.title or name} {bounds(track)}" for name, track in main.items())
    conditions = ", ".join(_condition(fields, names) for fields in filled.standing.conditions.values())
    return handle, tracks, conditions


def _condition(fields: Fields, names: Names) -> str:
    name = str(fields.get("title") or fields.get("what", ""))
    target = fields.get("target")
    return f"{name} ({spoken(who(target, names))})" if target else name
