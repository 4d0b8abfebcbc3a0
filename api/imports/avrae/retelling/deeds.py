"""The order and the times in which a recording's happenings become entries.

Actions of several people interleave in a recording. Here a command and its results are put together.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from api.imports.avrae.story.happenings import BotSaid, EffectAdded, Happening, Said, StateSeen

_CALENDARS_END = 253_402_300_800
"""The year 10000, in seconds since 1970."""


def in_deeds(happenings: Iterable[Happening]) -> list[Happening]:
    """Return the happenings with every deed in one piece.

    A command that is followed by another person's deed is moved to its own deed. An effect that only a state shows is
    put before the effects that it is a parent of.
    """
    story = _parents_first(list(happenings))
    begun = {each.source.interaction: place for place, each in reversed(list(enumerate(story))) if _does(each)}
    ordered: list[tuple[int, int, Happening]] = []
    for place, each in enumerate(story):
        at = begun.get(each.source.interaction, place) if isinstance(each, Said) else place
        waits = at > place and any(_does(other) for other in story[place:at])
        ordered.append((at if waits else place, 0 if waits else 1, each))
    return [each for _, _, each in sorted(ordered, key=lambda key: key[:2])]


def _does(happening: Happening) -> bool:
    """Whether the happening is an action that a player asked for, rather than words or an observation."""
    return happening.source.interaction is not None and not isinstance(happening, Said | BotSaid | StateSeen)


def _parents_first(story: list[Happening]) -> list[Happening]:
    for place, late in enumerate(story):
        if not isinstance(late, EffectAdded) or late.witness != "state":
            continue
        children = {child.effect_id for child in late.effect.children}
        first = next((at for at, each in enumerate(story[:place]) if _is_one_of(each, children)), place)
        if not any(isinstance(each, StateSeen) for each in story[first:place]):
            story.insert(first, story.pop(place))
    return story


def _is_one_of(happening: Happening, effects: set[str]) -> bool:
    return isinstance(happening, EffectAdded) and happening.effect.id in effects


def rising(times: Sequence[float]) -> list[float]:
    """The times, none before the one before it: those out of line take the time of the last in line.

    The longest rising run of the times counts as in line, so that one wrong time moves no other. A time that no
    calendar has is never in line; where none is, all are 0.
    """
    in_line = _longest_rising_run(times)
    now = times[in_line[0]] if in_line else 0.0
    kept, risen = set(in_line), []
    for place, time in enumerate(times):
        now = time if place in kept else now
        risen.append(now)
    return risen


def _longest_rising_run(times: Sequence[float]) -> list[int]:
    """Places of a longest run that never falls, by patience sorting: the run that ends lowest, for every length."""
    ends: list[float] = []
    last: list[int] = []
    before: dict[int, int | None] = {}
    for place, time in enumerate(times):
        if not 0 <= time < _CALENDARS_END:
            continue
        length = bisect_right(ends, time)
        before[place] = last[length - 1] if length else None
        ends[length : length + 1] = [time]
        last[length : length + 1] = [place]
    run = []
    at = last[-1] if last else None
    while at is not None:
        run.append(at)
        at = before[at]
    return run[::-1]
