"""Examples of commands with other people in them: who is hidden, and what the names of an example become."""

from __future__ import annotations

from typing import Any, Final

OWN_WORDS: Final = {"grid", "what", "title", "text", "search", "detail", "false", "truth"}
"""Fields in which people use words of their own, whoever goes by them."""


def renamed(args: Any, names: dict[str, str], field: str = "") -> Any:
    """Args about somebody else."""
    match args:
        case dict():
            return {key: renamed(value, names, key) for key, value in args.items()}
        case list() | tuple():
            return [renamed(item, names, field) for item in args]
        case str() if field not in OWN_WORDS:
            return names.get(args, args)
        case _:
            return args


def named(one: str, other: str) -> dict[str, str]:
    """Another name for one, and the handle with it."""
    return {one: other, one.lower(): other.lower()}


def mentions(args: Any, names: dict[str, str]) -> bool:
    """Whether args are about any of them."""
    return bool(renamed(args, names) != renamed(args, {}))
