"""The same commands through the ledger itself: accepted, decided, stored, and answered."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.commands import Envelope
from domain.examples import ExampleStep
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor, NotAllowed
from domain.records.entries import StoredEntry
from systems.freeform import SYSTEM
from systems.registry import load

GM, PAT = Actor("gm", "gm"), Actor(SYSTEM.examples.player, "player")


class Game:
    """A campaign in a ledger in memory."""

    def __init__(self) -> None:
        self.ledger = Ledger(MemoryStore(), load(installed=[]))
        self.id: UUID = self.ledger.found("The Long Night", "freeform", "gm").id
        self.ledger.take_part(self.id, GM, PAT.member, "player")

    def do(self, type: str, args: dict[str, Any], actor: Actor = GM, **more: Any) -> StoredEntry:
        envelope = Envelope(id=str(uuid4()), type=type, args=args, **more)
        return self.ledger.submit(self.id, actor, envelope)

    def see(self, handle: str) -> Any:
        world = self.ledger.heads.fresh(self.id)
        campaign: Any = world.aggregate("campaign/self")
        return world.aggregate(campaign.handles[handle].ref)


@pytest.fixture
def game() -> Game:
    game = Game()
    for step in SYSTEM.examples.setup:
        game.do(step.type, step.args)
    return game


OF_THE_LEDGER = {"freeform.answer", "freeform.close", "freeform.erase"}


def test_every_example_is_accepted(game: Game) -> None:
    before = game.ledger.heads.fresh(game.id)
    for type in sorted(SYSTEM.kinds.keys() - OF_THE_LEDGER):
        draft = game.ledger.draft(before)
        for step in (*SYSTEM.examples.before(type), ExampleStep(type=type, args=dict(SYSTEM.kinds[type].example))):
            envelope = Envelope(id=str(uuid4()), type=step.type, args=step.args)
            game.ledger.play_into(draft, GM, envelope, preview=True)
        assert draft.drafted[-1].record.header.status == "standing", type


def test_a_handle_in_an_anchor_is_stored_as_the_reference_it_means(game: Game) -> None:
    until = {"by": "moment", "moment": "turn_end", "subject": "Goblin"}
    entry = game.do("freeform.afflict", {"target": "ramjet", "what": "dazed", "until": until}, PAT)
    assert entry.header.envelope is not None
    assert entry.header.envelope.args["until"]["subject"] == game.see("goblin").ref


def test_a_save_at_the_end_of_a_turn_waits_for_the_game_master(game: Game) -> None:
    until = {"by": "save", "moment": "turn_end", "subject": "ramjet"}
    game.do("freeform.afflict", {"target": "ramjet", "what": "dazed", "until": until})
    deed = game.do("freeform.next_turn", {"encounter": "ambush"}, PAT)
    (question,) = game.see("ambush").questions.values()
    game.do("freeform.answer", {"deed": deed.header.number, "key": question.key, "choice": "ends"})
    assert [condition.what for condition in game.see("ramjet").conditions.values()] == ["prone"]
    assert not game.see("ambush").questions


def test_a_question_is_closed_with_its_default(game: Game) -> None:
    args = dict(SYSTEM.kinds["freeform.ask"].example)
    deed = game.do("freeform.ask", {**args, "about": "ramjet"})
    game.do("freeform.close", {"deed": deed.header.number})
    assert not game.see("ramjet").questions


def test_words_are_erased_and_the_erasure_is_on_record(game: Game) -> None:
    entry = game.do("freeform.note", {"about": "goblin", "text": "Owes us a favour."}, PAT)
    key = f"{entry.header.number}.0"
    assert game.ledger.store.texts(game.id, [key])[key] == "Owes us a favour."
    game.do("freeform.erase", {"texts": [key]})
    assert game.ledger.store.texts(game.id, [key])[key] is None


def given_by(*who: str) -> list[str]:
    return sorted(type for type, kind in SYSTEM.kinds.items() if kind.by in who and type not in OF_THE_LEDGER)


@pytest.mark.parametrize("type", given_by("gm"))
def test_a_player_is_not_the_game_master(game: Game, type: str) -> None:
    with pytest.raises(NotAllowed):
        game.do(type, dict(SYSTEM.kinds[type].example), PAT)


@pytest.mark.parametrize("type", given_by("owner", "player"))
def test_an_observer_looks_on(game: Game, type: str) -> None:
    game.ledger.take_part(game.id, GM, "eve", "observer")
    with pytest.raises(NotAllowed, match="observers only watch"):
        game.do(type, dict(SYSTEM.kinds[type].example), Actor("eve", "observer"))
