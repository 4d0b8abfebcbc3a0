"""An Orcus fight on a map of squares, in three browsers: squares and targets are picked on the map, an attack in somebody else's turn
is answered by buttons, and a move in the middle is undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.api.people import Person
from tests.api.serving import Serving
from tests.browser.conftest import DESK, PHONE
from tests.browser.playing import Player, founded, seat

HERO = {"level": 3, "class_hp": 26, "class_recoveries": 9}
FOE = {"level": 4, "defenses": {"ac": 12, "fortitude": 12, "reflex": 12, "will": 12}, "attack": 9, "initiative": 2}


@pytest.fixture
def owner(serving: Serving) -> Iterator[Person]:
    """The owner of the installation, who is going to be the game master."""
    with httpx.Client(base_url=serving.url, timeout=60) as http:
        yield Person(http, serving.owner_token)


def prepared(gm: Person, ana: Person, ben: Person) -> None:
    """Bryn and Wick stand on a road before an ogre; somebody whom nobody sees stands behind them."""
    gm.does("orcus.add_power", power=CHALLENGE)
    gm.does("orcus.add_power", power=RING)
    scores = {"strength": 18, "constitution": 16, "intelligence": 18}
    for name, player, power in (("Bryn", ana, "Challenge"), ("Wick", ben, "Briar Ring")):
        gm.does("orcus.create", name=name, owners=[player.id], statistics={**HERO, "scores": scores})
        gm.does("orcus.give_weapon", who=name.lower(), name="Sword", damage="1d8", proficient=True, proficiency=3)
        gm.does("orcus.learn_power", who=name.lower(), power=power)
    gm.does("orcus.create", name="Gnasher", category="monster", hp=80, statistics=FOE)
    gm.does("orcus.give_weapon", who="gnasher", name="Club", damage="1d10+5")
    gm.does("orcus.create", name="Lurker", category="monster", hp=10, hidden=True, statistics=FOE)
    gm.does("freeform.create_encounter", name="Gorge Road", handle="road")
    gm.does("orcus.draw_terrain", encounter="road", terrain="wall", squares=[[5, 5], [5, 6], [5, 7]])
    for who, at in (("bryn", [4, 4]), ("wick", [6, 3]), ("gnasher", [7, 3]), ("lurker", [1, 1])):
        gm.does("orcus.put_at", encounter="road", who=who, at=at)
    gm.does(
        "orcus.begin_fight",
        encounter="road",
        who=["bryn", "wick"],
        against=["gnasher"],
        _dice={"initiative/bryn": [19], "initiative/wick": [12], "initiative/gnasher": [1]},
    )


CHALLENGE = {
    "name": "Challenge",
    "source": "martial",
    "tags": "weapon",
    "attack": "strength vs ac",
    "hit": "1dw + strength damage; marked until the end of your next turn",
}
RING = {
    "name": "Briar Ring",
    "source": "arcane",
    "tags": "zone",
    "frequency": "daily",
    "range": "far burst 1 within 10",
    "targets": "all enemies",
    "attack": "intelligence vs reflex",
    "hit": "1d6 damage",
    "zone": "difficult",
    "duration": "until the end of the encounter",
}


def picks(page: Page, field: str, *squares: tuple[int, int]) -> None:
    """Tap squares of the map for a field of the form."""
    button = page.get_by_role("button", name=f"Pick on the map: {field}", exact=True)
    button.click()
    svg = page.locator(".picking svg.map")
    left, top = (int(svg.get_attribute(f"data-{side}") or 0) for side in ("left", "top"))
    for x, y in squares:
        svg.click(position={"x": 26 + (x - left) * 40 + 20, "y": (top - y) * 40 + 20})
    if button.get_attribute("aria-pressed") == "true":
        button.click()


def steers(page: Page, field: str, *keys: str) -> None:
    """Go over the map by keys from whoever has the turn, for a field of the form."""
    page.get_by_role("button", name=f"Pick on the map: {field}", exact=True).press("Enter")
    expect(page.locator(".picking .map-scroll")).to_be_focused()
    for key in keys:
        page.keyboard.press(key)


def names_on_map(page: Page) -> list[str]:
    """The names of all tokens of the map."""
    titles: list[str] = page.locator("svg.map g[transform] > title").evaluate_all(
        "all => all.map(one => one.textContent)"
    )
    return [title.partition(":")[0] for title in titles]


def place_of(page: Page, name: str) -> str:
    """Where somebody stands, in the words below the map."""
    table = page.get_by_role("table", name="Who is where")
    return table.get_by_role("row").filter(has_text=name).get_by_role("cell").nth(1).inner_text()


def bryns_turn(gm: Player, ana: Player) -> int:
    """Bryn walks by a way that Ana taps, and challenges the ogre, whom she taps too. Returns the entry of the walk."""
    ana.opens("/encounters/road")
    ana.taps("Walk")
    picks(ana.page, "path", (5, 4), (6, 4))
    expect(ana.page.locator('[name="args.path"]')).to_have_value("[[5,4],[6,4]]")
    walk = ana.gives()
    expect(ana.page).to_have_url(re.compile("/encounters/road$"))
    assert place_of(ana.page, "Bryn") == "x 6, y 4"
    ana.taps("Challenge")
    expect(ana.page.locator('[name="args.power"]')).to_have_value("Challenge")
    steers(ana.page, "targets", "ArrowRight", "ArrowDown", "Enter")
    expect(ana.page.locator('[name="args.targets"][value="gnasher"]')).to_be_checked()
    ana.fills("attack/gnasher = 12\ndamage = 6")
    ana.gives()
    expect(gm.opens("/encounters/road").get_by_role("row", name="Gnasher").first).to_contain_text("marked")
    ana.passes()
    return walk


def wicks_turn(gm: Player, ben: Player) -> int:
    """Wick steps away on Ben's phone, the ogre strikes after him, and briars grow. Returns the entry after which he has moved."""
    ben.opens("/encounters/road")
    ben.taps("Walk")
    ben.fits_the_phone()
    picks(ben.page, "path", (6, 2), (5, 2))
    step = ben.gives()
    gm.page.locator("#asks").get_by_role("button", name="attack").click()
    expect(gm.page.locator("#asks button")).to_have_count(0)
    ben.opens("/encounters/road")
    assert place_of(ben.page, "Wick") == "x 5, y 2"
    ben.taps("Briar Ring")
    picks(ben.page, "square", (8, 3))
    expect(ben.page.locator('[name="args.square"]')).to_have_value("8,3")
    ben.gives()
    expect(gm.page.get_by_text("9 squares, x 7–9, y 2–4")).to_be_visible()
    ben.passes()
    return step


def undone(gm: Player, step: int) -> None:
    """The step is undone. Wick then casts beside the ogre: what it does about that is asked anew, and supplied."""
    gm.opens(f"/entries/{step}")
    gm.page.get_by_role("link", name="What if this had not happened?").click()
    expect(gm.page.get_by_role("heading", name="What has to be supplied")).to_be_visible()
    gm.page.get_by_label("Wick gives Gnasher an opening").select_option("let go")
    gm.page.get_by_role("button", name="See what would change").click()
    gm.page.get_by_role("button", name="Make it so").click()
    expect(gm.page.get_by_role("heading", level=1, name=re.compile(r"^Entry \d+"))).to_be_visible()


def test_a_fight_on_squares_is_played_on_the_map_and_a_move_in_its_midst_undone(visitors: Any, owner: Person) -> None:
    campaign = founded(owner, "The Gorge", "orcus")
    gm = Player(visitors(DESK), campaign)
    gm.visitor.sign_in(owner, gm.below)
    ana, ana_http = seat(owner, campaign, visitors(DESK), "Ana")
    ben, ben_http = seat(owner, campaign, visitors(PHONE), "Ben")
    prepared(owner.at(campaign), ana_http, ben_http)
    walk = bryns_turn(gm, ana)
    step = wicks_turn(gm, ben)
    assert "Lurker" in names_on_map(gm.opens("/encounters/road"))
    assert sorted(names_on_map(ana.opens("/encounters/road"))) == ["Bryn", "Gnasher", "Wick"]

    gm.passes()
    ana.opens("/encounters/road")
    ana.passes()
    expect(gm.opens("/encounters/road").get_by_role("row", name="Gnasher").first).not_to_contain_text("marked")

    undone(gm, step)
    assert place_of(ana.opens("/encounters/road"), "Wick") == "x 6, y 3"
    assert place_of(ana.opens(f"/encounters/road?as_of={step + 1}&view=as_played"), "Wick") == "x 5, y 2"
    ana.opens("/encounters/road").get_by_text("Back in time").click()
    ana.page.get_by_role("slider").fill(str(walk - 1))
    expect(ana.page.get_by_role("row", name=re.compile("Bryn.*x 4, y 4"))).to_be_visible()
