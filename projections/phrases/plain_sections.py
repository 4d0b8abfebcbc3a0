"""Sections of a sheet, and columns of a board, whose game lays nothing out: everything that there is, component by component."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from domain.layout import AnyColumn, ListLayout, ScaleLayout
from domain.visibility.view_fields import Fields
from projections.names import WordName, called, naming, plain
from projections.phrases.catalogue import english
from projections.phrases.details import cause, changing, details
from projections.phrases.formulas import expressed, value_term
from projections.phrases.messages import Part, phrase, row, term
from projections.phrases.naming import Names, named, role_of, who
from projections.phrases.sections import (
    FilledLine,
    FilledList,
    FilledScales,
    FilledSection,
    FilledTrack,
    FilledValue,
    FilledValues,
    Instances,
    Say,
)
from projections.translation.terms import VALUE
from projections.views.board import BoardView
from projections.views.sheet import SheetView

LISTED: Final = (
    *("wounds", "conditions", "modifiers", "formulas", "traits", "choices", "items", "cards", "tasks", "uses"),
    *("links", "intents"),
)
"""The components that are listed, in this order."""


def plain_sections(seen: SheetView, beside: Instances, say: Say = english) -> Iterator[FilledSection]:
    """Yield the pools, the values and then the lists of a sheet, and of the components `beside` it."""
    tracks = (
        FilledTrack(track.title or say(term(plain(name), VALUE)), f"tracks.{name}.current", track)
        for name, track in seen.tracks.items()
    )
    values = {f"attributes.{name}": value for name, value in seen.attributes.items()} | seen.values
    filled = (
        FilledValue(value.title or say(value_term(path)), path, value, value.parts) for path, value in values.items()
    )
    yield FilledSection(say(_title("tracks")), FilledScales(tuple(tracks)))
    yield FilledSection(say(_title("attributes")), FilledValues(tuple(filled)))
    for component, instances in (*beside.items(), *((each, getattr(seen, each)) for each in LISTED)):
        lines = tuple(_line(component, name, fields, seen.names, say) for name, fields in instances.items())
        yield FilledSection(say(_title(component)), FilledList(lines, ""), folded=component == "formulas")


def plain_columns(seen: BoardView, say: Say = english) -> tuple[AnyColumn, ...]:
    """Return the columns of a board that its game lays out in no way: the pools of those who take part, but for those
    within others, such as `slots/1`, and their conditions.
    """
    whole = {name: track for standing in seen.participants.values() for name, track in standing.tracks.items()}
    tracks = {name: track for name, track in whole.items() if "/" not in name} or whole
    labels = {name: track.title or say(term(plain(name), VALUE)) for name, track in tracks.items()}
    pools = (ScaleLayout(title=say(_title("tracks")), of=labels),) if labels else ()
    return (*pools, ListLayout(title=say(_title("conditions")), component="conditions", shows="{what}"))


def _title(component: str) -> Part:
    """Return the heading of a component; of one without a heading its name."""
    return _TITLES.get(component, term(plain(component)))


_TITLES: Final[Mapping[str, Part]] = {
    "tracks": phrase("component.tracks"),
    "attributes": phrase("component.attributes"),
    "wounds": phrase("component.wounds"),
    "conditions": phrase("component.conditions"),
    "modifiers": phrase("component.modifiers"),
    "formulas": phrase("component.formulas"),
    "traits": phrase("component.traits"),
    "choices": phrase("component.choices"),
    "items": phrase("component.items"),
    "cards": phrase("component.cards"),
    "tasks": phrase("component.tasks"),
    "uses": phrase("component.uses"),
    "links": phrase("component.links"),
    "intents": phrase("component.intents"),
    "members": phrase("component.members"),
    "assets": phrase("component.assets"),
    "missions": phrase("component.missions"),
}


def _line(component: str, name: str, fields: Fields, names: Names, say: Say) -> FilledLine:
    return FilledLine(say(_words(component, name, fields, names)), f"{component}.{name}")


def _words(component: str, name: str, fields: Mapping[str, object], names: Names) -> Part:
    """Return the words for an instance: its name, then its fields."""
    match component:
        case "modifiers":
            return row(cause(dict(fields), names) or term(plain(name)), ": ", changing(dict(fields), names))
        case "formulas":
            return row(value_term(str(fields["path"])), " = ", expressed(fields["expression"], names))
        case "members":
            return row(who(str(fields.get("character") or name), names), _more(fields, names, "character"))
        case _:
            it = called(component, name, fields)
            part, is_word = named(it, names), naming(component, fields) is WordName
            own = term(it, role_of(component)) if part == it and is_word else part
            return row(own, _more(fields, names, "what", it))


def _more(fields: Mapping[str, object], names: Names, but: str, it: str = "") -> Part:
    """Return the other fields of an instance after a colon; a field that only repeats its name is left out."""
    shown = {key: value for key, value in fields.items() if key != but or (it and plain(str(value)) != plain(it))}
    words = details(shown, names)
    return row(": ", words) if english(words) else ""
