"""Ailments: the common ground of poisons and diseases, tasks that fall due when their Speed has run out."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.kit import conditions
from domain.kit.naming import handle_of
from domain.kit.rolls import addends
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.anchors import AnyAnchor, AtMoment, UntilFirst, UntilTime
from domain.vocabulary.audiences import is_public
from domain.vocabulary.data import Data
from domain.vocabulary.log import Contribution
from systems.cthulhu_eternal import moments
from systems.cthulhu_eternal.harm import treatment

POISON, DISEASE = "poison", "disease"
"""The kinds of the tasks."""

INCUBATING, ACTIVE, DORMANT = "incubating", "active", "dormant"
"""The states of an ailment: it has done nothing yet; a CON test against it has failed; it has subsided."""

Unit = Literal["turns", "hours", "days", "months"]


class AilmentData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The remedy of an ailment."""

    remedy: str
    halved: Annotated[bool, Meta(description="Whether a late remedy has halved it")] = False


class _Ailments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hospital: int
    seconds: dict[str, int]


_AILMENTS: Final = table(__package__, "ailments", _Ailments)
HOSPITAL: Final = _AILMENTS.hospital


def speed_runs(play: Play, who: str, speed: str, unit: str) -> AnyAnchor:
    """CE-POIS-01: the Speed is rolled; what it comes to is when the ailment does its harm, on the clock.

    Turns are counted as they come for its victim, or go by on the clock, whichever is first.
    """
    with play.citing("CE-POIS-01"):
        rolled = play.roll(who, "speed", speed).total
    length = max(1, rolled)
    by_clock = UntilTime(at=play.clock() + length * _AILMENTS.seconds[unit])
    if unit != "turns":
        return by_clock
    return UntilFirst(of=(AtMoment(moment=moments.PERIL, subject=who, passing=length - 1), by_clock))


def con_modifiers(play: Play, who: str, penalty: int = 0) -> tuple[Contribution, ...]:
    """CE-POIS-05, CE-DIS-05, CE-DIS-06: return the addends of the CON test: the bonus of a hospital and the penalty of
    a serious disease."""
    bonus = HOSPITAL if conditions.has(play, who, treatment.IN_CARE) else 0
    return addends({"hospital": bonus, "penalty": penalty})


def title_of(play: Play, who: str, name: str) -> str:
    """Return the name that people give an ailment."""
    return str(play.character(who).tasks[name].title)


def find(play: Play, who: str, word: str, *kinds: str) -> str:
    """The ailment of that name or title, the oldest of several. Absent where there is none, or none that is known of."""
    names = [
        name
        for kind in kinds
        for name in sorted(play.where(who, "tasks", kind))
        if word in (name, title := title_of(play, who, name)) or handle_of(title) == handle_of(word)
        if play.deed.is_gm or is_public(play.character(who).tasks[name].audience)
    ]
    if not names:
        sentence = text("No {word} is at work in {who}; what has done its harm is past any remedy.", word=word, who=who)
        play.missing(f"{who}.tasks", sentence)
    return names[0]
