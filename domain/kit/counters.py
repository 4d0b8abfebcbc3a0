"""Counters: how often something was done, and against whom, until a moment comes with which the count begins afresh.

A counter has a name on its character, such as `first-aid` or `mark/ana`. `until` is set when it is opened, and comes round
where a moment, a scene or a session does: once a day, an encounter, a rest.
"""

from __future__ import annotations

from typing import Any

from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import Audience
from domain.vocabulary.undertakings import Use, UseCounted, UseOpened, UseReset


def is_open(play: Play, ref: str, name: str) -> bool:
    """Whether something has been counted at all, be it down to nothing by now."""
    return name in play.aggregate(ref).uses


def times(play: Play, ref: str, name: str) -> int:
    """Return how often something was done since its count began afresh; 0 where it was never counted."""
    use = play.aggregate(ref).uses.get(name)
    return 0 if use is None else int(use.count)


def ensure(
    play: Play,
    ref: str,
    name: str,
    *,
    what: str = "",
    against: str = "",
    count: int = 0,
    at: int | None = None,
    until: AnyAnchor | None = None,
    title: str = "",
    audience: Audience = "all",
    rules: tuple[str, ...] = (),
    **data: Any,
) -> bool:
    """Open a counter at `count` where there is none yet, and return whether it was opened.

    `what` is the kind of thing that is counted (its name where nothing is said), `at` the in-game second of the last use.
    """
    if is_open(play, ref, name):
        return False
    use = Use(
        what=what or name,
        against=against,
        count=count,
        last=at,
        until=until,
        title=title,
        audience=audience,
        data=data,
    )
    play.emit(ref, UseOpened(name=name, use=use, rules=rules))
    return True


def count(play: Play, ref: str, name: str, by: int = 1, *, at: int | None = None, **opening: Any) -> None:
    """Count something once more, or `by` more; the counter is opened with that where there is none (see `ensure`)."""
    if not ensure(play, ref, name, count=by, at=at, **opening):
        play.emit(ref, UseCounted(name=name, amount=by, at=at))


def add(play: Play, ref: str, name: str, by: int = 1, *, at: int | None = None, value: int | None = None) -> None:
    """Count by more, or by fewer below zero, with a counter that is open. `value` is the number that came up."""
    play.emit(ref, UseCounted(name=name, amount=by, at=at, value=value))


def clear(play: Play, ref: str, name: str, count: int = 0, **more: Any) -> None:
    """Set a counter that is open to a count. `more` are other fields of it, such as `until`, `seen` or `data`."""
    play.emit(ref, UseReset(name=name, count=count, **more))


def restart(play: Play, ref: str, name: str, count: int = 0, **opening: Any) -> None:
    """Let a counter begin afresh at a count, whether it is open or not (see `ensure`)."""
    if not ensure(play, ref, name, count=count, **opening):
        clear(play, ref, name, count)


def limit(play: Play, ref: str, name: str, most: int, *, rule: str, sentence: str, by: int = 1, **opening: Any) -> None:
    """Count something that may be done `most` times until its count begins afresh. Refused by the rule where it is too often."""
    if times(play, ref, name) + by > most:
        play.refuse(rule, sentence)
    count(play, ref, name, by, **opening)


def wait(play: Play, ref: str, name: str, seconds: int) -> int:
    """Return the seconds of the game's time until something may be done again, of which there is one in so many seconds."""
    use = play.aggregate(ref).uses.get(name)
    return 0 if use is None else max(0, int(use.last or 0) + seconds - play.clock())
