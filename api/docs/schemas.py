"""The schemas of requests and answers, in the form that client generators take.

msgspec makes them: it knows more of its structs than the web framework. Generators stumble over closed tuples, over
enumerations without a type, and over fields that look optional although every answer has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

Json = dict[str, Any]

REF: Final = "#/components/schemas/"
"""The prefix of references to components."""

NULL: Final = {"type": "null"}

_MAPS: Final = ("properties", "$defs")
_LISTS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE: Final = ("items", "additionalProperties", "propertyNames")
"""The keywords of a schema under which further schemas are: by name, in a list, or one."""

_TYPES: Final = {str: "string", bool: "boolean", int: "integer", float: "number"}


class Schemas:
    """The schemas of the bodies and the answers of routes. `components` has those of structs, by name."""

    def __init__(self, bodies: Iterable[Any], answers: Iterable[Any]) -> None:
        bodies, answers = list(bodies), list(answers)
        kinds = [*bodies, *answers]
        schemas, components = msgspec.json.schema_components(kinds, ref_template=REF + "{name}", schema_hook=any_value)
        structs = {struct.__name__: struct for struct in _structs(answers)}
        self.components: Json = {name: plain(schema) for name, schema in components.items()}
        for name in structs.keys() & components.keys():
            _tell_presence(self.components[name], structs[name])
        self._of = list(zip(kinds, map(plain, schemas), strict=True))

    def of(self, kind: Any) -> Mapping[str, Any]:
        """The schema of a type, by reference where it is a struct."""
        return next(schema for known, schema in self._of if known == kind)


def any_value(kind: type) -> Json:
    """The schema of values that may be anything."""
    if kind is object:
        return {"description": "Any JSON value."}
    raise NotImplementedError


def plain(schema: Any) -> Any:
    """Return a schema in which enumerations have a type, a single value is a constant, tuples have bounds in place of a
    ban on further items, lists of anything say so, no object is a default, and discriminators refer to components.
    """
    if not isinstance(schema, dict):
        return schema
    made: Json = dict(schema)
    if isinstance(made.get("default"), dict) and made["default"]:
        del made["default"]
    if "description" in made:
        made["description"] = " ".join(made["description"].split())
    if "discriminator" in made:
        made["discriminator"] = _discriminator(**made["discriminator"])
    for keyword in _MAPS:
        if keyword in made:
            made[keyword] = {name: plain(part) for name, part in made[keyword].items()}
    for keyword in _LISTS:
        if keyword in made:
            made[keyword] = [plain(part) for part in made[keyword]]
    for keyword in _SINGLE:
        if keyword in made:
            made[keyword] = plain(made[keyword])
    if made.get("type") == "array":
        return _array(made)
    return _enumeration(made) if "enum" in made else made


def _array(schema: Json) -> Json:
    """Return the schema of a list or a tuple; items of a tuple that are all alike are those of a list."""
    if "prefixItems" not in schema:
        return {"items": any_value(object)} | schema
    items = schema.pop("prefixItems")
    schema |= {"minItems": len(items), "maxItems": len(items)}
    schema.pop("items", None)
    if all(item == items[0] for item in items):
        return schema | {"items": items[0]}
    return schema | {"prefixItems": items}


def _discriminator(*, propertyName: str, mapping: Mapping[str, str]) -> Json:  # noqa: N803  # the keywords of OpenAPI
    references = {tag: REF + name.removeprefix(REF) for tag, name in mapping.items()}
    return {"propertyName": propertyName, "mapping": references}


def _enumeration(schema: Json) -> Json:
    values = schema["enum"]
    kinds = {type(value) for value in values}
    if len(kinds) == 1 and (name := _TYPES.get(kinds.pop())):
        schema = {"type": name} | schema
    if len(values) == 1:
        schema["const"] = schema.pop("enum")[0]
    return schema


def without_null(schema: Json) -> Json:
    """Return the schema of a value that may be left out, but is never null."""
    schema = dict(schema)
    if isinstance(schema.get("type"), list):
        (schema["type"],) = [name for name in schema["type"] if name != "null"]
        if "enum" in schema:
            schema["enum"] = [value for value in schema["enum"] if value is not None]
    for keyword in ("anyOf", "oneOf"):
        if NULL in schema.get(keyword, ()):
            options = [option for option in schema.pop(keyword) if option != NULL]
            schema |= options[0] if len(options) == 1 else {keyword: options}
    if "default" in schema and schema["default"] is None:
        del schema["default"]
    return schema


def _tell_presence(schema: Json, struct: type[msgspec.Struct]) -> None:
    """Say which fields an answer always has: all of them, or, where a struct leaves its defaults out, those without; these
    are never null.
    """
    fields: Json = schema.get("properties", {})
    required = set(schema.get("required", ()))
    for name, field in fields.items():
        if name not in required:
            fields[name] = {key: value for key, value in field.items() if key != "default"}
            if struct.__struct_config__.omit_defaults:
                fields[name] = without_null(fields[name])
    if fields and not struct.__struct_config__.omit_defaults:
        schema["required"] = list(fields)


def _structs(kinds: Iterable[Any]) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs that these types are made of."""
    left: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    seen = set[int]()
    while left:
        info = left.pop()
        if isinstance(info, msgspec.inspect.StructType):
            yield info.cls
        left += [part for part in _parts(info) if id(part) not in seen]
        seen |= {id(part) for part in left}


def _parts(info: Any) -> Iterator[Any]:
    """Yield what a type is directly made of."""
    for name in getattr(info, "__struct_fields__", ()):
        value = getattr(info, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, msgspec.inspect.Field):
                yield part.type
            elif isinstance(part, msgspec.inspect.Type):
                yield part
