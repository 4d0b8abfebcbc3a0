"""Moments: named points of a game's time. When one comes, what is anchored to it ends, and the system's handlers run.

Order: anchored instances first, by aggregate (the subject before the others), component and name, then the system's
handlers in the order in which it lists them. Where the system lets the owner of the subject order what is simultaneous,
the owner is offered what comes first, second, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec

from domain.aggregates import CAMPAIGN
from domain.paths import anchored
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.play.working_copy import ANCHORS, Hanging
from domain.vocabulary.anchors import (
    SCENE,
    SESSION,
    TIME,
    AnyAnchor,
    AtMoment,
    SimpleAnchor,
    UntilFirst,
    UntilSaved,
    UntilSceneEnds,
    UntilSessionEnds,
    UntilTime,
    at_moment,
    hooks,
    parts,
)
from domain.vocabulary.base import Event
from domain.vocabulary.bodies import ConditionChanged, ConditionEnded
from domain.vocabulary.chronicle import Clock, ClockAdvanced, ClockStarted
from domain.vocabulary.groups import FollowerChanged
from domain.vocabulary.holdings import CardChanged, CardLost
from domain.vocabulary.maps import ZoneChanged, ZoneClosed
from domain.vocabulary.undertakings import IntentChanged, IntentEnded, LinkBroken, LinkChanged, TaskChanged, UseReset
from domain.vocabulary.values import ModifierChanged, ModifierLifted

E = TypeVar("E")

MOST_STOPS = 10_000
"""The maximum number of due times in one passage of time; give a longer one in parts."""


class _Held(NamedTuple):
    """The way in which an instance of a component comes off its anchor: the event that ends one, and the event that
    moves its anchor."""

    end: Callable[[Hanging, str], Event]
    move: Callable[[str, AnyAnchor | None], Event]


_HELD: dict[str, _Held] = {
    "modifiers": _Held(
        lambda held, why: ModifierLifted(name=held.name, because=why),
        lambda name, anchor: ModifierChanged(name=name, until=anchor),
    ),
    "conditions": _Held(
        lambda held, why: ConditionEnded(name=held.name, because=why),
        lambda name, anchor: ConditionChanged(name=name, until=anchor),
    ),
    "links": _Held(
        lambda held, why: LinkBroken(name=held.name, because=why),
        lambda name, anchor: LinkChanged(name=name, until=anchor),
    ),
    "intents": _Held(
        lambda held, why: IntentEnded(name=held.name, because=why),
        lambda name, anchor: IntentChanged(name=name, due=anchor),
    ),
    "cards": _Held(
        lambda held, why: CardLost(name=held.name, because=why),
        lambda name, anchor: CardChanged(name=name, expires=anchor),
    ),
    "tasks": _Held(
        lambda held, _: TaskChanged(name=held.name, due=None, state="due"),
        lambda name, anchor: TaskChanged(name=name, due=anchor),
    ),
    "uses": _Held(
        lambda held, _: UseReset(name=held.name, count=0, seen=(), until=held.anchor if _recurs(held.anchor) else None),
        lambda name, anchor: UseReset(name=name, until=anchor),
    ),
    "zones": _Held(
        lambda held, why: ZoneClosed(name=held.name, because=why),
        lambda name, anchor: ZoneChanged(name=name, until=anchor),
    ),
    "followers": _Held(
        lambda held, _: FollowerChanged(name=held.name, tapped_until=None, state="ready"),
        lambda name, anchor: FollowerChanged(name=name, tapped_until=anchor),
    ),
}


ANCHORED_COMPONENTS = frozenset(ANCHORS)
"""The components whose instances may hang on an anchor."""


_COMES_ABOUT = frozenset({"intents", "tasks"})
"""The components whose instances bring something about when their moment or time has come."""


def _recurs(anchor: AnyAnchor) -> bool:
    """Whether what it waits for comes round again, so that a counter that was reset waits for it once more."""
    return any(isinstance(part, AtMoment | UntilSceneEnds | UntilSessionEnds) for part in parts(anchor))


def come(play: Play, moment: str, subject: str = "", among: tuple[str, ...] | None = None) -> None:
    """Let a moment of a subject come ("" for one without a subject): ends, saves and the system's handlers, in order.

    Instances anchored to it are looked for among the subject and the encounter's participants, outside encounters among
    all; `among` says otherwise.
    """
    hook = at_moment(moment, subject)
    effects: dict[str, Callable[[], None]] = {}
    for hanging in hanging_on(play, _scope(play, subject) if among is None else among, hook):
        effects[hanging.path] = partial(_strike, play, hanging, hook)
    for number, handler in enumerate(play.system.moments.get(moment, ())):
        effects[f"{moment}/{number}"] = partial(handler, play, subject)
    for effect in in_order(play, moment, subject, effects):
        effect()


def end_all(play: Play, refs: tuple[str, ...], kind: type[AnyAnchor], because: str, encounter: str = "") -> None:
    """End every instance on an anchor of this kind (the scene's, the session's, or this encounter's end)."""
    hook = SCENE if kind is UntilSceneEnds else SESSION if kind is UntilSessionEnds else encounter
    for hanging in hanging_on(play, refs, hook):
        if any(isinstance(part, kind) and hook in hooks(part) for part in parts(hanging.anchor)):
            come_due(play, hanging, because)


def come_due(play: Play, hanging: Hanging, because: str) -> None:
    """Let an anchor's time come: an intent or task brings about what the system says, then it ends like any other."""
    due = play.system.hooks.due if hanging.component in _COMES_ABOUT else None
    if due is not None and _anchor_now(play, hanging) == hanging.anchor:
        due(play, hanging.ref, f"{hanging.component}.{hanging.name}")
        if not _is_there(play, hanging):
            settle(play, hanging.path)
    end(play, hanging, because)


def end(play: Play, hanging: Hanging, because: str) -> None:
    """End one instance as its component does (a task falls due, a counter is reset), if it still hangs there.

    With an instance that is gone goes what is anchored to it.
    """
    if _anchor_now(play, hanging) != hanging.anchor:
        return
    play.emit(hanging.ref, _HELD[hanging.component].end(hanging, because))
    if not _is_there(play, hanging):
        settle(play, hanging.path)


def settle(play: Play, path: str) -> None:
    """End what was anchored to the instance at `path`, which is gone. Looked for as in `come`."""
    for hanging in hanging_on(play, _scope(play, path.partition(".")[0]), path):
        end(play, hanging, f"{path} is gone")


def release(play: Play, path: str) -> None:
    """Let instances anchored to the one at `path` outlive it: a wound is displaced and leaves its bleeding behind.

    Their other anchors stay. They are looked for as in `come`.
    """
    for hanging in hanging_on(play, _scope(play, path.partition(".")[0]), path):
        left = tuple(part for part in parts(hanging.anchor) if path not in hooks(part))
        anchor = UntilFirst(of=left) if len(left) > 1 else next(iter(left), None)
        play.emit(hanging.ref, _HELD[hanging.component].move(hanging.name, anchor))


def rehang(play: Play, hanging: Hanging, anchor: AnyAnchor) -> None:
    """Hang one instance on another anchor, if it still hangs where it did."""
    if _anchor_now(play, hanging) == hanging.anchor:
        play.emit(hanging.ref, _HELD[hanging.component].move(hanging.name, anchor))


def settle_all_of(play: Play, ref: str) -> None:
    """End, all over the campaign, what was anchored to a moment or an instance of an aggregate that is going."""
    for hanging in hanging_on(play, everyone(play), ref):
        end(play, hanging, f"{ref} is gone")


def pass_time(play: Play, seconds: int) -> None:
    """Let in-game time pass, stopping wherever something is due: anchored ends first, then the system's periods."""
    if seconds < 0:
        raise Refused("time", "Time cannot pass backwards; give the seconds that pass, or set the clock.")
    if "now" not in play.campaign().clock:
        play.emit(CAMPAIGN, ClockStarted(name="now", clock=Clock()))
    end_at = play.clock() + seconds
    for _ in range(MOST_STOPS):
        here = play.clock()
        due = _due(play, end_at)
        marks = {period: (here // length + 1) * length for period, length in play.system.periods.items()}
        stop = min([end_at, *(max(at, here) for _, at in due), *marks.values()])
        if stop > here:
            play.emit(CAMPAIGN, ClockAdvanced(name="now", seconds=stop - here))
        for hanging, at in due:
            if at <= stop:
                come_due(play, hanging, "its time is over")
        for period in (period for period, mark in marks.items() if mark == stop):
            come(play, period, among=everyone(play))
        if stop == end_at:
            return
    raise Refused(
        "time", "More than {most_stops} things fall due in that time; pass it in parts.", most_stops=MOST_STOPS
    )


def _due(play: Play, end_at: int) -> list[tuple[Hanging, int]]:
    """Return what hangs on the clock up to then, with its time."""
    timed = hanging_on(play, everyone(play), TIME)
    times = [(h, part.at) for h in timed for part in parts(h.anchor) if isinstance(part, UntilTime)]
    return [(hanging, at) for hanging, at in times if at <= end_at]


def hanging_on(play: Play, refs: tuple[str, ...], hook: str) -> tuple[Hanging, ...]:
    """Return the instances of these aggregates that are anchored to a hook; by aggregate, component and name.

    Only these instances count as read, not the rest of the aggregates.
    """
    play.note(anchored(hook))
    hangings: list[Hanging] = []
    for hanging in play.findings.hangings.on(refs, hook):
        if play.exists(hanging.ref):
            play.note(f"{hanging.path}.{ANCHORS[hanging.component]}")
            hangings.append(hanging)
    return tuple(hangings)


def _is_there(play: Play, hanging: Hanging) -> bool:
    return play.exists(hanging.ref) and hanging.name in getattr(play.aggregate(hanging.ref), hanging.component)


def _anchor_now(play: Play, hanging: Hanging) -> AnyAnchor | None:
    """Return what the instance hangs on by now: something earlier at the same moment may have ended or moved it."""
    if not _is_there(play, hanging):
        return None
    instance = getattr(play.aggregate(hanging.ref), hanging.component)[hanging.name]
    anchor: AnyAnchor | None = getattr(instance, ANCHORS[hanging.component])
    return anchor


def participants(play: Play, encounter: str | None) -> tuple[str, ...]:
    """Return the encounter and everyone in its order of turns; empty without an encounter."""
    if not encounter or not play.exists(encounter):
        return ()
    return play.findings.kept(("participants", encounter), ("order",), partial(_participants, play, encounter))


def _participants(play: Play, encounter: str) -> tuple[str, ...]:
    order = play.encounter(encounter).order
    inside = (ref for name in sorted(order) for ref in (order[name].subject, *order[name].members) if ref)
    return tuple(dict.fromkeys((encounter, *inside)))


def everyone(play: Play) -> tuple[str, ...]:
    """The campaign and every aggregate in it that has a name, in the order of their names."""
    return play.findings.kept(("everyone",), ("handles",), partial(_everyone, play))


def _everyone(play: Play) -> tuple[str, ...]:
    handles = play.campaign().handles
    return (CAMPAIGN, *(handles[name].ref for name in sorted(handles)))


def _scope(play: Play, subject: str) -> tuple[str, ...]:
    among = participants(play, play.deed.encounter) or everyone(play)
    return tuple(dict.fromkeys((subject, *among))) if subject else among


def _strike(play: Play, original: Hanging, hook: str) -> None:
    """Apply the moment to one anchored instance, if it still hangs there: count down, save, or end it."""
    anchor = _anchor_now(play, original)
    if anchor is None or hook not in hooks(anchor):
        return
    hanging = original._replace(anchor=anchor)
    struck = [part for part in parts(anchor) if hook in hooks(part)]
    for part in struck:
        if isinstance(part, AtMoment) and part.passing == 0:
            come_due(play, hanging, part.moment)
            return
        if isinstance(part, UntilSaved) and _saved(play, hanging):
            end(play, hanging, "saved")
            return
    if any(isinstance(part, AtMoment) for part in struck):
        play.emit(hanging.ref, _HELD[hanging.component].move(hanging.name, _one_less(anchor, hook)))


def _one_less(anchor: AnyAnchor, hook: str) -> AnyAnchor:
    """The anchor after one of the moments that go by before the one that ends it."""
    match anchor:
        case UntilFirst():
            return UntilFirst(of=tuple(_passed(part, hook) for part in anchor.of))
        case _:
            return _passed(anchor, hook)


def _passed(part: SimpleAnchor, hook: str) -> SimpleAnchor:
    if not isinstance(part, AtMoment) or hook not in hooks(part):
        return part
    return msgspec.structs.replace(part, passing=part.passing - 1)


def _saved(play: Play, hanging: Hanging) -> bool:
    if play.system.hooks.save is not None:
        return play.system.hooks.save(play, hanging.ref, f"{hanging.component}.{hanging.name}")
    prompt = f"Does the save against {hanging.name} succeed?"
    return play.ask("save", "gm", ("ends", "stays"), "stays", prompt, about=hanging.path) == "ends"


def in_order(play: Play, moment: str, subject: str, effects: Mapping[str, E]) -> Iterator[E]:
    """The effects by name, as listed or, where the system lets the subject's owner order them, as the owner says.

    Each is given out before the owner is offered which comes next.
    """
    waiting = dict(effects)
    ordered = moment in play.system.ordered
    while waiting:
        first = next(iter(waiting))
        if ordered and len(waiting) > 1:
            about, prompt = (subject, str(len(effects) - len(waiting))), "Which comes first?"
            first = play.offer("order", subject or "gm", tuple(waiting), first, prompt, of=moment, about=about)
        yield waiting.pop(first)
