"""Who may change the past: players their own newest entry, while nobody else has played on from it; the rest is the GM's."""

from __future__ import annotations

import pytest

from domain.commands import Envelope
from domain.history.plan import Group, RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.play.deed import BadCommand
from domain.records.entries import StoredEntry
from systems.registry import load

GM, ADA, BO, EYE = Actor("gm", "gm"), Actor("ada", "player"), Actor("bo", "player"), Actor("eye", "observer")


TRACKS = {"hp": {"current": 20, "maximum": 20}, "luck": {"current": 3, "minimum": 0}}


class Table:
    """A freeform campaign of a game master, two players with a hero each, and an observer."""

    def __init__(self, **options: object) -> None:
        self.ledger = Ledger(MemoryStore(), load(installed=[]))
        self.campaign = self.ledger.found("t", "freeform", "gm", options).id  # type: ignore[arg-type]
        for actor in (ADA, BO, EYE):
            self.ledger.take_part(self.campaign, GM, actor.member, actor.role)
        for actor in (ADA, BO):
            self.play(GM, "create_character", name=actor.member, owners=[actor.member], tracks=TRACKS)

    def play(self, actor: Actor, word: str, **args: object) -> int:
        envelope = Envelope(type=f"freeform.{word}", args=args)
        return self.ledger.submit(self.campaign, actor, envelope).header.number

    def undo(self, actor: Actor, *entries: int, **asked: object) -> StoredEntry | None:
        request = RevisionRequest(undo=entries, **asked)  # type: ignore[arg-type]
        return self.ledger.revise(self.campaign, actor, request)[1]


def test_a_player_undoes_their_own_newest_entry() -> None:
    table = Table()
    spend = table.play(ADA, "spend", target="ada", track="luck", amount=1)
    revision = table.undo(ADA, spend, reason="meant the other one")
    assert revision is not None
    assert (revision.header.member, revision.header.reason) == ("ada", f"{revision.header.number}.0")


def test_a_player_may_not_undo_an_older_entry() -> None:
    table = Table()
    spend = table.play(ADA, "spend", target="ada", track="luck", amount=1)
    table.play(ADA, "note", text="on we go")
    with pytest.raises(NotAllowed, match="your own newest entry"):
        table.undo(ADA, spend)


def test_a_player_may_not_undo_what_another_member_has_played_on_from() -> None:
    table = Table()
    hurt = table.play(ADA, "damage", target="ada", track="hp", amount=5)
    table.play(GM, "heal", target="ada", track="hp", amount=9)
    with pytest.raises(NotAllowed, match="others have played on"):
        table.undo(ADA, hurt)


def test_a_player_may_not_undo_anothers_entry() -> None:
    table = Table()
    spend = table.play(BO, "spend", target="bo", track="luck", amount=1)
    with pytest.raises(NotAllowed):
        table.undo(ADA, spend)


@pytest.mark.parametrize("asked", [{"policy": "cascade"}, {"redo": 3}, {"responses": {"5": {"x": "y"}}}])
def test_a_player_may_ask_for_nothing_but_that_undo(asked: dict[str, object]) -> None:
    table = Table()
    spend = table.play(ADA, "spend", target="ada", track="luck", amount=1)
    with pytest.raises((NotAllowed, BadCommand)):
        table.undo(ADA, spend, **asked)


def test_where_the_option_is_off_only_the_game_master_undoes() -> None:
    table = Table(player_undo=False)
    spend = table.play(ADA, "spend", target="ada", track="luck", amount=1)
    with pytest.raises(NotAllowed, match="player_undo"):
        table.undo(ADA, spend)
    assert table.undo(GM, spend) is not None


def test_an_observer_changes_nothing() -> None:
    table = Table()
    spend = table.play(ADA, "spend", target="ada", track="luck", amount=1)
    with pytest.raises(NotAllowed, match="observers"):
        table.undo(EYE, spend)


def test_a_session_is_undone_as_one_and_stays_a_session() -> None:
    table = Table()
    table.play(GM, "open_session")
    first = table.play(ADA, "spend", target="ada", track="luck", amount=1)
    second = table.play(BO, "spend", target="bo", track="luck", amount=1)
    table.play(GM, "end_session")
    later = table.play(BO, "spend", target="bo", track="luck", amount=1)
    plan, _ = table.ledger.revise(table.campaign, GM, RevisionRequest(undo=Group(session=1)))
    assert plan is not None
    assert {p.entry: p.outcome for p in plan.entries} == {first: "struck", second: "struck", later: "confirmed"}


def test_a_group_with_nothing_left_in_it_is_refused() -> None:
    table = Table()
    with pytest.raises(BadCommand, match="nothing left to undo"):
        table.ledger.revise(table.campaign, GM, RevisionRequest(undo=Group(session=4)))


def test_a_turn_is_undone_as_one_without_the_turns_around_it() -> None:
    table = Table()
    table.play(GM, "create_encounter", name="brawl")
    for name, initiative in (("ada", 15), ("bo", 10)):
        table.play(GM, "join", encounter="brawl", who=name, initiative=initiative)
    table.play(GM, "begin", encounter="brawl")
    mine = [table.ledger.submit(table.campaign, ADA, spend("ada")).header.number for _ in range(2)]
    table.play(GM, "next_turn", encounter="brawl")
    table.ledger.submit(table.campaign, BO, spend("bo"))
    plan = table.ledger.plan(table.campaign, GM, RevisionRequest(undo=Group(turn=mine[1])))
    assert [p.entry for p in plan.entries if p.outcome == "struck"] == mine


def spend(who: str) -> Envelope:
    args = {"target": who, "track": "luck", "amount": 1}
    return Envelope(type="freeform.spend", encounter="brawl", args=args)
