"""Luck of whole campaigns: dice and results as a query has counted them, made into tests, in the order in which there was anything to test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise
from math import nan
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from domain.dice.odds import OddsTooLarge, at_least, odds_of
from projections.analytics.luck import evidence
from projections.analytics.luck.results import results
from projections.analytics.luck.verdict import LuckTest, of_die, of_results
from projections.phrases.messages import Part

Integers: TypeAlias = NDArray[np.int64]

FACES: Final = "faces"
RESULTS: Final = "results"

Direction = Literal["up", "down"]
"""Whether a roll is to reach its target or to stay within it."""

DONE: Final[dict[Direction, str]] = {"up": "luck.reached", "down": "luck.stayed_within"}
"""The messages of what successful results did."""

SOURCES: Final = ("server", "table", "gm", "imported")
"""The sources of dice that have words of their own."""


NUMBERS: Final = ("session", "sides", "face", "needed", "times", "reached", "within", "upward", "downward")
"""The columns of numbers that are counted."""


class Subject(NamedTuple):
    """Something to be tested: faces of a die or results of a kind of roll, of one roller, with dice of one source."""

    campaign_id: str
    roller: str
    tested: str
    what: str
    source: str


class CountedRolls(NamedTuple):
    """The counts of a subject, whose roller is called `who`: when there was anything of it first, and a column for each number.

    Each row says how many `times` there was a `face`, or a roll that `needed` so much of dice in a notation, in a `session`.
    """

    subject: Subject
    campaign: str
    who: str
    first: datetime
    notations: list[str]
    columns: dict[str, Integers]


class Luck(NamedTuple):
    """The outcome for a subject: the test of it all, the evidence after each session, how often each face was shown, and
    how many rolls were left out because their odds cannot be worked out."""

    test: LuckTest
    sessions: list[int]
    evidence: list[float]
    faces: list[int] | None = None
    left_out: int = 0


def by_subject(table: pa.Table) -> list[CountedRolls]:
    """Return what was counted by what it tests, of a table in the order of that. Those come first of which there was anything to test first."""
    whole = table.combine_chunks()
    starts = _starts(whole)
    parts = [_counted(whole.slice(start, end - start)) for start, end in pairwise([*starts, whole.num_rows])]
    return sorted(parts, key=lambda each: (each.first, each.subject))


def _starts(table: pa.Table) -> list[int]:
    """Return the rows with which another subject begins."""
    begins = np.ones(table.num_rows, dtype=bool)
    for field in Subject._fields:
        words = table[field].combine_chunks().dictionary_encode().indices.to_numpy()
        begins[1:] &= words[1:] == words[:-1]
    begins[1:] = ~begins[1:]
    return [int(row) for row in np.flatnonzero(begins)]


def _counted(rows: pa.Table) -> CountedRolls:
    return CountedRolls(
        subject=Subject(*(rows[field][0].as_py() for field in Subject._fields)),
        campaign=rows["campaign"][0].as_py(),
        who=rows["who"][0].as_py(),
        first=pc.min(rows["first"]).as_py(),
        notations=rows["notation"].to_pylist(),
        columns={name: rows[name].to_numpy() for name in NUMBERS},
    )


def directions(counted: Iterable[CountedRolls]) -> dict[tuple[str, str], Direction]:
    """Return, for each kind of roll of a campaign, whether it is to reach its target or to stay within it.

    Most rolls show it that succeeded or failed beside their target; a few may not, such as an attack that hits because
    of what the die shows. A roll whose judgement shows no direction is to reach its target. The tests are right either
    way: what was to happen and its chance are told of the same direction.
    """
    votes: defaultdict[tuple[str, str], int] = defaultdict(int)
    for each in counted:
        shown = each.columns["upward"].sum() - each.columns["downward"].sum()
        votes[each.subject.campaign_id, each.subject.what] += int(shown)
    return {kind: "down" if vote < 0 else "up" for kind, vote in votes.items()}


def luck_of(what: Part, counted: CountedRolls, direction: Direction) -> Luck:
    """Test what was counted of a subject, which is called `what`."""
    if counted.subject.tested == FACES:
        return _of_faces(what, counted)
    return _of_results(what, counted, direction)


def _of_faces(what: Part, counted: CountedRolls) -> Luck:
    columns = counted.columns
    sessions, row = np.unique(columns["session"], return_inverse=True)
    shown = np.zeros((len(sessions), int(columns["sides"][0])), dtype=int)
    np.add.at(shown, (row, columns["face"] - 1), columns["times"])
    looks = shown.cumsum(axis=0)
    values = [evidence.as_e_value(float(each)) for each in evidence.of_faces(looks)]
    counts = [int(times) for times in looks[-1]]
    return Luck(of_die(what, counts, proven=_proven(counted)), sessions.tolist(), values, counts)


def _of_results(what: Part, counted: CountedRolls, direction: Direction) -> Luck:
    columns = counted.columns
    chances = np.array(
        [_chance(*roll, direction) for roll in zip(counted.notations, columns["needed"].tolist(), strict=True)]
    )
    times = np.where(np.isnan(chances), 0, columns["times"])
    done = columns["reached" if direction == "up" else "within"]
    of_roll = np.repeat(np.arange(len(times)), times)
    place = np.arange(len(of_roll)) - (times.cumsum() - times)[of_roll]
    rolls, successes = chances[of_roll], place < done[of_roll]
    sessions = np.unique(columns["session"])
    ends = np.searchsorted(columns["session"][of_roll], sessions, side="right")
    values = [evidence.as_e_value(float(each)) for each in evidence.of_results_after(rolls, successes, ends)]
    tally = results(rolls.tolist(), successes.tolist())
    test = of_results(what, tally, done=DONE[direction], proven=_proven(counted))
    return Luck(test, sessions.tolist(), values, left_out=int((columns["times"] - times).sum()))


def _proven(counted: CountedRolls) -> bool:
    return counted.subject.source == "server"


def _chance(notation: str, needed: int, direction: Direction) -> float:
    """Return how likely such a roll is to do what it is to do; not a number where its odds cannot be worked out."""
    try:
        odds = odds_of(notation)
    except OddsTooLarge:
        return nan
    return at_least(odds, needed) if direction == "up" else 1 - at_least(odds, needed + 1)
