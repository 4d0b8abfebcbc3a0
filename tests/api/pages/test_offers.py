"""What waits on a page to be tapped: offers beside open questions, and what begins things for the whole table."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from api.pages import rendering
from api.pages.rows.questions import QuestionRow, question_rows
from projections.names import Name
from projections.phrases.catalogue import english
from projections.views.questions import OpenQuestion
from tests.api.pages.browser import Browser
from tests.api.pages.conftest import signed_in
from tests.api.people import Person, Table


def asked(deed: int, *, mine: bool = True, **fields: Any) -> OpenQuestion:
    usual = {"key": "way", "owner": "", "prompt": "Where to?", "options": ("home", "docks"), "default": "home"}
    return OpenQuestion(deed=deed, mine=mine, open=True, **{"blocking": True, **usual, **fields})


def offered(deed: int, *, mine: bool = True, **fields: Any) -> OpenQuestion:
    return asked(deed, mine=mine, kind="offer", blocking=False, **fields)


def rows(*questions: OpenQuestion) -> list[QuestionRow]:
    """The rows of questions, as they are read by somebody who knows no names."""
    visit: Any = SimpleNamespace(ask=lambda _: {}, catalogue=SimpleNamespace(say=english))
    return question_rows(visit, questions)


def test_ones_own_questions_come_before_offers_and_the_newest_offer_first() -> None:
    shown = rows(offered(1), asked(3), offered(4), asked(2), asked(1, mine=False))
    assert [(row.deed, row.mine, row.offer) for row in shown] == [
        (2, True, False),
        (3, True, False),
        (4, True, True),
        (1, True, True),
        (1, False, False),
    ]


def test_an_offer_says_its_price_and_until_when_it_can_be_taken() -> None:
    (row,) = rows(offered(1, price="1 focus", until="turn"))
    assert "1 focus" in row.price
    assert row.until == "until the end of the turn"


def test_the_usual_answer_is_marked_among_the_others() -> None:
    (row,) = rows(asked(1))
    assert [(answer.value, answer.usual) for answer in row.answers] == [("home", True), ("docks", False)]


def test_a_question_without_a_key_goes_by_its_deed_alone() -> None:
    assert [row.address for row in rows(asked(7), asked(8, key=""))] == ["7/way", "8"]


def test_offers_beyond_the_newest_three_are_folded_up(
    gms: Browser, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "question_rows", lambda *_: rows(*(offered(number) for number in range(1, 6))))
    page = gms.open(f"/campaigns/{table.id}/people")
    before, folded = page.split("Earlier offers that are still open")
    assert re.findall(r'<li id="ask-(\d)/way"', before) == ["5", "4", "3"]
    assert re.findall(r'<li id="ask-(\d)/way"', folded) == ["2", "1"]


def table_links(page: str) -> dict[str, str]:
    """The titles of what one can do for the whole table, each with the command to which it leads."""
    bars = re.findall(r'<nav class="quick" aria-label="For the whole table">(.*?)</nav>', page, re.DOTALL)
    return {title: type for bar in bars for type, title in re.findall(r'/play/([^?"]*)[^>]*>([^<]*)</a>', bar)}


def test_a_table_is_begun_by_the_commands_that_its_game_lists(http: httpx.Client, owner: Person) -> None:
    table = Table(owner, "weaverdice")
    page = signed_in(http, table.gm).open(f"/campaigns/{table.id}")
    own = {title: type for title, type in table_links(page).items() if type.startswith("weaverdice.")}
    assert own["New character"] == "weaverdice.create"
    assert "freeform.create_character" not in table_links(page).values()


def test_a_table_without_commands_of_its_own_begins_with_those_of_every_game(gms: Browser, table: Table) -> None:
    links = table_links(gms.open(f"/campaigns/{table.id}"))
    assert links["New character"] == "freeform.create_character"
    assert links["Open a session"] == "freeform.open_session"


def test_a_session_that_is_open_can_be_ended_and_not_opened_again(gms: Browser, table: Table) -> None:
    table.gm.does("freeform.open_session")
    links = table_links(gms.open(f"/campaigns/{table.id}")).values()
    assert "freeform.end_session" in links
    assert "freeform.open_session" not in links


def test_a_player_is_led_to_no_command_that_begins_things(pats: Browser, table: Table) -> None:
    assert list(table_links(pats.open(f"/campaigns/{table.id}"))) == ["Note something"]


def test_a_closed_campaign_has_no_commands_that_begin_things(gms: Browser, table: Table) -> None:
    table.gm.ask("PATCH", ".", json={"state": "closed"})
    assert table_links(gms.open(f"/campaigns/{table.id}")) == {}


def test_an_answer_that_names_what_belongs_to_somebody_is_read_in_words() -> None:
    options = ("gnasher.conditions.marked-54", "gnasher.conditions.marked-74", "gnasher.conditions.prone-7", "let go")
    visit: Any = SimpleNamespace(
        ask=lambda _: {"c": Name(ref="c", handle="gnasher", name="Gnasher")}, catalogue=SimpleNamespace(say=english)
    )
    (row,) = question_rows(visit, [asked(1, options=options)])
    titles = [answer.title for answer in row.answers]
    assert titles == ["Gnasher: marked (54)", "Gnasher: marked (74)", "Gnasher: prone", "let go"]
