"""Files that the client sends to be imported."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import uuid4

import pytest

from retcon_client import AsyncClient, Client, NoReply, Service, ServiceProblem, UnreadableReply
from retcon_client.importing import ImportLines
from tests.api.imports.files import rolls
from tests.api.serving import Serving


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / f"evenings {uuid4()}.csv"
    path.write_bytes(rolls(1200, of=f"Ana {uuid4()}"))
    return path


def test_a_file_is_imported_and_the_progress_is_told(client: Client, file: Path) -> None:
    steps: list[tuple[int, int]] = []
    report = client.import_file(Service().import_file("rolls", file), lambda done, of: steps.append((done, of)))
    assert report.rolls is not None
    assert (report.rolls.name, report.rolls.rolls) == (file.stem, 1200)
    assert {of for _, of in steps} <= {1200}


def test_a_file_is_imported_without_progress_as_any_request_is_sent(client: Client, file: Path) -> None:
    assert client.send(Service().import_file("rolls", file, dry_run=True)).exit_code == 0


def test_an_import_on_an_event_loop_has_the_same_report(server: Serving, file: Path) -> None:
    async def imported() -> str | None:
        async with AsyncClient(server.url, server.owner_token) as client:
            report = await client.import_file(Service().import_file("rolls", file, name="Evenings"))
        return None if report.rolls is None else report.rolls.name

    assert asyncio.run(imported()) == "Evenings"


def test_a_file_that_cannot_be_read_raises_the_problem(client: Client, file: Path) -> None:
    with pytest.raises(ServiceProblem) as refused:
        client.import_file(Service().import_file("ledger", file))
    assert refused.value.slug == "not-an-export"


def test_lines_that_break_off_are_no_report() -> None:
    lines = ImportLines()
    lines.feed(b'{"line":"progress","done":1,"of":2}\n{"line":"rep')
    with pytest.raises(NoReply) as lost:
        lines.result()
    assert lost.value.sent


def test_lines_of_another_program_are_refused() -> None:
    with pytest.raises(UnreadableReply):
        ImportLines().feed(b"<html>\n")


@pytest.mark.parametrize("sent", [b'{"line":"report","report":{}}\n', b'{"line":"problem"}\n'])
def test_a_report_of_another_release_is_refused(sent: bytes) -> None:
    lines = ImportLines()
    lines.feed(sent)
    with pytest.raises(UnreadableReply):
        lines.result()
