"""Worlds of Foundry, made by hand in the shapes of its versions: as JSON lines and as LevelDB folders."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import plyvel

Document = dict[str, Any]

GM, ANA, BEN = "U1gm000000000000", "U2ana00000000000", "U3ben00000000000"
MIRA, GOBLIN, BANDIT = "A1mira0000000000", "A2goblin00000000", "A3bandit00000000"
NOON = 1_767_268_800_000
"""2026-01-01 12:00 UTC, in milliseconds."""

USERS: tuple[Document, ...] = (
    {"_id": GM, "name": "Grace", "role": 4, "password": "f" * 128, "passwordSalt": "e" * 64},
    {"_id": ANA, "name": "Ana", "role": 1, "character": MIRA},
    {"_id": BEN, "name": "Ben", "role": 2},
)
DAGGER: Document = {"_id": "I1dagger00000000", "name": "Dagger", "type": "weapon", "system": {"quantity": 2}}
ROGUE: Document = {"_id": "I2rogue000000000", "name": "Rogue", "type": "class", "system": {"levels": 3}}
ACTORS: tuple[Document, ...] = (
    {
        "_id": MIRA,
        "name": "Mira",
        "type": "character",
        "system": {
            "abilities": {"str": {"value": 10, "proficient": 0}, "dex": {"value": 16, "proficient": 1}},
            "attributes": {"hp": {"value": 9, "max": 21, "temp": None}, "exhaustion": 1},
            "currency": {"gp": 12},
            "skills": {"ste": {"value": 0.5}, "prc": {"value": 1}},
        },
        "items": [DAGGER, ROGUE],
        "ownership": {"default": 1, ANA: 3},
    },
    {
        "_id": GOBLIN,
        "name": "Goblin",
        "type": "npc",
        "data": {"attributes": {"hp": {"value": 7, "max": None}}},
        "items": [],
        "permission": {"default": 0},
    },
    {"_id": BANDIT, "name": "Count Orlo", "type": "npc", "system": {}, "items": [], "ownership": {"default": 0}},
)


def die(faces: int, *results: int | Mapping[str, Any], modifiers: Iterable[str] = (), **more: Any) -> Document:
    """A term of dice; a result is a face, or a face with what became of it."""
    rolled = [
        {"active": True, "result": each} if isinstance(each, int) else {"active": True, **each} for each in results
    ]
    base = {"class": "Die", "options": {}, "evaluated": True, "number": len(rolled), "faces": faces}
    return {**base, "modifiers": list(modifiers), "results": rolled, **more}


def dropped(face: int) -> Mapping[str, Any]:
    return {"result": face, "active": False, "discarded": True}


def operator(sign: str = "+") -> Document:
    return {"class": "OperatorTerm", "options": {}, "evaluated": True, "operator": sign}


def constant(number: float) -> Document:
    return {"class": "NumericTerm", "options": {}, "evaluated": True, "number": number}


def roll(formula: str, total: float, *terms: Document, **more: Any) -> str:
    """A roll as messages hold it: JSON in a text."""
    base = {"class": "Roll", "options": {}, "dice": [], "formula": formula, "terms": list(terms)}
    return json.dumps({**base, "total": total, "evaluated": True, **more})


def d20(face: int, added: int = 0) -> str:
    return roll(f"1d20 + {added}", face + added, die(20, face), operator(), constant(added))


def message(key: str, at: int, **more: Any) -> Document:
    """A message of version 12; `at` counts seconds from noon."""
    base = {"_id": key, "author": ANA, "timestamp": NOON + at * 1000, "content": "", "whisper": [], "blind": False}
    return {**base, "speaker": {"actor": MIRA, "alias": "Mira"}, "rolls": [], "flags": {}, **more}


def lines(path: Path, *documents: object) -> None:
    """Write documents as JSON lines, text as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in documents)
    path.write_text(text)


def folder(path: Path, records: Mapping[str, object], *, deleted: Iterable[str] = ()) -> None:
    """Write a LevelDB folder, with some keys deleted again."""
    path.mkdir(parents=True, exist_ok=True)
    store = plyvel.DB(str(path), create_if_missing=True)
    for key, value in records.items():
        store.put(key.encode(), value if isinstance(value, bytes) else json.dumps(value).encode())
    for key in deleted:
        store.delete(key.encode())
    store.close()


def split(collection: str, field: str, documents: Iterable[Document]) -> dict[str, object]:
    """Documents as LevelDB holds them: what is embedded lies apart, and the document keeps its ids."""
    records: dict[str, object] = {}
    for document in documents:
        parts = document.get(field, [])
        records[f"!{collection}!{document['_id']}"] = {**document, field: [part["_id"] for part in parts]}
        records |= {f"!{collection}.{field}!{document['_id']}.{part['_id']}": part for part in parts}
    return records


def old_world(path: Path, *messages: object, **title: Any) -> Path:
    """A world up to version 10: JSON lines."""
    lines(path / "world.json", {"name": path.name, "title": "The Harbour", "coreVersion": "9.269", **title})
    lines(path / "data" / "users.db", *USERS)
    lines(path / "data" / "actors.db", *ACTORS)
    lines(path / "data" / "messages.db", *messages)
    return path


def new_world(path: Path, *messages: Document, combats: Iterable[Document] = ()) -> Path:
    """A world since version 11: LevelDB folders."""
    lines(path / "world.json", {"id": path.name, "title": "The Harbour", "coreVersion": "12.331"})
    folder(path / "data" / "users", {f"!users!{user['_id']}": user for user in USERS})
    folder(path / "data" / "actors", split("actors", "items", ACTORS))
    folder(path / "data" / "messages", {f"!messages!{each['_id']}": each for each in messages})
    folder(path / "data" / "combats", split("combats", "combatants", combats))
    return path
