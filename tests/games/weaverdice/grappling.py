"""Grapples in an alley, for tests: Ramjet (Brawn 4) against Lung, with the dice of both."""

from __future__ import annotations

from typing import Any

from domain.vocabulary.holdings import Item, ItemGained
from domain.vocabulary.log import Noted, Rolled
from tests.games.weaverdice.ailing import Infirmary


class Ring(Infirmary):
    """Ramjet, Ana's, has Brawn 4: each of his rolls counts one more than its die."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.play("set", target="ramjet", path="attributes.brawn.base", value=4)

    def grab(self, brawn: int, against: int, *choices: str, contact: int = 6, **responses: str) -> int:
        """Ramjet grabs Lung; the dice of both, and what Ramjet does with what he won."""
        dice = {"attack": [contact], "grapple/ramjet": [brawn], "resist/lung": [against]}
        answers = {**_options("ramjet", *choices), "defence/lung": "no", **_spelled(responses)}
        return self.play("grab", who="ramjet", target="lung", dice=dice, responses=answers)

    def wrestle(self, brawn: int, against: int, *choices: str, **responses: str) -> int:
        """Ramjet wrestles on with Lung."""
        dice = {"grapple/ramjet": [brawn], "resist/lung": [against]}
        answers = {**_options("ramjet", *choices), **_spelled(responses)}
        return self.play("wrestle", who="ramjet", target="lung", dice=dice, responses=answers)

    def bank(self, who: str, target: str) -> int | None:
        """The points that a character has banked on another; None where there is no grapple."""
        links = self.sheet(who).links.values()
        return next((link.amount for link in links if link.to == self.ref(target)), None)

    def defence(self, who: str) -> int:
        """The defence score as it now is."""
        return self.value(who, "scores.defence")

    def target(self, entry: int, label: str) -> int | None:
        """What a roll had to reach."""
        return next(event.target for event in self.told(entry) if isinstance(event, Rolled) and event.name == label)

    def noted(self, entry: int, what: str) -> list[dict[str, object]]:
        """What was written down of a kind."""
        return [dict(event.data) for event in self.told(entry) if isinstance(event, Noted) and event.name == what]

    def arm(self, who: str, what: str, hand: str = "right", size: str = "small") -> None:
        """A character holds something."""
        thing = Item(what=what, location=f"hand/{hand}", data={"size": size})
        self.let(who, ItemGained(name=what, item=thing))


def _options(handle: str, *choices: str) -> dict[str, str]:
    return {f"option/{handle}" + (f"/{number}" if number > 1 else ""): c for number, c in enumerate(choices, start=1)}


def _spelled(responses: dict[str, str]) -> dict[str, str]:
    """`turned_ramjet` is the key `turned/ramjet`."""
    return {key.replace("__", "-").replace("_", "/"): answer for key, answer in responses.items()}
