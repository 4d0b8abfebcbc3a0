"""Commands given through forms, and questions answered by buttons."""

from __future__ import annotations

import re
from typing import Any

import httpx
import msgspec
import pytest

from api.calling.values import WrongValue
from api.pages.command_forms.dice import dice_in
from api.pages.command_forms.fields import PREFIX, args_in, filled_with
from api.pages.forms import Form
from api.services import Services
from api.use_cases.command_guides import command_guide
from tests.api.pages.browser import Browser, forms_in
from tests.api.people import Person, Table, command


def give(browser: Browser, table: Table, type: str, status: int = 303, /, **fields: Any) -> httpx.Response:
    """Fill in the form of a command and send it."""
    address = f"/campaigns/{table.id}/play/{type}"
    browser.open(address)
    form = next(form for form in forms_in(browser.page) if form.action == address)
    answer = browser.send("POST", address, data={**form.hidden, "step": "give", **fields})
    assert answer.status_code == status, answer.text
    return answer


def test_a_command_is_given_by_its_form(pats: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    answer = give(pats, table, "freeform.note", **{"args.text": "I am here."})
    assert re.fullmatch(rf"/campaigns/{table.id}/entries/\d+", answer.headers["location"])
    assert "I am here." in pats.open(answer.headers["location"])


def test_a_form_that_is_sent_twice_gives_one_entry(pats: Browser, table: Table) -> None:
    address = f"/campaigns/{table.id}/play/freeform.note"
    pats.open(address)
    hidden = next(form for form in forms_in(pats.page) if form.action == address).hidden
    sent = {**hidden, "args.text": "Once.", "step": "give"}
    answers = [pats.send("POST", address, data=sent) for _ in range(2)]
    assert answers[0].headers["location"] == answers[1].headers["location"]


def test_trying_writes_nothing_and_keeps_what_was_filled_in(pats: Browser, table: Table) -> None:
    before = table.pat.see(".")["head"]["entry"]
    answer = give(pats, table, "freeform.note", 200, **{"args.text": "Perhaps.", "step": "try"})
    assert answer.text.count("Perhaps.") == 2
    assert table.pat.see(".")["head"]["entry"] == before


def test_a_refusal_stands_beside_the_form(pats: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Villain", tracks={"hp": 10})
    answer = give(
        pats, table, "freeform.damage", 403, **{"args.target": "villain", "args.track": "hp", "args.amount": "3"}
    )
    assert 'role="alert"' in answer.text
    assert 'value="3"' in answer.text


def test_a_wrong_number_names_its_field(gms: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="Villain", tracks={"hp": 10})
    answer = give(
        gms, table, "freeform.damage", 422, **{"args.target": "villain", "args.track": "hp", "args.amount": "three"}
    )
    assert "whole number" in answer.text


def test_a_german_reader_is_refused_in_german(gms: Browser, table: Table) -> None:
    address = f"/campaigns/{table.id}/play/freeform.damage"
    gms.open(address)
    form = next(form for form in forms_in(gms.page) if form.action == address)
    wrong = {"args.target": "villain", "args.track": "hp", "args.amount": "three"}
    german = {"Accept-Language": "de-AT, en;q=0.5"}
    answer = gms.send("POST", address, data={**form.hidden, **wrong}, headers=german)
    assert "ist eine ganze Zahl" in answer.text


def test_a_german_reader_sees_what_commands_are_called(gms: Browser, table: Table) -> None:
    german = {"Accept-Language": "de"}
    pages = [
        gms.send("GET", f"/campaigns/{table.id}/{path}", headers=german).text
        for path in ("play", "play/freeform.next_turn", "revise?after=1")
    ]
    assert ["Nächster Zug" in page for page in pages] == [True, True, True]


@pytest.mark.parametrize("words", ["Nächster Zug", "nächster zug", "next turn", "gib den Zug", "Zugfolge"])
def test_a_german_reader_finds_commands_by_german_and_by_english_words(gms: Browser, table: Table, words: str) -> None:
    page = gms.send("GET", f"/campaigns/{table.id}/play", params={"words": words}, headers={"Accept-Language": "de"})
    assert any(type in page.text for type in ("freeform.next_turn", "freeform.join"))


def test_the_commands_of_a_campaign_are_listed_in_the_language_of_their_reader(table: Table) -> None:
    listed = {
        language: table.gm.send("GET", "./commands?word=next_turn", headers={"Accept-Language": language})
        for language in ("de", "en")
    }
    titles = {language: (each.json()[0]["title"], each.json()[0]["because"]) for language, each in listed.items()}
    assert titles == {
        "de": ("Nächster Zug", "keine Begegnung ist offen"),
        "en": ("Next turn", "no encounter is open"),
    }
    assert [each.headers["content-language"] for each in listed.values()] == ["de", "en"]


def test_problems_of_single_fields_are_in_the_language_of_their_reader(table: Table) -> None:
    answer = table.gm.send("GET", "./entries?status=lost&lost=1", headers={"Accept-Language": "de"})
    assert [field["message"] for field in answer.json()["fields"]] == ["unbekannter Parameter"]


def test_a_program_is_refused_in_the_language_that_it_asks_for(table: Table) -> None:
    strange = command("freeform.note", text="Hello.") | {"responses": {"way": "home"}, "encounter": "nowhere"}
    answers = [
        table.gm.send("POST", "./commands", json=strange, headers={"Accept-Language": language})
        for language in ("de", "en", "fr")
    ]
    details = [answer.json()["detail"] for answer in answers]
    assert details[1] == details[2] != details[0]
    assert [answer.headers["content-language"] for answer in answers] == ["de", "en", "en"]
    assert all("accept-language" in answer.headers["vary"] for answer in answers)


def test_a_question_is_answered_by_its_button(pats: Browser, table: Table) -> None:
    table.gm.does("freeform.ask", owner="Pat", key="way", options=["home", "docks"], default="home", prompt="Where to?")
    address = f"/campaigns/{table.id}/answers"
    pats.open(f"/campaigns/{table.id}")
    pats.submit(address, choice="docks")
    assert "Where to?" not in pats.open(f"/campaigns/{table.id}").partition("What happened last")[0]


def test_nobody_gets_buttons_for_the_question_of_another_member(gms: Browser, pats: Browser, table: Table) -> None:
    table.gm.does(
        "freeform.ask", owner="Owner", key="way", options=["home", "docks"], default="home", prompt="Whither?"
    )
    assert "/answers" not in pats.open(f"/campaigns/{table.id}")
    assert "/answers" in gms.open(f"/campaigns/{table.id}")


def test_the_commands_that_fit_now_come_first_and_are_found_by_words(pats: Browser, table: Table) -> None:
    page = pats.open(f"/campaigns/{table.id}/play?words=note")
    assert "freeform.note" in page
    assert "freeform.create_encounter" not in page


def test_every_example_of_every_command_goes_through_its_form_unchanged(services: Services) -> None:
    registry = services.registry
    changed = []
    for game in registry.systems.values():
        for type, kind in registry.kinds(game).items():
            guide = command_guide(registry, game, type)
            fields = {f"{PREFIX}{path}": texts for path, texts in filled_with(guide, guide.example).items()}
            if kind.example and args_in(Form(fields), guide) != msgspec.to_builtins(guide.example):
                changed.append(type)
    assert changed == []


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("", ()),
        ("4", (4,)),
        ("4, 5 6", (4, 5, 6)),
        ("attack = 4\neffect/thug = 3 2", {"attack": (4,), "effect/thug": (3, 2)}),
        ("attack = ", {}),
    ],
)
def test_dice_are_typed_by_label_or_in_rolling_order(text: str, dice: object) -> None:
    assert dice_in(text) == dice


@pytest.mark.parametrize("text", ["attack = four", "attack 4\neffect = 3", "-1"])
def test_dice_that_no_die_shows_are_refused(text: str) -> None:
    with pytest.raises(WrongValue):
        dice_in(text)


def test_missing_dice_are_listed_to_be_filled_in(http: httpx.Client, owner: Person) -> None:
    table = Table(owner, "weaverdice", dice="table")
    browser = Browser(http)
    browser.sign_in(owner.token or "")
    table.gm.does("weaverdice.create", name="Ramjet", owners=[table.pat.id])
    answer = give(browser, table, "freeform.roll", 422, **{"args.notation": "1d20", "args.label": "luck"})
    assert "luck = " in answer.text


GERMAN = {"Accept-Language": "de"}


@pytest.mark.parametrize(
    "text",
    [
        "Zahle Punkte von einer Leiste, angegeben",
        "Niemand gibt aus, was er nicht hat:",
        "Wie viel, ab 1",
        ">Bezeichnung",
    ],
)
def test_a_form_tells_of_the_command_its_rules_and_its_fields_in_german(pats: Browser, table: Table, text: str) -> None:
    assert text in pats.send("GET", f"/campaigns/{table.id}/play/freeform.spend", headers=GERMAN).text


def test_a_choice_is_read_in_german_and_sent_as_it_is(gms: Browser, table: Table) -> None:
    page = gms.send("GET", f"/campaigns/{table.id}/play/freeform.modify", headers=GERMAN).text
    assert '<option value="multiply">malnehmen</option>' in page


def test_a_name_that_is_also_a_word_of_the_game_stays(gms: Browser, table: Table) -> None:
    table.gm.does("freeform.create_character", name="once")
    page = gms.send("GET", f"/campaigns/{table.id}/play/freeform.spend", headers=GERMAN).text
    assert ('value="once">once</option>' in page, ">einmal<" in page) == (True, False)


def test_commands_are_listed_in_german(pats: Browser, table: Table) -> None:
    assert "Schreib eine Wunde auf." in pats.send("GET", f"/campaigns/{table.id}/play", headers=GERMAN).text


@pytest.mark.parametrize("page", ["entries/{entry}", "why?target=ramjet&path=tracks.hp.current"])
def test_rules_that_are_cited_are_german(gms: Browser, table: Table, page: str) -> None:
    table.gm.does("freeform.create_character", name="Ramjet", tracks={"hp": 10})
    entry = table.gm.does("freeform.set", target="ramjet", path="tracks.hp.current", value=7)["entry"]
    address = f"/campaigns/{table.id}/{page.format(entry=entry)}"
    assert "Die Spielleitung darf alles auf alles setzen" in gms.send("GET", address, headers=GERMAN).text


def test_the_only_open_encounter_is_filled_in(gms: Browser, table: Table) -> None:
    table.gm.does("freeform.create_encounter", name="Alley")
    page = gms.open(f"/campaigns/{table.id}/play/freeform.begin")
    assert re.search(r'<option value="alley" selected>|name="args.encounter"[^>]*value="alley"', page)
