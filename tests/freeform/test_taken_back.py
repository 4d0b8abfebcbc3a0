"""Whatever freeform does is taken back and given again: every state is then, to the byte, what it was."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from api.testing.glance import StateGlance
from domain.aggregates import decode_state
from domain.commands import Envelope
from domain.history.plan import RevisionRequest
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.vocabulary.log import Noted
from domain.vocabulary.questions import Question
from systems.freeform import SYSTEM
from systems.registry import load

GM = Actor("gm", "gm")
OF_A_DEED = {"freeform.answer", "freeform.close"}
FOR_GOOD = {"freeform.erase", "freeform.seal", "freeform.unseal"}
"""What is never taken back: words that are erased are gone, and a commitment is one for good."""


class Game(StateGlance):
    """The campaign of the examples."""

    def __init__(self) -> None:
        ledger = Ledger(MemoryStore(), load(installed=[]))
        super().__init__(ledger, ledger.found("The Long Night", "freeform", "gm").id)
        ledger.take_part(self.campaign_id, GM, SYSTEM.examples.player, "player")
        for step in SYSTEM.examples.setup:
            self.give(step.type, step.args)

    def give(self, type: str, args: Any) -> int:
        envelope = Envelope(id=str(uuid4()), type=type, args=dict(args))
        return self.ledger.submit(self.campaign_id, GM, envelope).header.number

    def revise(self, **request: Any) -> None:
        self.ledger.revise(self.campaign_id, GM, RevisionRequest(**request))
        self.check_against_the_whole()


def check_taken_back(game: Game, type: str, args: Any) -> None:
    before = game.state()
    entry = game.give(type, args)
    after = game.state()
    game.revise(undo=(entry,))
    assert game.state() == before
    game.revise(redo=entry)
    assert game.state() == after


@pytest.mark.parametrize("type", sorted(SYSTEM.kinds.keys() - OF_A_DEED - FOR_GOOD))
def test_every_command_is_taken_back_and_given_again(type: str) -> None:
    game = Game()
    for step in SYSTEM.examples.before(type):
        game.give(step.type, step.args)
    check_taken_back(game, type, SYSTEM.kinds[type].example)


def open_questions(game: Game) -> list[Question]:
    """Every question that anything in the campaign waits for."""
    rows = game.ledger.store.all_states(game.campaign_id)
    return [asked for row in rows for asked in decode_state(row.ref, row.body).questions.values()]


@pytest.mark.parametrize("choice", ["left", "right"])
def test_an_answer_that_is_taken_back_is_asked_for_again(choice: str) -> None:
    game = Game()
    deed = game.give("freeform.ask", {**SYSTEM.kinds["freeform.ask"].example, "about": "ramjet"})
    answer = game.give("freeform.answer", {"deed": deed, "key": "which-way", "choice": choice})
    game.revise(undo=(answer,))
    assert not any(isinstance(event, Noted) for entry in (deed, answer) for event in game.told(entry))
    assert [(asked.deed, asked.key) for asked in open_questions(game)] == [(deed, "which-way")]


@pytest.mark.parametrize("type", sorted(SYSTEM.kinds.keys() - OF_A_DEED - FOR_GOOD))
def test_what_was_played_later_stands_as_it_was(type: str) -> None:
    """Taken back from under later entries that read nothing of it."""
    game = Game()
    for step in SYSTEM.examples.before(type):
        game.give(step.type, step.args)
    game.give("freeform.create_character", {"name": "Stranger", "tracks": {"hp": 5}})
    entry = game.give(type, SYSTEM.kinds[type].example)
    game.give("freeform.damage", {"target": "stranger", "track": "hp", "amount": 2})
    after = game.state()
    game.revise(undo=(entry,))
    assert game.sheet("stranger").tracks["hp"].current == 3
    game.revise(redo=entry)
    assert game.state() == after
