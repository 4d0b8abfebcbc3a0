"""Answers that come with a command: a member gives their own."""

from __future__ import annotations

import pytest

from api.testing.games import GameTable
from domain.aggregates import CAMPAIGN
from domain.commands import Command, MemberRef
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import CommandSpec, System
from domain.vocabulary.log import Noted


class Challenge(Command, frozen=True, kw_only=True):
    owner: MemberRef


def challenge(play: Play, command: Challenge) -> None:
    choice = play.ask("yield", command.owner, ("yes", "no"), "no", "Do you yield?")
    play.emit(CAMPAIGN, Noted(name="yield", text=choice))


DUEL = System(
    id="duel",
    name="Duel",
    version=1,
    kinds=[CommandSpec(name="challenge", args=Challenge, rule=challenge, by="player", summary="Challenge somebody.")],
)


@pytest.fixture
def table() -> GameTable:
    return GameTable(DUEL, players=("ana", "ben"))


def challenged(table: GameTable, owner: str, as_player: str = "") -> int:
    return table.play("challenge", owner=owner, as_player=as_player, responses={"yield": "yes"})


@pytest.mark.parametrize("owner", ["gm", "ben"])
def test_bug_a_player_answers_for_nobody_else(table: GameTable, owner: str) -> None:
    before = table.state()
    with pytest.raises(Refused) as refused:
        challenged(table, owner, as_player="ana")
    assert (refused.value.rule, table.state()) == ("owner", before)


def test_a_player_answers_what_is_theirs(table: GameTable) -> None:
    assert table.kinds(challenged(table, "ana", as_player="ana")) == ["Noted"]


def test_a_game_master_answers_for_anybody(table: GameTable) -> None:
    assert table.kinds(challenged(table, "ben")) == ["Noted"]


def test_what_was_answered_up_front_stands_when_the_past_changes(table: GameTable) -> None:
    noted = table.play("note", text="before")
    entry = challenged(table, "ana", as_player="ana")
    table.undo(noted)
    assert table.kinds(entry) == ["Noted"]
