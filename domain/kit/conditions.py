"""Conditions: a character enters a state, is in it, and leaves it, with all that hung on it.

Each instance has its own source and end. A chapter's `CONDITIONS` (`domain.system.ConditionKind`) declare once what
holds for a condition wherever it comes about. How long one lasts in the words of turns says `domain.kit.durations`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET, UnsetType

from domain.play.moments import come, settle
from domain.play.play import Play
from domain.system import ConditionKind
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import Audience, Scalar
from domain.vocabulary.bodies import Condition, ConditionChanged, ConditionDeepened, ConditionEnded, ConditionGained
from domain.vocabulary.data import Data

_PLAIN: Final = ConditionKind()

NO_DATA: Final[Mapping[str, Scalar]] = {}


def gain(
    play: Play,
    who: str,
    what: str,
    *,
    name: str = "",
    until: AnyAnchor | None = None,
    source: str = "",
    target: str = "",
    level: int = 0,
    tags: tuple[str, ...] = (),
    title: str = "",
    locked: bool = False,
    audience: Audience = "all",
    rules: tuple[str, ...] = (),
    data: Data | Mapping[str, Scalar] = NO_DATA,
    **more: Scalar,
) -> str:
    """Put a character in a state until its anchor ends it, and return the name of its instance.

    `source` is what it comes from, `target` whom it concerns (marked by whom, afraid of whom). Where the game has it once
    at most, nothing happens to a character who is in it, and the name is that of the present one. A `name` that is given has
    to be free. Its data is the struct that the game declares for it, or its keys; what else is given (`more`) are keys too.
    Where the game names a moment for the state, that comes.
    """
    condition = Condition(
        what=what,
        until=until,
        source=source,
        target=target,
        level=level,
        tags=tags,
        title=title,
        locked=locked,
        audience=audience,
        data={**keys_of(data), **more},
    )
    return add(play, who, condition, name, rules)


def add(play: Play, who: str, condition: Condition, name: str = "", rules: tuple[str, ...] = ()) -> str:
    """Put a character in a state that is given with all its fields, as `gain` does, and return the name of its instance."""
    kind = play.system.conditions.get(condition.what, _PLAIN)
    present = play.where(who, "conditions", condition.what) if kind.single else {}
    if present:
        return min(present)
    name = name or play.new_id(condition.what.replace("_", "-"))
    play.emit(who, ConditionGained(name=name, condition=condition, rules=rules))
    if kind.moment:
        come(play, kind.moment, who)
    return name


def keys_of(data: Data | Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return the keys of data as an instance carries them."""
    return data.stored() if isinstance(data, Data) else dict(data)


def has(play: Play, who: str, *whats: str) -> bool:
    """Whether a character is in one of these states."""
    return any(play.where(who, "conditions", what) for what in whats)


def present(play: Play, who: str, what: str, *, tag: str = "", source: str = "", target: str = "") -> dict[str, Any]:
    """Return the instances of a state by name: those with a tag, from a source, or concerning a target where that is given."""
    return {
        name: condition
        for name, condition in sorted(play.where(who, "conditions", what).items())
        if (not tag or tag in condition.tags)
        and (not source or condition.source == source)
        and (not target or condition.target == target)
    }


def level(play: Play, who: str, what: str) -> int:
    """Return the levels of a state, added up over its instances; 0 for who is not in it."""
    return sum(int(condition.level) for condition in play.where(who, "conditions", what).values())


def deepen(play: Play, who: str, what: str, by: int = 1, *, source: str = "", until: AnyAnchor | None = None) -> None:
    """Add levels to the one instance of a state, which is named after it; it comes about with them where there is none.

    `source` and `until` are those of an instance that comes about. Nothing happens for less than one level.
    """
    if by < 1:
        return
    condition = play.aggregate(who).conditions.get(what)
    if condition is not None:
        worsen(play, who, what, by)
    else:
        gain(play, who, what, name=what, level=by, source=source, until=until)


def worsen(play: Play, who: str, name: str, by: int = 1) -> None:
    """Add levels to an instance, by its name."""
    play.emit(who, ConditionDeepened(name=name, amount=by))


def ease(play: Play, who: str, name: str, by: int = 1, because: str = "") -> int:
    """Take levels from an instance, as far as it has any, and return how many; with the last of them it ends."""
    condition = play.aggregate(who).conditions.get(name)
    eased = 0 if condition is None else max(0, min(by, int(condition.level)))
    if eased and condition is not None and eased == condition.level:
        end_one(play, who, name, because)
    elif eased:
        play.emit(who, ConditionDeepened(name=name, amount=-eased))
    return eased


def change(
    play: Play,
    who: str,
    name: str,
    *,
    level: int | UnsetType = UNSET,
    until: AnyAnchor | UnsetType | None = UNSET,
    title: str | UnsetType = UNSET,
    data: Data | Mapping[str, Scalar] | UnsetType = UNSET,
    rules: tuple[str, ...] = (),
) -> None:
    """Set some fields of an instance; of its `data` the keys that are given, and null takes a key away."""
    changed = UNSET if isinstance(data, UnsetType) else keys_of(data)
    play.emit(who, ConditionChanged(name=name, level=level, until=until, title=title, data=changed, rules=rules))


def end(play: Play, who: str, what: str, because: str = "", *, source: str = "", target: str = "") -> int:
    """End every instance of a state, or those from a source or concerning a target, with what hung on them. Return how many."""
    names = list(present(play, who, what, source=source, target=target))
    for name in names:
        end_one(play, who, name, because)
    return len(names)


def end_one(play: Play, who: str, name: str, because: str = "", rules: tuple[str, ...] = ()) -> None:
    """End one instance, and what hung on it."""
    play.emit(who, ConditionEnded(name=name, because=because, rules=rules))
    settle(play, f"{who}.conditions.{name}")


def replace(play: Play, who: str, what: str, because: str = "superseded", **new: Any) -> str:
    """Put a character in a state of which only the last one counts: the instances of before end first (one mark at a time)."""
    end(play, who, what, because)
    return gain(play, who, what, **new)
