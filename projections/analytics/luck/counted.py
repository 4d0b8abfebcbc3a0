"""Luck of whole campaigns: dice and results as a query has counted them, made into tests, in the order in which there was anything to test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from domain.dice.odds import OddsTooLarge, at_least, odds_of
from projections.analytics.luck import evidence
from projections.analytics.luck.results import results
from projections.analytics.luck.verdict import LuckTest, of_die, of_results

FACES: Final = "faces"
RESULTS: Final = "results"

Counted: TypeAlias = Mapping[str, Any]
"""A row of what was counted: so often a face, or a roll with such dice, such a modifier and such a target, in a session."""

Direction = Literal["up", "down"]
"""Whether a roll is to reach its target or to stay within it."""

DONE: Final[dict[Direction, str]] = {"up": "reached their target", "down": "stayed within their target"}

DICE_OF: Final = {
    "server": "dice of the server",
    "table": "typed dice",
    "gm": "dice of the game master",
    "imported": "imported dice",
}
"""The sources of dice in words."""


class Subject(NamedTuple):
    """Something to be tested: faces of a die or results of a kind of roll, of one roller, with dice of one source."""

    campaign_id: str
    roller: str
    tested: str
    what: str
    source: str


class Luck(NamedTuple):
    """What became of a subject: the test of it all, the evidence after each session, how often each face was shown, and
    how many rolls were left out because their odds cannot be worked out."""

    test: LuckTest
    sessions: list[int]
    evidence: list[float]
    faces: list[int] | None = None
    left_out: int = 0


def by_subject(counted: Sequence[Counted]) -> dict[Subject, list[Counted]]:
    """Return what was counted by what it tests. Those come first of which there was anything to test first."""
    found: defaultdict[Subject, list[Counted]] = defaultdict(list)
    for row in counted:
        found[Subject(*(row[field] for field in Subject._fields))].append(row)
    return dict(sorted(found.items(), key=lambda pair: (_first(pair[1]), pair[0])))


def _first(rows: Sequence[Counted]) -> datetime:
    first: datetime = min(row["first"] for row in rows)
    return first


def directions(counted: Sequence[Counted]) -> dict[tuple[str, str], Direction]:
    """Return, for each kind of roll of a campaign, whether it is to reach its target or to stay within it.

    Most rolls show it that succeeded or failed beside their target; a few may not, such as an attack that hits because of what the die
    shows. Where nothing shows it, a roll is to reach its target. The tests are right either way: what
    was to happen and its chance are told of the same direction.
    """
    votes: defaultdict[tuple[str, str], int] = defaultdict(int)
    for row in counted:
        votes[row["campaign_id"], row["what"]] += row["upward"] - row["downward"]
    return {kind: "down" if sum_ < 0 else "up" for kind, sum_ in votes.items()}


def luck_of(what: str, subject: Subject, rows: Sequence[Counted], direction: Direction) -> Luck:
    """Test what was counted of a subject, which is called `what`."""
    rows = sorted(rows, key=lambda row: row["session"])
    proven = subject.source == "server"
    return (
        _of_faces(what, rows, proven=proven)
        if subject.tested == FACES
        else _of_results(what, rows, direction, proven=proven)
    )


def _of_faces(what: str, rows: Sequence[Counted], *, proven: bool) -> Luck:
    sessions = sorted({row["session"] for row in rows})
    shown = np.zeros((len(sessions), rows[0]["sides"]), dtype=int)
    for row in rows:
        shown[sessions.index(row["session"]), row["face"] - 1] += row["times"]
    looks = shown.cumsum(axis=0)
    values = [evidence.as_e_value(float(each)) for each in evidence.of_faces(looks)]
    counts = [int(times) for times in looks[-1]]
    return Luck(of_die(what, counts, proven=proven), sessions, values, counts)


def _of_results(what: str, rows: Sequence[Counted], direction: Direction, *, proven: bool) -> Luck:
    chances: list[float] = []
    successes: list[bool] = []
    ends: dict[int, int] = {}
    left_out = 0
    for row in rows:
        chance, done = _chance(row, direction), row["reached" if direction == "up" else "within"]
        if chance is None:
            left_out += row["times"]
        else:
            chances += [chance] * row["times"]
            successes += [True] * done + [False] * (row["times"] - done)
        ends[row["session"]] = len(chances)
    values = [evidence.as_e_value(evidence.of_results(chances[:end], successes[:end])) for end in ends.values()]
    test = of_results(what, results(chances, successes), done=DONE[direction], proven=proven)
    return Luck(test, list(ends), values, left_out=left_out)


def _chance(row: Counted, direction: Direction) -> float | None:
    """Return how likely such a roll is to do what it is to do; None where its odds cannot be worked out."""
    try:
        odds = odds_of(row["notation"])
    except OddsTooLarge:
        return None
    needed = row["target"] - row["modifier"]
    return at_least(odds, needed) if direction == "up" else 1 - at_least(odds, needed + 1)
