"""Roll templates: the fields of a card that a sheet shows, and which of its dice counted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from api.imports.history.records import ToldRoll

_FIELD: Final = re.compile(r"\{\{(.*?)\}\}(?!\})", re.DOTALL)
_REFERENCE: Final = re.compile(r"\$\[\[(\d+)\]\]")
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_TRANSLATED: Final = re.compile(r"\^\{([^}]*)\}")
_DAMAGE: Final = frozenset({"dmg1", "dmg2", "hldmg", "globaldamage"})
_WORDS: Final = ("description", "desc", "text", "content")
"""Fields whose words people read."""


class ReadTemplate(NamedTuple):
    """A card: its fields by key, and the character that it is of."""

    fields: dict[str, str]
    character: str

    @property
    def name(self) -> str:
        """The purpose of the card, in words."""
        return plain_title(self.fields.get("rname") or self.fields.get("name") or self.fields.get("title") or "")

    @property
    def words(self) -> str:
        """The words of the card beside its rolls."""
        titles = [plain_title(self.fields[key]) for key in _WORDS if self.fields.get(key)]
        return ": ".join(filter(None, (self.name, *titles)))


def read_template(content: str) -> ReadTemplate:
    """Return the fields of a card; `charname=` may stand bare behind them."""
    fields = {}
    for field in _FIELD.findall(content):
        key, _, value = field.partition("=")
        fields[key.strip()] = value.strip()
    bare = re.search(r"charname=(.*)\Z", _FIELD.sub("", content), re.DOTALL)
    return ReadTemplate(fields, (bare[1] if bare else fields.get("charname", "")).strip())


def plain_title(text: str) -> str:
    """Return a title without its link and in words: `^{wisdom-save-u}` is `wisdom save`."""

    def words(match: re.Match[str]) -> str:
        return match[1].removesuffix("-u").replace("-", " ").replace("_", " ")

    return _TRANSLATED.sub(words, _LINK.sub(r"\1", text)).strip()


def rolls_of(template: ReadTemplate, inline: Mapping[int, ToldRoll], name: str) -> list[ToldRoll]:
    """Return the rolls that a card shows, each by what it is for. `name` is that of the card.

    A card rolls twice wherever there might be advantage; both dice fell, and one of them counted.
    """
    shown: list[ToldRoll] = []
    used: set[int] = set()
    pair = [_only(template.fields.get(key, ""), inline) for key in ("r1", "r2")]
    first, second = (None if number is None else inline[number] for number in pair)
    if first is not None and second is not None:
        used.update(number for number in pair if number is not None)
        shown.append(replace(_of_two(first, second, template.fields), label=name or "roll"))
    for key, value in template.fields.items():
        for number in map(int, _REFERENCE.findall(value)):
            if number in inline and number not in used:
                used.add(number)
                shown.append(replace(inline[number], label=_label(name, key)))
    return shown + [roll for number, roll in inline.items() if number not in used]


def _only(value: str, inline: Mapping[int, ToldRoll]) -> int | None:
    numbers = [int(number) for number in _REFERENCE.findall(value)]
    return numbers[0] if len(numbers) == 1 and numbers[0] in inline else None


def _label(name: str, key: str) -> str:
    if key in ("r1", "r2"):
        return name or "roll"
    kind = "damage" if key in _DAMAGE else "critical damage" if key.startswith("crit") else key
    return f"{name} {kind}".strip()


def _of_two(first: ToldRoll, second: ToldRoll, fields: Mapping[str, str]) -> ToldRoll:
    """Return two rolls of one check as one: with advantage the higher counts, with disadvantage the lower, else the first."""
    end = next(
        (end for key, end in (("advantage", "h"), ("disadvantage", "l")) if fields.get(key, "0") not in ("", "0")), ""
    )
    alike = first.addends == second.addends and first.notations == second.notations and len(first.dice) == 1
    better = (second.total > first.total) if end == "h" else (second.total < first.total) if end else False
    counts, other = (second, first) if better else (first, second)
    unused = tuple(replace(die, kept=False) for die in other.dice)
    dice = (*unused, *counts.dice) if better else (*counts.dice, *unused)
    notation = f"2d{first.dice[0].sides}k{end}1" if end and alike else ""
    return replace(
        counts, dice=dice, notations=(notation,) if notation else (), written=f"{first.written}, {second.written}"
    )
