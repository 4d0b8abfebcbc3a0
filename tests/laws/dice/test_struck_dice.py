"""Nobody undoes until the dice fit: the roller of a struck die of the server's draws it again, before any new one."""

from __future__ import annotations

import random
from uuid import UUID

import pytest

from domain.commands import Envelope
from domain.dice.tape import Die
from domain.dice.verify import verify_dice
from domain.history.plan import RevisionRequest
from domain.ledger.checking.verify import verify
from domain.ledger.forking.fork import fork
from domain.ledger.ledger import Ledger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.playing.acceptance import Actor
from domain.visibility.audience import GM as EVERYTHING
from projections.reader import Reader
from projections.views.proof import dice_document
from systems.registry import load
from tests.laws.dice.test_dice_belong_to_their_roller import Blasts

GM = Actor("gm", "gm")


class Table:
    """A freeform campaign in its first session, with Ada and Ben, who roll the server's dice."""

    def __init__(self, seed: int = 1) -> None:
        self.random = random.Random(seed)
        self.store = MemoryStore(entropy=self.random.randbytes)
        self.ledger = Ledger(self.store, load(installed=[]), entropy=self.random.randbytes)
        self.campaign = self.ledger.found("t", "freeform", "gm", campaign=self._uuid()).id
        for name in ("Ada", "Ben"):
            self.gives("create_character", name=name, tracks={"hp": {"current": 50}})
        self.gives("open_session")

    def gives(self, type: str, **args: object) -> int:
        return self.ledger.submit(self.campaign, GM, self.command(type, **args)).header.number

    def command(self, type: str, **args: object) -> Envelope:
        return Envelope(type=f"freeform.{type}", id=str(self._uuid()), args=args)

    def rolls(self, who: str = "ada", notation: str = "1d1000000", **args: object) -> int:
        given = {"source": who, "targets": ["ada"], "track": "hp", "notation": notation, **args}
        return self.gives("damage_all", **given)

    def undoes(self, *entries: int) -> int:
        _, written = self.ledger.revise(self.campaign, GM, RevisionRequest(undo=entries, policy="cascade"))
        assert written is not None
        return written.header.number

    def redoes(self, entry: int) -> None:
        self.ledger.revise(self.campaign, GM, RevisionRequest(redo=entry, policy="cascade"))

    def die(self, entry: int) -> Die:
        stored = self.store.entry(self.campaign, entry)
        assert stored is not None
        return stored.header.tape[0]

    def checks(self) -> None:
        """The ledger is as it was written, and once the session is over every die is what its seed gives."""
        self.gives("end_session")
        assert verify(self.store, self.campaign).ok
        world = self.ledger.heads.fresh(self.campaign)
        checked = verify_dice(dice_document(self.store, self.campaign, Reader(world, EVERYTHING, self.ledger.registry)))
        assert (checked.sound, checked.unrevealed) == (True, ())

    def _uuid(self) -> UUID:
        return UUID(bytes=self.random.randbytes(16), version=4)


@pytest.fixture
def table() -> Table:
    return Table()


def test_undoing_a_roll_and_rolling_again_draws_the_same_die(table: Table) -> None:
    first = table.rolls()
    table.undoes(first)
    again = table.rolls()
    first_draw = table.die(again).first_draw
    assert first_draw is not None
    assert (table.die(again).value, first_draw.entry) == (table.die(first).value, first)
    table.checks()


def test_however_often_it_is_undone_the_die_stays_the_same(table: Table) -> None:
    tried = []
    for _ in range(6):
        tried.append(table.rolls())
        table.undoes(tried[-1])
    assert len({table.die(entry).value for entry in tried}) == 1
    table.checks()


def test_struck_dice_are_drawn_again_oldest_first_and_each_once(table: Table) -> None:
    rolled = [table.rolls() for _ in range(3)]
    table.undoes(rolled[2], rolled[0])
    again = [table.rolls() for _ in range(3)]
    values = [table.die(entry).value for entry in again]
    assert values[:2] == [table.die(rolled[0]).value, table.die(rolled[2]).value]
    assert (table.die(again[2]).first_draw, values[2] in values[:2]) == (None, False)
    table.checks()


def test_a_die_that_is_redone_is_nobody_s_to_draw_again(table: Table) -> None:
    first = table.rolls()
    table.undoes(first)
    table.redoes(first)
    assert table.die(table.rolls()).first_draw is None
    table.checks()


def test_a_redo_changes_no_tape_even_where_the_die_was_drawn_again(table: Table) -> None:
    first = table.rolls()
    table.undoes(first)
    again = table.rolls()
    table.redoes(first)
    assert table.die(first).value == table.die(again).value
    assert table.die(table.rolls()).first_draw is None
    table.checks()


@pytest.mark.parametrize("other", [{"who": "ben"}, {"notation": "1d999999"}])
def test_another_roller_and_another_kind_of_die_draw_new_ones(table: Table, other: dict[str, str]) -> None:
    table.undoes(table.rolls())
    assert table.die(table.rolls(**other)).first_draw is None


def test_a_die_for_one_target_is_drawn_again_for_another() -> None:
    blasts = Blasts(1)
    first = blasts.plays("volley", who="ada")
    shot = [die.value for die in dice(blasts, first, "shot/")][::2]
    blasts.undoes(first)
    blasts.plays("duck", who="ben")
    again = [die.value for die in dice(blasts, blasts.plays("volley", who="ada"), "shot/")][::2]
    assert (len(shot), again) == (3, shot[:2])


def dice(blasts: Blasts, entry: int, label: str) -> list[Die]:
    stored = blasts.store.entry(blasts.campaign, entry)
    assert stored is not None
    return [die for die in stored.header.tape if die.label.startswith(label)]


def test_a_die_of_a_session_that_is_over_is_not_drawn_again(table: Table) -> None:
    first = table.rolls()
    table.undoes(first)
    table.gives("end_session")
    assert table.die(table.rolls()).first_draw is None


def test_a_dry_run_shows_no_struck_die(table: Table) -> None:
    first = table.rolls()
    table.undoes(first)
    command = table.command("damage_all", source="ada", targets=["ada"], track="hp", notation="1d1000000")
    [tried] = table.ledger.preview(table.campaign, GM, [command])
    assert tried.record.header.tape[0].value != table.die(first).value


def test_a_refused_command_gives_the_die_back(table: Table) -> None:
    first = table.rolls()
    table.undoes(first)
    refused = table.rolls(track="no-such")
    stored = table.store.entry(table.campaign, refused)
    assert stored is not None
    assert (stored.status, table.die(refused).value) == ("refused", table.die(first).value)
    assert table.die(table.rolls()).value == table.die(first).value
    table.checks()


def test_the_commands_of_one_batch_draw_different_struck_dice(table: Table) -> None:
    rolled = [table.rolls() for _ in range(2)]
    table.undoes(*rolled)
    wanted = {"source": "ada", "targets": ["ada"], "track": "hp", "notation": "1d1000000"}
    again = table.ledger.submit_all(table.campaign, GM, [table.command("damage_all", **wanted) for _ in range(2)])
    assert [entry.header.tape[0].value for entry in again] == [table.die(entry).value for entry in rolled]


def test_a_process_that_comes_to_it_later_draws_the_same_die(table: Table) -> None:
    first = table.rolls()
    table.undoes(first)
    table.ledger = Ledger(table.store, load(installed=[]), entropy=table.random.randbytes)
    assert table.die(table.rolls()).value == table.die(first).value


def test_a_fork_draws_new_dice(table: Table) -> None:
    first = table.rolls()
    table.undoes(first)
    table.campaign = fork(table.ledger, table.campaign, GM, "apart", entropy=table.random.randbytes).id
    assert table.die(table.rolls()).first_draw is None


def test_hidden_and_open_rolls_draw_apart(table: Table) -> None:
    hidden = table.gives("roll", label="luck", notation="1d1000000", actor="ada", sealed=True)
    table.undoes(hidden)
    opened = table.gives("roll", label="luck", notation="1d1000000", actor="ada")
    again = table.gives("roll", label="luck", notation="1d1000000", actor="ada", sealed=True)
    assert (table.die(opened).first_draw, table.die(again).value) == (None, table.die(hidden).value)


@pytest.mark.parametrize("seed", range(12))
def test_in_random_histories_nobody_gains_a_die_by_undoing(seed: int) -> None:
    """Against a model: of each roller, the dice drawn first in the order of their entries, and which entries stand."""
    table = Table(seed)
    root: dict[int, int] = {}
    stands: dict[int, bool] = {}
    whose: dict[int, str] = {}
    for _ in range(60):
        match table.random.choice(("roll", "roll", "undo", "redo")):
            case "roll":
                who = table.random.choice(("ada", "ben"))
                shown = {root[entry] for entry, standing in stands.items() if standing}
                struck = sorted({root[e] for e, standing in stands.items() if not standing and whose[e] == who} - shown)
                entry = table.rolls(who)
                root[entry] = struck[0] if struck else entry
                stands[entry], whose[entry] = True, who
                assert table.die(entry).value == table.die(root[entry]).value
                assert (table.die(entry).first_draw is None) == (not struck)
            case "undo" if standing := [entry for entry in stands if stands[entry]]:
                chosen = table.random.choice(standing)
                table.undoes(chosen)
                stands[chosen] = False
            case "redo" if struck := [entry for entry in stands if not stands[entry]]:
                chosen = table.random.choice(struck)
                table.redoes(chosen)
                stands[chosen] = True
    table.checks()
