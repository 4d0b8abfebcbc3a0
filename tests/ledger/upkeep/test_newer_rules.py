"""A campaign that was played under older rules: what newer ones would refuse, and how they are applied to it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from api.testing.glance import StateGlance
from domain.commands import Envelope
from domain.history.plan import Amend, Plan, PlannedEntry, RevisionRefused, RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.play.deed import BadCommand
from domain.system import Registry
from systems.freeform import SYSTEM as FREEFORM
from tests.systems.toy import NEWER
from tests.systems.toy import SYSTEM as OLDER

GM, ANA = Actor("gm", "gm"), Actor("ana", "player")


class Candles(StateGlance):
    """Two sessions of the toy game under its older rules; in each a tall candle is lit, and in the first a low one too."""

    def __init__(self) -> None:
        ledger = Ledger(MemoryStore(), Registry(FREEFORM, [OLDER]))
        super().__init__(ledger, ledger.found("Candles", "toy", "gm").id)
        self.ledger.take_part(self.campaign_id, GM, "ana", "player")
        self.created = self.give("freeform.create_character", name="ada", tracks={"wax": 30})
        self.give("freeform.open_session")
        self.low, self.tall = self.light(2), self.light(5)
        self.give("freeform.end_session")
        self.give("freeform.open_session")
        self.later = self.light(4)

    def give(self, type: str, **args: Any) -> int:
        envelope = Envelope(id=str(uuid4()), type=type, args=args)
        return self.ledger.submit(self.campaign_id, GM, envelope).header.number

    def light(self, wax: int) -> int:
        return self.give("toy.light", who="ada", wax=wax)

    def release(self) -> None:
        """Let the newer rules be installed."""
        self.ledger = Ledger(self.ledger.store, Registry(FREEFORM, [NEWER]))

    def plan(self, by: Actor = GM, **request: Any) -> Plan:
        return self.ledger.plan(self.campaign_id, by, RevisionRequest(**request))

    def revise(self, **request: Any) -> int:
        _, entry = self.ledger.revise(self.campaign_id, GM, RevisionRequest(**request))
        assert entry is not None
        return entry.header.number

    def wax(self) -> int:
        return self.sheet("ada").tracks["wax"].current


@pytest.fixture
def game() -> Candles:
    game = Candles()
    game.release()
    return game


def listed(plan: Plan) -> dict[int, PlannedEntry]:
    return {planned.entry: planned for planned in plan.entries}


def test_under_the_rules_it_was_played_under_nothing_differs() -> None:
    plan = Candles().plan(rules=True)
    assert (plan.entries, plan.changes) == ((), ())


def test_newer_rules_list_what_they_refuse_with_the_version_it_was_played_under(game: Candles) -> None:
    planned = listed(game.plan(rules=True))
    assert {entry: (one.refusal and one.refusal.rule, one.played_under) for entry, one in planned.items()} == {
        game.tall: ("CN-05", 3),
        game.later: ("CN-05", 3),
    }


def test_a_change_of_the_past_says_of_an_entry_that_newer_rules_refuse_it(game: Candles) -> None:
    withheld = Envelope(type="freeform.create_character", args={"name": "ada", "sheet": "gm", "tracks": {"wax": 30}})
    planned = listed(game.plan(amend=Amend(entry=game.created, command=withheld)))[game.tall]
    assert (planned.refusal and planned.refusal.rule, planned.played_under) == ("CN-05", 3)


def test_what_the_changed_past_refuses_is_not_put_down_to_newer_rules(game: Candles) -> None:
    planned = listed(game.plan(undo=(game.created,)))[game.tall]
    assert (planned.outcome, planned.played_under) == ("conflict", None)


def test_an_amended_command_that_newer_rules_refuse_was_never_played_under_older_ones(game: Candles) -> None:
    taller = Envelope(type="toy.light", args={"who": "ada", "wax": 6})
    assert listed(game.plan(amend=Amend(entry=game.low, command=taller)))[game.low].played_under is None


def test_from_a_session_on_what_was_before_it_stands(game: Candles) -> None:
    assert listed(game.plan(rules=True, from_="session:2")).keys() == {game.later}


def test_from_an_entry_on_what_was_before_it_stands(game: Candles) -> None:
    assert listed(game.plan(rules=True, from_=str(game.later))).keys() == {game.later}


def test_by_default_nothing_is_written_where_rules_refuse_something(game: Candles) -> None:
    with pytest.raises(RevisionRefused):
        game.revise(rules=True)
    assert game.wax() == 30 - 2 - 5 - 4


def test_under_cascade_what_they_refuse_is_struck(game: Candles) -> None:
    game.revise(rules=True, policy="cascade")
    assert game.wax() == 30 - 2


def test_under_keep_what_they_refuse_stands_as_it_was(game: Candles) -> None:
    game.revise(rules=True, policies={str(game.tall): "keep"}, policy="cascade")
    assert game.wax() == 30 - 2 - 5


def test_applied_once_newer_rules_differ_nowhere(game: Candles) -> None:
    game.revise(rules=True, policy="cascade")
    assert game.plan(rules=True).entries == ()


def test_where_nothing_differs_nothing_is_written(game: Candles) -> None:
    game.revise(rules=True, policy="cascade")
    with pytest.raises(BadCommand, match="nothing"):
        game.revise(rules=True)


def test_withdrawn_the_past_is_what_it_was_under_the_older_rules(game: Candles) -> None:
    conditions = game.sheet("ada").conditions
    revision = game.revise(rules=True, policy="cascade")
    game.revise(undo=(revision,))
    assert (game.wax(), game.sheet("ada").conditions) == (30 - 2 - 5 - 4, conditions)


def test_withdrawn_and_redone_they_are_applied_again(game: Candles) -> None:
    revision = game.revise(rules=True, policy="cascade")
    game.revise(undo=(revision,))
    game.revise(redo=revision)
    assert game.wax() == 30 - 2


def test_the_revision_says_under_which_version_it_was_decided(game: Candles) -> None:
    revision = game.ledger.store.entry(game.campaign_id, game.revise(rules=True, policy="cascade"))
    assert revision is not None
    assert revision.header.revision is not None
    assert revision.header.revision.rules == 4


def test_only_a_game_master_applies_newer_rules(game: Candles) -> None:
    with pytest.raises(NotAllowed):
        game.plan(by=ANA, rules=True)


@pytest.mark.parametrize("request_", [{"rules": True, "undo": (3,)}, {"undo": (3,), "from_": "session:1"}])
def test_newer_rules_are_applied_by_a_revision_of_their_own(game: Candles, request_: dict[str, Any]) -> None:
    with pytest.raises(BadCommand):
        game.plan(**request_)


@pytest.mark.parametrize("named", ["session:x", "scene:1", "yesterday"])
def test_a_place_that_is_none_is_told(game: Candles, named: str) -> None:
    with pytest.raises(BadCommand, match="session:3"):
        game.plan(rules=True, from_=named)
