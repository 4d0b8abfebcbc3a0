"""Ramjet and what she carries and wears, for tests; with an alley to fight in."""

from __future__ import annotations

from typing import Any

from domain.commands import Envelope
from domain.dice.supply import DiceSupply
from domain.dice.tape import Tape
from domain.kit.naming import handle_of
from domain.play.play import Deed, Play
from domain.vocabulary.bodies import Wound, WoundSuffered
from domain.vocabulary.holdings import Item
from domain.vocabulary.values import PointGained
from tests.games.weaverdice.fighting import Alley


class Outfitters(Alley):
    """Ramjet, with $5000 and 3 in every stat, and the notable Lung."""

    def __init__(self, dollars: int = 5000, **options: Any) -> None:
        stats = {stat: options.pop(stat) for stat in ("brawn", "dexterity", "knowledge", "social") if stat in options}
        super().__init__(**options)
        self.cape("ramjet", **stats)
        self.foe("lung")
        if dollars:
            self.let("ramjet", PointGained(name="money", amount=dollars))

    def looking(self) -> Play:
        """A rule's view of things as they are, for what a command only comes to use later."""
        deed = Deed(entry=0, member="gm", is_gm=True, envelope=Envelope(type="freeform.come"), args=None)
        world, registry = self.ledger.heads.fresh(self.campaign_id), self.ledger.registry
        return Play(world, deed, DiceSupply(Tape()), self.system, registry)

    def money(self) -> int:
        return self.current("ramjet", "money")

    def thing(self, what: str, at: str = "", *keywords: str, **more: Any) -> str:
        """Ramjet has a thing, at that place where one is given; its name."""
        self.play("give_thing", who="ramjet", what=what, keywords=list(keywords), **more)
        name = self.newest(what)
        if at:
            self.play("move_item", target="ramjet", item=name, location=at)
        return name

    def piece(self, what: str, tier: str = "standard", **more: Any) -> str:
        """Ramjet buys a piece; its name."""
        self.play("buy_piece", who="ramjet", what=what, tier=tier, **more)
        return self.newest(what)

    def wear(self, what: str, tier: str = "standard", space: int = 0, **more: Any) -> str:
        """Ramjet buys a piece and puts it on; its name."""
        piece = self.piece(what, tier, **more)
        self.play("put_on", who="ramjet", piece=piece, space=space)
        return piece

    def newest(self, what: str) -> str:
        return [name for name, item in self.sheet("ramjet").items.items() if handle_of(item.what) == handle_of(what)][
            -1
        ]

    def item(self, name: str, who: str = "ramjet") -> Item:
        return self.sheet(who).items[name]

    def at(self, name: str, who: str = "ramjet") -> str:
        """Where a thing is."""
        return self.item(name, who).location

    def damage(self, item: str, lost: bool = False, **more: Any) -> int:
        return self.play("damage_gear", who="ramjet", item=item, lost=lost, **more)

    def hit(self, piece: str, name: str = "hit") -> None:
        """A piece of armor has taken its hit."""
        self.let("ramjet", WoundSuffered(name=name, wound=Wound(severity="lesser", kind="cut", slot=f"item/{piece}")))

    def fight_on(self) -> None:
        """They fight, and it is Ramjet's turn."""
        self.begin("ramjet", against=("lung",), ramjet=6, lung=1)

    def learn(self, *skills: str, who: str = "ramjet") -> None:
        for skill in skills:
            self.play("grant_skill", who=who, skill=skill)
