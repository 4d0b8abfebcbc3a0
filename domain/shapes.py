"""Hints at what a type takes at a place within it, so that a refusal can say what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import inspect

from domain.messages import text

_ABOUT_FIELDS: Final = ("unknown field", "required field")
_PLACE: Final = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`\Z")
_STEP: Final = re.compile(r"[^.\[\]]+|\[[^\]]*\]")


def hint(kind: Any, refusal: str) -> str:
    """Return what would be right where a value did not fit a type, by what msgspec said of it; an empty text where that
    says it all."""
    if not any(fault in refusal for fault in ("enum value", *_ABOUT_FIELDS)):
        return ""
    match = _PLACE.search(refusal)
    types = list(_at([inspect.type_info(kind)], _STEP.findall(match["path"]) if match else []))
    if any(fault in refusal for fault in _ABOUT_FIELDS):
        fields = [field.encode_name for one in types if isinstance(one, inspect.StructType) for field in one.fields]
        return text("the fields are {fields}", fields=", ".join(fields)) if fields else text("it has no fields")
    if match and match["key"]:
        types = list(_at([one.key_type for one in types if isinstance(one, inspect.DictType)], []))
    words = [str(word) for one in types for word in _words(one)]
    return text("it is one of {words}", words=", ".join(words)) if words else ""


def _at(kinds: Iterable[inspect.Type], steps: list[str]) -> Iterator[inspect.Type]:
    """The types, each alternative by itself, to which a path leads."""
    for kind in kinds:
        match kind:
            case inspect.Metadata():
                yield from _at([kind.type], steps)
            case inspect.UnionType():
                yield from _at(kind.types, steps)
            case _ if steps:
                yield from _at(_within(kind, steps[0]), steps[1:])
            case _:
                yield kind


def _within(kind: inspect.Type, step: str) -> list[inspect.Type]:
    match kind:
        case inspect.StructType():
            return [field.type for field in kind.fields if field.encode_name == step]
        case inspect.DictType():
            return [kind.value_type]
        case inspect.CollectionType():
            return [kind.item_type]
        case _:
            return []


def _words(kind: inspect.Type) -> Iterable[object]:
    match kind:
        case inspect.LiteralType():
            return kind.values
        case inspect.EnumType():
            return [member.value for member in kind.cls]
        case _:
            return ()
