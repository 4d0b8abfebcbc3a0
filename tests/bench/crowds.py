"""Two hundred zombies in one scene: what a Horde's attack, an attack over all of them and an undo under them take over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple
from uuid import uuid4

import httpx

from tests.api.people import Person
from tests.api.serving import Serving
from tests.bench.measuring import Bench, Table, seconds

GAME = "rotted-capes"
FIRE = {"who": "lark", "area": "yard", "way": "ranged", "damage": "4d6", "adds": 20, "type": "fire"}
BITE = {"who": "ghoul-1", "target": "anvil", "damage": "1d6", "cost": "reaction"}


class Timed(NamedTuple):
    """An entry that was written, and the seconds that it took."""

    entry: int
    took: float


class Crowd:
    """A campaign in which so many ghouls, as one Horde, stand in a yard with Anvil and Rook; Lark is at the gate, and it is
    her turn.

    It takes two Wounds to destroy one of the ghouls, unless they are `frail`.
    """

    def __init__(self, owner: Person, ghouls: int, *, frail: bool = False) -> None:
        options = {"dice": "table"}
        founded = owner.ask("POST", "/campaigns", 201, json={"name": "Crowded", "system": GAME, "options": options})
        self.gm = owner.at(founded["id"])
        self.ghouls = [f"ghoul-{number}" for number in range(1, ghouls + 1)]
        self.gm.does("freeform.create_encounter", name="Yard", handle="fight")
        for area, borders in (("gate", ["yard"]), ("yard", [])):
            self.gm.does("freeform.draw_area", encounter="fight", area=area, borders=borders)
        for hero, numbers in (("lark", {"bonuses": {"ranged": 60}}), ("anvil", {}), ("rook", {})):
            self.gm.does(
                f"{GAME}.create", name=hero.title(), handle=hero, stamina=90_000, wounds=99, statistics=numbers
            )
        sturdy = {"category": "zombie", "rank": "delta", "wounds": 1 if frail else 2}
        for ghoul in self.ghouls:
            self.gm.does(f"{GAME}.create", name="Ghoul", handle=ghoul, **sturdy, statistics={"bonuses": {"melee": 2}})
        for who in ("lark", "anvil", "rook", *self.ghouls):
            self.gm.does("freeform.place", encounter="fight", who=who, area="gate" if who == "lark" else "yard")
        self.gm.does(f"{GAME}.switch_mode", encounter="fight", mode="horde")
        self.gm.does(f"{GAME}.form_horde", encounter="fight", who=self.ghouls, _dice={"initiative": [5]})
        first = {"initiative/lark": [20], "initiative/anvil": [10], "initiative/rook": [9]}
        self.gm.does(f"{GAME}.begin_fight", encounter="fight", who=["lark", "anvil", "rook"], _dice=first)

    def fire(self, *, at_all: bool = False) -> int:
        """Lark sets the yard on fire, and hits every ghoul, and Anvil where it is `at_all`; the number of the entry."""
        dice = {"attack/disadvantage": [15, 15], "damage": [3, 3, 3, 3]}
        spares = ["rook"] if at_all else ["rook", "anvil"]
        return self._number(self.gm.does(f"{GAME}.attack_area", _encounter="fight", _dice=dice, **FIRE, spares=spares))

    def bite(self) -> int:
        """The Horde attacks Anvil out of its turn."""
        dice = {"attack": [15], "damage": [3]}
        return self._number(self.gm.does(f"{GAME}.attack", _encounter="fight", _dice=dice, **BITE))

    def plain(self) -> None:
        """A command about nobody else."""
        self.gm.does("freeform.note", text="Rain.")

    def undo(self, entry: int) -> int:
        """Undo an entry; the number of the revision."""
        answer = self.gm.ask("POST", "./revisions", 201, json={"undo": [entry], "policy": "cascade"})
        return int(answer["entry"]["entry"])

    @staticmethod
    def _number(answer: Any) -> int:
        return int(answer["entry"])


def measure(bench: Bench) -> Iterator[Table]:
    with bench.database() as url, ExitStack() as stack:
        folder = bench.folder / f"crowds-{uuid4().hex}"
        folder.mkdir()
        served = stack.enter_context(Serving(url, folder))
        owner = Person(stack.enter_context(httpx.Client(base_url=served.url, timeout=60)), served.owner_token)
        count = bench.scaled(200, 6)
        took = _took(bench, Crowd(owner, count))
        frail = Crowd(owner, count, frail=True)
        took["… which destroys them all"] = seconds(frail.fire, 1)
    rows = [(what, f"{1e3 * time:.0f}", f"{time / took['a plain command']:.1f}") for what, time in took.items()]
    note = "One sender, medians of a few; each undo is planned and written."
    yield Table(f"A Horde of {count} in one scene", ("what", "ms", "× a plain command"), rows, note)


def _took(bench: Bench, crowd: Crowd) -> dict[str, float]:
    times = bench.scaled(5, 1)
    first = crowd.bite()
    plain = seconds(crowd.plain, bench.scaled(50, 5))
    board = seconds(partial(crowd.gm.see, "./encounters/fight"), times)
    fires, undos = [], []
    for _ in range(times):
        fires.append(_timed(crowd.fire))
        undos.append(_timed(partial(crowd.undo, first)))
        crowd.undo(undos[-1].entry)
        crowd.undo(fires[-1].entry)
    crowd.fire(at_all=True)
    again = _timed(partial(crowd.undo, first))
    return {
        "a plain command": plain,
        "an attack of the Horde": seconds(crowd.bite, times),
        "an attack on the whole Area": median(fire.took for fire in fires),
        "the undo of the first hit": median(undo.took for undo in undos),
        "… which decides the attack on all again": again.took,
        "the board": board,
    }


def _timed(do: Callable[[], int]) -> Timed:
    before = perf_counter()
    entry = do()
    return Timed(entry, perf_counter() - before)
