"""A world's folder, read collection by collection. Of a collection that lies there twice, the LevelDB folder counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from api.imports.fields import Document, mapping, number, read_json, text
from api.imports.foundry.fights import told_fight
from api.imports.foundry.messages import MessageReader
from api.imports.foundry.shapes import GAME_MASTER
from api.imports.foundry.sheets import told_character, told_thing
from api.imports.foundry.stores import Found, StoreFault, read_folder, read_lines
from api.imports.history.records import ToldCharacter, ToldHistory, ToldPerson
from api.imports.markup import plain_name
from api.imports.playing import LONGEST_WORD
from domain.messages import text as worded
from domain.vocabulary.chronicle import Role

PROGRAM: Final = "Foundry VTT"
COLLECTIONS: Final = ("users", "actors", "items", "messages", "combats", "settings")
"""The collections that are read of a world, in this order."""

GAME_TIME: Final = "core.time"
"""The setting that keeps the in-game time."""

WORLD_ITEMS: Final = "world items"
"""The key of the character who owns the world's items that belong to no character."""


class NoWorld(Exception):
    """A folder is no world. Nothing was read."""

    slug = "no-world"

    def __init__(self, path: Path) -> None:
        super().__init__(
            worded(
                "{path} is no world of Foundry: it has no `data` folder with {collections}. Name the folder in which its world.json lies.",
                path=path,
                collections=", ".join(COLLECTIONS),
            )
        )


def read_world(path: Path, *, name: str | None = None, older: bool = False) -> ToldHistory:
    """Read a world's folder. `older` takes the messages of an older copy as well. The history is to be closed.

    Raises NoWorld, FoundryMissing.
    """
    data = path / "data" if (path / "data").is_dir() else path
    if not any((data / each).is_dir() or (data / f"{each}.db").is_file() for each in COLLECTIONS):
        raise NoWorld(path)
    title, faults = _title(path)
    history = ToldHistory(PROGRAM, text(title.get("id")) or text(title.get("name")) or path.resolve().name, "")
    history.title = name or plain_name(text(title.get("title")), LONGEST_WORD) or history.key
    for fault in faults:
        history.fault(*fault)
    try:
        _World(data, history, older=older).read()
    except BaseException:
        history.close()
        raise
    return history


def _title(path: Path) -> tuple[Document, list[StoreFault]]:
    """Read `world.json`. People edit it by hand, so that it may be broken: the rest of the world is enough."""
    file = path / "world.json"
    if not file.is_file():
        return {}, []
    try:
        return mapping(read_json(file.read_bytes())), []
    except (ValueError, RecursionError) as error:
        why = worded("It cannot be read ({error}), so the world goes by the name of its folder.", error=error)
        return {}, [StoreFault("world.json", why)]


class _World:
    """One reading of a world's data."""

    def __init__(self, data: Path, history: ToldHistory, *, older: bool) -> None:
        self._data, self._history, self._older = data, history, older
        self._actors: dict[str, str] = {}

    def read(self) -> None:
        roles = {document["_id"]: _role(document) for document in self._people()}
        players = frozenset(user for user, role in roles.items() if role != "gm")
        for document in self._documents("actors"):
            character = told_character(document, players)
            self._actors[character.key] = character.name
            self._history.characters.append(character)
        things = tuple(told_thing(document) for document in self._documents("items"))
        if things:
            self._history.characters.append(
                ToldCharacter(key=WORLD_ITEMS, name="World items", kind="store", hidden=True, sheet="gm", things=things)
            )
        users = {person.key: person.name for person in self._history.people}
        reader = MessageReader(self._history, users, self._actors)
        for document in self._documents("messages"):
            reader.read(document)
        for place, document in enumerate(self._documents("combats"), start=1):
            if fight := told_fight(document, place, self._actors):
                self._history.fights.append(fight)
        for document in self._documents("settings"):
            if document.get("key") == GAME_TIME:
                self._history.game_time = _seconds(document)

    def _people(self) -> Iterator[Document]:
        for document in self._documents("users"):
            name = plain_name(text(document.get("name")), LONGEST_WORD) or "Nameless"
            self._history.people.append(ToldPerson(document["_id"], name, _role(document)))
            yield document

    def _documents(self, collection: str) -> Iterator[Document]:
        """Give the documents of a collection; what cannot be read of it is told."""
        folder, file = self._data / collection, self._data / f"{collection}.db"
        newer: set[str] = set()
        if folder.is_dir():
            for document in self._readable(read_folder(folder)):
                newer.add(document["_id"])
                yield document
        if not file.is_file() or (folder.is_dir() and collection != "messages"):
            return
        for document in self._readable(read_lines(file)):
            if document["_id"] in newer:
                continue
            if folder.is_dir() and not self._older:
                self._history.older += 1
            else:
                yield document

    def _readable(self, documents: Iterator[Found]) -> Iterator[Document]:
        for each in documents:
            if isinstance(each, StoreFault):
                self._history.fault(*each)
            else:
                yield each


def _seconds(document: Document) -> int | None:
    """Return the value of a setting, which is JSON in a text, as whole seconds."""
    try:
        seconds = number(read_json(text(document.get("value"))))
    except (ValueError, RecursionError):
        return None
    return None if seconds is None or seconds < 0 else int(seconds)


def _role(document: Document) -> Role:
    """Return the role of a user. An assistant is no game master here: those see everything."""
    match document.get("role"):
        case int(role) if role >= GAME_MASTER:
            return "gm"
        case 0:
            return "observer"
        case _:
            return "player"
