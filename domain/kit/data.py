"""Typed data: a chapter declares which keys its instances carry as structs, and the game checks them on emit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Final, TypeVar

from domain.vocabulary.data import Data, fields_of

D = TypeVar("D", bound=type[Data])

_DECLARED: Final = "__data_of__"


def data_of(component: str, *kinds: str) -> Callable[[D], D]:
    """Declare that a struct is the data of the instances of a component that are of one of these kinds; of all, without.

    The kind of a condition, item or use is its `what`, that of what was noted its name. Where several structs are declared
    for the same instances, each rule reads its own, and all keys of all of them fit.
    """

    def declare(struct: D) -> D:
        earlier: tuple[tuple[str, str], ...] = struct.__dict__.get(_DECLARED, ())
        setattr(struct, _DECLARED, (*earlier, *((component, kind) for kind in kinds or ("",))))
        return struct

    return declare


def data_in(chapters: Iterable[ModuleType]) -> Mapping[tuple[str, str], tuple[type[Data], ...]]:
    """Return the structs that chapters declare, by component and kind.

    Raises ValueError where two of the same instances give one key two types.
    """
    structs_by_place: dict[tuple[str, str], tuple[type[Data], ...]] = {}
    for chapter in chapters:
        for struct in vars(chapter).values():
            for place in _declared(struct, chapter):
                structs_by_place[place] = (*structs_by_place.get(place, ()), struct)
    for (component, kind), structs in structs_by_place.items():
        _check_alike(component, (*structs, *(structs_by_place.get((component, ""), ()) if kind else ())))
    return structs_by_place


def _declared(struct: object, chapter: ModuleType) -> tuple[tuple[str, str], ...]:
    own = isinstance(struct, type) and issubclass(struct, Data) and struct.__module__ == chapter.__name__
    return struct.__dict__.get(_DECLARED, ()) if own else ()


def _check_alike(component: str, structs: tuple[type[Data], ...]) -> None:
    types: dict[str, object] = {}
    for struct in structs:
        for field in fields_of(struct).values():
            if types.setdefault(field.key, field.type) != field.type:
                raise ValueError(f"{struct.__name__} gives {field.key!r} of {component} another type than others do")
