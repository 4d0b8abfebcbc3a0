"""Values of another program's JSON: each is read as its own type, or ignored."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from api.imports.stopping import check_stopped

Document = Mapping[str, Any]

LARGEST: Final = 1_000_000_000
"""Numbers of this size and beyond are no values of a game."""


def read_json(raw: bytes | str) -> Any:
    """Parse JSON. Half characters and NUL, which are part of no text, are replaced by a mark.

    Raises ValueError, RecursionError.
    """
    check_stopped()
    written = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
    read = json.loads(written)
    return _mended(read) if "\\u" in written else read


def _mended(value: Any) -> Any:
    match value:
        case str():
            whole_text = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            return whole_text.replace("\0", "\N{REPLACEMENT CHARACTER}")
        case dict():
            return {_mended(key): _mended(each) for key, each in value.items()}
        case list():
            return [_mended(each) for each in value]
        case _:
            return value


def mapping(value: object) -> Document:
    """Return the value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def listed(value: object) -> list[Any]:
    """Return the value where it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def objects(value: object) -> Iterator[Document]:
    """Give the objects of a list."""
    return (each for each in listed(value) if isinstance(each, dict))


def text(value: object) -> str:
    """Return the value where it is text, else an empty one."""
    return value if isinstance(value, str) else ""


def number(value: object) -> int | float | None:
    """Return the value where it is a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if abs(value) < LARGEST else None  # so that it is none that is no number either


def whole(value: object) -> int | None:
    """Return the value where it is a whole number, also one written as text."""
    if isinstance(value, str):
        plain = value.strip()
        return int(plain) if plain.lstrip("+-").isdecimal() and len(plain) < 10 else None
    amount = number(value)
    return int(amount) if amount is not None and amount == int(amount) else None
