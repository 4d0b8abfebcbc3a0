"""Changing and reading the past: by a plan, against folding every stream anew, and against deciding everything again."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from uuid import UUID

from api.testing.whole import Whole
from domain.aggregates import fold
from domain.commands import Envelope
from domain.history.ledger_reader import LedgerReader
from domain.history.plan import RevisionRequest
from domain.history.points import Point
from domain.ledger.postgres.store import PostgresStore, pool_to
from domain.ledger.reading.heads import Heads
from domain.ledger.reading.points import moment
from domain.ledger.revising.revise import make_plan
from domain.vocabulary.stored import decode_event
from tests.bench.measuring import Bench, Table, seconds
from tests.laws.arena import REGISTRY
from tests.laws.ring import GM, Ring

PEOPLE = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hal")
AWAY = "zoe"
"""Whoever is there for one scene in the middle only."""

WORDS = ("hurt",) * 40 + ("ward",) * 30 + ("note",) * 28 + ("heal",) * 2

HEAVY = 20_000
"""The longest ledger of which brute force is traced for its memory: that makes it several times slower."""


class Played:
    """A ledger of so many entries, and which of them to undo.

    Eight people are hurt, warded and, now and then, healed; in the middle something happens to a ninth for five entries,
    and then a rest makes it good.
    """

    def __init__(self, store: PostgresStore, entries: int) -> None:
        self.entries = entries
        self.ring = Ring(*PEOPLE, AWAY, store=store)
        self._random = Random(entries)
        self.first = self.ring.play("hurt", target="ada", amount=3)
        self._busy(entries // 2)
        self.dies_out = self.ring.play("hurt", target=AWAY, amount=9)
        for amount in (1, 2, 1, 2):
            self.ring.play("heal", target=AWAY, amount=amount)
        self.ring.play("rest", target=AWAY)
        self.middle = self.ring.play("hurt", target="bo", amount=3)
        self._busy(entries - 1)
        self.newest = self.ring.play("hurt", target="cy", amount=3)
        with store.pool.connection() as connection:
            connection.execute("VACUUM ANALYZE")

    @property
    def campaign(self) -> UUID:
        return self.ring.campaign

    def _busy(self, upto: int) -> None:
        missing = upto - self.ring.store.head(self.campaign).entry
        self.ring.play_all(self._command() for _ in range(missing))

    def _command(self) -> Envelope:
        word, target = self._random.choice(WORDS), self._random.choice(PEOPLE)
        if word == "note":
            return self.ring.command(word)
        return self.ring.command(word, target=target, amount=self._random.randint(1, 6))

    def plan(self, undone: int) -> int:
        """Plan an undo, with nothing at hand but the head; how many decisions it took."""
        draft = self.ring.ledger.draft(self.ring.ledger.heads.fresh(self.campaign))
        reader = LedgerReader(self.ring.store, self.campaign)
        return make_plan(reader, draft, GM, RevisionRequest(undo=(undone,), policy="cascade")).planner.decided

    def refold(self) -> None:
        """Fold every aggregate from its first event on."""
        for row in self.ring.store.all_states(self.campaign):
            self.fold(row.ref, None)

    def fold(self, ref: str, up_to: int | None) -> None:
        """Fold one aggregate from its first event on."""
        rows = self.ring.store.effective_stream(self.campaign, ref, up_to=None if up_to is None else (up_to,))
        fold(ref, (decode_event(row.topic, row.body) for row in rows))

    def decide_everything(self) -> None:
        """Brute force: run the whole effective script."""
        Whole(self.ring.store, self.campaign, REGISTRY)

    def read(self, ref: str, **point: object) -> None:
        """Read one aggregate at a point, with nothing at hand."""
        store = self.ring.store
        moment(store, Heads(store).fresh(self.campaign), Point(**point)).world.aggregate(ref)  # type: ignore[arg-type]


def measure(bench: Bench) -> Iterator[Table]:
    undos: list[tuple[str, ...]] = []
    memory: list[tuple[str, ...]] = []
    reads: list[tuple[str, ...]] = []
    for length in (200, 400) if bench.quick else (1_000, 10_000, 100_000):
        with bench.database() as url, pool_to(url, 4) as pool:
            played = Played(PostgresStore(pool), length)
            reads.append(_reads(bench, played))
            memory.append(_memory(played))
            undos += _undos(bench, played)
    yield Table(
        "Undo in a ledger of so many entries",
        ("entries", "undone", "decided", "plan ms", "and write ms", "refold ms", "× plan", "brute force ms", "× plan"),
        undos,
        "The effects of “dies out”, in the middle too, end five entries later; those of the others last to the head. Plans have nothing "
        "at hand but the head, in the middle of five times. Refolding is folding every stream from its first event on; brute force "
        "decides every entry again, in order, looked up by the five hundred. Both are measured whole, once.",
    )
    yield Table(
        "Peak memory, traced",
        ("entries", "newest KiB", "dies out KiB", "middle KiB", "first KiB", "brute force KiB"),
        memory,
        f"Of this process, for the plan alone. Brute force is traced in ledgers of up to {HEAVY:,} entries.",
    )
    yield Table(
        "Reads of one character in a ledger of so many entries",
        ("entries", "head ms", "as played ms", "corrected ms", "as once known ms", "folded from the first event ms"),
        reads,
        "The pasts are those at three quarters of the ledger; “as once known” is what was held true of the middle there.",
    )


def _undos(bench: Bench, played: Played) -> Iterator[tuple[str, ...]]:
    refold, brute = seconds(played.refold, 1), seconds(played.decide_everything, 1)
    for what in ("newest", "dies_out", "middle", "first"):
        undone: int = getattr(played, what)
        decided, plan = played.plan(undone), seconds(partial(played.plan, undone), bench.scaled(5, 1))
        written = seconds(partial(played.ring.undo, undone, policy="cascade"), 1)
        played.ring.redo(undone, policy="cascade")
        yield (
            f"{played.entries:,}",
            what.replace("_", " "),
            f"{decided:,}",
            *(f"{1000 * each:,.1f}" for each in (plan, written, refold)),
            f"{refold / plan:,.1f}",
            f"{1000 * brute:,.0f}",
            f"{brute / plan:,.0f}",
        )


def _memory(played: Played) -> tuple[str, ...]:
    plans = [_peak(partial(played.plan, n)) for n in (played.newest, played.dies_out, played.middle, played.first)]
    brute = f"{_peak(played.decide_everything):,}" if played.entries <= HEAVY else "–"
    return f"{played.entries:,}", *(f"{peak:,}" for peak in plans), brute


def _peak(do: Callable[[], object]) -> int:
    """The most memory that something needs at once, in KiB."""
    tracemalloc.start()
    try:
        do()
        return tracemalloc.get_traced_memory()[1] // 1024
    finally:
        tracemalloc.stop()


def _reads(bench: Bench, played: Played) -> tuple[str, ...]:
    ref, late = played.ring.who("di").ref, played.entries * 3 // 4
    ways: tuple[Callable[[], object], ...] = (
        partial(played.read, ref),
        partial(played.read, ref, entry=late, view="as_played"),
        partial(played.read, ref, entry=late),
        partial(played.read, ref, entry=played.middle, known_at=late),
        partial(played.fold, ref, late),
    )
    return f"{played.entries:,}", *(f"{1000 * seconds(way, bench.scaled(9, 1)):,.2f}" for way in ways)
