"""Moments: named points of a game's time. When one comes, what is anchored to it ends, and the system's handlers run.

Order: anchored instances first, by aggregate (the subject before the others), component and name, then the system's
handlers in the order in which it lists them. Where the system lets the owner of the subject order what is simultaneous,
the owner is offered what comes first, second, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from domain.campaign import CAMPAIGN
from domain.components.anchors import (
    AnyAnchor,
    AtMoment,
    UntilSaved,
    UntilTime,
    WhilePresent,
)
from domain.events import Event
from domain.events.body import ConditionChanged, ConditionEnded
from domain.events.chronicle import ClockAdvanced
from domain.events.group import FollowerChanged
from domain.events.holdings import CardChanged, CardLost
from domain.events.scene import ZoneChanged, ZoneClosed
from domain.events.undertakings import (
    IntentChanged,
    IntentEnded,
    LinkBroken,
    LinkChanged,
    TaskChanged,
    UseReset,
)
from domain.events.values import ModifierChanged, ModifierLifted
from domain.play.play import Play

MOST_STOPS = 10_000
"""How many due times one passage of time may run through; a longer one is to be given in parts."""


class _Held(NamedTuple):
    """How a component's instances hang on an anchor: the field, the event that ends one, the event that moves its anchor."""

    field: str
    end: Callable[[str, str], Event]
    move: Callable[[str, AnyAnchor], Event]


_HELD: dict[str, _Held] = {
    "modifiers": _Held(
        "until",
        lambda name, why: ModifierLifted(name=name, because=why),
        lambda name, anchor: ModifierChanged(name=name, until=anchor),
    ),
    "conditions": _Held(
        "until",
        lambda name, why: ConditionEnded(name=name, because=why),
        lambda name, anchor: ConditionChanged(name=name, until=anchor),
    ),
    "links": _Held(
        "until",
        lambda name, why: LinkBroken(name=name, because=why),
        lambda name, anchor: LinkChanged(name=name, until=anchor),
    ),
    "intents": _Held(
        "due",
        lambda name, why: IntentEnded(name=name, because=why),
        lambda name, anchor: IntentChanged(name=name, due=anchor),
    ),
    "cards": _Held(
        "expires",
        lambda name, why: CardLost(name=name, because=why),
        lambda name, anchor: CardChanged(name=name, expires=anchor),
    ),
    "tasks": _Held(
        "due",
        lambda name, _: TaskChanged(name=name, due=None, state="due"),
        lambda name, anchor: TaskChanged(name=name, due=anchor),
    ),
    "uses": _Held(
        "until",
        lambda name, _: UseReset(name=name, count=0, seen=()),
        lambda name, anchor: UseReset(name=name, until=anchor),
    ),
    "zones": _Held(
        "until",
        lambda name, why: ZoneClosed(name=name, because=why),
        lambda name, anchor: ZoneChanged(name=name, until=anchor),
    ),
    "followers": _Held(
        "tapped_until",
        lambda name, _: FollowerChanged(name=name, tapped_until=None, state="ready"),
        lambda name, anchor: FollowerChanged(name=name, tapped_until=anchor),
    ),
}


class Hanging(NamedTuple):
    """An instance that hangs on an anchor."""

    ref: str
    component: str
    name: str
    anchor: AnyAnchor

    @property
    def path(self) -> str:
        return f"{self.ref}.{self.component}.{self.name}"


def come(play: Play, moment: str, subject: str = "") -> None:
    """A moment of a subject comes ("" for one that belongs to nobody): ends, saves and the system's handlers, in order."""
    effects: dict[str, Callable[[], None]] = {}
    for hanging in hanging_on(play, _scope(play, subject)):
        anchor = hanging.anchor
        if isinstance(anchor, AtMoment | UntilSaved) and (anchor.moment, anchor.subject) == (moment, subject):
            effects[hanging.path] = lambda hanging=hanging: _strike(play, hanging, moment)  # type: ignore[misc]
    for number, handler in enumerate(play.system.moments.get(moment, ())):
        effects[f"{moment}/{number}"] = lambda handler=handler: handler(play, subject)  # type: ignore[misc]
    _in_order(play, moment, subject, effects)


def end_all(play: Play, refs: tuple[str, ...], kind: type[AnyAnchor], because: str, encounter: str = "") -> None:
    """End whatever hangs on an anchor of this kind (the scene's, the session's, or this encounter's end)."""
    for hanging in hanging_on(play, refs):
        anchor = hanging.anchor
        if isinstance(anchor, kind) and (not encounter or getattr(anchor, "encounter", encounter) == encounter):
            end(play, hanging, because)


def end(play: Play, hanging: Hanging, because: str) -> None:
    """End one instance, and with it what is anchored to it."""
    if hanging.name not in getattr(play.aggregate(hanging.ref), hanging.component):
        return
    play.emit(hanging.ref, _HELD[hanging.component].end(hanging.name, because))
    settle(play, hanging.path)


def settle(play: Play, path: str) -> None:
    """End what was anchored to the instance at `path`, which is gone: on the same aggregate and in the deed's encounter."""
    ref = path.partition(".")[0]
    refs = tuple(dict.fromkeys((ref, *participants(play, play.deed.envelope.encounter))))
    for hanging in hanging_on(play, refs):
        if isinstance(hanging.anchor, WhilePresent) and hanging.anchor.path == path:
            end(play, hanging, f"{path} is gone")


def pass_time(play: Play, seconds: int) -> None:
    """Let in-game time pass, stopping wherever something is due: anchored ends first, then the system's periods."""
    if seconds < 0:
        play.refuse("time", "Time does not run backwards: give the seconds that pass, or set the clock.")
    end_at = play.clock() + seconds
    for _ in range(MOST_STOPS):
        here = play.clock()
        due = [h for h in hanging_on(play, everyone(play)) if isinstance(h.anchor, UntilTime) and h.anchor.at <= end_at]
        marks = {period: (here // length + 1) * length for period, length in play.system.periods.items()}
        stop = min([end_at, *(max(h.anchor.at, here) for h in due if isinstance(h.anchor, UntilTime)), *marks.values()])
        if stop > here:
            play.emit(CAMPAIGN, ClockAdvanced(name="now", seconds=stop - here))
        for hanging in due:
            if isinstance(hanging.anchor, UntilTime) and hanging.anchor.at <= stop:
                end(play, hanging, "its time is over")
        for period in (period for period, mark in marks.items() if mark == stop):
            come(play, period)
        if stop == end_at:
            return
    play.refuse("time", f"More than {MOST_STOPS} things fall due in that time; let it pass in parts.")


def hanging_on(play: Play, refs: tuple[str, ...]) -> Iterator[Hanging]:
    """Everything of these aggregates that hangs on an anchor, by aggregate, component and name."""
    found: list[Hanging] = []
    for ref in refs:
        if not play.exists(ref):
            continue
        aggregate = play.aggregate(ref)
        for component, held in _HELD.items():
            if component in ("zones", "followers") and not ref.startswith(_HOME[component]):
                continue
            instances = getattr(aggregate, component)
            for name in sorted(instances):
                anchor = getattr(instances[name], held.field)
                if anchor is not None:
                    found.append(Hanging(ref, component, name, anchor))
    return iter(found)


_HOME = {"zones": "encounter/", "followers": "enclave/"}


def participants(play: Play, encounter: str | None) -> tuple[str, ...]:
    """The encounter and everybody in its order of turns; nobody without one."""
    if not encounter or not play.exists(encounter):
        return ()
    order = play.encounter(encounter).order
    inside = (ref for name in sorted(order) for ref in (order[name].subject, *order[name].members) if ref)
    return tuple(dict.fromkeys((encounter, *inside)))


def everyone(play: Play) -> tuple[str, ...]:
    """The campaign and every aggregate in it that has a name, in the order of their names."""
    handles = play.campaign().handles
    return (CAMPAIGN, *(handles[name].ref for name in sorted(handles)))


def _scope(play: Play, subject: str) -> tuple[str, ...]:
    inside = participants(play, play.deed.envelope.encounter)
    if subject:
        return tuple(dict.fromkeys((subject, *inside)))
    return inside or everyone(play)


def _strike(play: Play, hanging: Hanging, moment: str) -> None:
    """What the moment does to one anchored instance: count down, save, or end it."""
    anchor = hanging.anchor
    if hanging.name not in getattr(play.aggregate(hanging.ref), hanging.component):
        return
    if isinstance(anchor, AtMoment) and anchor.passing > 0:
        later = msgspec.structs.replace(anchor, passing=anchor.passing - 1)
        play.emit(hanging.ref, _HELD[hanging.component].move(hanging.name, later))
    elif isinstance(anchor, UntilSaved):
        if _saved(play, hanging):
            end(play, hanging, "saved")
    else:
        end(play, hanging, moment)


def _saved(play: Play, hanging: Hanging) -> bool:
    if play.system.save is not None:
        return play.system.save(play, hanging.ref, f"{hanging.component}.{hanging.name}")
    key = f"save/{hanging.path}"
    prompt = f"Does the save against {hanging.name} succeed?"
    return play.ask(key, "gm", ("ends", "stays"), "stays", prompt) == "ends"


def _in_order(play: Play, moment: str, subject: str, effects: dict[str, Callable[[], None]]) -> None:
    """Run them as listed or, where the system lets the subject's owner order them, as the owner says."""
    waiting = dict(effects)
    owner = owner_of(play, subject)
    while waiting:
        first = next(iter(waiting))
        if moment in play.system.ordered and len(waiting) > 1:
            key = f"order/{moment}/{subject}/{len(effects) - len(waiting)}"
            first = play.offer(key, owner, tuple(waiting), first, "Which comes first?")
        waiting.pop(first)()


def owner_of(play: Play, ref: str) -> str:
    """The member who decides for an aggregate: its first owner, else the game master."""
    if not ref.startswith("character/") or not play.exists(ref):
        return "gm"
    owners = play.aggregate(ref).profile["self"].owners
    return owners[0] if owners else "gm"
