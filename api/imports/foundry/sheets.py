"""Actors with their items. Every game keeps its values in other fields: numbers are read, and pairs of a value and its
maximum.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from api.imports.fields import Document, mapping, objects, text, whole
from api.imports.foundry.shapes import LIMITED, OBSERVER, OWNER, levels_of, system_of
from api.imports.history.records import ToldAudience, ToldCharacter, ToldPool, ToldThing
from api.imports.markup import plain_name
from api.imports.playing import LONGEST_WORD

_DEEPEST: Final = 5
MOST_VALUES: Final = 300
"""The number of values that a sheet may bring."""

_VALUES: Final = ("value", "rank", "base", "superficial", "aggravated", "stains", "potency", "temp")
_LAYOUT: Final = frozenset(
    {"activeTabs", "display", "header", "body", "hidden", "sort", "template", "templateSystemUniqueVersion"}
)
"""Keys of sheet layouts and of other things that are not a character's values."""

_FEATURES: Final = frozenset(
    {
        "class",
        "subclass",
        "race",
        "background",
        "feat",
        "spell",
        "action",
        "ancestry",
        "heritage",
        "lore",
        "effect",
        "condition",
    }
    | {"spellcastingEntry", "melee", "deity", "feature", "skill", "talent", "discipline", "power", "facility"}
)
"""Types of items that are features, not things to hold in a hand."""


def told_character(document: Document, users: frozenset[str]) -> ToldCharacter:
    """Return an actor with its values and items. `users` are the ids of people, without game masters."""
    levels = levels_of(document)
    everybody = levels.get("default", 0)
    owners = tuple(user for user, level in levels.items() if user in users and level >= OWNER)
    readers = tuple(user for user, level in levels.items() if user in users and level >= OBSERVER)
    sheet: ToldAudience = "all" if everybody >= OBSERVER else readers or "gm"
    values = tuple(_values(system_of(document)))
    names = _names(values)
    return ToldCharacter(
        key=document["_id"],
        name=plain_name(text(document.get("name")), LONGEST_WORD) or "Nameless",
        kind=text(document.get("type"))[:LONGEST_WORD],
        owners=owners,
        hidden=everybody < LIMITED and not owners,
        sheet=sheet,
        attributes={names[each.path]: each.value for each in values if each.pool is None},
        pools={names[each.path]: each.pool for each in values if each.pool is not None},
        things=tuple(told_thing(item) for item in objects(document.get("items")) if isinstance(item.get("_id"), str)),
    )


def told_thing(document: Document) -> ToldThing:
    """Return an item: a thing, or a feature of a character."""
    system, kind = system_of(document), text(document.get("type"))[:LONGEST_WORD] or "item"
    quantity = system.get("quantity")
    count = whole(quantity) if not isinstance(quantity, dict) else whole(quantity.get("value"))
    level = system.get("level")
    rank = (
        whole(system.get("levels")) or whole(level) or whole(mapping(level).get("value")) or whole(system.get("rank"))
    )
    return ToldThing(
        key=document["_id"],
        name=plain_name(text(document.get("name")), LONGEST_WORD) or "Nameless",
        kind=kind,
        owned=kind not in _FEATURES,
        quantity=1 if count is None else count,
        rank=rank or 0,
    )


class _Value(NamedTuple):
    path: tuple[str, ...]
    value: int
    pool: ToldPool | None


def _values(system: Document) -> Iterator[_Value]:
    for place, each in enumerate(_walk(system, ())):
        if place == MOST_VALUES:
            return
        yield each


def _walk(part: Document, path: tuple[str, ...]) -> Iterator[_Value]:
    """Give the values below a path. A number itself is one where it is called by name: a level, a currency."""
    current = whole(part.get("value"))
    if path and current is not None and "max" in part:
        yield _Value(path, current, ToldPool(current, _maximum(current, whole(part.get("max")))))
    for key, value in part.items():
        if key in _LAYOUT or (path and key == "value" and "max" in part) or (path and key == "max"):
            continue
        amount = whole(value)
        own = path if key in ("value", "rank") and path else (*path, key)
        if isinstance(value, dict) and len(path) < _DEEPEST:
            yield from _walk(value, own)
        elif amount is not None and own and (key in _VALUES or path in _COUNTED or len(path) == 0):
            yield _Value(own, amount, None)


_COUNTED: Final = frozenset({("currency",), ("details",), ("props",), ("attributes",)})
"""Places at which plain numbers are values: money, levels, and the values of homemade sheets."""


def _maximum(current: int, maximum: int | None) -> int | None:
    """Return the maximum, but for one that is computed elsewhere (null, or 0) or is passed already."""
    return maximum if maximum is not None and maximum >= current and maximum > 0 else None


def _names(values: tuple[_Value, ...]) -> dict[tuple[str, ...], str]:
    """Return the name of each value: its last word where no other has it, else its whole path."""
    last = Counter(_word(each.path[-1]) for each in values)
    names: dict[tuple[str, ...], str] = {}
    for each in values:
        word = _word(each.path[-1])
        names[each.path] = word if last[word] == 1 else "/".join(map(_word, each.path))
    return names


def _word(part: Any) -> str:
    return re.sub(r"[^a-z0-9]+", "-", str(part).lower()).strip("-")[:40] or "x"
