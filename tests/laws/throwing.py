"""A game of throws that may be thrown again, for directed histories of offers that are taken late."""

from __future__ import annotations

import random
from uuid import UUID

from api.testing.whole import Whole
from domain.aggregates import CAMPAIGN, Campaign
from domain.commands import Command, DiceGiven, Envelope
from domain.dice.tape import Die
from domain.dice.verify import DiceVerification, verify_dice
from domain.history.plan import Plan, RevisionRequest
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.play.play import Play
from domain.records.entries import StoredEntry
from domain.records.store import Store
from domain.system import CommandSpec, Registry, Rule, System
from domain.visibility.audience import Viewer
from domain.vocabulary.chronicle import ClockAdvanced, Interval, SessionOpened
from domain.vocabulary.log import Rolled
from projections.reader import Reader
from projections.views.proof import dice_document
from tests.laws.arena import BASE, Bare

GM, ADA, BEN = Actor("gm", "gm"), Actor("ada", "player"), Actor("ben", "player")


class Throw(Command, frozen=True, kw_only=True):
    """Somebody throws; Ada may throw again, which takes a second of the clock."""

    asks: bool = False
    sealed: bool = False
    veiled: str = ""


def throw(play: Play, command: Throw) -> None:
    play.roll(CAMPAIGN, "throw", "1d6", veiled=command.veiled == "throw")
    if command.asks:
        play.ask("sure", "gm", ("yes", "no"), "no")
    if play.offer("again", "ada", ("yes", "no"), "no") == "yes":
        play.roll(CAMPAIGN, "again", "1d1000", sealed=command.sealed, veiled=command.veiled == "again")
        play.emit(CAMPAIGN, ClockAdvanced(name="now", seconds=1))


def follow(play: Play, _: Bare) -> None:
    """Rolls only where somebody threw again."""
    if play.clock():
        play.roll(CAMPAIGN, "later", "1d1000")


def need(play: Play, _: Bare) -> None:
    """Is possible only where nobody threw again."""
    if play.clock():
        play.refuse("again", "Somebody threw again.")


def rotate(play: Play, _: Bare) -> None:
    """Ends the dice epoch."""
    play.emit(CAMPAIGN, SessionOpened(name="1", session=Interval(number=1, opened=play.entry)))


RULES: dict[str, tuple[type[Command], Rule]] = {
    "throw": (Throw, throw),
    "follow": (Bare, follow),
    "need": (Bare, need),
    "rotate": (Bare, rotate),
}

SYSTEM = System(
    id="throwing",
    name="Throwing",
    version=1,
    kinds=[
        CommandSpec(name=name, args=args, rule=rule, by="player", summary=name) for name, (args, rule) in RULES.items()
    ],
)


class Table:
    """Ada and Ben take part. Whatever is random is the same at every table of the same seed."""

    def __init__(self, dice: str = "either", seed: int = 1, store: Store | None = None) -> None:
        self.random = random.Random(seed)
        self.store = store or MemoryStore(entropy=self.random.randbytes)
        self.ledger = Ledger(self.store, Registry(BASE, [SYSTEM]), entropy=self.random.randbytes)
        self.campaign = self.ledger.found("t", "throwing", "gm", {"dice": dice}, campaign=self._uuid()).id
        for member in ("ada", "ben"):
            self.ledger.take_part(self.campaign, GM, member, "player")

    def plays(
        self,
        word: str,
        *,
        actor: Actor = ADA,
        dice: DiceGiven = (),
        responses: dict[str, str] | None = None,
        **args: object,
    ) -> int:
        """Somebody plays; the number of the entry."""
        game = "freeform" if word in ("answer", "close") else "throwing"
        envelope = Envelope(
            type=f"{game}.{word}", id=str(self._uuid()), args=args, dice=dice, responses=responses or {}
        )
        return self.ledger.submit(self.campaign, actor, envelope).header.number

    def _uuid(self) -> UUID:
        return UUID(bytes=self.random.randbytes(16), version=4)

    def tries(self, entry: int, actor: Actor = ADA) -> Plan:
        """What a dry run shows of taking an offer late."""
        return self.ledger.plan(self.campaign, actor, RevisionRequest(responses={str(entry): {"again": "yes"}}))

    def takes(
        self, entry: int, dice: DiceGiven = (), *, actor: Actor = ADA, choice: str = "yes", id: str = "", plan: str = ""
    ) -> tuple[Plan | None, StoredEntry]:
        """Somebody takes, or declines, an offer late: the plan and the revision."""
        given = {str(entry): dice} if dice else {}
        request = RevisionRequest(id=id, responses={str(entry): {"again": choice}}, dice=given, plan=plan or None)
        made, written = self.ledger.revise(self.campaign, actor, request)
        assert written is not None
        return made, written

    def undoes(self, entry: int) -> None:
        """The game master undoes."""
        self.ledger.revise(self.campaign, GM, RevisionRequest(undo=(entry,)))

    def tape(self, entry: int) -> dict[str, Die]:
        """All dice of an entry, by label."""
        stored, restated = self.entry(entry), self.store.restatements(self.campaign, [entry])
        grown = restated[entry].tape if entry in restated else ()
        return {die.label: die for die in (*stored.header.tape, *grown)}

    def entry(self, number: int) -> StoredEntry:
        """An entry as it stands."""
        stored = self.store.entry(self.campaign, number)
        assert stored is not None
        return stored

    def proof(self, actor: Actor = ADA) -> DiceVerification:
        """What a member can recompute of the dice they see."""
        reader = Reader(self.ledger.heads.fresh(self.campaign), Viewer(actor.member, actor.role), self.ledger.registry)
        return verify_dice(dice_document(self.store, self.campaign, reader))

    def checks(self) -> None:
        """What stands equals the whole script, and all that is stored verifies."""
        state = self.ledger.heads.fresh(self.campaign).aggregate(CAMPAIGN)
        whole = Whole(self.store, self.campaign, self.ledger.registry).states[CAMPAIGN]
        assert isinstance(state, Campaign) and isinstance(whole, Campaign)  # noqa: PT018
        assert state.clock == whole.clock
        assert verify(self.store, self.campaign).faults == ()


def dice_in(plan: Plan | None) -> dict[str, int]:
    """What the dice of a plan show, by label."""
    assert plan is not None
    events = [stream_event.event for entry in plan.entries for stream_event in entry.after]
    return {event.name: die[1] for event in events if isinstance(event, Rolled) for die in event.dice}
