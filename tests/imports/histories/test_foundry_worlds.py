"""Whole worlds of Foundry as campaigns: what comes in, what a second import adds, and what is told of what did not."""

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from api.imports.foundry.world import NoWorld, read_world
from api.imports.history.account import HistoryAccount
from api.imports.history.importing import HistoryImport, HistoryNotWhole
from api.imports.history.records import ToldPerson
from domain.aggregates import CAMPAIGN, Campaign, Encounter
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor
from domain.ledger.postgres.store import PostgresStore
from domain.records.entries import EntryFilter
from domain.vocabulary.log import Noted, Rolled
from domain.vocabulary.stored import decode_event
from systems.registry import load
from tests.imports.histories.worlds import (
    BANDIT,
    GM,
    GOBLIN,
    MIRA,
    d20,
    folder,
    lines,
    message,
    new_world,
    old_world,
)

GAME_MASTER = Actor("gm", "gm")
HOUR = 3_600
EVENING = (
    message("M1", 0, content="Hello."),
    message("M2", 10, rolls=[d20(15, 5)], flavor="Stealth"),
    message("M3", 8 * HOUR, author=GM, speaker={"alias": "Goblin", "actor": GOBLIN}, rolls=[d20(3)], whisper=[GM]),
)
COMBAT = {
    "_id": "C1",
    "round": 2,
    "turn": 1,
    "combatants": [
        {"_id": "X1", "actorId": MIRA, "initiative": 17},
        {"_id": "X2", "actorId": GOBLIN, "initiative": 12, "hidden": True},
        {"_id": "X3", "actorId": GOBLIN, "initiative": 12.5, "hidden": True, "defeated": True},
    ],
}


class Importer:
    """Imports worlds into a ledger, and looks at what they became."""

    def __init__(self, store: PostgresStore) -> None:
        self.ledger = Ledger(store, load(installed=[]))
        self.introduced: list[ToldPerson] = []

    def __call__(self, path: Path, *, strict: bool = False, tried: bool = False, **wishes: Any) -> HistoryAccount:
        history = read_world(path, **wishes)
        try:
            work = HistoryImport(self.ledger, history, founder="gm", admitted=lambda _: GAME_MASTER, strict=strict)
            return work.tried() if tried else work.done(self._introduce)
        finally:
            history.close()

    def _introduce(self, people: Any) -> None:
        self.introduced += [person for _, person in people]

    def entries(self, campaign: UUID | None) -> list[tuple[str, str, object]]:
        """The commands of a campaign, each with its time of day and audience."""
        assert campaign is not None
        headers = [entry.header for entry in self.ledger.store.entries(campaign, EntryFilter(limit=1_000))]
        return [
            (header.envelope.type.partition(".")[2], header.at[11:16], header.audience)
            for header in headers
            if header.envelope is not None
        ]

    def events(self, campaign: UUID | None, kind: type[Rolled] | type[Noted]) -> list[Any]:
        assert campaign is not None
        numbers = [entry.header.number for entry in self.ledger.store.entries(campaign, EntryFilter(limit=1_000))]
        rows = [row for listed in self.ledger.store.as_first_written(campaign, numbers).values() for row in listed]
        return [event for row in rows if isinstance(event := decode_event(row.topic, row.body), kind)]


@pytest.fixture
def importer(import_store: PostgresStore) -> Importer:
    return Importer(import_store)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A folder of a name that no other test has, as a world goes by it."""
    return tmp_path / tmp_path.name


def test_a_world_becomes_a_campaign_in_the_order_of_its_times(importer: Importer, path: Path) -> None:
    account = importer(new_world(path, *EVENING, combats=[COMBAT]))
    assert account.campaign is not None
    assert (account.whole, account.is_new, account.name, account.exit_code) == (True, True, "The Harbour", 0)
    counts = account.written
    assert (counts.people, counts.characters, counts.things, counts.fights) == (3, 3, 2, 1)
    assert (counts.messages, counts.private, counts.rolls, counts.dice) == (3, 1, 2, 2)
    assert verify(importer.ledger.store, account.campaign).ok
    members = (importer.introduced[0].key, importer.introduced[0].name)
    assert members == (GM, "Grace")
    shown = importer.entries(account.campaign)
    assert [command for command, *_ in shown[:5]] == [
        *("create_character", "give_item", "put", "create_character", "create_character")
    ]
    assert [(command, at) for command, at, _ in shown[5:12]] == [
        *(("open_session", "12:00"), ("note", "12:00"), ("roll", "12:00"), ("end_session", "12:00")),
        *(("open_session", "20:00"), ("roll", "20:00"), ("end_session", "20:00")),
    ]


def test_json_lines_and_leveldb_of_one_world_tell_the_same(importer: Importer, tmp_path: Path) -> None:
    new, old = tmp_path / f"new-{tmp_path.name}", tmp_path / f"old-{tmp_path.name}"
    first = importer(new_world(new, *EVENING))
    second = importer(old_world(old, *reversed(EVENING)))
    assert first.written == second.written
    shown = [importer.entries(account.campaign) for account in (first, second)]
    assert [(command, at) for command, at, _ in shown[0]] == [(command, at) for command, at, _ in shown[1]]


def test_a_roll_has_its_dice_and_addends_as_imported_ones(importer: Importer, path: Path) -> None:
    account = importer(new_world(path, *EVENING))
    [first, _] = importer.events(account.campaign, Rolled)
    addends = [(each.label, each.amount) for each in first.modifiers]
    assert (first.name, first.dice, first.total, addends) == ("Stealth", ((20, 15, True),), 20, [("modifier", 5)])
    assert account.campaign is not None
    entries = importer.ledger.store.entries(account.campaign, EntryFilter(limit=1_000))
    assert {die.source for entry in entries for die in entry.header.tape} == {"imported"}


def test_a_second_import_changes_nothing(importer: Importer, path: Path) -> None:
    world = new_world(path, *EVENING, combats=[COMBAT])
    first = importer(world)
    assert first.campaign is not None
    head = importer.ledger.store.head(first.campaign)
    second = importer(world)
    assert (second.campaign, second.is_new, second.records) == (first.campaign, False, 0)
    assert (second.known, second.exit_code, importer.ledger.store.head(first.campaign)) == (9, 0, head)


def test_a_later_import_adds_what_is_new(importer: Importer, path: Path) -> None:
    first = importer(new_world(path, *EVENING))
    folder(path / "data" / "messages", {"!messages!M4": message("M4", 9 * HOUR, content="On we go.")})
    second = importer(path)
    assert (second.campaign, second.written.messages, second.known) == (first.campaign, 1, 8)
    assert [command for command, *_ in importer.entries(first.campaign)[-3:]] == ["open_session", "note", "end_session"]
    assert second.campaign is not None
    assert verify(importer.ledger.store, second.campaign).ok


def test_a_campaign_that_was_played_on_keeps_what_was_played(importer: Importer, path: Path) -> None:
    first = importer(new_world(path, *EVENING[:1]))
    assert first.campaign is not None
    folder(path / "data" / "messages", {"!messages!M2": EVENING[1]})
    second = importer(path)
    assert (second.written.rolls, importer.entries(first.campaign)[-2][0]) == (1, "roll")


def test_leveldb_counts_before_the_older_copy_beside_it(importer: Importer, path: Path) -> None:
    new_world(path, *EVENING)
    edited = {**EVENING[0], "content": "Hello, as it was."}
    lines(path / "data" / "messages.db", edited, message("M0", -HOUR, content="Long ago."))
    lines(path / "data" / "actors.db", {"_id": "A9", "name": "Gone", "type": "npc"})
    assert (importer(path, tried=True).older, importer(path, older=True).written.messages) == (1, 4)


def test_the_characters_of_a_fight_stand_in_its_order(importer: Importer, path: Path) -> None:
    account = importer(new_world(path, combats=[COMBAT]))
    assert account.campaign is not None
    world = importer.ledger.heads.fresh(account.campaign)
    states = importer.ledger.store.all_states(account.campaign)
    fight = world.aggregate(next(state.ref for state in states if state.ref.startswith("encounter/")))
    assert isinstance(fight, Encounter)
    order = sorted(fight.order.values(), key=lambda turn: (turn.initiative, turn.tiebreak))
    assert [(turn.title, turn.initiative, turn.tiebreak, turn.audience) for turn in order] == [
        ("Goblin", 12, 0, "gm"),
        ("Goblin", 12, 500, "gm"),
        ("Mira", 17, 0, "all"),
    ]
    assert [turn.data.get("defeated", False) for turn in order] == [False, True, False]
    assert (fight.pace["now"].round, fight.pace["now"].active) == (2, ("x3",))


def test_a_speaker_under_another_name_is_another_character(importer: Importer, path: Path) -> None:
    masked = message("M1", 0, author=GM, speaker={"alias": "A hooded figure", "actor": BANDIT}, rolls=[d20(9)])
    account = importer(new_world(path, masked))
    assert account.campaign is not None
    world = importer.ledger.heads.fresh(account.campaign)
    refs = [state.ref for state in importer.ledger.store.all_states(account.campaign)]
    people = [world.aggregate(ref) for ref in refs if ref.startswith("character/")]
    shown = {one.profile["self"].name: one.profile["self"].audience for one in people if one is not None}
    assert shown == {"Mira": "all", "Goblin": "gm", "Count Orlo": "gm", "A hooded figure": "all"}


def test_a_hidden_character_is_shown_from_its_first_public_roll_on(importer: Importer, path: Path) -> None:
    goblin = {"alias": "Goblin", "actor": GOBLIN}
    secret = message("M1", 0, author=GM, speaker=goblin, rolls=[d20(9)], whisper=[GM])
    public = message("M2", 1, author=GM, speaker=goblin, rolls=[d20(9)])
    account = importer(new_world(path, secret, public))
    shown = [command for command, *_ in importer.entries(account.campaign)]
    assert shown[-4:] == ["roll", "describe", "roll", "end_session"]


def test_one_bad_record_is_told_and_the_rest_comes_in(importer: Importer, path: Path) -> None:
    world = old_world(path, *EVENING, "{", message("M4", 20, rolls=[d20(21)], flavor="Cheat"))
    account = importer(world)
    assert [(fault.record, fault.text[:26]) for fault in account.faults] == [
        ("messages.db line 4", "It is no JSON: Expecting p"),
        ("messages M4", "Its roll 1 was left out: A"),
    ]
    assert (account.written.messages, account.exit_code) == (3, 3)


def test_a_strict_import_writes_nothing_where_a_record_is_bad(importer: Importer, path: Path) -> None:
    before = len(importer.ledger.store.campaigns())
    with pytest.raises(HistoryNotWhole, match=r"1 fault, the first of messages\.db line 4: It is no JSON"):
        importer(old_world(path, *EVENING, "{"), strict=True)
    assert len(importer.ledger.store.campaigns()) == before


def test_a_dry_run_tells_the_same_and_writes_nothing(importer: Importer, path: Path) -> None:
    world, before = new_world(path, *EVENING, combats=[COMBAT]), len(importer.ledger.store.campaigns())
    account = importer(world, tried=True)
    assert (account.campaign, len(importer.ledger.store.campaigns())) == (None, before)
    assert importer(world).written == account.written


@pytest.mark.parametrize("text", ['{"id": "x",, }', "// by hand\n{}", "\xff"])
def test_a_world_json_that_is_none_is_told_and_the_world_comes_in(importer: Importer, path: Path, text: str) -> None:
    world = new_world(path, *EVENING)
    (world / "world.json").write_bytes(text.encode("latin-1"))
    account = importer(world)
    assert (account.name, account.faults[0].record, account.written.messages) == (path.name, "world.json", 3)


def test_the_items_of_a_world_are_the_game_masters(importer: Importer, path: Path) -> None:
    world = old_world(path)
    lines(world / "data" / "items.db", {"_id": "i", "name": "Crown", "type": "loot", "data": {}})
    account = importer(world)
    assert (account.written.characters, account.written.things) == (4, 3)
    assert importer.entries(account.campaign)[-1] == ("give_item", importer.entries(account.campaign)[-1][1], "gm")


@pytest.mark.parametrize(("value", "at"), [("390", 390), ("390.75", 390), ("soon", 0), ("-5", 0), (None, 0)])
def test_the_clock_of_a_world_goes_on(importer: Importer, path: Path, value: object, at: int) -> None:
    world = old_world(path, *EVENING)
    lines(world / "data" / "settings.db", {"_id": "s", "key": "core.time", "value": value}, {"_id": "t", "key": "x"})
    account = importer(world)
    assert account.campaign is not None
    campaign = importer.ledger.heads.fresh(account.campaign).aggregate(CAMPAIGN)
    assert isinstance(campaign, Campaign)
    assert (campaign.clock["now"].at, importer(world).records) == (at, 0)


def test_passwords_come_in_nowhere(importer: Importer, path: Path) -> None:
    account = importer(new_world(path, *EVENING))
    assert account.campaign is not None
    raw = importer.ledger.store.raw(account.campaign, 0, 1_000)
    assert not any(b"ffffffff" in entry.header or b"eeeeeeee" in entry.header for entry in raw)


def test_a_folder_without_collections_is_no_world(tmp_path: Path) -> None:
    with pytest.raises(NoWorld, match=r"Name the folder in which its world\.json lies"):
        read_world(tmp_path)
