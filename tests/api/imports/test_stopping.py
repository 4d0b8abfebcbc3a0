"""An import that nobody waits for ends at the next record that it reads, and not only once it writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from api.access import Caller
from api.imports.stopping import check_stopped, stopped_by
from api.imports.wanted import ImportKind, ImportOptions
from api.services import Services
from api.use_cases.imports import import_file
from tests.api.imports.files import rolls
from tests.imports.histories.chats import archive, at, said
from tests.imports.histories.worlds import d20, message, old_world

RECORDS: Final = 12


class Stopped(Exception):
    """The import was to end."""


def _file(name: str, content: bytes) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(content)
        return path

    return write


_PEOPLE: Final = b"Name,HP\n" + b"".join(b"Hero %d,7\n" % number for number in range(RECORDS))
_FIREBALL: Final = Path(__file__).parents[3] / "api" / "imports" / "avrae" / "fireball.jsonl"

SAMPLES: Final[dict[ImportKind, Callable[[Path], Path]]] = {
    "rolls": _file("rolls.csv", rolls(RECORDS)),
    "characters": _file("people.csv", _PEOPLE),
    "avrae": lambda _folder: _FIREBALL,
    "foundry": lambda folder: old_world(
        folder / "harbour", *(message(f"M{n}", n, rolls=[d20(15, 5)]) for n in range(RECORDS))
    ),
    "roll20": lambda folder: archive(
        folder / "chat.html", at(range(RECORDS), *(said(f"Hm {n}.") for n in range(RECORDS)))
    ),
}
"""A file of each kind; a ledger is written down as it is read, and says how far it is with every entry."""


def run(services: Services, kind: ImportKind, path: Path, steps: list[int]) -> None:
    owner = services.accounts.owner()
    assert owner is not None

    def progress(done: int, _of: int) -> None:
        steps.append(done)
        raise Stopped

    import_file(services, Caller(owner, None), kind, [path], ImportOptions(), progress=progress)


@pytest.mark.usefixtures("owner_token")
@pytest.mark.parametrize("kind", SAMPLES)
def test_reading_asks_with_every_record_whether_to_go_on(services: Services, kind: ImportKind, tmp_path: Path) -> None:
    path, steps, asked = SAMPLES[kind](tmp_path), list[int](), list[int]()
    with stopped_by(lambda: asked.append(len(steps))), pytest.raises(Stopped):
        run(services, kind, path, steps)
    assert asked.count(0) >= RECORDS


@pytest.mark.usefixtures("owner_token")
@pytest.mark.parametrize("kind", SAMPLES)
def test_an_import_that_is_stopped_ends_before_it_writes(services: Services, kind: ImportKind, tmp_path: Path) -> None:
    def stop() -> None:
        raise Stopped

    path, steps = SAMPLES[kind](tmp_path), list[int]()
    with stopped_by(stop), pytest.raises(Stopped):
        run(services, kind, path, steps)
    assert steps == []


def test_a_check_holds_for_its_block_alone() -> None:
    asked = list[None]()
    with stopped_by(lambda: asked.append(None)):
        check_stopped()
    check_stopped()
    assert len(asked) == 1
