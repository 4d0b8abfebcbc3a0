"""Lines with the fields of something in them: layouts are written so, and so is what happened."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from api.cli.lasting import is_anchor, until
from api.cli.naming import Names, named, number
from domain.vocabulary.anchors import AnyAnchor
from projections.names import plain

_FIELD: Final = re.compile(r"\{([^{}\[\]]*)\}")
_OPTIONAL: Final = re.compile(r"\[([^\[\]]*)\]")
_RULE_ID: Final = re.compile(r"[A-Z]{2}-[A-Z]+-\d+")
_WHAT_IS_NAMED: Final = re.compile(r"(?P<what>.+)/[a-z][a-z_-]*(-\d+)+\Z")
"""A source that says what it is before which one: `moderate cut/wound-63`."""


def line(shows: str, fields: Mapping[str, Any], names: Names) -> str:
    """An instance in a line: its fields where they are named in braces; what stands in brackets only if all that is named
    there says something, and zeros say nothing. No line begins with the comma of a part before which nothing is said."""

    def kept(part: re.Match[str]) -> str:
        found = [_said(fields, field[1], names) for field in _FIELD.finditer(part[1])]
        return part[1] if all(said not in ("", "0") for said in found) else ""

    return (
        _FIELD.sub(lambda field: _said(fields, field[1], names), _OPTIONAL.sub(kept, shows)).strip().removeprefix(", ")
    )


def reached(fields: Mapping[str, Any], path: str) -> Any:
    """What stands at a dotted path; None where nothing does."""
    name, _, rest = path.partition(".")
    found = fields.get(name)
    return reached(found, rest) if rest and isinstance(found, dict) else None if rest else found


def source(said: str, names: Names) -> str:
    """Where something comes from: a rule by its id, a name, or what an id says."""
    if _RULE_ID.fullmatch(said):
        return said
    what = _WHAT_IS_NAMED.fullmatch(said)
    told = named(said, names)
    return told if told != said else plain(what["what"] if what else said)


def _said(fields: Mapping[str, Any], path: str, names: Names) -> str:
    """A field's value in words; empty where it says nothing."""
    found = reached(fields, path)
    match found:
        case dict() if is_anchor(found):
            return until(msgspec.convert(found, AnyAnchor), names)
        case 0 if found is not False:
            return "0"
        case None | "" | False | [] | ():
            return ""
        case str():
            return source(found, names) if path == "source" else _called(found, names).replace("_", " ")
        case list() | tuple():
            return ", ".join(_called(item, names) if isinstance(item, str) else number(item) for item in found)
        case _:
            return number(found)


def _called(text: str, names: Names) -> str:
    known = names.get(text)
    return named(text, names) if known is None or "." in text else known.name
