"""Finding out what a file of Roll20 is, and reading it."""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from api.imports.fields import Document, listed, mapping, objects, read_json, text
from api.imports.history.records import ToldAudience, ToldHistory, ToldMessage
from api.imports.markup import plain_name
from api.imports.playing import LONGEST_WORD
from api.imports.roll20.characters import UNIDENTIFIED, NotACharacter, told_character
from api.imports.roll20.messages import ChatReader
from api.imports.roll20.page import PageReader, ShownMessage, shown_rolls
from api.imports.roll20.people import ChatPeople, speaker_of
from api.imports.roll20.times import moment_in
from domain.messages import sentence_of
from domain.messages import text as worded

PROGRAM: Final = "Roll20"
_DATA: Final = re.compile(rb"""\bmsgdata\s*=\s*["']([A-Za-z0-9+/=\s]*)["']""")
_TITLE: Final = re.compile(r"<title>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_ADDRESSED: Final = re.compile(r"\((?P<way>From|To) (?P<who>.*)\)")
MARKS: Final = 5
"""The number of records, from each end of a history, that tell whether a campaign has it."""


class NotOfRoll20(ValueError):
    """A file is nothing that people save of Roll20. Nothing was read of it."""

    slug = "not-of-roll20"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            worded(
                "The file {name} is not a readable file of Roll20: {why} Give a saved chat archive (a page), or characters as JSON.",
                name=path.name,
                why=why,
            )
        )


def read_files(paths: tuple[Path, ...], name: str | None = None) -> ToldHistory:
    """Read files of one game as one history. It is to be closed. Raises NotOfRoll20."""
    history, people = ToldHistory(PROGRAM, "", name or ""), ChatPeople()
    try:
        for path in paths:
            _File(path, history, people).read()
    except BaseException:
        history.close()
        raise
    history.people += people.people()
    history.title = history.title or paths[0].stem
    history.marks = tuple(_marks(history))
    return history


class _File:
    """One file on its way into a history."""

    def __init__(self, path: Path, history: ToldHistory, people: ChatPeople) -> None:
        self._path, self._history, self._people = path, history, people
        self._last: ShownMessage | None = None
        self._count = 0

    def read(self) -> None:
        content = self._path.read_bytes().removeprefix(b"\xef\xbb\xbf")
        if content.startswith(b"PK\x03\x04"):
            self._zip(content)
        elif content.lstrip()[:1] in (b"{", b"["):
            self._json(self._path.name, content, alone=True)
        elif b"<" in content:
            self._page(content)
        else:
            raise NotOfRoll20(self._path, worded("it is neither a page nor JSON."))

    def _zip(self, content: bytes) -> None:
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as packed:
                for name in sorted(packed.namelist()):
                    if name.endswith(("character.json", "campaign.json")):
                        self._json(name, packed.read(name), alone=False)
        except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, OSError) as error:
            raise NotOfRoll20(self._path, worded("it is a damaged zip file ({error}).", error=error)) from error

    def _json(self, name: str, content: bytes, *, alone: bool) -> None:
        try:
            read = read_json(content)
        except (ValueError, RecursionError) as error:
            if alone:
                raise NotOfRoll20(self._path, worded("it is no JSON ({error}).", error=error)) from error
            self._history.fault(name, worded("It is no JSON: {error}.", error=error))
            return
        count = 0
        for document in read if isinstance(read, list) else [read]:
            count += self._document(name, mapping(document))
        if not count and alone:
            raise NotOfRoll20(self._path, worded("it holds no character and no campaign."))

    def _document(self, name: str, document: Document) -> int:
        if "campaign_title" in document or "chat_archive" in document:
            return self._campaign(name, document)
        inner = mapping(document.get("character")) or document
        if document.get("type") == "handout":
            self._history.skipped += 1
            return 1
        return self._character(name, inner)

    def _character(self, name: str, document: Document) -> int:
        try:
            character = told_character(document)
        except NotACharacter as error:
            self._history.fault(name, sentence_of(error))
            return 0
        for owner in character.owners:
            self._people.meet(owner, "")
        self._history.characters.append(character)
        return 1

    def _campaign(self, name: str, document: Document) -> int:
        self._history.title = self._history.title or plain_name(text(document.get("campaign_title")), LONGEST_WORD)
        for player in objects(document.get("players")):
            called = text(player.get("displayname")) or text(player.get("_displayname"))
            self._people.call(text(player.get("id")) or text(player.get("_id")), called)
        for character in objects(document.get("characters")):
            self._character(name, character)
        self._history.skipped += len(listed(document.get("handouts")))
        ChatReader(self._history, self._people).read_pages(_mended(listed(document.get("chat_archive"))))
        return 1

    def _page(self, content: bytes) -> None:
        page = content.decode(errors="replace")
        if not self._history.title and (title := _TITLE.search(page)):
            self._history.title = plain_name(title[1], LONGEST_WORD)
        if match := _DATA.search(content):
            try:
                pages = read_json(base64.b64decode(match[1]))
            except (ValueError, binascii.Error, RecursionError) as error:
                self._history.fault(
                    self._path.name,
                    worded("The page's data cannot be read ({error}); what it shows was taken.", error=error),
                )
            else:
                ChatReader(self._history, self._people).read_pages(pages if isinstance(pages, list) else [pages])
                return
        reader = PageReader(self._shown)
        reader.feed(page)
        reader.close()
        if not self._count:
            raise NotOfRoll20(self._path, worded("the page shows no messages of a chat."))

    def _shown(self, message: ShownMessage) -> None:
        """Take a message as the page shows it. Within a run of one writer only the first says who that is."""
        self._count += 1
        follows = not message.by and not message.classes & {"emote", "desc", "system"}
        if follows and self._last is not None and message.player in ("", self._last.player):
            message.by, message.player = self._last.by, self._last.player
        if message.by:
            self._last = message
        rolls, faults = shown_rolls(message)
        key = (
            message.key or hashlib.sha256(repr((self._path.name, self._count, message.words)).encode()).hexdigest()[:20]
        )
        for fault in faults:
            self._history.fault(f"message {key}", worded("A roll was left out: {fault}", fault=fault))
        addressed = _ADDRESSED.fullmatch(message.by.removesuffix(":").strip())
        who = addressed["who"] if addressed and addressed["way"] == "From" else "" if addressed else message.by
        speaker = plain_name(message.character, LONGEST_WORD) or speaker_of(who.removesuffix(":"))
        self._people.meet(message.player, who.removesuffix(":"))
        shown = "" if rolls and ({"rollresult"} & message.classes or message.label) else message.words
        at = moment_in(message.key)
        if at is None:
            self._history.fault(
                f"message {key}", worded("Its time is missing or impossible; it follows the message before it.")
            )
        self._history.add_message(
            ToldMessage(
                key=key,
                at=at,
                person=message.player,
                speaker=speaker,
                words=shown,
                audience=_audience(message),
                rolls=tuple(rolls),
            )
        )


def _audience(message: ShownMessage) -> ToldAudience:
    """Return who may read a message; for whom a private one was the page says by name only, so its writer and game masters."""
    if not message.classes & {"private", "whisper"} and not _ADDRESSED.fullmatch(message.by.removesuffix(":").strip()):
        return "all"
    return (message.player,) if message.player else "gm"


def _mended(value: Any) -> Any:
    """Return what went through a browser as Latin-1 as the UTF-8 that it was, as far as it can have been."""
    match value:
        case str():
            try:
                return value.encode("latin-1").decode()
            except UnicodeError:
                return value
        case dict():
            return {_mended(key): _mended(each) for key, each in value.items()}
        case list():
            return [_mended(each) for each in value]
        case _:
            return value


def _marks(history: ToldHistory) -> Iterator[str]:
    """Give the ids of a few records by which a campaign that has some of this history is known: ids there are everywhere unique."""
    keys = history.message_keys()
    for key in dict.fromkeys((*keys[:MARKS], *keys[-MARKS:])):
        yield history.id_of("message", key)
    for character in history.characters[:MARKS]:
        if not character.key.startswith(UNIDENTIFIED):
            yield history.id_of("character", character.key)
