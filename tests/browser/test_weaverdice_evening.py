"""A Weaverdice evening in four browsers: coming in, a fight with a question in somebody else's turn, a wrong hit that is undone three
turns later, and a downtime that is planned on a phone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.api.people import Person
from tests.api.serving import Serving
from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import Player, founded

CAPES = {
    "Ana": ("Ramjet", "athletics = 5\nbrawn = 4"),
    "Ben": ("Anvil", "brawn = 5\nguts = 4"),
    "Cleo": ("Ledger", "knowledge = 5\nathletics = 4"),
}


@pytest.fixture
def owner(serving: Serving) -> Iterator[Person]:
    """The owner of the installation, who is going to be the game master."""
    with serving.client() as http:
        yield Person(http, serving.owner_token)


def seated(visitors: Any, owner: Person) -> dict[str, Player]:
    """The game master, and three players who came in by the links of invitations: Cleo's window is a phone's."""
    campaign = founded(owner, "Night Shift", "weaverdice", dice="table")
    gm = Player(visitors(DESK), campaign)
    gm.visitor.sign_in(owner, gm.below)
    players = {"gm": gm}
    for name in CAPES:
        gm.opens("/people")
        gm.page.get_by_role("button", name="Make an invitation").click()
        link = gm.page.get_by_text(re.compile("/join/")).inner_text()
        players[name] = Player(visitors(PHONE if name == "Cleo" else DESK), campaign)
        players[name].joins(link.removeprefix(gm.visitor.url), name)
    return players


def prepared(gm: Player) -> None:
    """A session is open, and three capes stand in an alley, Ramjet first, before a thug."""
    gm.does("freeform.open_session", title="First night")
    for name, (cape, stats) in CAPES.items():
        gm.does("weaverdice.create", name=cape, owners=[name], stats=stats)
    gm.does("weaverdice.create", name="Thug", category="generic")
    gm.does("freeform.create_encounter", name="Alley")
    gm.does(
        "weaverdice.begin_fight",
        "speed/ramjet = 6\nspeed/anvil = 4\nspeed/ledger = 2",
        encounter="alley",
        who=["Ramjet", "Anvil", "Ledger"],
        against=["Thug"],
    )


def strikes(player: Player, dice: str) -> int:
    """Strike at the thug from the board, by the quick bar, and pass the turn on from the page that comes."""
    player.opens("/encounters/alley")
    player.taps("Attack")
    player.fills(dice, targets=["Thug"])
    entry = player.gives()
    player.passes()
    return entry


def dodges_on_the_phone(gm: Player, cleo: Player) -> int:
    """The thug strikes at Ledger; Cleo's phone asks her at once, by buttons, and then for the die that she rolled."""
    cleo.opens("/characters/ledger")
    attack = gm.does("weaverdice.attack", "attack = 5", who="thug", targets=["Ledger"])
    cleo.page.locator("#asks").get_by_role("button", name="dodge").click()
    cleo.page.get_by_label("Dice that you rolled").fill("dodge = 6")
    cleo.fits_the_phone()
    cleo.page.get_by_role("button", name="dodge").click()
    expect(cleo.page.get_by_role("heading", name="Ledger")).to_be_visible()
    expect(cleo.page.locator("#asks button")).to_have_count(0)
    return attack


def rests(gm: Player, cleo: Player) -> None:
    """A downtime is opened, planned by Cleo on her phone, looked ahead and carried out; she reads what came of it."""
    gm.opens("/downtime")
    gm.page.get_by_label("Title").fill("The week after")
    gm.page.get_by_role("button", name="Open it").click()
    expect(gm.page.get_by_role("heading", name="The week after")).to_be_visible()
    cleo.opens("/downtime/1")
    cleo.page.get_by_role("link", name="Add an action").first.click()
    cleo.page.get_by_label("Find an action").fill("rest_and_recuperate")
    cleo.page.get_by_role("button", name="Find").click()
    cleo.page.get_by_role("link", name="rest and recuperate").first.click()
    cleo.page.get_by_role("button", name="Put it on the plan").click()
    expect(cleo.page.get_by_text("1 of")).to_be_visible()
    cleo.fits_the_phone()
    gm.opens("/downtime/1/process")
    gm.page.get_by_role("button", name="Carry it out").click()
    expect(gm.page.get_by_role("heading", name="What came of phase 1")).to_be_visible()
    cleo.opens("/downtime/1/report")
    cleo.fits_the_phone()
    expect(cleo.page.get_by_role("heading", name="Ledger")).to_be_visible()


def test_an_evening_is_played_corrected_and_read_in_four_browsers(visitors: Any, owner: Person) -> None:
    at_table = seated(visitors, owner)
    gm, ana, ben, cleo = (at_table[name] for name in ("gm", "Ana", "Ben", "Cleo"))
    prepared(gm)
    wrong = strikes(ana, "attack = 6\neffect/thug = 2")
    second = strikes(ben, "attack = 5\neffect/thug = 3")
    cleo.opens("/characters/ledger")
    cleo.passes()
    dodges_on_the_phone(gm, cleo)
    board, timelines = ana.opens("/encounters/alley"), (ben.opens("/timeline"), cleo.opens("/timeline"))
    bashes = board.get_by_role("row", name="Thug").get_by_text("lesser bash")
    expect(bashes).to_have_count(2)

    gm.undoes(
        wrong,
        "the die showed a 1",
        "lesser bash (body 1)",
        "body 1",
        "comes out differently",
    )
    expect(bashes).to_have_count(1)
    for page in timelines:
        expect(page.locator(f"#entry-{wrong}.struck")).to_be_visible()
        expect(page.locator(f"#entry-{second}.restated")).to_be_visible()
    cleo.fits_the_phone()

    gm.does("weaverdice.end_fight", encounter="alley")
    gm.does("freeform.end_session")
    rests(gm, cleo)
    cleo.opens("/recap")
    cleo.fits_the_phone()
    expect(cleo.page.get_by_role("main")).to_contain_text("Alley ends after 1 round")
    expect(cleo.page.get_by_role("main").get_by_role("link", name=str(second), exact=True).first).to_be_visible()
