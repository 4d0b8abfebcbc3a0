"""Closing, archiving and reopening a campaign at a terminal."""

from __future__ import annotations

import pytest

from tests.cli.table.conftest import CliTable

DUSK = "Dusk"


@pytest.fixture
def dusk(table: CliTable) -> CliTable:
    """A second campaign, open again, which the game master alone takes part in."""
    table.gm("found", DUSK, "--game", "freeform")
    table.gm("reopen", DUSK)
    return table


def names(table: CliTable, *options: str) -> list[str]:
    return [row["name"] for row in table.gm.json("campaigns", "--name", DUSK, *options)]


def test_play_in_a_closed_campaign_is_refused_until_it_is_reopened(dusk: CliTable) -> None:
    closed = dusk.gm("close", DUSK, "--reason", "The town is saved.")
    note = ("play", DUSK, "freeform.note", "--args", '{"text": "x"}')
    refused = dusk.gm(*note)
    reopened = dusk.gm("reopen", DUSK)
    assert (closed.told, refused.code, "retcon reopen" in refused.said) == ("'Dusk' is closed.", 1, True)
    assert (reopened.told, dusk.gm(*note).code) == ("'Dusk' is open.", 0)


def test_the_log_says_that_a_campaign_was_closed_and_why(dusk: CliTable) -> None:
    dusk.gm("close", DUSK, "--reason", "The town is saved.")
    text = dusk.gm("log", DUSK).told
    assert "the campaign is closed" in text
    assert "The town is saved." in text


def test_an_archived_campaign_is_listed_where_it_is_asked_for_and_found_by_name(dusk: CliTable) -> None:
    assert dusk.gm("archive", DUSK).code == 0
    assert (names(dusk), names(dusk, "--archived")) == ([], [DUSK])
    assert "--archived" in dusk.gm("campaigns", "--name", DUSK).said
    assert dusk.gm("characters", DUSK).code == 0


def test_a_closed_campaign_is_marked_in_the_list(dusk: CliTable) -> None:
    dusk.gm("close", DUSK)
    assert "Dusk (closed)" in dusk.gm("campaigns").told


def test_a_player_closes_nothing(table: CliTable) -> None:
    done = table.pat("close", "The Long Night")
    assert (done.code, "game master" in done.said) == (1, True)
