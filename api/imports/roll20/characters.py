"""Characters as JSON: attributes with a value and a maximum, and rows of things and abilities."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

from api.imports.fields import Document, listed, objects, text, whole
from api.imports.history.records import ToldAudience, ToldCharacter, ToldPool, ToldThing
from api.imports.markup import plain_name
from api.imports.playing import LONGEST_WORD
from domain.messages import text as worded

_ROW: Final = re.compile(r"repeating_([^_]+)_(-[\w-]{19})_(.+)")
_NAMES: Final = ("name", "itemname", "atkname", "spellname", "weaponname", "feature_name", "title")
"""Fields that hold a row's name, in any sheet."""

_OWNED: Final = frozenset(
    {"inventory", "equipment", "item", "items", "gear", "weapon", "weapons", "armor", "loot", "container"}
)
"""Sections whose rows are a character's belongings."""

UNIDENTIFIED: Final = "name "
"""The beginning of the key of a character whose file holds no id."""

MOST_VALUES: Final = 300
"""The number of values that a sheet may bring."""


class NotACharacter(ValueError):
    """A record that is no character; the sentence says what it lacks."""

    slug = "not-a-character"


def told_character(document: Document) -> ToldCharacter:
    """Return a character with its values and rows. Raises NotACharacter."""
    name = plain_name(text(document.get("name")), LONGEST_WORD)
    attributes = document.get("attribs", document.get("attributes"))
    if not name or not isinstance(attributes, list):
        raise NotACharacter(worded("It is no character: one has a `name` and a list of `attribs` or `attributes`."))
    owners = tuple(each for each in _people(document.get("controlledby")) if each != "all")
    readers = _people(document.get("inplayerjournals"))
    sheet: ToldAudience = "all" if "all" in readers else readers or "gm"
    values, pools = _values(attributes)
    return ToldCharacter(
        key=text(document.get("oldId"))
        or text(document.get("id"))
        or text(document.get("_id"))
        or f"{UNIDENTIFIED}{name}",
        name=name,
        owners=owners,
        hidden=not owners and not readers,
        sheet=sheet,
        attributes=values,
        pools=pools,
        things=tuple(_things(attributes)),
    )


def _people(value: object) -> tuple[str, ...]:
    """Return the ids of players: a list, or a text with commas."""
    given = value.split(",") if isinstance(value, str) else [text(each) for each in listed(value)]
    return tuple(dict.fromkeys(each.strip() for each in given if each.strip()))


def _values(attributes: list[object]) -> tuple[dict[str, int], dict[str, ToldPool]]:
    values: dict[str, int] = {}
    pools: dict[str, ToldPool] = {}
    for each in objects(attributes):
        name = re.sub(r"[^a-z0-9]+", "-", text(each.get("name")).lower()).strip("-")[:60]
        current, most = whole(each.get("current")), whole(each.get("max"))
        if not name or current is None or name.startswith("repeating-") or len(values) + len(pools) >= MOST_VALUES:
            continue
        if most is not None:
            pools.setdefault(name, ToldPool(current, most if most >= current and most > 0 else None))
        else:
            values.setdefault(name, current)
    return values, pools


def _things(attributes: list[object]) -> list[ToldThing]:
    """Return the rows of all sections that have a name."""
    rows: defaultdict[tuple[str, str], dict[str, object]] = defaultdict(dict)
    for each in objects(attributes):
        if match := _ROW.fullmatch(text(each.get("name"))):
            rows[match[1], match[2]][match[3]] = each.get("current")
    things = []
    for (section, row), fields in rows.items():
        called = next((text(fields[name]) for name in _NAMES if text(fields.get(name)).strip()), "")
        if name := plain_name(called, LONGEST_WORD):
            count = whole(fields.get("itemcount", fields.get("quantity")))
            level = whole(fields.get("spelllevel"))
            things.append(
                ToldThing(
                    key=f"{section} {row}",
                    name=name,
                    kind=section,
                    owned=section in _OWNED,
                    quantity=1 if count is None else count,
                    rank=level or 0,
                )
            )
    return things
