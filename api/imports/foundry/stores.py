"""The collections of a world: documents by their ids, out of JSON lines or a copy of a LevelDB folder."""

from __future__ import annotations

import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from api.imports.fields import Document, read_json
from domain.messages import text as worded

DELETED: Final = "$$deleted"
_INDEXES: Final = "$$indexCreated"


class FoundryMissing(Exception):
    """A world lies in LevelDB, and what reads that is not installed. Nothing was read."""

    slug = "foundry-missing"

    def __init__(self) -> None:
        super().__init__(
            worded(
                "This world lies in LevelDB folders, as Foundry keeps them since version 11. Install what reads them: pip install 'retcon[foundry]'."
            )
        )


class StoreFault(NamedTuple):
    """A part of a store that could not be read: where it lies, and why."""

    where: str
    why: str


Found = Document | StoreFault


def read_lines(path: Path) -> Iterator[Found]:
    """Give the documents of a file of JSON lines: of those with one id the last, and none that was deleted since.

    A file is read twice, so that only ids are kept in memory.
    """
    newest: dict[str, int] = {}
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            read = _document(path, number, line)
            if isinstance(read, StoreFault):
                yield read
            elif read and read.get(DELETED):
                newest.pop(read["_id"], None)
            elif read:
                newest[read["_id"]] = number
    wanted = set(newest.values())
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if number in wanted:
                read = _document(path, number, line)
                assert isinstance(read, dict), "it could be read before"
                yield read


def _document(path: Path, number: int, line: bytes) -> dict[str, Any] | StoreFault | None:
    where = f"{path.name} line {number}"
    try:
        read = read_json(line) if line.strip() else None
    except UnicodeDecodeError:
        return StoreFault(where, worded("It is not UTF-8."))
    except (ValueError, RecursionError) as error:
        return StoreFault(where, worded("It is no JSON: {error}.", error=error))
    if read is None or (isinstance(read, dict) and _INDEXES in read):
        return None
    if not isinstance(read, dict) or not isinstance(read.get("_id"), str):
        return StoreFault(where, worded("It is no document: it has no `_id`."))
    return read


def read_folder(path: Path) -> Iterator[Found]:
    """Yield the documents of a LevelDB folder, each with the documents embedded in it.

    The store is copied and the copy read, as opening one writes into it. Raises FoundryMissing.
    """
    try:
        import plyvel  # noqa: PLC0415 - an extra, and only worlds need it
    except ImportError as missing:
        raise FoundryMissing from missing
    with tempfile.TemporaryDirectory(prefix="retcon-") as temporary:
        copy = Path(temporary) / "store"
        shutil.copytree(path, copy, ignore=shutil.ignore_patterns("lost", "LOCK"))
        try:
            store, damage = _opened(plyvel, copy)
        except (plyvel.Error, OSError) as error:
            yield StoreFault(path.name, worded("It is no LevelDB store that can be read: {error}.", error=error))
            return
        if damage is not None:
            yield StoreFault(
                path.name,
                worded("The store is damaged ({damage}); of a copy came what could be repaired.", damage=damage),
            )
        try:
            yield from _documents(store, path.name)
        except plyvel.Error as error:
            yield StoreFault(
                path.name, worded("The store is damaged; what comes behind this cannot be read: {error}.", error=error)
            )
        finally:
            store.close()


def _opened(plyvel: Any, copy: Path) -> tuple[Any, Exception | None]:
    """Open a store, repaired if necessary, and return the error that made that necessary."""
    try:
        return plyvel.DB(str(copy), create_if_missing=False), None
    except (plyvel.Error, OSError) as damage:
        plyvel.repair_db(str(copy))
        return plyvel.DB(str(copy), create_if_missing=False), damage


def _documents(store: Any, collection: str) -> Iterator[Found]:
    """Join the documents of a collection with their embedded ones: `!actors.items!<actor>.<item>`."""
    embedded: defaultdict[tuple[str, str], dict[str, Document]] = defaultdict(dict)
    for key, value in store.iterator(prefix=f"!{collection}.".encode()):
        _, kind, ids = key.decode(errors="replace").split("!", 2)
        read = _value(f"{collection} {ids}", value)
        if isinstance(read, StoreFault):
            yield read
        elif kind.count(".") == 1 and "." in ids:  # what lies deeper (the effects of an item) is no part of a history
            parent, own = ids.split(".", 1)
            embedded[parent, kind.partition(".")[2]][own] = read
    for key, value in store.iterator(prefix=f"!{collection}!".encode()):
        own = key.decode(errors="replace").split("!", 2)[2]
        read = _value(f"{collection} {own}", value)
        if isinstance(read, StoreFault):
            yield read
            continue
        document: dict[str, Any] = {**read, "_id": own}
        for field in [field for parent, field in embedded if parent == own]:
            yield from _joined(document, collection, field, embedded.pop((own, field)))
        yield from _lost(document, collection)
        yield document
    for (parent, field), parts in embedded.items():
        yield StoreFault(
            f"{collection} {parent}",
            worded("It is missing; {parts} of its {field} are left without it.", parts=len(parts), field=field),
        )


def _joined(document: dict[str, Any], collection: str, field: str, parts: dict[str, Document]) -> Iterator[StoreFault]:
    order = document.get(field)
    order = [each for each in order if isinstance(each, str)] if isinstance(order, list) else []
    if missing := [part for part in order if part not in parts]:
        yield StoreFault(
            f"{collection} {document['_id']}",
            worded("It has no records of its {field}: {missing}.", field=field, missing=", ".join(missing)),
        )
    document[field] = [parts[part] for part in order if part in parts] + [
        part for own, part in parts.items() if own not in order
    ]


def _lost(document: dict[str, Any], collection: str) -> Iterator[StoreFault]:
    """Tell of lists of ids none of which has a record."""
    for field in ("items", "combatants"):
        ids = document.get(field)
        if isinstance(ids, list) and ids and all(isinstance(each, str) for each in ids):
            document[field] = []
            where = f"{collection} {document['_id']}"
            yield StoreFault(
                where, worded("It has no records of its {field}: {missing}.", field=field, missing=", ".join(ids))
            )


def _value(where: str, value: bytes) -> dict[str, Any] | StoreFault:
    try:
        read = read_json(value)
    except (ValueError, RecursionError) as error:
        return StoreFault(where, worded("It is no JSON: {error}.", error=error))
    return read if isinstance(read, dict) else StoreFault(where, worded("It is no document."))
