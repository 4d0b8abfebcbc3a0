"""Files to import, and what a service answers to them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

from tests.api.people import Json, Person

HEAD = "Player,Time,Skill,Dice,Natural,Total\n"


def rolls(count: int = 3, of: str = "Ana") -> bytes:
    """A table of rolls."""
    rows = (f"{of},2026-05-01T19:{n // 60 % 60:02}:{n % 60:02}Z,Stealth,1d20,14,14\n" for n in range(count))
    return (HEAD + "".join(rows)).encode()


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip of files by name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def imported(who: Person, kind: str, content: bytes, path: str = "", **query: Any) -> Json:
    """The last line of the answer to a file: its report, or the problem."""
    answer = who.send("POST", f"{path}/imports/{kind}", content=content, params=query)
    assert answer.status_code == 200, f"{answer.status_code}: {answer.text}"
    assert answer.headers["content-type"].startswith("application/vnd.retcon.progress+jsonl")
    return json.loads(answer.text.splitlines()[-1])


def refused(who: Person, kind: str, content: bytes, path: str = "", **query: Any) -> str:
    """The slug of the problem with a file, of which nothing was written."""
    before = len(who.see("/campaigns", limit=500, state="any"))
    last = imported(who, kind, content, path, **query)
    assert last["line"] == "problem", last
    assert len(who.see("/campaigns", limit=500, state="any")) == before
    slug: str = last["problem"]["type"].rpartition("/")[2]
    return slug


def founder(owner: Person, name: str) -> Person:
    """A person who may found campaigns."""
    made = owner.ask("POST", "/accounts", 201, json={"name": name, "may_found": True})
    return Person(owner.http, made["secret"], made["account"]["id"])
