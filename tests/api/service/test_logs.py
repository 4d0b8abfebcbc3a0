"""The log says what happened, and nothing of what was said: no token, no code, no seed, no word of anybody."""

from __future__ import annotations

import json
import logging
from base64 import b64encode
from collections.abc import Iterator
from errno import ENOSPC
from io import StringIO
from pathlib import Path
from uuid import uuid4

import eventsourcing.postgres
import httpx
import psycopg
import pytest
import structlog

from api.observability import logs
from tests.api.people import Json, Person, Table
from tests.api.serving import Serving

WORD = f"word-{uuid4().hex}"
"""Stands in everything that somebody writes."""


@pytest.fixture
def written() -> Iterator[StringIO]:
    stream = StringIO()
    logs.configure(as_json=True, stream=stream)
    yield stream
    structlog.reset_defaults()
    logging.getLogger().handlers.clear()


def lines(text: str) -> list[Json]:
    return [json.loads(line) for line in text.splitlines()]


def failing(secret: str) -> None:
    headers = {"Authorization": f"Bearer {secret}"}
    raise RuntimeError(f"{headers} is no use")


def test_of_an_error_only_its_kind_and_its_places_are_logged(written: StringIO) -> None:
    try:
        try:
            failing(WORD)
        except RuntimeError as error:
            raise KeyError(WORD) from error
    except KeyError:
        structlog.get_logger().error("unexpected", exc_info=True)
    (line,) = lines(written.getvalue())
    assert [error["type"] for error in line["errors"]] == ["builtins.KeyError", "builtins.RuntimeError"]
    assert line["errors"][1]["at"][-1].endswith(" failing")
    assert WORD not in written.getvalue()


def test_for_people_it_is_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    stream = StringIO()
    logs.configure(as_json=False, stream=stream)
    try:
        failing(WORD)
    except RuntimeError as error:
        structlog.get_logger().error("unexpected", exc_info=error)
    structlog.reset_defaults()
    logging.getLogger().handlers.clear()
    assert "builtins.RuntimeError" in stream.getvalue()
    assert WORD not in stream.getvalue()


def test_libraries_write_lines_of_the_same_form(written: StringIO) -> None:
    assert eventsourcing.postgres.__name__  # it silences the logger of the pool when it is imported
    logs.configure(as_json=True, stream=written)
    logging.getLogger("psycopg.pool").warning("error connecting in %r", "pool-1")
    logging.getLogger("asyncio").debug("nothing of note")
    (line,) = lines(written.getvalue())
    assert (line["event"], line["level"]) == ("error connecting in 'pool-1'", "warning")


def an_evening(client: httpx.Client, owner_token: str) -> set[str]:
    """Everything there is to do, well and badly; the secrets that were sent and received in it."""
    owner = Person(client, owner_token)
    table = Table(owner)
    made = table.pat.ask("POST", "/tokens", 201, json={"label": WORD})
    code = table.gm.ask("POST", "./invitations", 201, json={})["code"]
    joined = Person(client, None).ask("POST", f"/invitations/{code}", 201, json={"name": WORD})
    guessed = f"retcon_{uuid4().hex}"
    Person(client, guessed).problem("GET", f"/account?as_of={WORD}", 401)
    Person(client, None).problem("POST", f"/invitations/{WORD}", 404, json={"name": WORD})
    table.gm.does("freeform.create_character", name=WORD, handle="ada", tracks={"hp": 4})
    noted = table.gm.does("freeform.note", text=WORD, _audience="gm")["entry"]
    table.gm.does("freeform.roll", label=WORD, notation="1d20", sealed=True)
    table.gm.problem("POST", "./commands", 400, json={"type": "freeform.note", "args": {WORD: 1}})
    table.pat.problem("GET", f"./characters/{WORD}x", 404)
    table.gm.ask("POST", "./revisions", 200, json={"undo": [noted], "dry_run": True, "reason": WORD})
    table.gm.send("POST", "./commands", content=f'{{"type": "{WORD}')
    table.gm.does("freeform.open_session", title=WORD)
    return {WORD, owner_token, made["secret"], code, joined["secret"], guessed}


def seeds(database_url: str) -> set[str]:
    with psycopg.connect(database_url) as connection:
        rows = connection.execute(
            "SELECT open FROM epoch_seeds UNION SELECT sealed FROM epoch_seeds UNION SELECT amendment FROM epoch_seeds"
        ).fetchall()
        rows += connection.execute("SELECT key FROM campaign_secrets").fetchall()
    secrets = [bytes(seed) for (seed,) in rows if seed is not None]
    return {form for seed in secrets for form in (seed.hex(), b64encode(seed).decode(), repr(seed)[2:-1])}


def test_an_evening_leaves_no_secret_in_the_log(database_url: str, tmp_path: Path) -> None:
    with Serving(database_url, tmp_path) as serving, serving.client() as client:
        secrets = an_evening(client, serving.owner_token) | seeds(database_url)
    log = serving.log.read_text()
    assert len(lines(log)) > 20
    assert sorted(secret for secret in secrets if secret in log) == []


class Disk:
    """A stream on a disk that is full, until there is room again."""

    def __init__(self) -> None:
        self.full = True
        self.text = ""

    def write(self, text: str) -> int:
        if self.full:
            raise OSError(ENOSPC, "No space left on device")
        self.text += text
        return len(text)

    def flush(self) -> None:
        self.write("")


def test_a_log_that_cannot_be_written_loses_lines_and_says_so_later() -> None:
    disk = Disk()
    log = logs.Lasting(disk)  # type: ignore[arg-type]
    for line in ("one", "two"):
        log.write(line)
    disk.full = False
    log.write("three")
    assert disk.text == "2 writes to this log were lost: it could not be written\nthree"
