"""The fields of a command as a form shows them: meanings, types, choices, bounds, and the things that they name."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal

import msgspec
from msgspec import NODEFAULT, UNSET, inspect

from domain.catalogue import kinds_marked
from domain.instance_fields import InstanceNamed, instance_marked

DEEPEST: Final = 3
"""Structs within structs are shown so deep; formulas hold formulas without end."""

FieldType = Literal["text", "integer", "number", "yes-no", "list", "map", "fields", "json"]
"""The shape of a value. `fields` has fields of its own; `json` is of several shapes, or nested too deep to show."""

Reference = Literal["", "character", "encounter", "enclave", "thing", "member"]
"""The sort of thing whose handle a text is; `thing` is any of the first three."""


class CommandField(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A field of a command, or of a struct within one.

    `choices` are all values there are; where it is `open`, they are suggestions. `refers_to` is the sort of thing that it names by handle, id or
    name; `catalogue` are the kinds of entries of the game's catalogue whose keys it takes, and `instance` says of what on a sheet it takes the name. `default` holds where the field is left out; a field that is `required` has none. `item` describes what a list or map holds, `keys` the keys of a map, `size`
    the number of items of a list that has a fixed one, and `fields` the fields of a struct.
    """

    name: str = ""
    meaning: str = ""
    type: FieldType = "json"
    required: bool = False
    default: Any = None
    nullable: bool = False
    choices: tuple[bool | str | int | None, ...] = ()
    open: bool = False
    refers_to: Reference = ""
    catalogue: tuple[str, ...] = ()
    instance: InstanceNamed | None = None
    minimum: float | None = None
    maximum: float | None = None
    item: CommandField | None = None
    keys: str = ""
    size: int | None = None
    fields: tuple[CommandField, ...] = ()


@cache
def command_fields(args: type[msgspec.Struct]) -> tuple[CommandField, ...]:
    """Return the fields of a command's args; those that it needs come first."""
    info = inspect.type_info(args)
    assert isinstance(info, inspect.StructType), "args are a struct"
    return _fields(info, 0)


def _fields(struct: inspect.StructType, depth: int) -> tuple[CommandField, ...]:
    shown = [_named(field, depth) for field in struct.fields]
    return tuple(sorted(shown, key=lambda field: not field.required))


def _named(field: inspect.Field, depth: int) -> CommandField:
    default = None
    if field.default is not NODEFAULT:
        default = None if field.default is UNSET else msgspec.to_builtins(field.default)
    elif field.default_factory is not NODEFAULT:
        default = msgspec.to_builtins(field.default_factory())
    shape = _shape(field.type, depth)
    return msgspec.structs.replace(shape, name=field.encode_name, required=field.required, default=default)


def _shape(kind: inspect.Type, depth: int) -> CommandField:
    match kind:
        case inspect.Metadata():
            return _described(_shape(kind.type, depth), kind)
        case inspect.UnionType():
            return _one_of(kind, depth)
        case inspect.VarTupleType() | inspect.ListType():
            return CommandField(type="list", item=_shape(kind.item_type, depth))
        case inspect.TupleType():
            return CommandField(type="list", item=_shape(kind.item_types[0], depth), size=len(kind.item_types))
        case inspect.DictType():
            keys = _shape(kind.key_type, depth).meaning
            return CommandField(type="map", item=_shape(kind.value_type, depth), keys=keys)
        case inspect.StructType() if kind.tag_field is None and depth < DEEPEST:
            return CommandField(type="fields", fields=_fields(kind, depth + 1))
        case _:
            return _scalar(kind)


def _scalar(kind: inspect.Type) -> CommandField:
    match kind:
        case inspect.StrType():
            return CommandField(type="text")
        case inspect.BoolType():
            return CommandField(type="yes-no")
        case inspect.IntType():
            return CommandField(type="integer", minimum=kind.ge, maximum=kind.le)
        case inspect.FloatType():
            return CommandField(type="number", minimum=kind.ge, maximum=kind.le)
        case inspect.LiteralType():
            texts = all(isinstance(value, str) for value in kind.values)
            return CommandField(type="text" if texts else "integer", choices=tuple(kind.values))
        case _:
            return CommandField()


def _described(shape: CommandField, marks: inspect.Metadata) -> CommandField:
    """Return a shape with the meaning and the sorts of references that an annotation adds."""
    return msgspec.structs.replace(
        shape,
        meaning=(marks.extra_json_schema or {}).get("description", shape.meaning),
        refers_to=_reference(marks.extra or {}) or shape.refers_to,
        catalogue=kinds_marked(marks.extra) or shape.catalogue,
        instance=instance_marked(marks.extra) or shape.instance,
    )


def _reference(extra: dict[str, Any]) -> Reference:
    if "member" in extra:
        return "member"
    for mark in ("ref", "whom"):
        if mark in extra:
            of: Reference = extra[mark] or "thing"
            return of
    return ""


def _one_of(union: inspect.UnionType, depth: int) -> CommandField:
    """Return the shape of a value that may be null, or one of several types."""
    kinds = [kind for kind in union.types if not isinstance(kind, inspect.NoneType)]
    shapes = [_shape(kind, depth) for kind in kinds]
    nullable = len(kinds) < len(union.types)
    words = tuple(choice for shape in shapes for choice in shape.choices)
    free = [shape for shape in shapes if not shape.choices]
    if len(free) > 1 or (free and words and free[0].type not in ("text", "list")):
        return CommandField(nullable=nullable)
    shape = free[0] if free else shapes[0]
    kinds_named = next((each.catalogue for each in shapes if each.catalogue), ())
    instance = next((each.instance for each in shapes if each.instance), None)
    return msgspec.structs.replace(
        shape, nullable=nullable, choices=words, open=bool(free and words), catalogue=kinds_named, instance=instance
    )
