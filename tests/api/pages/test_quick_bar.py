"""What one can do now with one tap, forms that know who acts, and the way back."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from api.pages.command_forms.fields import FormField, form_fields
from api.services import Services
from api.use_cases.command_guides import command_guide
from tests.api.pages.browser import Browser, forms_in
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table

ATTACK = "/play/weaverdice.attack?"


@pytest.fixture
def fight(owner: Person) -> Table:
    """A fight of Weaverdice between Ramjet, whom Pat plays, and a thug."""
    table = Table(owner, "weaverdice")
    table.gm.does("weaverdice.create", name="Ramjet", owners=[table.pat.id])
    table.gm.does("weaverdice.create", name="Thug", category="generic")
    table.gm.does("freeform.create_encounter", name="Alley")
    table.gm.does("weaverdice.begin_fight", encounter="alley", who=["ramjet"], against=["thug"], _dice=[6])
    return table


@pytest.fixture
def player(http: httpx.Client, fight: Table) -> Browser:
    return signed_in(http, fight.pat)


def bars(page: str) -> list[str]:
    """The names of those whose quick bars a page shows."""
    return re.findall(r'<nav class="quick" aria-label="What (.*?) can do now"', page)


def chosen(page: str, field: str) -> str:
    """The option of a list that is chosen."""
    ((options),) = re.findall(rf'<select id="[^"]*" name="args\.{field}".*?</select>', page, re.DOTALL)
    return "".join(re.findall(r'<option value="([^"]*)" selected', options))


def test_every_quick_command_is_one_of_its_game_and_fills_fields_that_it_has(services: Services) -> None:
    wrong = []
    for game in services.registry.systems.values():
        for quick in game.layout.quick if game.layout else ():
            fields = {field.name for field in command_guide(services.registry, game, quick.command).fields}
            wrong += [quick.title for field in (*quick.fills, quick.field) if field and field not in fields]
    assert wrong == []


@pytest.mark.parametrize("path", ["", "/play", "/characters/ramjet", "/encounters/alley"])
def test_a_player_finds_what_their_own_character_can_do_and_nobody_elses(
    player: Browser, fight: Table, path: str
) -> None:
    page = player.open(f"/campaigns/{fight.id}{path}")
    assert bars(page) == ["Ramjet"]
    assert f"{ATTACK}fill=who%3Dramjet" in page


def test_a_game_master_finds_on_a_board_what_the_combatant_in_turn_can_do(http: httpx.Client, fight: Table) -> None:
    page = signed_in(http, fight.gm).open(f"/campaigns/{fight.id}/encounters/alley")
    active = [
        turn["title"] or turn["subject"] for turn in fight.gm.see("./encounters/alley")["order"] if turn["active"]
    ]
    assert len(bars(page)) == len(active) == 1


def test_nobody_acts_in_the_past(player: Browser, fight: Table) -> None:
    assert bars(player.open(f"/campaigns/{fight.id}/characters/ramjet?as_of=4")) == []


def test_what_belongs_to_a_fight_is_not_offered_without_one(player: Browser, fight: Table) -> None:
    fight.gm.does("weaverdice.end_fight", encounter="alley")
    assert ATTACK not in player.open(f"/campaigns/{fight.id}/characters/ramjet")


def test_the_own_character_is_chosen_where_a_form_asks_who_acts(player: Browser, fight: Table) -> None:
    assert chosen(player.open(f"/campaigns/{fight.id}/play/weaverdice.attack"), "who") == "ramjet"


def test_an_address_fills_in_a_form(player: Browser, fight: Table) -> None:
    page = player.open(f"/campaigns/{fight.id}/play/weaverdice.attack?fill=who%3Dthug&fill=targets%3Dramjet")
    assert chosen(page, "who") == "thug"
    assert 'name="args.targets" value="ramjet" checked' in page


def test_a_question_is_on_every_page_and_one_stays_there_after_the_answer(player: Browser, fight: Table) -> None:
    asked = {"owner": "Pat", "key": "way", "options": ["home", "docks"], "default": "home", "prompt": "Where to?"}
    fight.gm.does("freeform.ask", **asked)
    sheet = f"/campaigns/{fight.id}/characters/ramjet"
    assert "Where to?" in player.open(sheet)
    answer = player.submit(f"/campaigns/{fight.id}/answers", choice="docks")
    assert answer.headers["location"] == sheet
    assert "Where to?" not in player.open(sheet)


def test_an_answer_that_needs_dice_asks_for_them_and_takes_them(http: httpx.Client, owner: Person) -> None:
    table = Table(owner, "weaverdice", dice="table")
    table.gm.does("weaverdice.create", name="Ramjet", owners=[table.pat.id])
    table.gm.does("weaverdice.create", name="Thug", category="notable")
    table.gm.does("freeform.create_encounter", name="Alley")
    table.gm.does(
        "weaverdice.begin_fight",
        encounter="alley",
        who=["ramjet"],
        against=["thug"],
        _dice={"speed/ramjet": [1], "speed/thug": [6]},
    )
    table.gm.does("weaverdice.attack", who="thug", targets=["ramjet"], _dice={"attack": [6]})
    browser = signed_in(http, table.pat)
    address = f"/campaigns/{table.id}/answers"
    browser.open(f"/campaigns/{table.id}/encounters/alley")
    browser.page = browser.submit(address, 422, choice="dodge").text
    assert "dodge = " in browser.page
    browser.submit(address, choice="dodge", dice="dodge = 6")
    assert table.pat.see("./decisions") == []


def test_what_a_part_needs_is_needed_only_where_the_part_is(services: Services) -> None:
    needed = []
    for game in services.registry.systems.values():
        for type in services.registry.kinds(game):
            fields = form_fields(command_guide(services.registry, game, type), {}, {})
            needed += [
                field.name for field in fields if not field.required for inner in inside(field) if inner.required
            ]
    assert needed == []


def inside(field: FormField) -> list[FormField]:
    return [each for inner in field.fields for each in (inner, *inside(inner))]


@pytest.fixture
def map_fight(owner: Person) -> Table:
    """Pat's Bryn on a map of squares, who knows a power."""
    table = Table(owner, "orcus")
    table.gm.does("orcus.create", name="Bryn", owners=[table.pat.id])
    table.gm.does("orcus.add_power", power={"name": "Mend", "effect": "spend a recovery"})
    table.gm.does("orcus.learn_power", who="bryn", power="Mend")
    table.gm.does("freeform.create_encounter", name="Ledge")
    table.gm.does("freeform.place", encounter="ledge", who="bryn", x=2, y=3)
    return table


def test_each_power_has_a_button_that_fills_it_in(http: httpx.Client, map_fight: Table) -> None:
    page = signed_in(http, map_fight.pat).open(f"/campaigns/{map_fight.id}/characters/bryn")
    assert f"/play/orcus.use_power?fill={quote('power=Mend')}&amp;fill={quote('who=bryn')}" in page.replace(
        "%3D", quote("=")
    )


def test_the_form_of_a_move_has_the_map_to_pick_from(http: httpx.Client, map_fight: Table) -> None:
    page = signed_in(http, map_fight.pat).open(f"/campaigns/{map_fight.id}/play/orcus.walk")
    assert 'data-map="squares" data-field="args.path"' in page
    assert 'data-handle="bryn" data-x="2" data-y="3"' in page


def test_what_a_player_does_not_see_is_not_on_the_map_to_pick_from(http: httpx.Client, map_fight: Table) -> None:
    map_fight.gm.does("orcus.create", name="Lurker", hidden=True)
    map_fight.gm.does("freeform.place", encounter="ledge", who="lurker", x=5, y=5)
    pats = signed_in(http, map_fight.pat).open(f"/campaigns/{map_fight.id}/play/orcus.walk")
    gms: Any = signed_in(http, map_fight.gm).open(f"/campaigns/{map_fight.id}/play/orcus.walk")
    assert ["lurker" in page.casefold() for page in (pats, gms)] == [False, True]


def test_an_insert_before_an_entry_stands_before_it_and_after_the_one_that_came_before(
    http: httpx.Client, fight: Table
) -> None:
    gm = signed_in(http, fight.gm)
    note = fight.gm.does("freeform.note", text="Second.")["entry"]
    struck = fight.gm.does("freeform.note", text="Never.")["entry"]
    fight.gm.ask("POST", "./revisions", 201, json={"undo": [struck]})
    third = fight.gm.does("freeform.note", text="Third.")["entry"]
    for entry in (note, third):
        address = f"/campaigns/{fight.id}/revise"
        gm.open(f"{address}?before={entry}&type=freeform.note")
        form = next(form for form in forms_in(gm.page) if form.action == address)
        answer = gm.send("POST", address, data={**form.hidden, "step": "plan", "args.text": "Before it."})
        gm.page = answer.text
        form = next(form for form in forms_in(gm.page) if form.action == address)
        answer = gm.send("POST", address, data={**form.hidden, "step": "write", "args.text": "Before it."})
        assert answer.status_code == 303, answer.text
        newest = fight.gm.see(".")["head"]["entry"]
        assert fight.gm.see(f"./entries/{newest}")["place"]["after"] == (entry - 1 if entry == note else struck)


def test_what_is_given_at_once_needs_nothing_but_who_acts_and_the_fight(services: Services) -> None:
    wrong = []
    for game in services.registry.systems.values():
        for quick in game.layout.quick if game.layout else ():
            guide = command_guide(services.registry, game, quick.command)
            needed = {field.name for field in guide.fields if field.required} - {guide.actor}
            if quick.at_once and (needed or "encounter" not in {field.name for field in guide.fields}):
                wrong.append(quick.command)
    assert wrong == []


def test_the_turn_is_passed_on_by_one_tap_that_leads_back(player: Browser, fight: Table) -> None:
    board = f"/campaigns/{fight.id}/encounters/alley"
    assert ">It is your turn.<" in player.open(board)
    answer = player.submit(f"/campaigns/{fight.id}/play/weaverdice.next_turn", step="tap")
    assert answer.headers["location"] == board
    assert ">It is your turn.<" not in player.open(board)


def test_a_tap_given_twice_passes_one_turn_on(player: Browser, fight: Table) -> None:
    player.open(f"/campaigns/{fight.id}/encounters/alley")
    for _ in range(2):
        player.submit(f"/campaigns/{fight.id}/play/weaverdice.next_turn", step="tap")
    given = [entry["command"]["type"] for entry in fight.gm.see("./entries") if entry["command"]]
    assert given.count("weaverdice.next_turn") == 1


def test_a_tap_that_is_refused_shows_the_form_and_why(http: httpx.Client, player: Browser, fight: Table) -> None:
    player.open(f"/campaigns/{fight.id}/encounters/alley")
    fight.gm.does("weaverdice.end_fight", encounter="alley")
    answer = player.submit(f"/campaigns/{fight.id}/play/weaverdice.next_turn", 422, step="tap")
    assert 'class="problem"' in answer.text
    assert 'name="args.encounter"' in answer.text
