"""Everything that stands in the real log, fact by fact, is in the campaign that HTTP shows."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import httpx
import pytest

from tests.e2e import oracle
from tests.e2e.running import RETCON, Running, environment, running

Sheets = dict[str, dict[str, Any]]


class Read:
    """The imported campaign, read by a program that only speaks HTTP."""

    def __init__(self, http: httpx.Client, report: dict[str, Any]) -> None:
        self.report = report
        self._http = http
        self._at = f"/api/v1/campaigns/{report['campaign']}"

    def get(self, path: str, **query: Any) -> Any:
        answer = self._http.get(self._at + path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @cached_property
    def entries(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = []
        while page := self.get("/entries", limit=500, after=len(entries)):
            entries += page
        return entries

    @cached_property
    def members(self) -> dict[str, str]:
        return {each["member"]: each["name"] for each in self.get("/members")}

    @cached_property
    def handles(self) -> dict[str, str]:
        return {each["name"]: each["handle"] for each in self.get("/characters")}

    def rolls(self) -> list[oracle.Roll]:
        return [
            oracle.Roll(tuple((die["sides"], die["value"], die["kept"]) for die in each["dice"]), each["total"])
            for entry in self.entries
            for each in entry["rolls"]
        ]

    def commands(self, name: str) -> list[dict[str, Any]]:
        return [each for each in self.entries if (each["command"] or {}).get("type") == f"freeform.{name}"]

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        return [event for entry in self.entries for event in entry["events"] if event["type"] in kinds]

    def sheets(self, at: float, names: Iterator[str]) -> Sheets:
        """How these stood at a time of the ledger."""
        return {name: self.get(f"/characters/{self.handles[name]}", as_of=rfc3339(at)) for name in names}


def rfc3339(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Read]:
    folder = tmp_path_factory.mktemp("whole")
    command = [RETCON, "import", "avrae", str(oracle.FILE), "--name", "The Pools", "--json"]
    done = subprocess.run(command, env=environment(folder), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    with running(folder) as service, client(service) as http:
        yield Read(http, json.loads(done.stdout))


def client(service: Running) -> httpx.Client:
    return httpx.Client(base_url=service.url, timeout=60, headers={"Authorization": f"Bearer {service.token}"})


def test_all_36_rolls_of_actions_and_the_12_that_only_messages_show_are_there_die_by_die(read: Read) -> None:
    worked_out, free = oracle.rolls_of_actions(), oracle.rolls_in_messages_only()
    assert (len(worked_out), len(free)) == (36, 12)
    assert Counter(read.rolls()) == Counter([*worked_out, *free])


def test_the_rolls_of_actions_stand_in_the_order_in_which_they_fell(read: Read) -> None:
    left = Counter(oracle.rolls_in_messages_only())
    fell = [each for each in read.rolls() if not left[each] or left.subtract([each])]
    assert fell == oracle.rolls_of_actions()


def test_the_nine_damages_hit_whom_the_log_says(read: Read) -> None:
    by_handle = {handle: name for name, handle in read.handles.items()}
    dealt: list[tuple[str, int]] = []
    for entry in read.commands("damage"):
        hurt = [event for event in entry["events"] if event["type"] == "damage_taken"]
        rolled = entry["rolls"][0]["total"]
        dealt.append((by_handle[hurt[0]["aggregate"].removeprefix("character/")], rolled))
    assert dealt == oracle.damages()


def test_everybody_stands_at_every_state_as_the_log_prints_it(read: Read) -> None:
    for state in oracle.states():
        sheets = read.sheets(state.at, iter(state.everybody))
        stood = {name: (s.hp, s.max_hp, s.temp_hp) for name, s in state.everybody.items()}
        tracks = {name: sheet["tracks"] for name, sheet in sheets.items()}
        ours = {name: (t["hp"]["current"], t["hp"]["maximum"], t["temp_hp"]["current"]) for name, t in tracks.items()}
        assert ours == stood, state.at
        armour = {
            name: sheets[name]["attributes"]["ac"]["value"] for name, s in state.everybody.items() if s.ac is not None
        }
        assert armour == {name: s.ac for name, s in state.everybody.items() if s.ac is not None}, state.at
        assert {name: lasting(sheet, sheets) for name, sheet in sheets.items()} == {
            name: s.effects for name, s in state.everybody.items()
        }, state.at


def lasting(sheet: dict[str, Any], sheets: Sheets) -> tuple[str, ...]:
    """The conditions of a sheet in the words in which the bot prints effects."""
    return tuple(sorted(printed(each, sheet, sheets) for each in sheet["conditions"].values()))


def printed(condition: dict[str, Any], bearer: dict[str, Any], sheets: Sheets) -> str:
    end = condition["until"]
    while end is not None and end["by"] == "instance":
        ref, _, name = end["path"].partition(".conditions.")
        parent = next(each for each in sheets.values() if each["ref"] == ref)
        end = parent["conditions"][name]["until"]
    what = str(condition["what"])
    if end is None:
        return what
    left = end.get("passing", 0) + 1
    if left > 1:
        size, unit = next(each for each in ((600, "hour"), (10, "minute"), (1, "round")) if left > each[0])
        return f"{what} [{round(left / size, 1) if size > 1 else left} {unit}s]"
    whose = next(each for each in sheets.values() if each["ref"] == end["subject"])
    if whose["ref"] == bearer["ref"]:
        return f"{what} [until {'end of' if end['moment'] == 'turn_end' else 'start of next'} turn]"
    end_of = f"end of {whose['name']}'s" if end["moment"] == "turn_end" else f"start of {whose['name']}'s next"
    return f"{what} [until {end_of} turn]"


def test_round_and_turn_are_those_of_the_log_at_every_state(read: Read) -> None:
    turns = []
    for state in oracle.states()[1:]:
        board = read.get("/encounters/combat", as_of=rfc3339(state.at))
        acting = [each["called"] for each in board["order"] if each["active"]]
        turns.append((state.at, board["round"], acting))
    assert turns == [(s.at, s.round, [] if s.turn is None else [s.turn]) for s in oracle.states()[1:]]


def test_the_turn_goes_back_where_the_log_takes_it_back(read: Read) -> None:
    asked = [
        each for each in oracle.events() if each["event_type"] == "command" and each["command_name"] == "init prev"
    ]
    assert (len(asked), len(read.commands("previous_turn"))) == (1, 1)


def test_the_death_save_is_a_natural_20_and_puts_nitar_back_on_one(read: Read) -> None:
    saves = [
        (entry["entry"], roll) for entry in read.entries for roll in entry["rolls"] if roll["label"] == "death save"
    ]
    ((number, save),) = saves
    assert (save["by"], save["total"], save["outcome"]) == ("character/nitar", 20, "success")
    (up,) = read.events("damage_healed")
    assert (up["aggregate"], up["amount"], read.get("/characters/nitar", as_of=number + 1)["tracks"]["hp"]["current"]) == (
        "character/nitar", 1, 1
    )  # fmt: skip


def test_every_effect_is_a_condition_of_whoever_bore_it(read: Read) -> None:
    by_handle = {handle: name for name, handle in read.handles.items()}
    gained = {
        (by_handle[event["aggregate"].removeprefix("character/")], event["condition"]["what"])
        for event in read.events("condition_gained")
    }
    assert gained == oracle.effects()


def test_counters_and_slots_run_as_the_log_shows_them(read: Read) -> None:
    end = {name: read.get(f"/characters/{handle}")["tracks"] for name, handle in read.handles.items()}
    shown = {**oracle.counters(), **{(who, f"slots/{level}"): left for (who, level), left in oracle.slots().items()}}
    last = {(who, what): left[-1] for (who, what), left in shown.items()}
    assert last == {(who, what): end[who][track_of(what)]["current"] for who, what in last}


def test_every_use_of_a_counter_or_slot_is_an_entry(read: Read) -> None:
    used = sum(len(left) for left in (*oracle.counters().values(), *oracle.slots().values()))
    assert len(read.commands("spend")) + len(read.commands("gain")) == used


def track_of(what: str) -> str:
    """How a counter's name is written as a track."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in what.lower())
    return what if what.startswith("slots/") else f"counters/{plain}"


def test_every_message_of_a_person_is_a_note_in_their_name_at_its_time(read: Read) -> None:
    notes = Counter((read.members[each["member"]], each["events"][0]["text"]) for each in read.commands("note"))
    messages = Counter((each["author_name"], each["content"]) for each in oracle.messages(bot=False) if each["content"])
    assert messages - notes == Counter()


def test_everything_the_bot_said_is_in_its_notes(read: Read) -> None:
    notes = "\n".join(each["events"][0]["text"] for each in read.commands("note"))
    missing = [
        line for each in oracle.messages(bot=True) for line in oracle.shown(each).split("\n") if line not in notes
    ]
    assert missing == []


def test_every_button_and_every_rule_text_is_noted(read: Read) -> None:
    notes = "\n".join(each["events"][0]["text"] for each in read.commands("note"))
    pressed = [each["button_label"] for each in oracle.events() if each["event_type"] == "button_press"]
    quoted = [line for node, _ in oracle.nodes("text") for line in node["text"].split("\n")]
    assert [each for each in [*pressed, *quoted] if each not in notes] == []


def test_every_person_of_the_log_is_a_member_with_the_name_it_gives_them(read: Read) -> None:
    spoke = {each["author_name"] for each in oracle.messages(bot=False)} | {"Avrae"}
    assert spoke <= set(read.members.values())


def test_the_account_names_every_line_as_taken(read: Read) -> None:
    report = read.report
    assert (report["taken"], report["left"], report["faults"], report["differences"], report["whole"]) == (
        list(range(1, len(oracle.events()) + 1)), [], [], [], True
    )  # fmt: skip
