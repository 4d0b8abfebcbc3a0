"""The catalogue of a game: its entries with the fields that a person wants to see, and the commands that take them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import NODEFAULT, inspect

from domain.catalogue import CatalogueKind, kinds_marked
from domain.kit.naming import handle_of
from domain.system import System
from domain.vocabulary.base import Scalar
from domain.vocabulary.catalogue import Addition
from projections.views.command_fields import CommandField, command_fields

_NAMES: Final = ("name", "title")
_TEXT: Final = "text"
_RULES: Final = ("rule", "rules", "hand_to_hand_rule")
_ASIDE: Final = (*_NAMES, _TEXT, *_RULES)
"""Fields of an entry that are no fields of their own."""

_EMPTY: Final[tuple[Any, ...]] = (None, "", (), [], {}, frozenset())


class CatalogueField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an entry. `name` is its path with dots, and `label` the words for each part of it; `values` are one, or those of a
    list. `of` is the kind of entries whose keys the values are, "" for none.
    """

    name: str
    label: tuple[str, ...]
    values: tuple[Scalar, ...]
    unit: str = ""
    of: str = ""


class CatalogueUse(msgspec.Struct, frozen=True, kw_only=True):
    """A command, by type, and the field of it that takes the key of an entry; its path has `[]` behind a list of structs."""

    command: str
    field: str


class CatalogueEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a catalogue. `key` is what commands take, `id` the key as it stands in addresses, and `own` marks an entry of
    the campaign's own.
    """

    kind: str
    key: str
    id: str
    name: str
    text: str = ""
    own: bool = False
    fields: tuple[CatalogueField, ...] = ()
    rules: tuple[str, ...] = ()
    uses: tuple[CatalogueUse, ...] = ()


@cache
def printed_entries(system: System) -> Mapping[str, tuple[CatalogueEntry, ...]]:
    """Return the entries of a game by kind, in the order of their tables."""
    return {
        kind.name: tuple(_entry(system, kind, str(key), row) for key, row in kind.table.items())
        for kind in system.catalogue.values()
    }


def own_entry(system: System, kind: CatalogueKind, name: str, addition: Addition) -> CatalogueEntry:
    """Return an entry of the campaign's own; `name` is `<kind>/<key>`."""
    key = name.partition("/")[2] or name
    printed = _entry(system, kind, key, {_NAMES[1]: addition.title, **addition.fields})
    tags = CatalogueField(name="tags", label=("tags",), values=addition.tags)
    fields = (*printed.fields, tags) if addition.tags else printed.fields
    return msgspec.structs.replace(printed, own=True, fields=fields)


def _entry(system: System, kind: CatalogueKind, key: str, row: Any) -> CatalogueEntry:
    parts = dict(_parts(row))
    of_row = [rule for name in _RULES for rule in _listed(parts.get(name) or getattr(row, name, "")) if "-" in rule]
    return CatalogueEntry(
        kind=kind.name,
        key=key,
        id=handle_of(key) or key,
        name=next((str(parts[name]) for name in _NAMES if parts.get(name)), key.replace("_", " ")),
        text=row if isinstance(row, str) else str(parts.get(_TEXT, "")),
        fields=tuple(_fields(kind, row)),
        rules=tuple(dict.fromkeys((*of_row, *kind.rules))),
        uses=uses_of(system).get(kind.name, ()),
    )


def _fields(kind: CatalogueKind, row: Any) -> Iterator[CatalogueField]:
    if isinstance(row, str):
        return
    if not _has_parts(row):
        yield CatalogueField(name="", label=(kind.value,), values=_values(row), unit=kind.units.get("", ""))
        return
    for path, value, of in _flat(row, (), kind.leave_out):
        if len(path) == 1 and path[0] in _ASIDE:
            continue
        name = ".".join(path)
        yield CatalogueField(
            name=name, label=_label(kind, path), values=_values(value), unit=kind.units.get(name, ""), of=of
        )


def _label(kind: CatalogueKind, path: tuple[str, ...]) -> tuple[str, ...]:
    words = (kind.labels.get(".".join(path[: at + 1]), part.replace("_", " ")) for at, part in enumerate(path))
    return tuple(filter(None, words))


def _flat(row: Any, path: tuple[str, ...], leave_out: frozenset[str]) -> Iterator[tuple[tuple[str, ...], Any, str]]:
    """Yield what a struct or mapping holds, by path, with the kind of entries that it names."""
    marks = _marks(type(row)) if isinstance(row, msgspec.Struct) else {}
    for name, value in _parts(row):
        inner = (*path, str(name))
        if ".".join(inner) in leave_out or value in _EMPTY:
            continue
        if _has_parts(value):
            yield from _flat(value, inner, leave_out)
        else:
            yield inner, value, marks.get(str(name), "")


def _parts(row: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the fields of a struct that are not as usual, or the items of a mapping."""
    if isinstance(row, Mapping):
        yield from row.items()
    elif isinstance(row, tuple):
        yield from ((name, value) for name, value in _named(row).items() if value != _usual(row).get(name, NODEFAULT))
    elif isinstance(row, msgspec.Struct):
        for name, encoded, usual in _struct_fields(type(row)):
            value = getattr(row, name)
            if usual is NODEFAULT or value != usual:
                yield encoded, value


@cache
def _struct_fields(struct: type[msgspec.Struct]) -> list[tuple[str, str, Any]]:
    """The fields of a struct, with their names in data and what is usual."""
    return [
        (
            field.name,
            field.encode_name,
            field.default if field.default_factory is NODEFAULT else field.default_factory(),
        )
        for field in msgspec.structs.fields(struct)
    ]


def _named(row: Any) -> dict[str, Any]:
    """The fields of a named tuple; none of any other."""
    return row._asdict() if hasattr(row, "_asdict") else {}


def _usual(row: Any) -> dict[str, Any]:
    return getattr(row, "_field_defaults", {})


def _has_parts(row: Any) -> bool:
    return isinstance(row, msgspec.Struct | Mapping) or bool(_named(row))


def _values(value: Any) -> tuple[Scalar, ...]:
    return tuple(_brief(item) for item in _listed(value))


def _listed(value: Any) -> Iterable[Any]:
    if isinstance(value, set | frozenset):
        return sorted(value)
    return value if isinstance(value, list | tuple) else () if value in _EMPTY else (value,)


def _brief(value: Any) -> Scalar:
    """Return a value as it is, and what has parts in short: `effect bleeding, counters 3`."""
    if _has_parts(value):
        parts = ((name, inner) for (*_, name), inner, _ in _flat(value, (), frozenset()))
        return ", ".join(f"{name} {' '.join(map(str, _values(inner)))}".replace("_", " ") for name, inner in parts)
    if isinstance(value, list | tuple):
        return ", ".join(str(_brief(item)) for item in value)
    return value if isinstance(value, bool | int | str) else str(value)


@cache
def _marks(struct: type[msgspec.Struct]) -> dict[str, str]:
    """The kinds of entries that the fields of a struct name."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType), "entries are structs"
    marked = ((field.encode_name, _marked(field.type)) for field in info.fields)
    return {name: kinds[0] for name, kinds in marked if kinds}


def _marked(kind: inspect.Type) -> tuple[str, ...]:
    match kind:
        case inspect.Metadata():
            return kinds_marked(kind.extra) or _marked(kind.type)
        case inspect.VarTupleType() | inspect.ListType():
            return _marked(kind.item_type)
        case _:
            return ()


class MarkedField(NamedTuple):
    """A field of a command, with its path and the kinds of entries whose keys it takes; `many` where it takes a list of them.
    In the path, `[]` stands behind a list of structs.
    """

    command: str
    path: str
    field: CommandField
    kinds: tuple[str, ...]
    many: bool


def fields_with_paths(type: str, args: type[msgspec.Struct]) -> Iterator[MarkedField]:
    """Yield every field of a command that holds a single value or a list of them, with the kinds that it is marked with."""

    def within(fields: Iterable[CommandField], path: str) -> Iterator[MarkedField]:
        for field in fields:
            item = field.item if field.type == "list" and field.item is not None else field
            here = f"{path}{field.name}"
            if item.type == "fields":
                yield from within(item.fields, f"{here}{'[]' if field.type == 'list' else ''}.")
            else:
                yield MarkedField(type, here, item, item.catalogue or field.catalogue, field.type == "list")

    return within(command_fields(args), "")


@cache
def uses_of(system: System) -> Mapping[str, tuple[CatalogueUse, ...]]:
    """Return the commands of a game that take entries, by kind."""
    uses: dict[str, tuple[CatalogueUse, ...]] = {}
    for type, spec in system.kinds.items():
        for marked in fields_with_paths(type, spec.args):
            for kind in marked.kinds:
                use = CatalogueUse(command=type, field=marked.path)
                uses[kind] = (*uses.get(kind, ()), use)
    return uses


def has_word(entry: CatalogueEntry, word: str) -> bool:
    """Whether an entry has a word in its key, name, text, rules or values."""
    values = (f"{' '.join(field.label)} {' '.join(map(str, field.values))}" for field in entry.fields)
    return word in " ".join((entry.key, entry.name, entry.text, *entry.rules, *values)).casefold()


def entries_in(system: System, additions: Mapping[str, Addition] | None = None) -> Iterator[CatalogueEntry]:
    """Yield the entries of a game by kind, each kind's own entries of the campaign behind the printed ones.

    Kinds that only the campaign has come last, under the campaign's own word.
    """
    own = sorted((additions or {}).items())
    unknown = dict.fromkeys(addition.kind for _, addition in own if addition.kind not in system.catalogue)
    for kind in (*system.catalogue.values(), *(CatalogueKind(name=name, title=name, table={}) for name in unknown)):
        yield from printed_entries(system).get(kind.name, ())
        for name, addition in own:
            if addition.kind == kind.name:
                yield own_entry(system, kind, name, addition)
