"""A table of Orcus for tests of powers: a caster, her friend, and foes on a map."""

from __future__ import annotations

from typing import Any

from tests.games.orcus.cast import Cast


class PowerTable(Cast):
    """Bryn with Intelligence and Strength 16 and Sela, both of level 1 and Ana's; Gnasher and Rask with defenses of 12."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.hero("bryn", int=16, str=16)
        self.hero("sela", cha=14)
        for handle in ("gnasher", "rask"):
            self.monster(handle, ac=12, fortitude=12, reflex=12, will=12)

    def learn(self, who: str, power: str, **record: Any) -> None:
        """A character has a power, of the game's or, with a record, of the campaign's own."""
        if record:
            self.play("add_power", power={"name": power, **record})
        self.play("learn_power", who=who, power=power)

    def use(self, who: str, power: str, *targets: str, **more: Any) -> int:
        """Use a power; the entry's number."""
        return self.play("use_power", encounter="ledge", who=who, power=power, targets=[*targets], **more)

    def refused(self, who: str, power: str, *targets: str, **more: Any) -> str:
        """The rule by which the use of a power is refused."""
        return self.refusal("use_power", encounter="ledge", who=who, power=power, targets=[*targets], **more).rule

    def start(self) -> None:
        """Begin a fight: Bryn, Gnasher, Sela and Rask act in this order."""
        self.begin({"bryn": 20, "sela": 10}, {"gnasher": 15, "rask": 5})

    def profile(self, who: str) -> Any:
        """Who a character is, and who plays them."""
        return self.sheet(who).profile["self"]

    def moment(self, moment: str, who: str) -> None:
        """Let a character's moment come."""
        self.play("come", moment=moment, subject=who)

    def on_map(self, **squares: tuple[int, int]) -> None:
        """Put a character on the map."""
        for who, (x, y) in squares.items():
            self.put(who, x, y)


BOLT = {"range": "ranged 10", "attack": "intelligence vs reflex", "hit": "1d8 + intelligence damage"}
BLAST = {"range": "near burst 1", "attack": "intelligence vs reflex", "hit": "1d6 damage"}


def dice(damage: int = 0, **attack: int) -> dict[str, list[int]]:
    """The dice of attacks, by target, and those of the damage."""
    rolled = {f"attack/{target}": [die] for target, die in attack.items()}
    return rolled | ({"damage": [damage]} if damage else {})
