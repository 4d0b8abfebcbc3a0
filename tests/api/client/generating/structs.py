"""Schemas as msgspec structs, in modules by what they are about."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping
from textwrap import fill, indent
from typing import Any, Final

from tests.api.client.generating.annotations import COMMAND, ENTRY, Annotations, Json, is_struct, referenced

WIDTH: Final = 120

SECRETS: Final = frozenset({"secret", "code"})
"""Fields whose texts never show."""

PLAN: Final = ("Problem", "plan")
"""A field that the document leaves open."""


def closure(names: Iterable[str], schemas: Mapping[str, Json]) -> set[str]:
    """Return the structs among these schemas and among all that they point at. Commands are none: they stay plain JSON."""
    waiting, reached = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in reached and name != COMMAND:
            reached.add(name)
            waiting += referenced(schemas[name])
    return {name for name in reached if is_struct(schemas[name])}


def docstring(text: str, depth: int = 1) -> str:
    """Return a docstring as wide as the page, its paragraphs kept."""
    space = "    " * depth
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    lines = [fill(part, WIDTH - len(space) - (0 if number else 3), break_long_words=False, break_on_hyphens=False)
             for number, part in enumerate(paragraphs)]  # fmt: skip
    whole = "\n\n".join(lines)
    closing = '"""' if "\n" not in whole and len(whole) + len(space) + 6 <= WIDTH else '\n"""'
    return indent(f'"""{whole}{closing}', space) + "\n"


def struct(name: str, schema: Json, annotations: Annotations, *, sent: bool) -> str:
    """Return the source of a struct."""
    base = "Entry, msgspec.Struct" if name in ENTRY else "msgspec.Struct"
    options = "frozen=True, kw_only=True" + (", omit_defaults=True" if sent else "")
    required = schema.get("required", [])
    tags = {key: each["const"] for key, each in schema["properties"].items() if "const" in each}
    options += "".join(f", tag_field={key!r}, tag={tag!r}" for key, tag in tags.items())
    lines = [
        _field(name, key, each, annotations, required=key in required, sent=sent)
        for key, each in schema["properties"].items()
        if key not in tags
    ]
    head = f"class {name}({base}, {options}):\n" + docstring(schema["description"])
    return head + "\n" + "".join(f"    {line}\n" for line in lines)


def _field(owner: str, key: str, schema: Json, annotations: Annotations, *, required: bool, sent: bool) -> str:
    kind = annotations.sent(schema) if sent else annotations.received(schema)
    if key in SECRETS and not sent:
        kind = kind.replace("str", "Secret")
    if (owner, key) == PLAN:
        kind = "PlanView | None"
    name, default = key, "" if required else _default(schema.get("default"), kind)
    if keyword.iskeyword(key):
        name = f"{key}_"
        default = f"msgspec.field(name={key!r})" if required else f"msgspec.field(name={key!r}, default={default})"
    if not required and default == "None" and not kind.endswith("None") and kind != "Any":
        kind = f"{kind} | None"
    return f"{name}: {kind} = {default}" if default else f"{name}: {kind}"


def _default(value: Any, kind: str) -> str:
    """Return the value of a field that is left out: the one that is declared, or an empty list or mapping, or None."""
    if value is None and kind.startswith(("tuple[", "dict[")):
        return "()" if kind.startswith("tuple[") else "{}"
    return repr(tuple(value)) if isinstance(value, list) else repr(value)


def imports_of(source: str, homes: Mapping[str, str]) -> str:
    """Return the lines that import what a module uses: structs from their homes, and names of the libraries."""
    words = set(_words(source))
    lines = ["from __future__ import annotations\n"]
    abstract = sorted(words & {"Mapping", "Sequence"})
    typed = sorted(words & {"Any", "Literal"})
    lines += [f"from collections.abc import {', '.join(abstract)}"] if abstract else []
    lines += ["from pathlib import Path"] if "Path" in words else []
    lines += [f"from typing import {', '.join(typed)}"] if typed else []
    lines += ["\nimport msgspec"] if "msgspec" in words else []
    by_home: dict[str, list[str]] = {}
    for word in sorted(words & homes.keys()):
        by_home.setdefault(homes[word], []).append(word)
    lines += [""] + [f"from {home} import {', '.join(names)}" for home, names in sorted(by_home.items())]
    return "\n".join(lines).rstrip() + "\n\n"


def _words(source: str) -> Iterable[str]:
    """Return the names in a source, outside its docstrings."""
    parts = source.split('"""')
    code = " ".join(parts[::2])
    return "".join(letter if letter.isalnum() or letter == "_" else " " for letter in code).split()
