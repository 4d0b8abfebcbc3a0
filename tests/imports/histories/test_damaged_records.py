"""Records that no program would write: each costs itself alone, and whatever is taken of the others can be written."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from api.imports.foundry.world import read_world
from api.imports.history.importing import HistoryImport
from api.imports.history.records import ToldHistory
from api.imports.roll20.archive import read_files
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from systems.registry import load
from tests.imports.histories.chats import archive, at, card, check, face, formula, key, said, shown, thrown, tooltip
from tests.imports.histories.worlds import ACTORS, USERS, d20, die, lines, message, roll

GM = Actor("gm", "gm")
REGISTRY = load(installed=[])
ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["gm", "\0", "\ud83c", "9" * 30, "<section class='secret'>", "{{r1=$[[0]]}}", "-1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document at which something else could stand."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places(each, (*path, key)))]


def changed(document: Any, path: tuple[Any, ...], value: object) -> Any:
    copy = json.loads(json.dumps(document))
    if not path:
        return value
    inner = copy
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return copy


@st.composite
def damaged(draw: st.DrawFn, *documents: Any) -> Any:
    """One of these documents with something odd at a place of it; rolls within are opened, and closed again."""
    document = draw(st.sampled_from(documents))
    return changed(document, draw(st.sampled_from(places(document))), draw(ODD))


def check_written(history: ToldHistory, least: int) -> None:
    """Import a history, and find at least so many of its messages in a whole campaign."""
    ledger = Ledger(MemoryStore(), REGISTRY)
    with closing(history):
        work = HistoryImport(ledger, history, founder="gm", admitted=lambda _: GM)
        account = work.done(lambda _: None)
    assert account.campaign is not None
    assert account.written.messages >= least
    assert verify(ledger.store, account.campaign).ok


MESSAGE = {**message("M1", 5, flavor="Bite", whisper=["x"], blind=False, content="<p>Hi</p>"), "flags": {"core": {}}}
ROLL = json.loads(roll("2d6 + 1d4", 9, die(6, 3, 4), {"operator": "+"}, die(4, 2), {"number": 1}))
PF2E = {"pf2e": {"context": {"dc": {"value": 15}, "outcome": "success"}, "modifiers": [{"label": "x", "modifier": 5}]}}
COMBAT = {
    "_id": "C",
    "round": 1,
    "turn": 0,
    "combatants": [{"_id": "x", "actorId": "A1mira0000000000", "initiative": 3}],
}


@given(
    damaged(MESSAGE, {**MESSAGE, "rolls": [d20(3)], "flags": PF2E}),
    damaged(ROLL),
    damaged(*ACTORS),
    damaged(*USERS),
    damaged(COMBAT),
)
def test_a_damaged_record_of_a_world_costs_itself_alone(
    odd: Any, odd_roll: Any, actor: Any, user: Any, combat: Any
) -> None:
    good = message("M9", 9, rolls=[d20(14, 5)])
    with TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        lines(data / "messages.db", json.dumps(odd), message("M8", 8, rolls=[json.dumps(odd_roll)], content="x"), good)
        lines(data / "actors.db", *ACTORS, json.dumps(actor))
        lines(data / "users.db", *USERS, json.dumps(user))
        lines(data / "combats.db", json.dumps(combat))
        check_written(read_world(Path(folder)), 1)


CHAT = (
    said("Hi $[[0]]", inlinerolls=[check(9)], target="gm", type="whisper"),
    thrown(9, {"type": "R", "dice": 1, "sides": 20, "results": [{"v": 9}], "mods": {}}),
    card("{{rname=^{x-u}}} {{r1=$[[0]]}} {{r2=$[[1]]}} {{advantage=1}} charname=Kite", check(9), check(3)),
)


@given(damaged(*CHAT))
def test_a_damaged_message_of_a_chat_costs_itself_alone(odd: Any) -> None:
    with TemporaryDirectory() as folder:
        page = {**at([1], said("Hello.")), "-Ohqqt8VInv3nted00a2": odd}
        check_written(read_files((archive(Path(folder) / "chat.html", page),)), 1)


PAGE = "".join(
    (
        shown(key(0), "Hello."),
        shown(key(1), formula("2d20kh1", 15, (20, 4, "dropped"), (20, 15, "")), kind="rollresult", by=""),
        shown(key(2), "I " + tooltip("1d20+2", f"{face(18)}+2", 20), kind="whisper", by="(From Mira):"),
    )
)


@given(st.integers(0, len(PAGE)), st.integers(0, 40), st.text(max_size=5))
def test_a_damaged_page_is_read_as_far_as_it_goes(begin: int, length: int, instead: str) -> None:
    broken = PAGE[:begin] + instead + PAGE[begin + length :]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "chat.html"
        path.write_bytes(broken.encode(errors="replace") + shown(key(9), "Bye.").encode())
        check_written(read_files((path,)), 1)
