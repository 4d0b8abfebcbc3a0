"""Messages of the chat, with their rolls: who spoke, in whose name, and who may read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from api.imports.fields import Document, listed, mapping, objects, text, whole
from api.imports.foundry.rolls import told_roll
from api.imports.foundry.shapes import flag
from api.imports.history.records import ToldAudience, ToldHistory, ToldMessage, ToldRoll, UnreadableRecord
from api.imports.history.times import moment_of
from api.imports.markup import plain_name, text_of
from api.imports.playing import LONGEST_WORD
from domain.messages import sentence_of
from domain.messages import text as worded

_WHISPER: Final = 4
"""The old kind of a whispered message."""

_KINDS: Final = {
    "attack-roll": "attack",
    "damage-roll": "damage",
    "skill-check": "skill",
    "perception-check": "perception",
    "saving-throw": "save",
    "flat-check": "flat check",
    "ability": "ability check",
    "check": "check",
    "death": "death save",
    "hitDie": "hit die",
    "hitPoints": "hit points",
}
"""Kinds of rolls as games write them, in words."""


class MessageReader:
    """A reader that makes records of messages. `users` and `actors` are their names by their ids."""

    def __init__(self, history: ToldHistory, users: Mapping[str, str], actors: Mapping[str, str]) -> None:
        self._history, self._users, self._actors = history, users, actors

    def read(self, document: Document) -> None:
        """Add a message to the history. A fault in one of its rolls is noted, and the rest comes in."""
        key = document["_id"]
        if flag(document, "core", "nue"):
            self._history.skipped += 1
            return
        at = moment_of(document.get("timestamp"))
        if at is None:
            self._history.fault(
                f"messages {key}", worded("Its time is missing or impossible; it follows the message before it.")
            )
        author = text(document.get("author")) or text(document.get("user"))
        speaker = mapping(document.get("speaker"))
        actor = text(speaker.get("actor"))
        rolls = tuple(self._rolls(document, key))
        words = "" if rolls else text_of(text(document.get("content")))
        self._history.add_message(
            ToldMessage(
                key=key,
                at=at,
                person=author if author in self._users else "",
                speaker=self._speaker(speaker, actor, author),
                character=actor,
                words=words,
                audience=_audience(document, author),
                rolls=rolls,
            )
        )

    def _speaker(self, speaker: Document, actor: str, author: str) -> str:
        """Return the name that was shown: the alias, else the actor's, else the user's."""
        alias = plain_name(text(speaker.get("alias")), LONGEST_WORD)
        return alias or self._actors.get(actor, "") or self._users.get(author, "")

    def _rolls(self, document: Document, key: str) -> Iterator[ToldRoll]:
        given = listed(document.get("rolls"))
        sources = given or ([document["roll"]] if document.get("roll") else [])
        label, target = _label(document), _target(document)
        for number, source in enumerate(sources, start=1):
            try:
                roll = told_roll(source, label)
            except UnreadableRecord as error:
                self._history.fault(
                    f"messages {key}",
                    worded("Its roll {number} was left out: {error}", number=number, error=sentence_of(error)),
                )
                continue
            roll = _with_labels(document, roll)
            total = roll.total + sum(amount for _, amount in roll.addends)
            if target is not None and _agrees(document, total, target):
                roll = replace(roll, target=target, veiled=True)
            yield roll


def _audience(document: Document, author: str) -> ToldAudience:
    """Return the readers of a message. An unknown addressee of a whisper stays unknown, and the message stays private."""
    whisper = listed(document.get("whisper"))
    private = bool(whisper) or document.get("type") == _WHISPER
    if document.get("blind") is True:
        return "gm"
    if not private:
        return "all"
    readers = tuple(dict.fromkeys(reader for reader in (author, *whisper) if isinstance(reader, str) and reader))
    return readers or "gm"


def _label(document: Document) -> str:
    """Return what a message rolls for: its flavor, else the kind of roll that the game names."""
    flavor = plain_name(text(document.get("flavor")), LONGEST_WORD)
    if flavor:
        return flavor
    kind = text(flag(document, "dnd5e", "roll", "type")) or text(flag(document, "pf2e", "context", "type"))
    if flag(document, "core", "initiativeRoll"):
        kind = "initiative"
    return _KINDS.get(kind, kind)[:LONGEST_WORD] or "roll"


def _target(document: Document) -> int | None:
    return whole(mapping(mapping(flag(document, "pf2e", "context")).get("dc")).get("value"))


def _agrees(document: Document, total: int, target: int) -> bool:
    """Whether the outcome that the game recorded is that of the total; a natural 20 or 1 may have made it another one."""
    outcome = text(mapping(flag(document, "pf2e", "context")).get("outcome"))
    return not outcome or (outcome in ("success", "criticalSuccess")) == (total >= target)


def _with_labels(document: Document, roll: ToldRoll) -> ToldRoll:
    """Return the roll with its addend broken down, where the game's own modifiers come to the same."""
    modifiers: list[Any] = [
        (plain_name(text(each.get("label")), LONGEST_WORD) or "modifier", amount)
        for each in objects(flag(document, "pf2e", "modifiers"))
        if each.get("enabled", True) and not each.get("ignored") and (amount := whole(each.get("modifier")))
    ]
    same = sum(amount for _, amount in modifiers) == sum(amount for _, amount in roll.addends)
    return replace(roll, addends=tuple(modifiers)) if modifiers and same else roll
