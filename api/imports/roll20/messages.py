"""Messages out of the data that a chat archive's page carries."""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from api.imports.fields import Document, listed, mapping, objects, text
from api.imports.history.records import ToldAudience, ToldHistory, ToldMessage, ToldRoll, UnreadableRecord
from api.imports.history.times import moment_of
from api.imports.markup import plain_name, text_of
from api.imports.playing import LONGEST_WORD
from api.imports.roll20.people import ChatPeople, speaker_of
from api.imports.roll20.rolls import decoded, told_roll
from api.imports.roll20.templates import read_template, rolls_of
from api.imports.roll20.times import moment_in
from domain.messages import sentence_of
from domain.messages import text as worded

_TO_PEOPLE: Final = frozenset({"whisper", "gmrollresult"})
_TO_MASTERS: Final = frozenset({"secretrollresult", "hidden"})
_ROLLS: Final = frozenset({"rollresult", "gmrollresult", "secretrollresult"})
_REFERENCE: Final = re.compile(r"\$\[\[(\d+)\]\]")
_NAMELESS: Final = frozenset({"npcdmg"})
"""Templates that belong to the last card of their player that had a name."""


class ChatReader:
    """A reader that makes records of messages, in the order in which they were written."""

    def __init__(self, history: ToldHistory, people: ChatPeople) -> None:
        self._history, self._people = history, people
        self._last_card: dict[str, str] = {}

    def read_pages(self, pages: object) -> None:
        """Add the messages of all pages: a list of objects with messages by their ids."""
        messages = [(key, mapping(each)) for page in objects(pages) for key, each in page.items()]
        for key, each in sorted(messages, key=lambda pair: (_moment(*pair) or 0, pair[0])):
            if each:
                self._read(key, each)
            else:
                self._history.fault(f"message {key}", worded("It is no message."))

    def _read(self, key: str, message: Document) -> None:
        player, who = text(message.get("playerid")), text(message.get("who"))
        self._people.meet(player, who)
        at = _moment(key, message)
        if at is None:
            self._history.fault(
                f"message {key}", worded("Its time is missing or impossible; it follows the message before it.")
            )
        content, speaker = text(message.get("content")), speaker_of(who)
        inline = self._inline(key, message)
        thrown = {number: roll for number, roll in inline.items() if roll.dice}
        if text(message.get("type")) in _ROLLS:
            words, rolls = "", self._thrown(key, message)
        elif message.get("rolltemplate"):
            card = read_template(content)
            name = card.name
            if text(message["rolltemplate"]) in _NAMELESS and not name:
                name = self._last_card.get(player, "")
            elif name:
                self._last_card[player] = name
            speaker = plain_name(card.character, LONGEST_WORD) or speaker
            rolls = tuple(rolls_of(card, thrown, plain_name(name, LONGEST_WORD)))
            words = "" if rolls else text_of(card.words)
        else:
            words, rolls = text_of(_REFERENCE.sub(lambda match: _shown(inline, match), content)), tuple(thrown.values())
            if text(message.get("type")) == "emote":
                words = f"{speaker} {words}".strip()
        self._history.add_message(
            ToldMessage(
                key=key, at=at, person=player, speaker=speaker, words=words, audience=_audience(message), rolls=rolls
            )
        )

    def _thrown(self, key: str, message: Document) -> tuple[ToldRoll, ...]:
        """Return the roll that a message is, by what its player typed."""
        written = text(message.get("origRoll"))
        roll = self._told(key, worded("Its roll"), message.get("content"), written)
        return () if roll is None else (replace(roll, label=_purpose(written) or "roll"),)

    def _inline(self, key: str, message: Document) -> dict[int, ToldRoll]:
        rolls: dict[int, ToldRoll] = {}
        for number, each in enumerate(listed(message.get("inlinerolls"))):
            result, written = mapping(each).get("results"), text(mapping(each).get("expression"))
            roll = self._told(key, worded("Its inline roll {number}", number=number), result, written)
            if roll is not None:
                rolls[number] = roll
        return rolls

    def _told(self, key: str, what: str, result: object, written: str) -> ToldRoll | None:
        try:
            return told_roll(decoded(result), "roll", written or "roll")
        except UnreadableRecord as error:
            self._history.fault(
                f"message {key}", worded("{what} was left out: {error}", what=what, error=sentence_of(error))
            )
            return None


def _purpose(written: str) -> str:
    """Return what a player typed behind the dice: of `1d20 + 5 to hit`, `to hit`."""
    words = re.sub(r"\[[^\]]*\]", " ", written).split()
    while words and (words[0] in "+-*/" or any(letter.isdigit() for letter in words[0])):
        words.pop(0)
    return plain_name(" ".join(words), LONGEST_WORD)


def _moment(key: str, message: Document) -> int | None:
    return moment_of(message.get(".priority")) or moment_in(key)


def _shown(inline: dict[int, ToldRoll], match: re.Match[str]) -> str:
    roll = inline.get(int(match[1]))
    return match[0] if roll is None else str(roll.total + sum(amount for _, amount in roll.addends))


def _audience(message: Document) -> ToldAudience:
    """Return who may read a message: of a private one its writer, those it was for, and game masters."""
    kind, target = text(message.get("type")), message.get("target")
    if kind in _TO_MASTERS or message.get("secret"):
        return "gm"
    if kind not in _TO_PEOPLE and not target:
        return "all"
    targets = target.split(",") if isinstance(target, str) else [text(each) for each in listed(target)]
    readers = (text(message.get("playerid")), *(each.strip() for each in targets))
    known = tuple(dict.fromkeys(reader for reader in readers if reader and reader != "gm"))
    return known or "gm"
