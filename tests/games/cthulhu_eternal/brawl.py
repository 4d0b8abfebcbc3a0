"""A brawl in the cellar, with fists, blades and guns."""

from __future__ import annotations

from typing import Any

from domain.vocabulary.base import Scalar
from domain.vocabulary.log import Rolled
from tests.games.cthulhu_eternal.people import Cellar


class Brawl(Cellar):
    """A cellar in which a punch does 1d4 damage. Everybody has 60 in what is fought with, 50 in Dodge and 10 Hit Points."""

    def __init__(self, **options: Scalar) -> None:
        super().__init__(**{"unarmed_damage": "1d4", **options})

    def arm(self, who: str, weapon: str = "gun", what: str = "", **fields: Any) -> str:
        """Give a character a weapon in hand, a gun of 1d10 unless said otherwise; what it is."""
        given: dict[str, Any] = {"damage": "1d10", "range": 0 if weapon == "melee" else 20, **fields}
        self.play("enter_weapon", who=who, what=what or weapon, weapon=weapon, **given)
        return what or weapon

    def strike(
        self, who: str, target: str, rolled: int, damage: int | None = None, word: str = "attack", **args: Any
    ) -> int:
        """An attack (or the `word` given) that rolls so; with the die of its damage where it does any.

        `defend` is what the target answers, if it is asked, and `against` the dice of that; `also` are further answers.
        """
        dice = {"attack": [rolled], **args.pop("against", {})}
        if damage is not None:
            dice[f"damage/{target}"] = [damage]
        responses = {f"defend/{target}": args.pop("defend", "none"), **args.pop("also", {})}
        return self.play(word, who=who, target=target, dice=dice, responses=responses, **args)


def pin(table: Brawl, who: str = "ana", target: str = "bo", rolled: int = 30, **more: object) -> int:
    """One character tries to pin another."""
    return table.strike(who, target, rolled, None, "pin", **more)


def target_of(table: Brawl, entry: int, label: str = "attack") -> int | None:
    """What a roll of an entry was made against."""
    return next(event.target for event in table.told(entry) if isinstance(event, Rolled) and event.name == label)


def four_who_defend() -> Brawl:
    """Bo's count comes before Cal's, Cal's before Dee's, and Dee's before Eve's. Dodge is 50, everything else 60."""
    table = Brawl()
    table.begin(bo=14, cal=12, dee=10, eve=8)
    return table
