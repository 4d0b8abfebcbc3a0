"""Groups at a terminal: their roster and what they know, as the game master and as a player see it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.cli.commands.serving import DEMO
from tests.cli.conftest import Newcomer
from tests.cli.terminal import Terminal

SCOUTS = {"kind": "scout", "title": "Scouts", "count": 3, "cap": "limits.scouts", "passives": ["scores.speed"]}
TAPPED = {"kind": "scout", "title": "Tern", "state": "tapped", "tapped_until": {"by": "scene"}, "cap": "limits.scouts"}


def give(terminal: Terminal, type: str, **args: Any) -> None:
    done = terminal("play", DEMO, f"freeform.{type}", "--args", msgspec.json.encode(args).decode())
    assert done.code == 0, done.err


def put(terminal: Terminal, component: str, name: str, **instance: Any) -> None:
    give(terminal, "put", target="crew", component=component, name=name, instance=instance)


@pytest.fixture
def crew(terminal: Terminal) -> Terminal:
    """A terminal at the demo campaign, in which there is a group that knows one of the four spaces about Keya."""
    give(terminal, "create_enclave", name="The Crew", handle="crew", members=["sh1"], attributes={"renown": 2})
    put(terminal, "followers", "scouts", **SCOUTS)
    put(terminal, "followers", "tern", **TAPPED)
    put(terminal, "assets", "boat", kind="boat", title="The Gull")
    keya, sh1 = (terminal.json("sheet", DEMO, who)["ref"] for who in ("keya", "sh1"))
    labels = {"row_labels": ["Movements", "History"], "column_labels": ["Secrets"]}
    put(terminal, "grids", "plans", target=keya, rows=2, columns=2, strikes=1, **labels)
    opened = {"truth": "A spy.", "shown": "A cook.", "known_by": [sh1], "state": "open"}
    put(terminal, "cells", "plans/0/0", grid="plans", row=0, column=0, **opened)
    put(terminal, "cells", "plans/0/1", grid="plans", row=0, column=1, truth="A twin.", price=5)
    put(terminal, "cells", "plans/1/0", grid="plans", row=1, column=0, blocked=True, price=7)
    put(terminal, "cells", "plans/deep", grid="plans", row=2, column=0, state="locked")
    return terminal


def shown(terminal: Terminal, *words: object) -> str:
    """What a command prints, without frames."""
    done = terminal(*words)
    assert done.code == 0, done.err
    return " ".join("".join(" " if letter in "│─┌┐└┘├┤┬┴┼" else letter for letter in done.out).split())


def test_a_group_is_shown_with_its_members_and_what_it_has(crew: Terminal) -> None:
    text = shown(crew, "group", DEMO)
    for part in ("The Crew", "renown 2", "SH1", "The Gull boat", "Followers: 4, 3 of them ready", "Grids: plans"):
        assert part in text


class TestRoster:
    def test_a_roster_shows_ready_followers_and_the_end_of_tapping(self, crew: Terminal) -> None:
        text = shown(crew, "roster", DEMO)
        assert "The Crew — followers: 4, 3 of them ready" in text
        assert "Tern scout 1 tapped until the end of the scene" in text
        assert "Scouts scout 3 ready scores.speed" in text

    def test_a_cap_that_nobody_set_is_none(self, crew: Terminal) -> None:
        assert "limits.scouts: 4 of as many as there are" in shown(crew, "roster", DEMO, "crew")

    def test_what_is_beyond_the_cap_is_surplus(self, crew: Terminal) -> None:
        two = {"path": "limits.scouts", "expression": {"op": "number", "value": 2}}
        put(crew, "formulas", "limits-scouts", **two)
        assert "limits.scouts: 4 of 2, 2 too many" in shown(crew, "roster", DEMO)


class TestGrid:
    def test_the_game_master_sees_what_closed_spaces_cost_and_hold(self, crew: Terminal) -> None:
        text = shown(crew, "grid", DEMO, "crew", "plans")
        assert "Keya plans · 1 of 4 open · strikes 1 Secrets 1" in text
        assert "Movements A cook. (in truth: A spy.) · 5: A twin. SH1 History ✕ 7" in text

    def test_a_player_sees_that_they_are_closed(self, crew: Terminal, newcomer: Newcomer) -> None:
        text = shown(newcomer("Pat", "player"), "grid", DEMO, "crew", "keya")
        assert "Movements open, not known to you · " in text
        assert not any(secret in text for secret in ("cook", "spy", "twin", "5", "7"))

    def test_a_member_who_knows_a_cell_sees_its_content(self, crew: Terminal, newcomer: Newcomer) -> None:
        pat = newcomer("Pat", "player")
        give(crew, "describe", target="sh1", owners=[newcomer.id])
        assert "Movements A cook. ·" in shown(pat, "grid", DEMO, "crew", "keya")

    def test_what_has_no_place_in_it_is_listed_below(self, crew: Terminal) -> None:
        assert shown(crew, "grid", DEMO, "crew", "plans").endswith("plans/deep: · locked")

    def test_through_the_eyes_of_a_player_it_is_as_they_see_it(self, crew: Terminal, newcomer: Newcomer) -> None:
        pat = newcomer("Pat", "player")
        words = ("grid", DEMO, "crew", "plans")
        assert crew.json(*words, "--viewer", newcomer.id) == pat.json(*words)

    def test_grids_are_listed_with_how_much_is_open(self, crew: Terminal) -> None:
        assert "plans Keya 2 × 2 1 of 4 1" in shown(crew, "grids", DEMO)


class TestWhichGroup:
    def test_without_any_there_is_nothing_to_show(self, reader: Terminal) -> None:
        done = reader("group", DEMO)
        assert (done.code, "There is no group in" in done.said) == (2, True)

    def test_of_several_one_has_to_be_named(self, crew: Terminal) -> None:
        give(crew, "create_enclave", name="Others", members=[])
        done = crew("roster", DEMO)
        assert (done.code, "say which: crew, others" in done.said) == (2, True)

    def test_what_is_not_there_is_named(self, crew: Terminal) -> None:
        assert "'dragon'" in crew.problem("grid", DEMO, "crew", "dragon", code=2)["detail"]
