"""A fight on a grid: a burst over thirty whose players are asked, and an undo at the beginning of three hundred entries, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle
from statistics import median
from time import perf_counter
from typing import Any
from uuid import uuid4

import httpx

from tests.api.people import Person
from tests.api.people import Table as Seats
from tests.api.serving import Serving
from tests.bench.measuring import Bench, Table, analyze, seconds

GAME = "orcus"
ASKED = ("bryn", "sela")
"""The heroes who may step in when they are hit or attacked."""

CLOSE = ((1, 0), (1, 2), (0, 1), (1, 1), (2, 1))
"""The squares of the heroes, and of three foes next to both of them."""

SHOCK = {
    "name": "Shock",
    "source": "natural",
    "range": "far burst 3 within 20",
    "targets": "all",
    "attack": "+60 vs reflex",
    "hit": "2d6 damage",
}


class Skirmish:
    """A fight of two heroes of two players against a stormcaller, with gnolls all around them."""

    def __init__(self, owner: Person, gnolls: int) -> None:
        seats = Seats(owner, GAME)
        self.gm, self.players = seats.gm, {"bryn": seats.pat, "sela": seats.join("Sam", "player")}
        self.gnolls = [f"gnoll-{number}" for number in range(1, gnolls + 1)]
        self.gm.does("freeform.create_encounter", name="Field", handle="field")
        for hero, player in self.players.items():
            numbers = {"level": 3, "class_hp": 900, "class_recoveries": 9, "initiative": 20}
            self._create(hero, category="hero", owners=[player.id], statistics=numbers)
            self.gm.does(f"{GAME}.give_weapon", who=hero, name="Sword", damage="1d8", proficient=True)
        for power, hero in (("parry", "bryn"), ("slip-away", "sela")):
            self.gm.does(f"{GAME}.learn_power", who=hero, power=power)
        for foe in ("storm", *self.gnolls):
            self._create(foe, category="monster", hp=9_000, statistics={"attack": 5})
        self.gm.does(f"{GAME}.add_power", power=SHOCK)
        self.gm.does(f"{GAME}.learn_power", who="storm", power="shock")
        block = [*CLOSE, *((x, y) for x in range(7) for y in range(7) if (x, y) not in CLOSE)]
        for who, at in zip((*ASKED, *self.gnolls), block, strict=False):
            self.gm.does(f"{GAME}.put_at", encounter="field", who=who, at=at)
        self.gm.does(f"{GAME}.put_at", encounter="field", who="storm", at=[15, 3])
        self.gm.does(f"{GAME}.begin_fight", encounter="field", who=list(ASKED), against=["storm", *self.gnolls])

    def burst(self) -> tuple[int, list[float]]:
        """The stormcaller strikes everybody; the entry, and the seconds that the command and each answer took."""
        while "storm" not in self._turn():
            self._next()
        args = {"encounter": "field", "who": "storm", "power": "shock", "square": [3, 3]}
        answer, took = _timed(lambda: self.gm.does(f"{GAME}.use_power", **args))
        entry, times = int(answer["entry"]), [took]
        while asked := self.gm.see("./decisions"):
            question = asked[0]
            given = {"deed": question["deed"], "key": question["key"], "choice": question["default"]}
            times.append(_timed(lambda given=given: self.gm.does("freeform.answer", **given))[1])
        return entry, times

    def fight_on(self, entries: int, foes: int) -> int:
        """The heroes attack so many foes by turns, and all pass their turns on; the entry of the first attack that hit."""
        first, head, targets = 0, 0, cycle(self.gnolls[:foes])
        while not first or head < first + entries:
            who = self._turn()[0]
            if who in ASKED:
                args = {"encounter": "field", "who": who, "target": next(targets)}
                struck = self.gm.does(f"{GAME}.make_basic_attack", **args)
                first = first or (int(struck["entry"]) if "damage_taken" in str(struck) else 0)
            head = self._next()
        return first

    def undo(self, entry: int) -> int:
        """Undo an entry; the number of the revision."""
        answer = self.gm.ask("POST", "./revisions", 201, json={"undo": [entry], "policy": "cascade"})
        return int(answer["entry"]["entry"])

    def _create(self, name: str, **more: Any) -> None:
        self.gm.does(f"{GAME}.create", name=name.title(), handle=name, **more)

    def _next(self) -> int:
        return int(self.gm.does(f"{GAME}.next_turn", encounter="field")["entry"])

    def _turn(self) -> list[str]:
        """The handles of those whose turn it is."""
        board = self.gm.see("./encounters/field")
        return [each["handle"] for each in board["order"] if each["active"]]


def measure(bench: Bench) -> Iterator[Table]:
    with bench.database() as url, ExitStack() as stack:
        folder = bench.folder / f"skirmish-{uuid4().hex}"
        folder.mkdir()
        served = stack.enter_context(Serving(url, folder))
        owner = Person(stack.enter_context(httpx.Client(base_url=served.url, timeout=60)), served.owner_token)
        gnolls, entries = bench.scaled(28, 3), bench.scaled(300, 12)
        crowd = Skirmish(owner, gnolls)
        plain = seconds(lambda: crowd.gm.does("freeform.note", text="Rain."), bench.scaled(50, 5))
        analyze(url)
        _, bursts = crowd.burst()
        spread, focused = (_undone(bench, Skirmish(owner, 3), entries, foes, url) for foes in (3, 1))
    took = {
        "a plain command": plain,
        "the burst, until the first is asked": bursts[0],
        "each answer, at most": max(bursts[1:], default=0.0),
        f"the undo of the first hit of {entries} entries, upon three foes": spread,
        "… upon one foe, so that every attack is decided again": focused,
    }
    rows = [(what, f"{1e3 * time:.0f}", f"{time / plain:.1f}") for what, time in took.items()]
    note = f"{len(bursts) - 1} questions to two players."
    yield Table(
        f"A burst over {gnolls + 2} on a grid, and a long fight", ("what", "ms", "× a plain command"), rows, note
    )


def _undone(bench: Bench, fight: Skirmish, entries: int, foes: int, url: str) -> float:
    """The seconds that the undo of the first hit of a fight takes."""
    first, undos = fight.fight_on(entries, foes), []
    analyze(url)
    for _ in range(bench.scaled(5, 1)):
        revision, took = _timed(lambda: fight.undo(first))
        undos.append(took)
        fight.undo(revision)
    return median(undos)


def _timed(do: Any) -> tuple[Any, float]:
    before = perf_counter()
    done = do()
    return done, perf_counter() - before
