"""Nobody learns of dice by saying what they had seen: a conflict that is found after dice fell leaves them on record."""

from __future__ import annotations

from typing import Any

import pytest

from domain.commands import Envelope
from domain.dice.tape import Source
from domain.ledger.playing.requests import HeadMoved
from domain.records.entries import StoredEntry
from tests.games.stories import before
from tests.laws.dice.test_struck_dice import Table
from tests.laws.improvised import GAMES, GM, NOT_ALLOWED, REGISTRY, Improvised

SEEN = 1
"""The entry that senders say they have seen: whatever is read has changed since."""


def moved(table: Table, type: str = "roll", **args: Any) -> StoredEntry:
    """A command whose sender has seen an earlier ledger."""
    wanted = args or {"label": "luck", "notation": "1d1000000", "actor": "ada"}
    sent = Envelope(type=f"freeform.{type}", id=str(table._uuid()), args=wanted, expected_entry=SEEN)
    return table.ledger.submit(table.campaign, GM, sent)


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_conflict_after_dice_fell_leaves_an_entry_with_them(table: Table) -> None:
    refused = moved(table)
    assert (refused.status, refused.header.refusal and refused.header.refusal.rule) == ("refused", HeadMoved.slug)
    assert [die.source for die in refused.header.tape] == [Source.SERVER]


def test_a_conflict_without_dice_writes_nothing(table: Table) -> None:
    head = table.store.head(table.campaign)
    with pytest.raises(HeadMoved):
        moved(table, "damage", target="ada", track="hp", amount=1)
    assert table.store.head(table.campaign) == head


def test_the_dice_of_a_conflict_are_drawn_again_by_their_roller(table: Table) -> None:
    (die,) = moved(table).header.tape
    again, other = (table.gives("roll", label="luck", notation="1d1000000", actor="ada") for _ in range(2))
    assert table.die(again).value == die.value
    assert table.die(other).value != die.value


def test_conflict_after_conflict_shows_one_die(table: Table) -> None:
    assert len({moved(table).header.tape[0].value for _ in range(4)}) == 1


def test_a_ledger_with_conflicts_verifies_with_its_dice(table: Table) -> None:
    moved(table)
    table.gives("roll", label="luck", notation="1d1000000", actor="ada")
    table.checks()


@pytest.mark.parametrize("game", GAMES)
def test_in_no_game_does_a_conflict_tell_of_dice_without_leaving_them(game: str) -> None:
    """Whatever the dice show, and whatever a rule reads because of it: either no die fell, or an entry has them."""
    system, fell = REGISTRY.system(game), 0
    for type in system.kinds:
        history = Improvised(game, 0)
        for step, args in before(system, type):
            history.gives(step, args)
        draft, again = (history.ledger.draft(history.ledger.heads.fresh(history.campaign)) for _ in range(2))
        sent = Envelope(type=type, id=str(history._uuid()), args=dict(system.kinds[type].example), expected_entry=SEEN)
        try:
            history.ledger.play_into(draft, GM, sent)
        except HeadMoved:
            plain = Envelope(type=type, id=sent.id, args=sent.args)
            history.ledger.play_into(again, GM, plain)
            assert not again.drew_server, type
        except NOT_ALLOWED:
            continue
        fell += draft.drew_server
    assert fell, "there are commands that roll"
