"""A table at which a group is after a target, in few words."""

from __future__ import annotations

from typing import Any

from domain.vocabulary.groups import MemberJoined, Membership
from domain.vocabulary.holdings import Card, CardGained
from domain.vocabulary.intelligence import Cell, Grid
from systems.weaverdice.investigation import lines
from tests.games.weaverdice.capes import Capes

ON: dict[str, Any] = {"group": "crew", "grid": "target"}


def _at(space: str) -> dict[str, Any]:
    return {"space": space} if space else {}


class Stakeout(Capes):
    """Smokey Bandit (Ana's) and Ribbit are the crew; Pearl is whom they are after.

    Spaces are named by row and column, as in `0/1`. The grid is laid out by `lay`.
    """

    def __init__(self, wits: int = 3, knowledge: int = 3, **options: Any) -> None:
        super().__init__(**options)
        self.cape("bandit", wits=wits, knowledge=knowledge)
        self.cape("ribbit", owner="")
        self.foe("pearl")
        self.create("crew", "enclave")
        for cape in ("bandit", "ribbit"):
            self.let("crew", MemberJoined(name=cape, membership=Membership(character=self.ref(cape))))

    def lay(self, *dispositions: str, **more: Any) -> int:
        """Lay out the grid about Pearl."""
        named = list(dispositions) or ["violent", "f-lister"]
        return self.play("lay_out_grid", **ON, target="pearl", dispositions=named, **more)

    def on(self, word: str, space: str = "", **args: Any) -> int:
        """A command about the grid, and about a space of it where one is named."""
        return self.play(word, **ON, **_at(space), **args)

    def refused(self, word: str, space: str = "", **args: Any) -> str:
        """The rule by which a command about the grid is refused."""
        return self.refusal(word, **ON, **_at(space), **args).rule

    def unlock(self, *spaces: str, by: tuple[str, ...] = ("bandit",)) -> list[int]:
        """Unlock spaces for what was done in play."""
        return [self.on("unlock_space", space, by=list(by)) for space in spaces]

    def surveil(self, who: str = "bandit") -> int:
        """Begin to watch."""
        return self.on("surveil", who=who)

    def watch(self, die: int, space: str = "0/0", who: str = "bandit", **more: Any) -> int:
        """Roll for a space in the field; a failure is a strike unless responses say otherwise."""
        more.setdefault("responses", {"failure": "strike"})
        return self.on("watch", space, who=who, dice={"surveil": [die]}, **more)

    def research(self, who: str = "bandit") -> int:
        """Begin to research."""
        return self.on("research", who=who)

    def look_up(self, die: int, space: str, who: str = "bandit") -> int:
        """Roll for a space at a desk."""
        return self.on("look_up", space, who=who, dice={"research": [die]})

    def hold(self, name: str, type: str = "violent", tier: int = 1, who: str = "bandit", about: str = "") -> None:
        """Give a character a piece of intel."""
        card = Card(kind="intel", tier=tier, exclusive_to=about, data={"type": type})
        self.let(who, CardGained(name=name, card=card))

    def intel(self, who: str = "bandit") -> list[tuple[str, int]]:
        """The type and tier of each piece of intel that a character holds."""
        cards = self.sheet(who).cards.values()
        return sorted((str(card.data["type"]), card.tier) for card in cards if card.kind == "intel")

    @property
    def grid(self) -> Grid:
        return self.group("crew").grids["target"]

    def cell(self, space: str) -> Cell:
        """A space as it is."""
        return self.group("crew").cells[f"target/{space}"]

    def node(self) -> Cell:
        """The newest node."""
        return self.cell(max(name.removeprefix("target/") for name in self.group("crew").cells if "/node-" in name))

    def opened(self) -> list[str]:
        """The spaces that are unlocked."""
        cells = self.group("crew").cells
        return sorted(name.removeprefix("target/") for name, cell in cells.items() if cell.state == "open")

    def numbers(self) -> list[list[int | None]]:
        """The target numbers by row."""
        return [[self.cell(f"{r}/{c}").price for c in range(self.grid.columns)] for r in range(self.grid.rows)]

    def number(self, space: str) -> int:
        """The target number of a space as it now is."""
        return self.value("crew", f"cells.target/{space}.price")

    def bonus(self, line: str) -> int:
        """What a row or column is worth."""
        return self.value("crew", lines.bonus_path("target", line))
