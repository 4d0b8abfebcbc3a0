"""Every game's demo is played through a real server; then whatever was done in it is undone, and comes back as it was.

Undoing is tried, without being written, and done in earnest for some of the entries that can be undone, in the soak run
for all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import msgspec
import pytest

from api.demo.table import DemoTable, Unexpected
from api.testing.rolls import contradictions
from domain.vocabulary.log import Rolled
from tests.api.serving import Serving
from tests.cli.terminal import Terminal
from tests.demos import DEMOS, DemosOfRun
from tests.games.gallery import shown_of
from tests.shares import one_in

Json = dict[str, Any]

IN_EARNEST = 4
"""About how many entries of each demo, evenly spread and always the same, are undone and redone; all of them are in the soak run."""

AT_ONCE = 4
"""How many plans are asked for at a time."""


class Evening:
    """A demo that was played, and everything that can be read of it. `shown` is what the gallery shows of it, and `misshown` what
    is printed otherwise, before any test changed it."""

    def __init__(self, table: DemoTable, terminal: Terminal) -> None:
        self.table = table
        self.terminal = terminal
        self.entries = self._entries()
        self.before = self.read_models()
        self.shown = shown_of(table.name)
        self.misshown = [fault for one in self.shown for fault in one.differs(self.printed(one.words, one.by))]

    def _entries(self) -> list[Json]:
        entries: list[Json] = []
        while page := self.table.ask("gm", "GET", f"/entries?limit=500&after={entries[-1]['entry'] if entries else 0}"):
            entries += page
        return entries

    @property
    def undoable(self) -> list[int]:
        """The numbers of what was played and stands, and of the revisions that are in force."""
        played = [one["entry"] for one in self.entries if one["kind"] == "play" and one["status"] not in _GONE]
        withdrawn: set[int | None] = set()
        for one in reversed(self.entries):
            if one["revision"] and one["entry"] not in withdrawn:
                withdrawn.add(one["revision"]["withdraws"])
        revised = [one["entry"] for one in self.entries if one["kind"] == "revision" and one["entry"] not in withdrawn]
        return sorted(played + revised)

    def read_models(self) -> dict[str, str]:
        """Every sheet, board and group with its roster and grids, and what is being decided, as text by path."""
        paths = [f"/{kind}/{one['handle']}" for kind in _KINDS for one in self.table.ask("gm", "GET", f"/{kind}")]
        groups = [path for path in paths if path.startswith("/enclaves/")]
        paths += [f"{path}/{part}" for path in groups for part in ("roster", "grids")]
        return {path: _text(self.table.ask("gm", "GET", path)) for path in (*paths, "/decisions")}

    def printed(self, words: Sequence[str], by: str) -> str:
        """What `retcon` prints for somebody at the table, by name, or for the installation's owner."""
        tokens = {person.name: person.token for person in self.table.people.values()}
        at = Terminal(self.terminal.data_dir, self.terminal.database_url, tokens[by]) if by else self.terminal
        done = at(*words)
        assert done.code == 0, done.err
        return done.out

    def revise(self, **asked: Any) -> Json:
        done: Json = self.table.ask("gm", "POST", "/revisions", asked)
        return done


_GONE = ("struck", "moot", "refused")

_KINDS = ("characters", "encounters", "enclaves")


def _text(seen: Any) -> str:
    """What was read, without the point of time that it is of."""
    return json.dumps(_timeless(seen), sort_keys=True)


def _timeless(seen: Any) -> Any:
    match seen:
        case dict():
            return {key: _timeless(value) for key, value in seen.items() if key != "as_of"}
        case list():
            return [_timeless(value) for value in seen]
        case _:
            return seen


@pytest.fixture(scope="module")
def terminal(demos_of_run: DemosOfRun, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    """A terminal of the owner's, at an installation in which every demo was played."""
    with demos_of_run.copied() as url:
        yield Terminal(tmp_path_factory.mktemp("demos"), url, demos_of_run.played.owner_token)


@pytest.fixture(scope="module")
def http(terminal: Terminal, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Requests to a service on the same database."""
    assert terminal.database_url is not None
    with (
        Serving(terminal.database_url, tmp_path_factory.mktemp("served"), RETCON_DICE_PER_MINUTE="0") as service,
        service.client() as client,
    ):
        yield client


@pytest.fixture(scope="module", params=DEMOS)
def evening(
    request: pytest.FixtureRequest, demos_of_run: DemosOfRun, terminal: Terminal, http: httpx.Client
) -> Evening:
    return Evening(demos_of_run.played.demos[request.param].table(http), terminal)


def test_the_chain_holds_and_what_is_derived_is_right(evening: Evening) -> None:
    assert evening.table.ask("gm", "GET", "/verification")["faults"] == []


def test_what_the_documents_show_of_it_is_what_is_printed(evening: Evening) -> None:
    assert evening.shown or evening.table.system == "freeform", "the gallery shows nothing of it"
    assert evening.misshown == []


def test_under_the_rules_that_it_was_just_played_under_nothing_differs(evening: Evening) -> None:
    plan = evening.revise(rules=True, dry_run=True)
    assert (plan["entries"], plan["changes"]) == ([], [])


def test_no_roll_of_a_game_says_one_thing_by_its_numbers_and_another_by_its_word(evening: Evening) -> None:
    """Every entry's rolls, as `api.testing.rolls.contradictions` has it; the players' own rolls are none of a game's."""
    faults = [
        f"entry {one['entry']}: {fault}"
        for one in evening.entries
        if one["kind"] == "play" and not one["command"]["type"].startswith("freeform.")
        for fault in contradictions(
            [(roll["by"], _as_event(roll)) for roll in one.get("rolls", ())], evening.table.system
        )
    ]
    assert faults == []


def _as_event(roll: Json) -> Rolled:
    fields = {name: roll[name] for name in ("notation", "total", "target", "outcome")}
    dice = [(die["sides"], die["value"], die["kept"]) for die in roll["dice"]]
    return msgspec.convert({"type": "rolled", "name": roll["label"], "dice": dice, **fields}, Rolled)


@one_in(13)
def test_every_undo_is_clean_or_says_what_stands_in_its_way(evening: Evening, step: int) -> None:
    with ThreadPoolExecutor(AT_ONCE) as some:
        tried = some.map(lambda number: _faults(evening, number), evening.undoable[::step])
        faults = [fault for listed in tried for fault in listed]
    assert faults == []


def _faults(evening: Evening, number: int) -> list[str]:
    """What is wrong with the plan of undoing one entry."""
    try:
        plan = evening.revise(undo=[number], dry_run=True)
    except Unexpected as refused:
        return [f"{number}: {refused}"]
    silent = [one for one in plan["entries"] if one["entry"] in plan["conflicts"] and not _says_why(one)]
    return [f"{number}: entry {one['entry']} is in its way and does not say why" for one in silent]


def _says_why(one: Json) -> bool:
    return bool(one["sentence"] and (one["rule"] or one["missing"]))


@pytest.mark.slow
def test_undoing_and_redoing_leaves_every_read_model_as_it_was(evening: Evening) -> None:
    some = evening.undoable[:: max(1, len(evening.undoable) // IN_EARNEST)]
    assert _left_behind(evening, some) == []


@pytest.mark.soak
def test_any_entry_at_all_that_is_undone_and_redone_leaves_every_read_model_as_it_was(evening: Evening) -> None:
    assert _left_behind(evening, evening.undoable) == []


def _left_behind(evening: Evening, numbers: Sequence[int]) -> list[str]:
    """The reads that are not what they were after each of these entries was undone and redone."""
    faults = []
    for number in numbers:
        undone = evening.revise(undo=[number], policy="cascade", owed="fill", reason="a sweep")
        evening.revise(undo=[undone["entry"]["entry"]])
        after = evening.read_models()
        paths = sorted(evening.before.keys() | after.keys())
        faults += [f"{number}: {path}" for path in paths if evening.before.get(path) != after.get(path)]
    return faults
