"""Tank, who gets hurt, for tests: hits with the die on the table, and what they leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from api.testing.table import Dice
from domain.vocabulary.bodies import Wound, WoundSuffered
from domain.vocabulary.log import Noted
from tests.games.weaverdice.fighting import Alley


class Arena(Alley):
    """Tank (Guts 3 unless told otherwise) is Ana's; Lung and all others are the game master's."""

    def __init__(self, guts: int = 3, **options: Any) -> None:
        super().__init__(**options)
        self.cape("tank", guts=guts)
        self.foe("lung")

    def hit(
        self,
        tier: str,
        type: str,
        *effect: int,
        who: str = "tank",
        stay: Sequence[int] = (),
        responses: dict[str, str] | None = None,
        dice: Dice | None = None,
        **how: Any,
    ) -> int:
        """A hit with the die of its effect (none: it has no effect to roll) and, where it is due, of staying in."""
        given: dict[str, Sequence[int]] = {f"effect/{who}": effect[:1]} if effect else {}
        given |= {f"effect/{who}/2": effect[1:2]} if len(effect) > 1 else {}
        given |= {f"stay/{who}": stay[:1]} if stay else {}
        given |= {f"stay/{who}/2": stay[1:2]} if len(stay) > 1 else {}
        return self.play(
            "inflict", who=who, tier=tier, type=type, dice=given | dict(dice or {}), responses=responses, **how
        )

    def scratch(self, tier: str = "lesser", *stay: int, who: str = "tank", **how: Any) -> int:
        """A wound without an effect."""
        return self.hit(tier, "cut", who=who, effect=False, stay=stay, **how)

    def wounded(self, *tiers: str, who: str = "tank") -> None:
        """Wounds on the body, named `w1`, `w2` and so on, for which nobody had to stay in the fight."""
        count = len(self.sheet(who).wounds)
        for number, tier in enumerate(tiers, start=count + 1):
            self.let(
                who, WoundSuffered(name=f"w{number}", wound=Wound(severity=tier, kind="cut", slot=f"body/{number}"))
            )

    def wears(self, what: str, space: int = 1, tier: str = "standard", who: str = "tank", **feature: Any) -> None:
        """A piece of costume, of the campaign's own making where it has features."""
        if feature:
            self.play("define_piece", what=what, tier=tier, **feature)
        self.play("give_piece", who=who, what=what, tier=tier)
        self.play("put_on", who=who, piece=what, space=space)

    def holds(self, what: str, who: str = "tank", **weapon: Any) -> None:
        """A thing in the hand, a weapon of the campaign's own where it says how it strikes."""
        if weapon:
            self.play("define_weapon", name=what, **weapon)
        self.play("give_thing", who=who, what=what)
        self.play("pick_up", who=who, item=what)

    def where(self, what: str, who: str = "tank") -> str:
        """Where a thing is."""
        (place,) = (item.location for item in self.sheet(who).items.values() if item.what == what)
        return place

    def thrown(self, entry: int) -> int:
        """The feet that an entry knocked a character back."""
        return sum(int(str(event.data["feet"])) for event in self.told(entry) if isinstance(event, Noted))

    def stats(self, who: str = "tank") -> dict[str, int]:
        """The stats that are not 3."""
        names = ("brawn", "athletics", "dexterity", "wits", "social", "knowledge", "guts")
        scores = {name: self.value(who, f"attributes.{name}") for name in names}
        return {name: score for name, score in scores.items() if score != 3}

    def pains(self, who: str = "tank") -> list[str]:
        """What hurts: a kind of pain, or a part of the body."""
        pains = [condition.data for condition in self.sheet(who).conditions.values() if condition.what == "pain"]
        return sorted(str(data["part"] if data["kind"] == "part" else data["kind"]) for data in pains)

    def parts(self, what: str, who: str = "tank") -> list[str]:
        """The parts of the body that are disabled or lost."""
        return sorted(
            str(condition.data["part"]) for condition in self.sheet(who).conditions.values() if condition.what == what
        )

    def named(self, what: str, who: str = "tank") -> str:
        """The name of the one condition of that word."""
        (name,) = (name for name, condition in self.sheet(who).conditions.items() if condition.what == what)
        return name


def struck(
    table: Arena,
    *attack: int,
    answer: str = "no",
    effect: Sequence[int] = (3,),
    dice: dict[str, list[int]] | None = None,
    **how: Any,
) -> int:
    """Lung strikes Tank with bare hands; the die of the attack, then those of what follows from it."""
    given: dict[str, list[int]] = {"attack": list(attack[:1])}
    given |= {f"attack/{number}": [die] for number, die in enumerate(attack[1:], start=2)}
    given |= {"effect/tank": list(effect)} if effect else {}
    return table.play(
        "attack",
        dice=given | (dice or {}),
        responses={"defence/tank": answer},
        **({"who": "lung", "targets": ["tank"]} | how),
    )
