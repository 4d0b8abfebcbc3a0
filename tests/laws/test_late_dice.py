"""At a table that rolls its own dice, whoever takes an offer late brings the dice that it owes, and no others."""

from __future__ import annotations

import pytest

from domain.campaign import CAMPAIGN
from domain.commands import Command, DiceGiven, Envelope
from domain.events.log import Noted
from domain.history.plan import RevisionRequest
from domain.ledger.acceptance import Actor, NotAllowed
from domain.ledger.ledger import Ledger
from domain.ledger.memory import MemoryStore
from domain.play.play import Play
from domain.system import Kind, Registry, System
from tests.laws.arena import BASE

GM, ADA = Actor("gm", "gm"), Actor("ada", "player")


class Throw(Command, frozen=True, kw_only=True):
    """Somebody throws, and may throw again."""


def throw(play: Play, _: Throw) -> None:
    play.roll(CAMPAIGN, "throw", "1d6")
    if play.offer("again", "ada", ("yes", "no"), "no") == "yes":
        play.emit(CAMPAIGN, Noted(name="again", data={"total": play.roll(CAMPAIGN, "again", "1d6").total}))


THROWING = System(
    id="throwing",
    name="Throwing",
    version=1,
    kinds=[Kind(name="throw", args=Throw, rule=throw, by="player", summary="Throw.")],
)


class Table:
    """Ada has thrown a 2, and was offered another throw."""

    def __init__(self, dice: str) -> None:
        self.ledger = Ledger(MemoryStore(), Registry(BASE, [THROWING]))
        self.campaign = self.ledger.found("t", "throwing", "gm", {"dice": dice}).id
        self.ledger.take_part(self.campaign, GM, "ada", "player")
        envelope = Envelope(type="throwing.throw", dice={"throw": (2,)})
        self.thrown = str(self.ledger.submit(self.campaign, ADA, envelope).header.number)

    def takes(self, dice: DiceGiven) -> list[int]:
        """The dice of her throws once she has taken the offer with these dice."""
        request = RevisionRequest(responses={self.thrown: {"again": "yes"}}, dice={self.thrown: dice})
        plan, _ = self.ledger.revise(self.campaign, ADA, request)
        assert plan is not None
        events = [happening.event for entry in plan.entries for happening in entry.after]
        return [die[1] for event in events for die in getattr(event, "dice", ())]


def test_the_die_that_is_owed_is_hers_to_bring() -> None:
    assert Table("table").takes({"again": (5,)}) == [2, 5]


@pytest.mark.parametrize("dice", [{"throw": (6,), "again": (5,)}, {"throw": (6,)}, (6, 5)])
def test_what_was_rolled_stays_as_it_was_rolled(dice: DiceGiven) -> None:
    with pytest.raises(NotAllowed):
        Table("table").takes(dice)


def test_where_the_service_rolls_she_brings_none() -> None:
    with pytest.raises(NotAllowed):
        Table("server").takes({"again": (6,)})
