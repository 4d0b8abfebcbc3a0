"""What was private in another program stays private here, on every read, for each of its players."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from uuid import UUID
from zlib import crc32

import httpx
import msgspec
import pytest

from api.imports.foundry.world import read_world
from api.imports.history.importing import HistoryImport
from api.imports.history.records import ToldHistory, ToldPerson
from api.imports.roll20.archive import read_files
from api.services import Services
from api.storage.accounts import TokenWanted
from tests.api.people import Person
from tests.imports.histories.chats import ANA as CHATTING
from tests.imports.histories.chats import GRACE, archive, at, card, check, dice, said, thrown
from tests.imports.histories.worlds import ANA, BANDIT, BEN, GM, GOBLIN, MIRA, d20, message, new_world

READS = ("./entries", "./characters", "./encounters", "./enclaves", "./members", "./decisions", ".", "./proof")
Seated = Callable[[str], Person]


@pytest.fixture
def seated(services: Services, http: httpx.Client, owner: Person) -> Callable[[ToldHistory], Seated]:
    """Import a history, and give each of its people a token."""

    def brought_in(history: ToldHistory) -> Seated:
        accounts = services.accounts

        def introduced(people: Iterable[tuple[UUID, ToldPerson]]) -> None:
            for member, person in people:
                accounts.introduce(member, person.name)

        with closing(history):
            account = HistoryImport(services.ledger, history, founder=owner.id, admitted=lambda _: None).done(
                introduced
            )

        def sit(key: str) -> Person:
            member = history.member_of(key)
            _, secret = accounts.issue(UUID(member), TokenWanted(label="seat"))
            return Person(http, secret, member, str(account.campaign))

        return sit

    return brought_in


def everything(person: Person) -> str:
    """All that a person is shown, as one text."""
    answers = [person.send("GET", path) for path in READS]
    shown = [answer.text for answer in answers if answer.status_code == 200]
    entries = msgspec.json.decode(person.send("GET", "./entries").text)
    shown += [person.send("GET", f"./entries/{entry['entry']}").text for entry in entries]
    characters = msgspec.json.decode(person.send("GET", "./characters").text)
    shown += [person.send("GET", f"./characters/{one['handle']}").text for one in characters]
    return "\n".join(shown)


@pytest.fixture
def table(seated: Callable[[ToldHistory], Seated], tmp_path: Path) -> Seated:
    goblin = {"alias": "Goblin", "actor": GOBLIN}
    masked = {"alias": "A hooded figure", "actor": BANDIT}
    combat = {
        "_id": "C1",
        "round": 1,
        "turn": 0,
        "combatants": [
            {"_id": "X1", "actorId": MIRA, "initiative": 3},
            {"_id": "X2", "actorId": BANDIT, "initiative": 2, "hidden": True, "name": "Orlo in the dark"},
        ],
    }
    world = new_world(
        tmp_path / tmp_path.name,
        message("M1", 0, content="Hello, all of you."),
        message("M2", 1, content="Between us, I stole it.", whisper=[GM]),
        message("M3", 2, author=GM, content="Ben, you hear steps.", whisper=[BEN]),
        message("M4", 3, rolls=[d20(7)], flavor="Blind luck", whisper=[GM], blind=True),
        message("M5", 4, rolls=[d20(8)], flavor="Secret stealth", whisper=[GM]),
        message("M6", 5, author=GM, speaker=goblin, rolls=[d20(9)], flavor="Ambush", whisper=[GM]),
        message("M7", 6, author=GM, speaker=masked, rolls=[d20(10)], flavor="A bow"),
        message("M8", 7, author=None, speaker={}, content="For eyes unknown.", whisper=[None]),
        combats=[combat],
    )
    return seated(read_world(world))


def test_a_game_master_is_shown_all_of_it(table: Seated) -> None:
    shown = everything(table(GM))
    texts = [
        "Hello, all",
        "I stole it",
        "you hear steps",
        "Blind luck",
        "Secret stealth",
        "Ambush",
        "A bow",
        "eyes unknown",
    ]
    assert [words for words in texts if words not in shown] == []


@pytest.mark.parametrize(
    ("who", "shown", "hidden"),
    [
        (
            ANA,
            ("Hello, all", "I stole it", "Secret stealth", "A bow"),
            ("you hear steps", "Blind luck", "Ambush", "Goblin", "Count Orlo", "eyes unknown", "in the dark"),
        ),
        (
            BEN,
            ("Hello, all", "you hear steps", "A bow"),
            ("I stole it", "Blind luck", "Secret stealth", "Ambush", "Goblin", "Count Orlo", "eyes unknown"),
        ),
    ],
)
def test_a_player_is_shown_what_was_for_them(
    table: Seated, who: str, shown: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    texts = everything(table(who))
    assert ([words for words in shown if words not in texts], [words for words in hidden if words in texts]) == ([], [])


def test_a_sheet_is_shown_to_the_members_who_could_see_it(table: Seated) -> None:
    sheets = [str(table(who).see("./characters/mira")) for who in (ANA, BEN)]
    assert ["'dex'" in sheet for sheet in sheets] == [True, False]


CHAT = (
    said("Hello, all of you."),
    said("I stole it.", type="whisper", target="gm"),
    said("You hear steps.", playerid=GRACE, who="Grace (GM)", type="whisper", target=CHATTING),
    thrown(8, dice(20, 8), type="gmrollresult", written="1d20 for the master"),
    thrown(9, dice(20, 9), type="secretrollresult", written="1d20 in secret"),
    card("{{rname=Lie}} {{r1=$[[0]]}}", type="whisper", target="gm", rolltemplate="simple", inlinerolls=[check(7)]),
    said("Somebody else.", playerid="-OaPlayer00000000003", who="Ben"),
)


@pytest.fixture
def chat(seated: Callable[[ToldHistory], Seated], tmp_path: Path) -> Seated:
    start = crc32(str(tmp_path).encode()) % 100_000 * 1_000
    return seated(read_files((archive(tmp_path / "chat.html", at(range(start, start + len(CHAT)), *CHAT)),)))


@pytest.mark.parametrize(
    ("who", "shown", "hidden"),
    [
        (CHATTING, ("Hello, all", "I stole it", "You hear steps", "for the master", "Lie"), ("in secret",)),
        ("-OaPlayer00000000003", ("Hello, all",), ("I stole it", "hear steps", "for the master", "Lie", "in secret")),
        (GRACE, ("Hello, all", "You hear steps"), ("I stole it", "for the master", "Lie", "in secret")),
    ],
)
def test_a_player_of_a_chat_is_shown_what_was_for_them(
    chat: Seated, who: str, shown: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    texts = everything(chat(who))
    assert ([words for words in shown if words not in texts], [words for words in hidden if words in texts]) == ([], [])
