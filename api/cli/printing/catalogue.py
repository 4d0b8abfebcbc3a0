"""Entries of a catalogue: many by kind, and one with its fields and the commands that take it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from api.cli.output import row, table, words
from projections.views.catalogue import CatalogueEntry, CatalogueField


def listed(entries: Sequence[CatalogueEntry]) -> Iterator[RenderableType]:
    """Entries by kind, with what they say or their first fields."""
    for kind, group in groupby(entries, lambda entry: entry.kind):
        made = table("key", "name", "what it is", title=kind)
        for each in group:
            row(made, each.key, f"{each.name}{' (own)' if each.own else ''}", each.text or _fields(each.fields[:4]))
        yield made


def entry(shown: CatalogueEntry) -> Iterator[RenderableType]:
    """An entry with all its fields, its rules, and the commands that take it."""
    yield Text.assemble((shown.name, "bold"), f" — {shown.kind} {shown.key}{', of this campaign' if shown.own else ''}")
    if shown.text:
        yield words(shown.text)
    if shown.fields:
        made = table("field", "value")
        for field in shown.fields:
            row(made, ": ".join(field.label), _value(field))
        yield made
    if shown.rules:
        yield words(f"Rules: {', '.join(shown.rules)}")
    for use in shown.uses:
        yield words(f"{use.command} {use.field}={shown.key}", "dim")


def _fields(fields: Sequence[CatalogueField]) -> str:
    return "; ".join(f"{': '.join(field.label)} {_value(field)}" for field in fields)


def _value(field: CatalogueField) -> str:
    words = {True: "yes", False: "no"}
    values = (words[value] if isinstance(value, bool) else str(value) for value in field.values)
    return " ".join(filter(None, (", ".join(values), field.unit)))
