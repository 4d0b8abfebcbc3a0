"""A Weaverdice evening in four browsers: coming in, a fight with a question in somebody else's turn, and a wrong hit that is undone
three turns later.
"""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.api.people import Person
from tests.api.serving import Serving
from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import Player, founded


@pytest.fixture
def owner(serving: Serving) -> Any:
    """The owner of the installation, who is going to be the game master."""
    with httpx.Client(base_url=serving.url) as http:
        yield Person(http, serving.owner_token)


def seated(visitors: Any, owner: Person) -> tuple[Player, dict[str, Player]]:
    """The game master, and three players who came in by the links of invitations: Cleo's window is a phone's."""
    campaign = founded(owner, "Night Shift", "weaverdice")
    gm = Player(visitors(DESK), campaign)
    gm.visitor.sign_in(owner, gm.below)
    players = {}
    for name in ("Ana", "Ben", "Cleo"):
        gm.opens("/people")
        gm.page.get_by_role("button", name=re.compile("invitation", re.I)).click()
        link = gm.page.get_by_text(re.compile(r"/join/")).first.inner_text()
        players[name] = Player(visitors(PHONE if name == "Cleo" else DESK), campaign)
        players[name].joins(link[link.index("/join/") :].split()[0], name)
    return gm, players


CAPES = {
    "Ana": ("Ramjet", "athletics = 5\nbrawn = 4"),
    "Ben": ("Anvil", "brawn = 5\nguts = 4"),
    "Cleo": ("Ledger", "knowledge = 5\nwits = 4"),
}


def test_an_evening_is_played_corrected_and_read_in_four_browsers(visitors: Any, owner: Person) -> None:
    gm, players = seated(visitors, owner)
    gm.does("freeform.open_session", title="First night")
    for name, (cape, stats) in CAPES.items():
        gm.does("weaverdice.create", name=cape, owners=[name], stats=stats)
    gm.does("weaverdice.create", name="Thug", category="generic")
    gm.does("freeform.create_encounter", name="Alley")
    gm.does(
        "weaverdice.begin_fight",
        "speed/ramjet = 4\nspeed/anvil = 3\nspeed/ledger = 2",
        encounter="alley",
        who=["Ramjet", "Anvil", "Ledger"],
        against=["Thug"],
    )
    ana = players["Ana"]
    ana.opens("/encounters/alley")
    ana.taps("Attack")
    expect(ana.page.locator('[name="args.who"]')).to_have_value("ramjet")
    ana.fills("attack = 4\neffect/thug = 3", targets=["Thug"])
    wrong = ana.gives()
    for n, p in (
        ("e", ana.page),
        ("g", gm.opens("/encounters/alley")),
        ("c", players["Cleo"].opens("/encounters/alley")),
        ("h", players["Cleo"].opens()),
        ("s", players["Cleo"].opens("/characters/ledger")),
        ("f", players["Ana"].opens("/play/weaverdice.attack")),
    ):
        p.screenshot(path=f"/tmp/story-{n}.png", full_page=True)
    print(wrong)
