"""Until when something lasts, as a table would say it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, assert_never, get_args

from api.cli.naming import Names, thing, who, whose
from domain.paths import parse
from domain.vocabulary.anchors import (
    AnyAnchor,
    AtMoment,
    UntilEncounterEnds,
    UntilFirst,
    UntilSaved,
    UntilSceneEnds,
    UntilSessionEnds,
    UntilTime,
    WhilePresent,
)
from projections.names import Name, plain

TAGS: Final = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyAnchor))

_MOMENT: Final = "moment/"

_EDGE: Final = re.compile(r"(?P<of>.+)_(?P<edge>start|end)")
_ENDS: Final = re.compile(r"the end of (?P<whose>\{whose\} )?(?:the )?(?P<what>[a-z]+)")
_STARTS: Final = "the start of {whose} "
_UNTIL: Final = "until "

_DAY: Final = 86_400


def is_anchor(value: object) -> bool:
    """Whether JSON is an anchor; somebody may stand under `by`, too."""
    return isinstance(value, dict) and value.get("by") in TAGS


def moments(said: Mapping[str, str]) -> dict[str, Name]:
    """The words that a game's layout has for its moments, to be used beside the names of people and things."""
    refs = {f"{_MOMENT}{moment}": (moment, text) for moment, text in said.items()}
    return {ref: Name(ref=ref, handle=moment, name=text) for ref, (moment, text) in refs.items()}


def until(anchor: AnyAnchor, names: Names) -> str:
    """Until when something lasts: `until the end of Kestrel's turn`, `for 2 more rounds`, `as long as …`."""
    match anchor:
        case AtMoment():
            return _at_moment(anchor, names)
        case UntilSaved():
            against = f" against {anchor.target}" if anchor.target else ""
            with_what = f" with {plain(anchor.save)}" if anchor.save else ""
            return f"until {who(anchor.subject, names)} saves{with_what}{against}, at {when(anchor, names)}"
        case UntilTime():
            return f"until {clock(anchor.at)}"
        case WhilePresent():
            return f"as long as {_held(anchor.path, names)}"
        case UntilSceneEnds():
            return "until the end of the scene"
        case UntilSessionEnds():
            return "until the end of the session"
        case UntilEncounterEnds():
            return f"until the end of {who(anchor.encounter, names)}"
        case UntilFirst():
            return _first([until(part, names) for part in anchor.of])
        case _:
            assert_never(anchor)


def when(moment: AtMoment | UntilSaved, names: Names) -> str:
    """A moment of its subject: `the end of Kestrel's turn`."""
    of = who(moment.subject, names) if moment.subject else ""
    return _said(_template(moment.moment, names), of)


def because(reason: str, names: Names) -> str:
    """Why something ended, where the reason is a moment that came; else as it stands."""
    template = _template(reason, names) if f"{_MOMENT}{reason}" in names or _EDGE.fullmatch(reason) else ""
    said = _said(template, "") if "{who}" not in template else ""
    return f"at {said}" if said else reason


def clock(at: int) -> str:
    """A second of the in-game clock: `day 2, 14:05`; with seconds where there are any."""
    day, second = divmod(at, _DAY)
    seconds = f":{second % 60:02}" if second % 60 else ""
    return f"day {day + 1}, {second // 3600:02}:{second // 60 % 60:02}{seconds}"


def duration(seconds: int) -> str:
    """A stretch of in-game time in its two largest units: `1 day 2 hours`."""
    units = (("week", 604_800), ("day", _DAY), ("hour", 3600), ("minute", 60), ("second", 1))
    parts: list[str] = []
    for unit, length in units:
        count, seconds = divmod(seconds, length)
        parts += [f"{count} {unit}{'s' if count != 1 else ''}"] if count else []
    return " ".join(parts[:2]) or "no time"


def _at_moment(anchor: AtMoment, names: Names) -> str:
    template = _template(anchor.moment, names)
    if not anchor.passing:
        return f"until {when(anchor, names)}"
    nth = anchor.passing + 1
    if ends := _ENDS.fullmatch(template):
        of = f"of {whose(anchor.subject, names)} " if anchor.subject else ""
        return f"for {nth} more {of}{ends['what']}s"
    of = who(anchor.subject, names) if anchor.subject else ""
    if template.startswith(_STARTS):
        return f"until {_said(template.replace(_STARTS, f'{_STARTS}{_ordinal(nth)} '), of)} from now"
    return f"until {_said(template, of)}, the {_ordinal(nth)} time from now"


def _template(moment: str, names: Names) -> str:
    """What follows "until", with its subject left open: the game's own words, else made from the moment's name."""
    known = names.get(f"{_MOMENT}{moment}")
    if known is not None:
        return known.name
    edge = _EDGE.fullmatch(moment)
    return f"the {edge['edge']} of {{whose}} {plain(edge['of'])}" if edge else f"{{whose}} {plain(moment)}"


def _said(template: str, of: str) -> str:
    return template.replace("{whose}", f"{of}'s" if of else "the").replace("{who}", of or "somebody")


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _held(path: str, names: Names) -> str:
    """Somebody's having something: `Kestrel has the moderate cut (body 2)`."""
    at = parse(path)
    match at.component:
        case "conditions":
            return f"{who(at.ref, names)} is {thing(path, names)}"
        case "wounds" | "items" | "traits" | "cards" | "tracks":
            return f"{who(at.ref, names)} has the {thing(path, names)}"
        case _:
            return f"{whose(at.ref, names)} {thing(path, names)} lasts"


def _first(parts: list[str]) -> str:
    """Several ends of which the first counts; "until" is said once."""
    first, *others = parts
    for other in others:
        both = first.startswith(_UNTIL) and other.startswith(_UNTIL)
        first += f" or {other.removeprefix(_UNTIL)}" if both else f", or {other}"
    return first
