"""Group stores: what a group holds in common, such as food, water, fuel or medicine, in units the game names.

A store is an asset of the group's, named by its word.
"""

from __future__ import annotations

from typing import Any, Final

from domain.play.play import Play
from domain.vocabulary.groups import Asset, AssetCounted, AssetGained, AssetLost

STORE: Final = "store"
"""The kind of the assets that are stores."""

OF: Final = "of"
"""The key of the asset's data that has the word of its store."""


def in_stock(play: Play, group: str, word: str) -> int:
    """Return how much of something a group has."""
    return sum(int(asset.quantity) for asset in _assets(play, group, word).values())


def put_in(play: Play, group: str, word: str, amount: int) -> None:
    """Add to a store; it comes about where there is none."""
    name = next(iter(_assets(play, group, word)), None)
    if name is not None:
        play.emit(group, AssetCounted(name=name, amount=amount))
        return
    asset = Asset(kind=STORE, title=word, quantity=amount, data={OF: word})
    play.emit(group, AssetGained(name=play.new_id(word), asset=asset))


def take_out(play: Play, group: str, word: str, amount: int, because: str = "used") -> int:
    """Take from a store as far as there is anything, and return how much. An empty store is lost."""
    taken = 0
    for name, asset in _assets(play, group, word).items():
        taken += _take(play, group, name, min(amount - taken, int(asset.quantity)), because)
    return taken


def share_out(play: Play, group: str, word: str, needs: dict[str, int]) -> dict[str, int]:
    """Give each what they need for the day, in the order in which they are named, and return what each got."""
    return {who: take_out(play, group, word, need, f"for {who}") for who, need in needs.items()}


def _take(play: Play, group: str, name: str, amount: int, because: str) -> int:
    if amount > 0:
        if amount == play.enclave(group).assets[name].quantity:
            play.emit(group, AssetLost(name=name, because=because))
        else:
            play.emit(group, AssetCounted(name=name, amount=-amount))
    return max(0, amount)


def _assets(play: Play, group: str, word: str) -> dict[str, Any]:
    """Return the assets that make up a store, by name."""
    stores = play.where(group, "assets", STORE)
    return {name: stores[name] for name in sorted(stores) if stores[name].data.get(OF) == word}
