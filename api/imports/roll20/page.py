"""Messages as a chat archive's page shows them, which is all that is left of pages that were copied."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Final

import msgspec

from api.imports.dice import RecordedDie, recorded_by
from api.imports.history.records import ToldRoll
from api.imports.markup import text_of
from domain.messages import text as worded

_VOID: Final = frozenset({"br", "img", "hr", "input", "meta", "link", "wbr"})
_SIDES: Final = re.compile(r"d(\d+)")
_TOOLTIP: Final = re.compile(r"\s*(?:<img[^>]*>)?\s*Rolling (?P<formula>.*?) = (?P<shown>.*)", re.DOTALL)
_FACE: Final = re.compile(r"basicdiceroll[^>]*>(-?\d+)<")
_SUM: Final = re.compile(r"(?P<dice>\d*d\d+(?:k[hl]?\d+|d[hl]?\d+)?)(?P<added>(?:[+-]\d+)*)")
_PARTS: Final = {
    "tstamp": "time",
    "by": "by",
    "didroll": "face",
    "rolled": "total",
    "formula": "formula",
    "inlinerollresult": "inline",
    "sheet-label": "label",
    "sheet-charname": "character",
}
"""Classes of elements, and what their words are."""


class ShownMessage(msgspec.Struct, kw_only=True):
    """A message as it stands on the page. `by`, with the name in it, may be missing within a run of one writer."""

    key: str = ""
    player: str = ""
    classes: frozenset[str] = frozenset()
    by: str = ""
    words: str = ""
    label: str = ""
    character: str = ""
    formula: str = ""
    total: str = ""
    dice: tuple[RecordedDie, ...] = ()
    inline: list[tuple[str, str, bool]] = []
    """Tooltip and total of each inline roll, and whether it is the one of two that did not count."""
    badly: str = ""
    """The reason why its dice cannot be read."""


class PageReader(HTMLParser):
    """A reader of a page from its beginning to its end, which gives each message to `take`."""

    def __init__(self, take: Callable[[ShownMessage], None]) -> None:
        super().__init__(convert_charrefs=True)
        self._take = take
        self._open: list[tuple[str, str]] = []
        """The elements within a message that are open: each tag, and what its words are."""
        self._message: ShownMessage | None = None
        self._words: dict[str, list[str]] = {}
        self._die: tuple[int, bool] = (0, True)
        self._inline: tuple[str, bool] = ("", False)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a message, or a part of one."""
        given = {name: value or "" for name, value in attrs}
        classes = frozenset(given.get("class", "").split())
        if tag == "div" and "message" in classes and (self._message is None or "data-messageid" in given):
            if self._message is not None:  # its end is missing
                self._finish()
            self._begin(given, classes)
            return
        if self._message is None:
            return
        if tag in _VOID:
            self._say(" " if tag == "br" else "")
            return
        part = next((part for name, part in _PARTS.items() if name in classes), "")
        if "formattedformula" in classes:
            part = "dice"
        if "diceroll" in classes:
            sides = _SIDES.search(" ".join(sorted(classes - {"diceroll", "dropped"})))
            self._die, part = (int(sides[1]) if sides else 0, "dropped" not in classes), "die"
        if part == "inline":
            unused = any(inner == "unused" for _, inner in self._open)
            self._inline = (given.get("original-title") or given.get("title", ""), unused)
        if "sheet-grey" in classes and not part:
            part = "unused"
        self._open.append((tag, part))
        if part in ("face", "inline"):
            self._words[part] = []

    def handle_endtag(self, tag: str) -> None:
        """End a part of a message, or the message."""
        if self._message is None or tag in _VOID:
            return
        while self._open:
            opened, part = self._open.pop()
            self._end(part)
            if opened == tag:
                break
        if not self._open:
            self._finish()

    def handle_data(self, data: str) -> None:
        """Take words to the part that they stand in."""
        if self._message is not None:
            self._say(data)

    def close(self) -> None:
        """End with the page; a message that is cut off there comes as far as it goes."""
        super().close()
        if self._message is not None:
            self._finish()

    def _begin(self, given: dict[str, str], classes: frozenset[str]) -> None:
        player = given.get("data-playerid", "")
        named = next((name.removeprefix("player-") for name in classes if name.startswith("player-")), "")
        self._message = ShownMessage(key=given.get("data-messageid", ""), player=player or named, classes=classes)
        self._open, self._words = [("div", "words")], {}

    def _say(self, words: str) -> None:
        named = next((part for _, part in reversed(self._open) if part not in ("", "unused")), "words")
        self._words.setdefault(named, []).append(words)
        if named == "inline":
            self._words.setdefault("words", []).append(words)

    def _said(self, part: str) -> str:
        return " ".join("".join(self._words.get(part, ())).split())

    def _end(self, part: str) -> None:
        message = self._message
        assert message is not None, "parts end within a message"
        if part == "face":
            self._face(message, self._said("face"))
        elif part == "inline":
            message.inline = [*message.inline, (self._inline[0], self._said("inline"), self._inline[1])]

    def _face(self, message: ShownMessage, shown: str) -> None:
        sides, kept = self._die
        if not shown.isdecimal() or not 1 <= int(shown) <= sides:
            message.badly = worded(
                "A d{sides} shows 1 to {sides}, not {face}.", sides=sides, face=shown or worded("nothing")
            )
        else:
            message.dice = (*message.dice, RecordedDie(sides, int(shown), kept=kept))

    def _finish(self) -> None:
        message = self._message
        assert message is not None, "a message ends once"
        for part in ("by", "words", "label", "character", "formula", "total"):
            setattr(message, part, self._said(part))
        self._message = None
        self._take(message)


def shown_rolls(message: ShownMessage) -> tuple[list[ToldRoll], list[str]]:
    """Return the rolls that a message shows, and why others cannot be told."""
    rolls: list[ToldRoll] = []
    faults = [message.badly] if message.badly else []
    label = message.label or "roll"
    if message.total.lstrip("-").isdecimal() and not message.badly and (message.dice or message.formula):
        written = message.formula.removeprefix("rolling ").strip()
        rolls.append(_as_shown(label, written, message.dice, int(message.total)))
    for tooltip, total, unused in message.inline:
        read = _of_tooltip(label, tooltip, total)
        if isinstance(read, str):
            faults.append(read)
        elif read is not None:
            rolls.append(_uncounted(read) if unused else read)
    return rolls, faults


def _of_tooltip(label: str, tooltip: str, total: str) -> ToldRoll | str | None:
    """Return an inline roll by its tooltip; None for one without dice, a sentence for dice that cannot be told."""
    match = _TOOLTIP.match(tooltip)
    faces = tuple(map(int, _FACE.findall(match["shown"]))) if match else ()
    if match is None or not faces:
        return None
    formula = re.sub(r"\[[^\]]*\]|\s", "", text_of(match["formula"]))
    if not total.lstrip("-").isdecimal():
        return worded("The roll {formula} comes to {total!r}, which is no whole number.", formula=formula, total=total)
    dice = recorded_by(formula, faces, int(total))
    if dice is None:
        return worded(
            "The roll {formula} = {total} does not say which of its dice showed {faces}.",
            formula=formula,
            total=total,
            faces=", ".join(map(str, faces)),
        )
    return _as_shown(label, formula, dice, int(total))


def _as_shown(label: str, written: str, dice: tuple[RecordedDie, ...], total: int) -> ToldRoll:
    """Return a roll whose formula may be in our notation; constants at its end become addends."""
    formula = re.sub(r"\[[^\]]*\]|\s", "", written)
    plain = _SUM.fullmatch(formula)
    added = 0 if plain is None else sum(map(int, re.findall(r"[+-]\d+", plain["added"])))
    return ToldRoll(
        label=label,
        written=written or "roll",
        dice=dice,
        total=total - added,
        notations=(formula,) if plain is None else (plain["dice"],),
        addends=(("modifier", added),) if added else (),
    )


def _uncounted(roll: ToldRoll) -> ToldRoll:
    """Return a roll that fell and did not count."""
    dice = tuple(msgspec.structs.replace(die, kept=False) for die in roll.dice)
    return msgspec.structs.replace(roll, dice=dice, total=0, addends=(), notations=())
