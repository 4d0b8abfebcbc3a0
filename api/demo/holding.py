"""Checks of the values that a demo's file expects, against the interface's answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from api.demo.script import Hold


def failing(hold: Hold, answer: Mapping[str, Any]) -> str | None:
    """Why what must hold does not, in a sentence; None where it does."""
    answered = at(answer, hold.path)
    if hold.count is None:
        if answered == hold.value:
            return None
        return f"{hold.path} is {written(answered)}, and ought to be {written(hold.value)}"
    instances = answered.values() if isinstance(answered, dict) else answered if isinstance(answered, list) else ()
    count = sum(all(at(one, field) == value for field, value in hold.where.items()) for one in instances)
    if count == hold.count:
        return None
    like = ", ".join(f"{field} {written(value)}" for field, value in hold.where.items())
    return f"{hold.path} has {count}{f' with {like}' if like else ''}, and ought to have {hold.count}"


def at(answer: Any, path: str) -> Any:
    """Return the value at a dotted path; names may contain dots themselves. Unset where there is no value."""
    if not path:
        return answer
    if isinstance(answer, list):
        name, _, rest = path.partition(".")
        inside = name.isdecimal() and int(name) < len(answer)
        return at(answer[int(name)], rest) if inside else msgspec.UNSET
    if not isinstance(answer, dict):
        return msgspec.UNSET
    parts = path.split(".")
    for length in range(1, len(parts) + 1):
        name, rest = ".".join(parts[:length]), ".".join(parts[length:])
        if name in answer and (value := at(answer[name], rest)) is not msgspec.UNSET:
            return value
    return msgspec.UNSET


def written(value: Any) -> str:
    """A value as a sentence has it."""
    return "not there" if value is msgspec.UNSET else msgspec.json.encode(value).decode()
