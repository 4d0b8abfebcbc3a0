"""Fights on pages: who is who, what a game master does by hand, and how the last thing is undone."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from api.pages.fights.called import told_apart
from api.services import Services
from api.use_cases.command_guides import command_guide
from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table

FOE = {"level": 4, "defenses": {"ac": 12, "fortitude": 12, "reflex": 12, "will": 12}, "attack": 9, "initiative": 2}


@pytest.fixture
def fight(owner: Person) -> Table:
    """A fight of Orcus against two goblins of one name, one of whom Pat plays."""
    table = Table(owner, "orcus")
    table.gm.does("orcus.create", name="Goblin", category="monster", hp=20, statistics=FOE, owners=[table.pat.id])
    table.gm.does("orcus.create", name="Goblin", category="monster", hp=20, statistics=FOE)
    table.gm.does("freeform.create_encounter", name="Bridge")
    table.gm.does("orcus.begin_fight", encounter="bridge", who=["goblin"], against=["goblin-2"], _dice=[20, 1])
    return table


def board(table: Table) -> str:
    return f"/campaigns/{table.id}/encounters/bridge"


def test_creatures_of_one_name_are_told_apart_by_their_numbers() -> None:
    names = {"goblin": "Goblin", "goblin-2": "Goblin", "imp-3": "Imp"}
    assert told_apart(names.items()) == {"goblin": "Goblin", "goblin-2": "Goblin 2", "imp-3": "Imp"}


@pytest.mark.parametrize("path", ["/encounters/bridge", "/play/orcus.make_basic_attack"])
def test_pages_tell_creatures_of_one_name_apart(http: httpx.Client, fight: Table, path: str) -> None:
    assert "Goblin 2" in signed_in(http, fight.gm).open(f"/campaigns/{fight.id}{path}")


def test_every_command_by_hand_is_one_of_its_game_and_asks_for_all_that_it_needs(services: Services) -> None:
    wrong = []
    for game in services.registry.systems.values():
        for hand in game.layout.by_hand if game.layout else ():
            fields = {field.name: field for field in command_guide(services.registry, game, hand.command).fields}
            stand = {hand.whom, *hand.asks, *hand.fills, *([hand.field] if hand.field else [])}
            needed = {name for name, field in fields.items() if field.required}
            wrong += [hand.title] if stand - fields.keys() or needed - stand else []
    assert wrong == []


def test_a_game_master_deals_damage_by_hand_on_the_line_of_a_creature(http: httpx.Client, fight: Table) -> None:
    browser = signed_in(http, fight.gm)
    browser.open(board(fight))
    whom: dict[str, Any] = {"args.who": "goblin-2", "args.amount": "7"}
    answer = browser.submit(f"/campaigns/{fight.id}/play/orcus.deal_damage", step="tap", **whom)
    assert answer.headers["location"] == board(fight)
    assert fight.gm.see("./characters/goblin-2")["tracks"]["hp"]["current"] == 13


def test_a_condition_is_ended_by_a_button_of_its_own(http: httpx.Client, fight: Table) -> None:
    fight.gm.does("orcus.impose", who="goblin-2", what="dazed")
    browser = signed_in(http, fight.gm)
    assert "End: dazed" in browser.open(board(fight))
    browser.submit(f"/campaigns/{fight.id}/play/orcus.lift", step="tap")
    assert fight.gm.see("./characters/goblin-2")["conditions"] == {}


def test_a_player_changes_nobody_by_hand(http: httpx.Client, fight: Table) -> None:
    assert "popover" not in signed_in(http, fight.pat).open(board(fight))


def test_nobody_is_changed_by_hand_in_the_past(http: httpx.Client, fight: Table) -> None:
    assert "popover" not in signed_in(http, fight.gm).open(f"{board(fight)}?as_of=7")


def undone(page: str) -> list[str]:
    """The numbers of the entries that a page offers to undo."""
    return re.findall(r"/revise\?undo=(\d+)&amp;", page)


@pytest.mark.parametrize("path", ["", "/encounters/bridge"])
def test_the_last_deed_is_undone_from_where_it_is_seen(http: httpx.Client, fight: Table, path: str) -> None:
    last = fight.gm.does("orcus.deal_damage", who="goblin-2", amount=3)["entry"]
    assert undone(signed_in(http, fight.gm).open(f"/campaigns/{fight.id}{path}")) == [str(last)]


def test_a_player_is_led_to_undo_only_what_they_did_last_themselves(http: httpx.Client, fight: Table) -> None:
    browser = signed_in(http, fight.pat)
    own = fight.pat.does("freeform.note", text="Here they come.")["entry"]
    assert undone(browser.open(f"/campaigns/{fight.id}")) == [str(own)]
    fight.gm.does("orcus.deal_damage", who="goblin-2", amount=3)
    assert undone(browser.open(f"/campaigns/{fight.id}")) == []


def test_a_game_without_a_layout_shows_the_pools_of_those_who_fight(gms: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Hag", tracks={"hp": 52, "slots/1": 2})
    table.gm.does("freeform.create_encounter", name="Cave")
    table.gm.does("freeform.join", encounter="cave", who="hag", initiative=3)
    page = gms.open(f"/campaigns/{table.id}/encounters/cave")
    assert "<strong>52</strong>" in page
    assert "slots" not in page


def test_the_table_says_whose_turn_it_is(http: httpx.Client, fight: Table) -> None:
    assert "It is your turn." in signed_in(http, fight.pat).open(f"/campaigns/{fight.id}")
    assert "It is your turn." in signed_in(http, fight.pat).open(f"/campaigns/{fight.id}/characters/goblin")
