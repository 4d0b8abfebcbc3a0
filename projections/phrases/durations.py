"""Durations, and times of the in-game clock."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, assert_never, get_args

import msgspec

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
from projections.phrases.messages import GameText, Part, Phrase, listed, phrase, term
from projections.phrases.naming import Names, role_of, thing, who
from projections.translation.games import MOMENT
from projections.translation.terms import REASON

TAGS: Final = frozenset(str(kind.__struct_config__.tag) for kind in get_args(AnyAnchor))

_MOMENT: Final = f"{MOMENT}/"
_EDGE: Final = re.compile(r"(?P<of>.+)_(?P<edge>start|end)")
_ENDS: Final = re.compile(r"the end of (?:\{whose\} )?(?:the )?(?P<what>[a-z]+)")
_STARTS: Final = re.compile(r"the start of \{whose\} (?P<what>.+)")

_GONE: Final = re.compile(r"[^\s.]+\.(?P<component>[a-z]+)\.(?P<own>\S+) is gone")
"""The reason why something ends with the instance that it hung on."""

_DAY: Final = 86_400
UNITS: Final = {"week": 604_800, "day": _DAY, "hour": 3600, "minute": 60, "second": 1}
"""The units of in-game time in seconds, the largest first."""


def is_anchor(value: object) -> bool:
    """Whether JSON is an anchor; a member may stand under `by`, too."""
    return isinstance(value, dict) and value.get("by") in TAGS


def anchored(value: object, names: Names) -> Part:
    """Return the end of an anchor, given as JSON, in words."""
    return until(msgspec.convert(value, AnyAnchor), names)


def moments(texts: Mapping[str, str]) -> dict[str, Name]:
    """The words that a game's layout has for its moments, to be used beside the names of people and things."""
    refs = {f"{_MOMENT}{moment}": (moment, text) for moment, text in texts.items()}
    return {ref: Name(ref=ref, handle=moment, name=text) for ref, (moment, text) in refs.items()}


def until(anchor: AnyAnchor, names: Names) -> Part:
    """Return the end of an anchor in words: `until the end of Kestrel's turn`, `for 2 more rounds`, `as long as …`."""
    match anchor:
        case UntilSaved():
            return phrase(
                "duration.until_saved",
                who=who(anchor.subject, names),
                save=term(plain(anchor.save)) if anchor.save else "",
                target=anchor.target or "",
                moment=_moment(anchor, names),
            )
        case WhilePresent():
            return phrase("duration.while", state=_holding(anchor.path, names))
        case UntilFirst():
            return _first([until(part, names) for part in anchor.of])
        case AtMoment() if anchor.passing:
            return _later(anchor, names)
        case _:
            return phrase("duration.until", end=_end(anchor, names))


def _end(anchor: AtMoment | UntilTime | UntilSceneEnds | UntilSessionEnds | UntilEncounterEnds, names: Names) -> Part:
    match anchor:
        case AtMoment():
            return _moment(anchor, names)
        case UntilTime():
            return clock(anchor.at)
        case UntilSceneEnds():
            return phrase("duration.scene_end")
        case UntilSessionEnds():
            return phrase("duration.session_end")
        case UntilEncounterEnds():
            return phrase("duration.end_of", what=who(anchor.encounter, names))
        case _:
            assert_never(anchor)


def because(reason: str, names: Names) -> Part:
    """Return the reason for an end: a moment in words, another reason as it stands."""
    if gone := _GONE.fullmatch(reason):
        return phrase("duration.gone", what=term(plain(gone["own"]), role_of(gone["component"])))
    own = names.get(f"{_MOMENT}{reason}")
    if (own is None and not _EDGE.fullmatch(reason)) or (own is not None and "{who}" in own.name):
        return term(reason, REASON)
    return phrase("duration.at", moment=_moment(AtMoment(moment=reason, subject=""), names))


def clock(at: int) -> Part:
    """A second of the in-game clock: `day 2, 14:05`; with seconds where there are any."""
    day, second = divmod(at, _DAY)
    seconds = f":{second % 60:02}" if second % 60 else ""
    return phrase("duration.clock", day=day + 1, time=f"{second // 3600:02}:{second // 60 % 60:02}{seconds}")


def duration(seconds: int) -> Part:
    """A stretch of in-game time in its two largest units: `1 day 2 hours`."""
    parts: list[Part] = []
    for unit, length in UNITS.items():
        count, seconds = divmod(seconds, length)
        parts += [phrase(f"duration.{unit}", count=count)] if count else []
    return listed(parts[:2], "list.space") or phrase("duration.none")


def _moment(anchor: AtMoment | UntilSaved, names: Names) -> Part:
    """A moment of its subject: `the end of Kestrel's turn`, by the game's own words where it has some."""
    bearer = who(anchor.subject, names) if anchor.subject else ""
    holder = phrase("name.possessive", who=bearer) if bearer else phrase("name.the")
    own, edge = names.get(f"{_MOMENT}{anchor.moment}"), _EDGE.fullmatch(anchor.moment)
    if own is not None:
        fields = {"whose": holder, "bearer": bearer, "who": bearer or phrase("name.somebody")}
        return GameText(own.name, MOMENT, fields)
    if edge:
        return phrase(f"duration.{edge['edge']}_of_whose", whose=holder, bearer=bearer, what=term(plain(edge["of"])))
    return phrase("duration.whose", whose=holder, bearer=bearer, what=term(plain(anchor.moment)))


def _later(anchor: AtMoment, names: Names) -> Part:
    """Return the end of an anchor on a moment that has to come several times."""
    nth = anchor.passing + 1
    ends, starts = _edge(anchor.moment, names)
    bearer = who(anchor.subject, names) if anchor.subject else ""
    holder = phrase("name.possessive", who=bearer) if bearer else ""
    moment = _moment(anchor, names)
    if ends:
        return phrase("duration.for_more", count=nth, whose=holder, what=ends, moment=moment)
    ordinal = phrase("duration.nth", nth=nth)
    if starts:
        holder = holder or phrase("name.the")
        return phrase("duration.nth_start", whose=holder, ordinal=ordinal, what=starts, moment=moment)
    return phrase("duration.nth_time", moment=moment, ordinal=ordinal)


def _edge(moment: str, names: Names) -> tuple[Part, Part]:
    """Return the thing that a moment ends, and the thing that it begins; "" where there is none."""
    own, edge = names.get(f"{_MOMENT}{moment}"), _EDGE.fullmatch(moment)
    if own is not None:
        ends, starts = nouns_of(own.name)
        return term(ends), term(starts)
    if edge is None:
        return "", ""
    what = term(plain(edge["of"]))
    return (what, "") if edge["edge"] == "end" else ("", what)


def nouns_of(moment: str) -> tuple[str, str]:
    """Return the words for the thing that a game's moment ends, and for the one that it begins; "" where there is none."""
    ends, starts = _ENDS.fullmatch(moment), _STARTS.fullmatch(moment)
    return (ends["what"] if ends else ""), (starts["what"] if starts else "")


def _holding(path: str, names: Names) -> Part:
    """The state of having something: `Kestrel has the moderate cut (body 2)`."""
    at, what = parse(path), thing(path, names)
    match at.component:
        case "conditions":
            return phrase("duration.is", who=who(at.ref, names), what=what)
        case "wounds" | "items" | "traits" | "cards" | "tracks":
            return phrase("duration.has", who=who(at.ref, names), what=what)
        case _:
            bearer = who(at.ref, names)
            return phrase("duration.lasts", whose=phrase("name.possessive", who=bearer), bearer=bearer, what=what)


def _first(parts: list[Part]) -> Part:
    """Several ends of which the first counts; "until" is said once."""
    ends = [part.fields["end"] for part in parts if isinstance(part, Phrase) and part.message == "duration.until"]
    if len(ends) == len(parts):
        return phrase("duration.until", end=listed(ends, "list.or"))
    return listed(parts, "list.or_else")
