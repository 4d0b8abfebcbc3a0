"""Events and instances of every kind, drawn from nothing but their types."""

from functools import cache
from typing import Any, TypeVar

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from domain.vocabulary import COMPONENTS, EVENTS
from domain.vocabulary.base import Event, Instance
from domain.vocabulary.log import LogEntry
from domain.vocabulary.revision import Corrected

EVERY_EVENT: tuple[type[Event], ...] = EVENTS
"""Every class of events there is."""

CHANGES = tuple(kind for kind in EVERY_EVENT if not issubclass(kind, LogEntry | Corrected))
"""Those that change an instance."""

DEPTH = 4
"""How deep structs are nested: an event, its instance, a formula there, its terms."""

S = TypeVar("S", bound=msgspec.Struct)

names = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
numbers = st.integers(-(2**61), 2**61)


@cache
def structs(kind: type[S], depth: int = DEPTH) -> st.SearchStrategy[S]:
    """Instances of a struct; fields that may be left out sometimes are."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    fields = {field.name: values(field.type, depth - 1) for field in info.fields}
    required = {field.name: fields[field.name] for field in info.fields if field.required}
    optional = {field.name: fields[field.name] for field in info.fields if not field.required}
    return st.fixed_dictionaries(required, optional=optional).map(lambda given: kind(**given))


def events(kind: type[Event], name: str | None = None) -> st.SearchStrategy[Event]:
    """Events of one class; of one instance only, where it is named."""
    drawn = structs(kind)
    return drawn if name is None else drawn.map(lambda event: msgspec.structs.replace(event, name=name))


def instances(component: str) -> st.SearchStrategy[Any]:
    """Instances of a component."""
    return structs(COMPONENTS[component].instance)


def values(kind: inspect.Type, depth: int) -> st.SearchStrategy[Any]:
    """Values of a type. Raises TypeError for one that no event has had so far."""
    match kind:
        case inspect.StrType():
            return st.text(max_size=6) | names
        case inspect.IntType():
            return numbers
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType(values=literals):
            return st.sampled_from(literals)
        case inspect.StructType(cls=cls):
            return structs(cls, depth)
        case inspect.RawType():
            return (st.none() | structs(Instance)).map(msgspec.json.encode).map(msgspec.Raw)
        case _:
            return _containers(kind, depth)


def _containers(kind: inspect.Type, depth: int) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata(type=marked):
            return values(marked, depth)
        case inspect.UnionType(types=types):
            return st.one_of([values(option, depth) for option in types if depth > 0 or not _nests(option)])
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(values(key, depth), values(value, depth), max_size=3)
        case inspect.VarTupleType(item_type=item):
            return st.lists(values(item, depth), max_size=3).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*(values(item, depth) for item in items))
        case _:
            raise TypeError(f"events have no values of type {kind} yet; say here how to draw them")


def _nests(kind: inspect.Type) -> bool:
    """Whether a struct holds further structs, as a sum holds its terms."""
    return isinstance(kind, inspect.StructType) and any(_holds_struct(field.type) for field in kind.fields)


def _holds_struct(kind: inspect.Type) -> bool:
    match kind:
        case inspect.StructType():
            return True
        case inspect.Metadata(type=marked):
            return _holds_struct(marked)
        case inspect.UnionType(types=types):
            return any(map(_holds_struct, types))
        case inspect.VarTupleType(item_type=item):
            return _holds_struct(item)
        case _:
            return False
