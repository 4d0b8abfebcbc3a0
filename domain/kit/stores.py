"""Group stores: what a group holds in common, such as food, water, fuel or medicine, in units the game names.

A store is an asset of the group's, named by its word. What spoils is kept in lots, each with the second by which it is gone;
the oldest is taken first. A `most` is how much the group can keep.
"""

from __future__ import annotations

from typing import Any, Final

from domain.play.play import Play
from domain.vocabulary.base import Scalar
from domain.vocabulary.groups import Asset, AssetCounted, AssetGained, AssetLost

STORE: Final = "store"
"""The kind of the assets that are stores."""

GOOD_UNTIL: Final = "good_until"
"""The key of a lot's data that has the second of the game's time by which it is spoiled."""

OF: Final = "of"
"""The key of a lot's data that has the word of its store."""


def held(play: Play, group: str, word: str) -> int:
    """Return how much of something a group has that is not spoiled."""
    return sum(int(lot.quantity) for lot in lots(play, group, word).values() if not _is_spoiled(play, lot))


def lots(play: Play, group: str, word: str) -> dict[str, Any]:
    """Return the lots of something by name, as they are used: first what spoils first, last what keeps."""
    kept = {name: lot for name, lot in play.where(group, "assets", STORE).items() if lot.data.get(OF) == word}
    return dict(
        sorted(kept.items(), key=lambda item: (_good_until(item[1]) is None, _good_until(item[1]) or 0, item[0]))
    )


def put_in(play: Play, group: str, word: str, amount: int, *, keeps: int | None = None, most: int | None = None) -> int:
    """Add to a store, as far as there is room for it, and return how much went in.

    `keeps` is the seconds for which it is good; without it, it does not spoil. `most` is how much the group can keep of it.
    """
    room = amount if most is None else min(amount, most - held(play, group, word))
    if room < 1:
        return 0
    until = None if keeps is None else play.clock() + keeps
    same = next((name for name, lot in lots(play, group, word).items() if _good_until(lot) == until), None)
    if same is not None:
        play.emit(group, AssetCounted(name=same, amount=room))
        return room
    data: dict[str, Scalar] = {OF: word} if until is None else {OF: word, GOOD_UNTIL: until}
    name = play.new_id(word)
    play.emit(group, AssetGained(name=name, asset=Asset(kind=STORE, title=word, quantity=room, data=data)))
    return room


def take_out(play: Play, group: str, word: str, amount: int, because: str = "used") -> int:
    """Take from a store what spoils first, as far as there is any, and return how much. An empty lot is gone."""
    taken = 0
    for name, lot in lots(play, group, word).items():
        if not _is_spoiled(play, lot):
            taken += _take(play, group, name, min(amount - taken, int(lot.quantity)), because)
    return taken


def consume(play: Play, group: str, word: str, amount: int, *, rule: str, sentence: str) -> None:
    """Take so much from a store. Refused by the rule where there is less; forced, what there is goes."""
    if held(play, group, word) < amount:
        play.refuse(rule, sentence)
    take_out(play, group, word, amount)


def share_out(play: Play, group: str, word: str, needs: dict[str, int]) -> dict[str, int]:
    """Give each what they need for the day, in the order in which they are named, and return what each got."""
    return {who: take_out(play, group, word, need, f"for {who}") for who, need in needs.items()}


def spoil(play: Play, group: str, word: str) -> int:
    """Let what is no longer good be gone, and return how much that was."""
    spoiled = {name: int(lot.quantity) for name, lot in lots(play, group, word).items() if _is_spoiled(play, lot)}
    for name in spoiled:
        play.emit(group, AssetLost(name=name, because="spoiled"))
    return sum(spoiled.values())


def _take(play: Play, group: str, name: str, amount: int, because: str) -> int:
    if amount > 0:
        if amount == play.enclave(group).assets[name].quantity:
            play.emit(group, AssetLost(name=name, because=because))
        else:
            play.emit(group, AssetCounted(name=name, amount=-amount))
    return max(0, amount)


def _good_until(lot: Any) -> int | None:
    until = lot.data.get(GOOD_UNTIL)
    return until if isinstance(until, int) else None


def _is_spoiled(play: Play, lot: Any) -> bool:
    until = _good_until(lot)
    return until is not None and until <= play.clock()
