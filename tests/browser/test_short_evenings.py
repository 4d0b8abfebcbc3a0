"""Short evenings of three games, each of a game master at a desk and a player at a phone: characters made through forms, a fight with a
question, an undo some steps later, and a time between.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.api.people import Person
from tests.api.serving import Serving
from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import Player, founded, seat


@pytest.fixture
def owner(serving: Serving) -> Iterator[Person]:
    """The owner of the installation, who is going to be the game master."""
    with httpx.Client(base_url=serving.url, timeout=60) as http:
        yield Person(http, serving.owner_token)


def seated(visitors: Any, owner: Person, name: str, system: str) -> tuple[Player, Player]:
    """The game master of a new campaign, who reads about the first steps, and Ana, who plays nobody yet."""
    campaign = founded(owner, name, system, dice="table")
    gm = Player(visitors(DESK), campaign)
    gm.visitor.sign_in(owner, gm.below)
    expect(gm.page.get_by_role("heading", name="First steps")).to_be_visible()
    ana, _ = seat(owner, campaign, visitors(PHONE), "Ana")
    expect(ana.page.get_by_text("You play nobody yet.")).to_be_visible()
    return gm, ana


def makes(gm: Player, button: str, **fields: str | list[str]) -> None:
    """Make a character from the table, by a button of its bar."""
    gm.opens()
    gm.taps(button)
    gm.fills("", **fields)
    gm.gives()


def attacks(player: Player, encounter: str, dice: str = "", /, **fields: str | list[str]) -> int:
    """Attack from the board, by the quick bar."""
    player.opens(f"/encounters/{encounter}")
    player.taps("Attack")
    player.fills(dice, **fields)
    return player.gives()


def passes(player: Player, encounter: str, button: str) -> None:
    """Pass the turn on from the board, by the quick bar."""
    player.opens(f"/encounters/{encounter}")
    player.passes(button)


GHOUL = {
    "category": "zombie",
    "rank": "epsilon",
    "statistics.bonuses": "melee = 2",
    "statistics.defenses": "avoidance = 11\nfortitude = 12",
}


def rests_at_dockside(gm: Player, ana: Player) -> None:
    """A hiatus is planned on the phone and carried out; then a day of the enclave ends, with the dice that it asks for."""
    gm.opens_downtime("Between the issues", nightjar=1)
    ana.plans("rotted-capes.take_hiatus")
    ana.fits_the_phone()
    gm.carries_out()
    gm.does("rotted-capes.stock", enclave="dockside", goods="food", amount="64")
    gm.does("rotted-capes.stock", enclave="dockside", goods="water", amount="64")
    gm.does("rotted-capes.end_day", "save = 12 14", enclave="dockside")
    log = ana.opens("/enclaves/dockside").get_by_role("table", name="Log")
    expect(log.get_by_role("row")).to_have_count(2)
    ana.fits_the_phone()


def test_a_gate_is_held_on_a_phone_and_a_lucky_blow_taken_back(visitors: Any, owner: Person) -> None:
    gm, ana = seated(visitors, owner, "Dockside", "rotted-capes")
    scores = {"statistics.scores": "dexterity = 16\nconstitution = 14", "statistics.bonuses": "rank = 3\nmelee = 4"}
    makes(gm, "New character", name="Nightjar", owners=["Ana"], stamina="24", wounds="2", **scores)
    for name in ("Ghoul", "Ghoul 2"):
        makes(gm, "New character", name=name, **GHOUL)
    makes(gm, "New group", name="Dockside", members=["Nightjar"])
    makes(gm, "Begin the issue", title="The Gate Holds")
    makes(gm, "New encounter", name="Gate")
    gm.opens()
    gm.taps("Begin a fight")
    gm.fills(
        "initiative/nightjar = 18\ninitiative/ghoul = 9\ninitiative/ghoul-2 = 4",
        who=["Nightjar"],
        against=["Ghoul", "Ghoul 2"],
    )
    gm.gives()
    blow = attacks(ana, "gate", "attack = 3", target="ghoul", damage="1d8", adds="5")
    ana.fits_the_phone()
    ana.answers("yes", "attack/again = 20\ndamage = 5")
    expect(gm.opens("/encounters/gate").get_by_role("row", name="Ghoul").first).to_contain_text("dead")
    passes(ana, "gate", "Next turn")
    bite = attacks(gm, "gate", "attack = 15\ndamage = 4", target="nightjar", damage="1d6")
    passes(gm, "gate", "Next turn")
    gm.undoes(blow, "the gate was shut", "Ghoul", "dead", strikes=bite)
    expect(gm.opens("/encounters/gate").get_by_role("row", name="Ghoul").first).not_to_contain_text("dead")
    gm.does("rotted-capes.end_fight", encounter="gate")
    rests_at_dockside(gm, ana)


@pytest.mark.soak
def test_a_shot_in_a_chapel_is_answered_and_never_fired(visitors: Any, owner: Person) -> None:
    gm, ana = seated(visitors, owner, "Water Street", "cthulhu-eternal")
    stats = {"stats": "str = 9\ncon = 12\ndex = 14\npow = 13", "skills": "Dodge = 40\nFirearms = 50"}
    makes(gm, "New character", name="Edith", owners=["Ana"], **stats)
    makes(
        gm,
        "New character",
        name="Sexton",
        stats="str = 12\ncon = 11\ndex = 10",
        skills="Firearms = 40\nMelee Weapons = 50",
    )
    gm.does("cthulhu-eternal.enter_weapon", who="sexton", what="Spade", weapon="melee", damage="1d6")
    makes(gm, "New encounter", name="Chapel")
    gm.opens()
    gm.taps("Begin a fight")
    gm.fills(who=["Edith", "Sexton"])
    gm.gives()
    passes(ana, "chapel", "Next count")
    blow = attacks(gm, "chapel", "attack = 35\ndamage/edith = 4", target="edith", weapon="Spade")
    ana.opens("/characters/edith")
    ana.fits_the_phone()
    ana.answers("dodge", "dodge = 88")
    expect(gm.opens("/encounters/chapel").get_by_role("row", name="Edith")).to_contain_text("7")
    passes(gm, "chapel", "Next count")
    passes(ana, "chapel", "Next count")
    passes(gm, "chapel", "Next count")
    gm.undoes(blow, "the spade had broken", "Edith", "hp")
    expect(ana.opens("/encounters/chapel").get_by_role("row", name="Edith")).to_contain_text("11")
    gm.does("cthulhu-eternal.end_fight", encounter="chapel")

    gm.opens_downtime("A week of bandages", edith=1)
    ana.plans("freeform.note", text="Edith reads what she copied from the altar.")
    gm.carries_out()
    ana.opens("/downtime/1/report")
    expect(ana.page.get_by_text("what she copied").first).to_be_visible()
    ana.fits_the_phone()


def rests_in_vaia(gm: Player, ana: Player) -> None:
    """A note is planned on the phone, and read in the report."""
    gm.opens_downtime("The day after", **{"ilse-varga": 1})
    ana.plans("freeform.note", text="Ilse keeps her voice for tomorrow.")
    gm.carries_out()
    expect(ana.opens("/downtime/1/report").get_by_text("keeps her voice").first).to_be_visible()
    ana.fits_the_phone()


@pytest.mark.soak
def test_a_vein_is_opened_under_green_lamps_and_closed_again(visitors: Any, owner: Person) -> None:
    gm, ana = seated(visitors, owner, "Green Street", "midnight-in-vaia")
    makes(gm, "Character from the catalogue", ready="ilse", owners=["Ana"])
    makes(gm, "Character from the catalogue", ready="gutter-ghoul")
    makes(gm, "New encounter", name="Green Street", handle="street")
    gm.does("midnight-in-vaia.bring_in", encounter="street", who=["Gutter Ghoul"])
    ana.opens("/characters/ilse-varga")
    ana.taps("Check Awareness")
    ana.fills("awareness = 14")
    ana.gives()
    gm.opens()
    gm.taps("Begin a Full Round")
    gm.gives()
    ana.opens("/encounters/street")
    ana.taps("Open Vein")
    ana.fills("damage = 4", target="gutter-ghoul")
    cut = ana.gives()
    expect(gm.opens("/encounters/street").get_by_role("row", name="Gutter Ghoul")).to_contain_text("10 / 14")
    passes(ana, "street", "End the phase")
    gm.opens()
    gm.taps("Begin a Full Round")
    gm.gives()
    passes(ana, "street", "End the phase")
    gm.undoes(cut, "she kept the knife", "Gutter Ghoul", "hp")
    expect(gm.opens("/encounters/street").get_by_role("row", name="Gutter Ghoul")).to_contain_text("14 / 14")
    ana.opens("/encounters/street")
    ana.fits_the_phone()
    rests_in_vaia(gm, ana)
