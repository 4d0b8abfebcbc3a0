"""Two points of the story side by side: picked from sessions, scenes and entries, as each reader may see them."""

from __future__ import annotations

import re

import pytest

from api.use_cases import histories
from tests.api.pages.browser import Browser
from tests.api.people import Table


@pytest.fixture
def played(table: Table) -> Table:
    """A session, and a blow after it."""
    table.gm.does("freeform.create_character", name="Ramjet", owners=[table.pat.id], tracks={"hp": 10})
    table.gm.does("freeform.open_session", title="Fog")
    table.gm.does("freeform.end_session")
    table.gm.does("freeform.damage", target="ramjet", track="hp", amount=3)
    return table


def sides(page: str) -> list[tuple[str, ...]]:
    """The values of a page that differ."""
    return re.findall(r'<tr><th scope="row">([^<]*)</th><td>([^<]*)</td><td><strong>([^<]*)</strong>', page)


def opened(browser: Browser, table: Table, query: str = "", status: int = 200) -> str:
    return browser.open(f"/campaigns/{table.id}/differences{query}", status)


def test_the_end_of_the_last_session_is_what_one_starts_from(pats: Browser, played: Table) -> None:
    page = opened(pats, played)
    assert 'value="session:1"' in page
    assert "the end of session 1: Fog" in page


def test_values_at_two_points_stand_side_by_side(pats: Browser, played: Table) -> None:
    assert sides(opened(pats, played, "?from=session:1&to=")) == [("hp", "10", "7")]
    head = played.gm.see(".")["head"]["entry"]
    assert "No value is different" in opened(pats, played, f"?from={head}&to={head}")


def test_one_point_is_compared_as_it_is_true_now_and_as_it_was_known(pats: Browser, played: Table) -> None:
    hit = played.gm.see(".")["head"]["entry"]
    played.gm.ask("POST", "./revisions", 201, json={"undo": [hit]})
    query = f"?from={hit}&from_view=as_played&to={hit}&to_view=corrected"
    assert sides(opened(pats, played, query)) == [("hp", "7", "10")]


def test_hidden_values_are_on_nobodys_page_but_the_game_masters(gms: Browser, pats: Browser, played: Table) -> None:
    played.gm.does("freeform.create_character", name="Spy", hidden=True, tracks={"hp": 4})
    assert "Spy" in opened(gms, played, "?from=session:1")
    assert "Spy" not in opened(pats, played, "?from=session:1")
    assert "Spy" not in opened(gms, played, f"?from=session:1&viewer={played.pat.id}").partition("</form>")[2]


@pytest.mark.parametrize("point", ["session:99", "nowhere", "999999"])
def test_a_point_that_is_none_is_refused_above_the_form(pats: Browser, played: Table, point: str) -> None:
    page = opened(pats, played, f"?from={point}", 400)
    assert 'class="problem"' in page
    assert f'value="{point}"' in page


def test_a_difference_without_room_says_how_much_it_leaves_out(
    pats: Browser, played: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.gm.does("freeform.describe", target="ramjet", name="Rammer")
    monkeypatch.setattr(histories, "MOST_BYTES", 10)
    answer = played.pat.see("./diff", **{"from": "session:1"})
    assert (len(answer["changes"]), answer["left_out"] > 0) == (1, True)
    assert "Compare points that lie closer together" in opened(pats, played, "?from=session:1")
