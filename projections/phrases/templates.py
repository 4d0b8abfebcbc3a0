"""Templates: texts with named fields. The texts of messages are written so, and so are the lines of a game's layout.

`{name}` stands for a field. A part in brackets is kept only if every field in it says something: `{who} is hurt[, by {source}]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

_FIELD: Final = re.compile(r"\{([^{}\[\]]*)\}")
_OPTIONAL: Final = re.compile(r"\[([^\[\]]*)\]")

_Pieces = tuple[str, ...]


def fill(template: str, say: Callable[[str], str]) -> str:
    """The template with what `say` gives for each field. Zero says nothing in an optional part. No line begins with the
    comma of a part before which nothing is said."""
    line = "".join(_filled(pieces, say, optional=optional) for pieces, optional in _parsed(template))
    return line.strip().removeprefix(", ")


def _filled(pieces: _Pieces, say: Callable[[str], str], *, optional: bool) -> str:
    """A part of a template; every second of its pieces is the name of a field."""
    values = [say(name) for name in pieces[1::2]]
    if optional and not all(value not in ("", "0") for value in values):
        return ""
    return "".join(text + value for text, value in zip(pieces[::2], (*values, ""), strict=True))


@cache
def _parsed(template: str) -> tuple[tuple[_Pieces, bool], ...]:
    """The parts of a template, and which of them are optional."""
    parts = _OPTIONAL.split(template)
    return tuple((tuple(_FIELD.split(part)), index % 2 == 1) for index, part in enumerate(parts) if part)
