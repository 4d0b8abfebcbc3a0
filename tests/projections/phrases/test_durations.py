"""Until when something lasts is said as a table would say it."""

from __future__ import annotations

from typing import get_args

import pytest

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
from projections.names import Name
from projections.phrases.catalogue import english
from projections.phrases.durations import because, clock, duration, moments, until

KESTREL, ROOF = "character/c-9", "encounter/e-61"
CUT = f"{KESTREL}.wounds.wound-63"
SAID = moments({"countdown": "the end of the round", "wounded": "{who} is wounded", "dawn": "{whose} next morning"})
NAMES = {
    KESTREL: Name(ref=KESTREL, handle="kestrel", name="Kestrel"),
    ROOF: Name(ref=ROOF, handle="roof", name="the Roof"),
    CUT: Name(ref=CUT, handle="wound-63", name="moderate cut (body 2)", kind="wounds"),
    **SAID,
}


def moment(name: str, subject: str = "", passing: int = 0) -> AtMoment:
    return AtMoment(moment=name, subject=subject, passing=passing)


TOLD: list[tuple[AnyAnchor, str]] = [
    (moment("turn_end", KESTREL), "until the end of Kestrel's turn"),
    (moment("turn_end", KESTREL, 1), "for 2 more of Kestrel's turns"),
    (moment("turn_start", KESTREL), "until the start of Kestrel's turn"),
    (moment("turn_start", KESTREL, 1), "until the start of Kestrel's 2nd turn from now"),
    (moment("round_end"), "until the end of the round"),
    (moment("downtime_end", passing=1), "for 2 more downtimes"),
    (moment("countdown"), "until the end of the round"),
    (moment("countdown", passing=2), "for 3 more rounds"),
    (moment("wounded", KESTREL), "until Kestrel is wounded"),
    (moment("wounded", KESTREL, 1), "until Kestrel is wounded, the 2nd time from now"),
    (moment("dawn", KESTREL), "until Kestrel's next morning"),
    (moment("high_tide"), "until the high tide"),
    (UntilSaved(moment="turn_end", subject=KESTREL), "until Kestrel saves, at the end of Kestrel's turn"),
    (
        UntilSaved(moment="turn_end", subject=KESTREL, save="iron_will", target=10),
        "until Kestrel saves with iron will against 10, at the end of Kestrel's turn",
    ),
    (UntilTime(at=3 * 86_400 + 8 * 3600), "until day 4, 08:00"),
    (WhilePresent(path=CUT), "as long as Kestrel has the moderate cut (body 2)"),
    (WhilePresent(path=f"{KESTREL}.conditions.knocked-down-27"), "as long as Kestrel is knocked down"),
    (WhilePresent(path=f"{KESTREL}.links.grapple-c-13"), "as long as Kestrel's grapple lasts"),
    (UntilSceneEnds(), "until the end of the scene"),
    (UntilSessionEnds(), "until the end of the session"),
    (UntilEncounterEnds(encounter=ROOF), "until the end of the Roof"),
    (
        UntilFirst(of=(moment("turn_start", KESTREL), UntilEncounterEnds(encounter=ROOF))),
        "until the start of Kestrel's turn or the end of the Roof",
    ),
    (UntilFirst(of=(moment("countdown", passing=1), UntilTime(at=10))), "for 2 more rounds, or until day 1, 00:00:10"),
]


@pytest.mark.parametrize(("anchor", "words"), TOLD)
def test_an_anchor_reads_as_a_table_would_say_it(anchor: AnyAnchor, words: str) -> None:
    assert english(until(anchor, NAMES)) == words


def test_every_kind_of_anchor_is_told() -> None:
    assert {type(anchor) for anchor, _ in TOLD} == set(get_args(AnyAnchor))


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("turn_start", "at the start of the turn"),
        ("countdown", "at the end of the round"),
        ("wounded", "wounded"),
        ("won free", "won free"),
    ],
)
def test_a_moment_that_ended_something_is_told_as_one(reason: str, words: str) -> None:
    assert english(because(reason, NAMES)) == words


def test_the_clock_says_seconds_only_where_there_are_any() -> None:
    assert [english(clock(at)) for at in (0, 10, 86_400 + 3660)] == ["day 1, 00:00", "day 1, 00:00:10", "day 2, 01:01"]


def test_a_stretch_of_time_is_told_in_its_two_largest_units() -> None:
    words = ["no time", "1 second", "59 minutes 50 seconds", "1 week 1 day"]
    assert [english(duration(seconds)) for seconds in (0, 1, 3590, 8 * 86_400 + 5)] == words
