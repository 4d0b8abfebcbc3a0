"""Games of Roll20 as campaigns: chats and characters together, once and again."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID
from zlib import crc32

import pytest

from api.imports.history.account import HistoryAccount
from api.imports.history.importing import HistoryImport
from api.imports.roll20.archive import read_files
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import PostgresStore
from domain.records.entries import EntryFilter
from domain.records.store import Store
from systems.registry import load
from tests.imports.histories.chats import MIRA, archive, at, dice, plus, said, thrown
from tests.imports.histories.test_roll20_characters import written

EVENING = (
    said("Hello."),
    thrown(19, dice(20, 14), plus("+5"), written="1d20+5 to hit"),
    said("Psst.", type="whisper", target="gm"),
)
Importing = Callable[..., HistoryAccount]


@pytest.fixture(params=["memory", "postgres"])
def store(request: pytest.FixtureRequest, import_store: PostgresStore) -> Store:
    return MemoryStore() if request.param == "memory" else import_store


@pytest.fixture
def bring(store: Store) -> Importing:
    """Import files as a game master may, or as somebody who may add to no campaign."""
    ledger = Ledger(store, load(installed=[]))

    def bringing(*paths: Path, into: UUID | None = None, trusted: bool = True) -> HistoryAccount:
        history = read_files(paths)

        def admitted(_: UUID) -> Actor | None:
            return Actor("gm", "gm") if trusted else None

        try:
            return HistoryImport(ledger, history, founder="gm", admitted=admitted, into=into).done(lambda _: None)
        finally:
            history.close()

    return bringing


@pytest.fixture
def start(request: pytest.FixtureRequest) -> int:
    """When an evening begins, in seconds: another one for each test, as ids there are everywhere unique."""
    return (crc32(request.node.nodeid.encode()) % 100_000) * 1_000


def chat(path: Path, start: int, *more: int) -> Path:
    return archive(
        path / "chat.html", at([start, start + 1, start + 2, *more], *EVENING, *(said("Bye.") for _ in more))
    )


def test_a_chat_becomes_a_campaign(bring: Importing, store: Store, tmp_path: Path, start: int) -> None:
    account = bring(chat(tmp_path, start))
    counts = account.written
    assert account.campaign is not None
    assert (account.name, account.is_new, counts.people, counts.messages) == ("Chat Log for The Harbour", True, 1, 3)
    assert (counts.private, counts.rolls, counts.dice, verify(store, account.campaign).ok) == (1, 1, 1, True)


def test_a_second_import_changes_nothing(bring: Importing, store: Store, tmp_path: Path, start: int) -> None:
    first = bring(chat(tmp_path, start))
    assert first.campaign is not None
    head = store.head(first.campaign)
    second = bring(chat(tmp_path, start))
    assert (second.campaign, second.records, second.known) == (first.campaign, 0, 3)
    assert store.head(first.campaign) == head


def test_a_longer_archive_adds_what_is_new(bring: Importing, tmp_path: Path, start: int) -> None:
    first = bring(chat(tmp_path, start))
    second = bring(chat(tmp_path, start, start + 60, start + 70))
    assert (second.campaign, second.is_new, second.written.messages, second.known) == (first.campaign, False, 2, 3)


def test_characters_come_into_the_campaign_that_is_named(
    bring: Importing, store: Store, tmp_path: Path, start: int
) -> None:
    first = bring(chat(tmp_path, start))
    mira = written(tmp_path / "mira.json", {**MIRA, "oldId": f"-OaChar{start:013}"})
    second = bring(mira, into=first.campaign)
    assert (second.campaign, second.written.characters, second.written.things) == (first.campaign, 1, 3)
    assert second.campaign is not None
    members = {entry.header.member for entry in store.entries(second.campaign, EntryFilter(limit=100))}
    assert len(members) == 2


def test_a_campaign_that_one_may_not_add_to_stays_as_it_is(bring: Importing, tmp_path: Path, start: int) -> None:
    first = bring(chat(tmp_path, start))
    second = bring(chat(tmp_path, start), trusted=False)
    assert (second.is_new, second.campaign != first.campaign) == (True, True)


def test_a_chat_and_its_characters_may_come_together(bring: Importing, tmp_path: Path, start: int) -> None:
    mira = written(tmp_path / "mira.json", {**MIRA, "oldId": f"-OaChar{start:013}"})
    account = bring(mira, chat(tmp_path, start))
    assert (account.written.characters, account.written.messages, account.written.people) == (1, 3, 1)
    assert account.whole
