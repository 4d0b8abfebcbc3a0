"""A die belongs to its roller: after any change of the past, nobody is given the die of another."""

from __future__ import annotations

import random
from collections.abc import Iterator
from uuid import UUID

import pytest

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command, Envelope
from domain.history.ledger_reader import stream_event
from domain.history.plan import RevisionRefused, RevisionRequest
from domain.ledger.checking.verify import verify
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter, StoredRow
from domain.system import CommandSpec, Registry, Rule, System
from domain.vocabulary.catalogue import Handle, HandleGiven
from domain.vocabulary.log import Rolled
from domain.vocabulary.profile import Introduced, Profile
from domain.vocabulary.values import DamageTaken, Track, TrackOpened, TrackSet
from tests.laws.arena import BASE, Bare

GM = Actor("gm", "gm")
NAMES = ("ada", "ben", "cleo", "dora")


class Enter(Command, frozen=True, kw_only=True):
    name: str


class On(Command, frozen=True, kw_only=True):
    who: CharacterRef


def enter(play: Play, command: Enter) -> None:
    ref = f"character/{play.new_id('c')}"
    play.emit(ref, Introduced(name="self", profile=Profile(handle=command.name, name=command.name)))
    for track, size in {"hp": 1000, "cover": 0}.items():
        play.emit(ref, TrackOpened(name=track, track=Track(current=size)))
    play.emit(CAMPAIGN, HandleGiven(name=command.name, handle=Handle(ref=ref, kind="character", folded=command.name)))


def duck(play: Play, command: On) -> None:
    """Whoever is in cover has no need to dodge."""
    play.emit(command.who, TrackSet(name="cover", current=1))


def rise(play: Play, command: On) -> None:
    play.emit(command.who, TrackSet(name="cover", current=0))


def exposed(play: Play) -> list[str]:
    handles = play.campaign().handles
    refs = [handles[name].ref for name in sorted(handles)]
    return [ref for ref in refs if play.exists(ref) and not play.character(ref).tracks["cover"].current]


def blast(play: Play, _: Bare) -> None:
    """Everybody in the open dodges, each with two dice where the first is bad."""
    for ref in exposed(play):
        first = play.roll(ref, "dodge", "1d1000000").total
        if first < 500_000:
            first = play.roll(ref, "dodge", "1d1000000").total
        play.emit(ref, DamageTaken(name="hp", amount=first))


def volley(play: Play, command: On) -> None:
    """Somebody shoots at everybody else in the open, and each of them shoots back."""
    for target in exposed(play):
        if target != command.who:
            play.emit(
                target, DamageTaken(name="hp", amount=play.roll(command.who, "shot", "1d1000000", about=target).total)
            )
            back = play.roll(target, "shot", "1d1000000", about=command.who).total
            play.emit(command.who, DamageTaken(name="hp", amount=back))


RULES: dict[str, tuple[type[Command], Rule]] = {
    "enter": (Enter, enter),
    "duck": (On, duck),
    "rise": (On, rise),
    "blast": (Bare, blast),
    "volley": (On, volley),
}

SYSTEM = System(
    id="blasting",
    name="Blasting",
    version=1,
    kinds=[
        CommandSpec(name=name, args=args, rule=rule, by="player", summary=name) for name, (args, rule) in RULES.items()
    ],
)
"""A game in which one deed has several people roll the same: blasts that are dodged, volleys at several targets. Its dice have
a million sides, so that nobody has somebody else's by chance."""


class Blasts:
    """Four people who duck and rise, blasts that whoever stands in the open dodges, and volleys that are answered."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.store = MemoryStore(entropy=self.random.randbytes)
        self.ledger = Ledger(self.store, Registry(BASE, [SYSTEM]), entropy=self.random.randbytes)
        self.campaign = self.ledger.found("b", "blasting", "gm", campaign=self._uuid()).id
        for name in NAMES:
            self.plays("enter", name=name)

    def plays(self, word: str, **args: object) -> int:
        envelope = Envelope(type=f"blasting.{word}", id=str(self._uuid()), args=args)
        return self.ledger.submit(self.campaign, GM, envelope).header.number

    def undoes(self, entry: int) -> None:
        self.ledger.revise(self.campaign, GM, RevisionRequest(undo=(entry,), policy="cascade"))

    def step(self) -> None:
        word = self.random.choice(("duck", "duck", "rise", "blast", "volley", "undo", "undo"))
        try:
            match word:
                case "blast":
                    self.plays(word)
                case "undo":
                    self.undoes(self.random.randint(2, self.store.head(self.campaign).entry))
                case _:
                    self.plays(word, who=self.random.choice(NAMES))
        except (Refused, RevisionRefused, LookupError, ValueError):
            pass

    def rolls(self, *, born: bool) -> dict[int, list[tuple[str, str, int]]]:
        """Who rolled what, with which die, by entry: as it was first written, or as it is in force."""
        numbers = [e.header.number for e in self.store.entries(self.campaign, EntryFilter(entry_kind="play"))]
        read = self.store.as_first_written if born else self.store.events_of
        return {number: list(_rolls(rows)) for number, rows in read(self.campaign, numbers).items()}

    def _uuid(self) -> UUID:
        return UUID(bytes=self.random.randbytes(16), version=4)


def _rolls(rows: list[StoredRow]) -> Iterator[tuple[str, str, int]]:
    for ref, event in ((h.ref, h.event) for h in map(stream_event, rows)):
        if isinstance(event, Rolled):
            yield from ((ref, event.name, value) for _, value, _ in event.dice)


def test_bug_a_dodger_is_not_given_the_die_of_another_who_dodged_no_longer() -> None:
    game = Blasts(1)
    covered = game.plays("duck", who="ada")
    game.plays("rise", who="ada")
    blast = game.plays("blast")
    before = game.rolls(born=False)[blast]
    game.undoes(covered + 1)
    mine = [rolled for rolled in before if rolled[0] != before[0][0]]
    assert game.rolls(born=False)[blast] == mine


@pytest.mark.parametrize("seed", range(12))
def test_every_roll_decided_again_shows_the_die_that_its_own_roller_drew_for_it(seed: int) -> None:
    game = Blasts(seed)
    for _ in range(40):
        game.step()
    born, restated = game.rolls(born=True), game.rolls(born=False)
    for entry, rolls in restated.items():
        drawn = {value: (ref, label) for ref, label, value in born[entry]}
        assert all(drawn.get(value, (ref, label)) == (ref, label) for ref, label, value in rolls), entry


@pytest.mark.parametrize("seed", range(3))
def test_what_was_decided_again_verifies(seed: int) -> None:
    game = Blasts(seed)
    for _ in range(40):
        game.step()
    assert verify(game.store, game.campaign).faults == ()
