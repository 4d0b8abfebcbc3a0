"""An enclave and the areas of a fight, as Rotted Capes lays them out: over HTTP and at a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from api.app import create_app
from api.cli.commands.serving import DEMO
from api.services import Services
from tests.api.people import Person
from tests.cli.terminal import Terminal
from tests.owners import owner_token_in

NAME = "The Gate Holds"
GAME = "rotted-capes"


@pytest.fixture
def gm(terminal: Terminal, services: Services) -> Iterator[Person]:
    """The game master of an enclave of two with food for a day and a half, and of a fight at its gate."""
    token = owner_token_in(terminal.data_dir, services.accounts)
    with TestClient(create_app(services), raise_server_exceptions=False) as client:
        owner = Person(client, token)
        options = {"dice": "table"}
        campaign = owner.ask("POST", "/campaigns", 201, json={"name": NAME, "system": GAME, "options": options})
        gm = owner.at(campaign["id"])
        for hero, stamina in (("Nightjar", 24), ("Anvil", 30)):
            gm.does(f"{GAME}.create", name=hero, stamina=stamina, wounds=3)
        gm.does("freeform.create_enclave", name="Dockside", members=["nightjar", "anvil"])
        gm.does(f"{GAME}.stock", enclave="dockside", goods="food", amount=48)
        gm.does(f"{GAME}.stock", enclave="dockside", goods="water", amount=18)
        for _ in range(2):
            gm.does(f"{GAME}.end_day", enclave="dockside", passes=False)
        yield gm


def told(terminal: Terminal, *words: str) -> list[str]:
    """The lines that a command prints, each with single spaces."""
    done = terminal(*words)
    assert done.code == 0, done.err
    return [" ".join(line.split()) for line in done.out.splitlines() if line.strip()]


def test_the_page_of_an_enclave_has_its_stores_and_its_members(gm: Person, terminal: Terminal) -> None:
    lines = told(terminal, "group", NAME)
    assert lines[1:] == ["Stores nothing", "Members Nightjar", "Anvil"]
    gm.does(f"{GAME}.stock", enclave="dockside", goods="food", amount=5)
    assert "Stores food: 5" in told(terminal, "group", NAME)


def test_a_roster_says_how_each_member_fares(gm: Person, terminal: Terminal) -> None:
    seen = gm.see("./enclaves/dockside/roster")
    one = seen["members"][0]
    assert [each["name"] for each in seen["members"]] == ["Anvil", "Nightjar"]
    assert (one["tracks"]["stamina"]["current"], one["values"]["levels.exhaustion"]["value"]) == (30, 1)
    lines = told(terminal, "roster", NAME)
    assert any(line.startswith("Anvil hero 30 ●●● 1") for line in lines), lines


def test_the_log_of_an_enclave_has_a_line_for_each_day(gm: Person, terminal: Terminal) -> None:
    days: list[Any] = [one["event"]["data"] for one in gm.see("./enclaves/dockside/log")["events"]]
    assert [day["food"] for day in days] == [32, 16]
    assert (days[0]["food_left"], days[0].get("hungry", 0), days[0]["water"]) == (16, 0, 16)
    assert (days[1].get("food_left", 0), days[1]["hungry"], days[1]["thirsty"], days[1]["water"]) == (0, 1, 2, 2)
    newest = gm.see("./enclaves/dockside/log", order="newest", limit=1)["events"]
    assert [one["event"]["data"]["food"] for one in newest] == [16]
    lines = told(terminal, "days", NAME)
    assert [line.split()[1:4] for line in lines[-2:]] == [["1", "2", "32"], ["1", "2", "16"]]


def test_a_game_without_a_log_has_an_empty_one(terminal: Terminal) -> None:
    terminal("play", DEMO, "freeform.create_enclave", "--args", '{"name": "Crew"}')
    assert told(terminal, "days", DEMO) == ["Nothing has been written down yet."]


def test_the_areas_of_a_fight_are_drawn_with_who_is_there(gm: Person, terminal: Terminal) -> None:
    gm.does("freeform.create_encounter", name="Gate", handle="gate")
    for area, borders in (("yard", ["gate", "hall"]), ("gate", []), ("hall", ["cellar"]), ("cellar", [])):
        gm.does("freeform.draw_area", encounter="gate", area=area, borders=borders)
    for number in range(1, 4):
        gm.does(f"{GAME}.create", name="Ghoul", handle=f"ghoul-{number}", category="zombie", rank="epsilon")
    for who, area in {"nightjar": "yard", "ghoul-1": "gate", "ghoul-2": "gate", "ghoul-3": "yard"}.items():
        gm.does("freeform.place", encounter="gate", who=who, area=area)
    seen = {area["name"]: area for area in gm.see("./encounters/gate/map")["areas"]}
    assert {name: (area["column"], area["row"], len(area["positions"])) for name, area in seen.items()} == {
        "cellar": (0, 1, 0),
        "gate": (2, 0, 2),
        "hall": (0, 0, 0),
        "yard": (1, 0, 2),
    }
    out = terminal("board", NAME, "gate").out
    assert "2 × Ghoul" in out
    assert "positions" not in out
