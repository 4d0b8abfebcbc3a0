"""Schemas as Python annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

Json = dict[str, Any]

COMMAND: Final = "Command"
"""The schema of any command of any game, which the client sends as it is."""

ENTRY: Final = frozenset({"EntryView", "HiddenEntry"})

MOST_CHOICES: Final = 8
"""The number of texts of a parameter that are listed; of more, the service says which are meant."""

_PLAIN: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def name_in(schema: Json) -> str:
    """Return the name of the schema that another one points at, else nothing."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def is_struct(schema: Json) -> bool:
    """Whether a schema describes an object whose fields are all known."""
    return "properties" in schema and not schema.get("additionalProperties")


def variants(schema: Json) -> list[Json]:
    """Return the alternatives of a schema; itself where there is one."""
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return [deeper for each in schema[key] for deeper in variants(each)]
    if isinstance(schema.get("type"), list):
        return [{**schema, "type": each} for each in schema["type"]]
    return [schema]


def referenced(schema: Any) -> Iterator[str]:
    """Return the names of all schemas that a schema points at."""
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield name_in(dict(schema))
        for key, each in schema.items():
            if key not in ("default", "examples", "example", "discriminator"):
                yield from referenced(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from referenced(each)


class Annotations:
    """Annotations for the schemas of a document: of what is received, and of what is sent."""

    def __init__(self, schemas: Mapping[str, Json]) -> None:
        self.schemas = schemas

    def received(self, schema: Json) -> str:
        """Return the annotation of a value in an answer. It takes every text where the service lists the texts of today."""
        return self._union(schema, sent=False)

    def sent(self, schema: Json) -> str:
        """Return the annotation of a value in a request."""
        return self._union(schema, sent=True)

    def _union(self, schema: Json, *, sent: bool) -> str:
        each = variants(schema)
        if {name_in(one) for one in each} >= ENTRY:
            rest = [one for one in each if name_in(one) not in ENTRY]
            return " | ".join(["Entry", *dict.fromkeys(self._one(one, sent=sent) for one in rest)])
        names = dict.fromkeys(self._one(one, sent=sent) for one in each)
        return "Any" if "Any" in names else " | ".join(sorted(names, key=lambda name: name == "None"))

    def _one(self, schema: Json, *, sent: bool) -> str:
        name = name_in(schema)
        if name:
            return self._named(name, sent=sent)
        if sent and "enum" in schema and len(schema["enum"]) <= MOST_CHOICES:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'] if value is not None)}]"
        match schema.get("type"):
            case "array":
                return self._array(schema, sent=sent)
            case "object":
                return self._object(schema, sent=sent)
            case str(kind):
                return _PLAIN[kind]
            case _:
                return "str" if all(isinstance(value, str) for value in schema.get("enum", [None])) else "Any"

    def _named(self, name: str, *, sent: bool) -> str:
        schema = self.schemas[name]
        if name == COMMAND:
            return "Mapping[str, Any]" if sent else "dict[str, Any]"
        return name if is_struct(schema) else self._union(schema, sent=sent)

    def _array(self, schema: Json, *, sent: bool) -> str:
        if "prefixItems" in schema:
            return f"tuple[{', '.join(self._union(each, sent=sent) for each in schema['prefixItems'])}]"
        of = self._union(schema.get("items") or {}, sent=sent)
        return f"Sequence[{of}]" if sent else f"tuple[{of}, ...]"

    def _object(self, schema: Json, *, sent: bool) -> str:
        values = schema.get("additionalProperties")
        of = self._union(values, sent=sent) if isinstance(values, dict) and values else "Any"
        return f"Mapping[str, {of}]" if sent else f"dict[str, {of}]"
