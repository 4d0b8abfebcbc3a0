"""Single files that people export from Foundry: an actor as JSON, and the chat as text."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any, Final

from api.imports.fields import listed, read_json, text
from api.imports.foundry.sheets import told_character
from api.imports.foundry.world import PROGRAM
from api.imports.history.records import ToldHistory, ToldMessage
from api.imports.markup import plain_name
from api.imports.playing import LONGEST_WORD
from domain.messages import text as worded

_DIVIDER: Final = "-" * 27
_FIRST: Final = re.compile(r"\[[^\]]*\]\s*(?P<speaker>.*)")
_ID: Final = re.compile(r"-([A-Za-z0-9]{16})\Z")
"""The id of an actor, at the end of the name of its file."""


class NoExport(ValueError):
    """A file is no export of Foundry. Nothing was read of it."""

    slug = "no-export"

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            worded(
                "The file {name} is no export of Foundry that can be read: {why} Give a world's folder, an actor as JSON, or a chat log as text.",
                name=path.name,
                why=why,
            )
        )


def read_export(path: Path, *, name: str | None = None) -> ToldHistory:
    """Read an exported file. The history is to be closed. Raises NoExport."""
    try:
        content = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NoExport(path, worded("it is not UTF-8 ({error}).", error=error)) from error
    history = ToldHistory(PROGRAM, "", name or plain_name(path.stem, LONGEST_WORD))
    try:
        if content.lstrip().startswith("{"):
            _read_actor(path, content, history)
        else:
            _read_log(path, content, history)
    except BaseException:
        history.close()
        raise
    return history


def _read_actor(path: Path, content: str, history: ToldHistory) -> None:
    """Read an actor. The file does not name its player, so it belongs to the game master until they assign it."""
    try:
        document: dict[str, Any] = read_json(content)
    except (ValueError, RecursionError) as error:
        raise NoExport(path, worded("it is no JSON ({error}).", error=error)) from error
    if not text(document.get("name")) or not ({"system", "data"} & document.keys()):
        raise NoExport(path, worded("it has no `name` and `system`, as actors have."))
    match = _ID.search(path.stem)
    key = text(document.get("_id")) or (match[1] if match else f"name {document['name']}")
    items = [
        {"_id": f"item {place}", **item}
        for place, item in enumerate(listed(document.get("items")))
        if isinstance(item, dict)
    ]
    history.characters.append(told_character({**document, "_id": key, "items": items}, frozenset()))
    history.marks = (history.id_of("character", key),) if not key.startswith("name ") else ()


def _read_log(path: Path, content: str, history: ToldHistory) -> None:
    """Read a chat log. It marks neither whispers nor the zone of its times: only the game master may see it."""
    blocks = [block.strip("\r\n") for block in re.split(rf"^{_DIVIDER}\r?$", content, flags=re.MULTILINE)]
    parts = [(_FIRST.match(block), block) for block in blocks if block.strip()]
    if not parts or parts[0][0] is None:
        raise NoExport(path, worded("it begins with no message, such as `[2/1/2026, 8:05:00 PM] Mira`."))
    for place, (first, block) in enumerate(parts):
        head, _, words = block.partition("\n")
        when = head.partition("]")[0].removeprefix("[") if first else ""
        written = words.strip() if first else block.strip()
        history.add_message(
            ToldMessage(
                key=f"{place:06} {_digest(block)}",
                at=None,
                speaker=plain_name(first["speaker"], LONGEST_WORD) if first else "",
                words=f"[{when}] {written}" if when else written,
                audience="gm",
            )
        )
    history.marks = (history.id_of("message", history.message_keys()[0]),)


def _digest(block: str) -> str:
    return hashlib.sha256(block.encode()).hexdigest()[:20]
