"""The report on luck: the faces of all dice and the results of all rolls with a target, against what chance makes of them.

Each die is counted once, as it was drawn first, whatever became of its entry. A roll is judged by its own dice,
modifier and target as it was rolled first, and by nothing else: a hit because of what the die shows is no success where
the total is below the target. So the count, and its probability, are always about the same thing.
"""

from __future__ import annotations

from typing import Any, Final

import altair as alt
import ibis
import ibis.expr.types as ir
import pyarrow as pa
from ibis import _

from projections.analytics.base import Base
from projections.analytics.luck.counted import (
    FACES,
    RESULTS,
    SOURCES,
    CountedRolls,
    Luck,
    by_subject,
    directions,
    luck_of,
)
from projections.analytics.luck.evidence import throws_needed
from projections.analytics.luck.verdict import Verdict, judged
from projections.analytics.relations.rolling import FAILURES, SUCCESSES
from projections.analytics.reports.pictures import BUILDER, Chart, Rows, chart_over
from projections.analytics.reports.report import Report
from projections.analytics.reports.words import named, with_campaign
from projections.phrases.catalogue import english
from projections.phrases.messages import Part, Quantity, listed, phrase

MOST_SIDES: Final = 1_000
"""Dice of more sides are not tested: no table throws them often enough to see anything."""

SHOWN: Final = 10
"""The number of tests that a chart shows."""

WIDTH: Final = 420
"""The width of charts."""

LOADED: Final = 1.5
"""The factor by which a loaded die shows one face too often, in the sentence on when it would be noticed."""

_SCHEMA: Final = pa.schema(
    [
        *((column, pa.string()) for column in ("campaign", "who", "tested", "what", "source")),
        *((column, pa.int64()) for column in ("trials", "face", "times")),
        *((column, pa.float64()) for column in ("expected", "effect", "low", "high", "p", "adjusted", "e", "alarm_at")),
        ("alarm", pa.bool_()),
        ("left_out", pa.int64()),
        ("faces", pa.list_(pa.int64())),
        ("sessions", pa.list_(pa.int64())),
        ("evidence", pa.list_(pa.float64())),
        ("sentence", pa.string()),
    ]
)

_SUBJECT: Final = ("roller", "tested", "what", "source", "session")
_LIKE: Final = ("sides", "face", "notation", "needed")
_COUNTED: Final = ("campaign", *_SUBJECT, *_LIKE, "times", "first", "reached", "within", "upward", "downward")


def _table(base: Base) -> ir.Table:
    counted = ibis.union(_faces(base), _results(base))
    return with_campaign(named(counted, base, "roller"), base).order_by("campaign", "campaign_id", *_SUBJECT, *_LIKE)


def _faces(base: Base) -> ir.Table:
    """Count how often each die has shown each of its faces in each session."""
    dice = base.dice.filter(_.sides.between(2, MOST_SIDES))
    counted = dice.group_by("campaign", "roller", "sides", "source", _session(), face=_.value).agg(
        times=_.count(), first=_.at.min()
    )
    none = ibis.literal(0, "int64")
    return counted.mutate(
        tested=ibis.literal(FACES),
        what="d" + _.sides.cast("string"),
        notation=ibis.literal(""),
        **dict.fromkeys(("needed", "reached", "within", "upward", "downward"), none),
    ).select(*_COUNTED)


def _results(base: Base) -> ir.Table:
    """Count rolls with a target by all that makes them likely or not, in each session."""
    rolls = _rolls(base)
    rolls = rolls.mutate(needed=rolls.target - _modifier(rolls))
    won, lost = _.outcome.isin(SUCCESSES), _.outcome.isin(FAILURES)
    over, under = _.total > _.target, _.total < _.target
    counted = rolls.group_by("campaign", "what", "source", "notation", "needed", _session(), roller=_["aggregate"]).agg(
        times=_.count(),
        first=_.drawn_at.min(),
        reached=_.count(where=_.total >= _.target),
        within=_.count(where=_.total <= _.target),
        upward=_.count(where=(won & over) | (lost & under)),
        downward=_.count(where=(won & under) | (lost & over)),
    )
    none = ibis.literal(0, "int64")
    return counted.mutate(tested=ibis.literal(RESULTS), sides=none, face=none).select(*_COUNTED)


def _rolls(base: Base) -> ir.Table:
    """Rolls with a target as they were first, with the source of their dice; those alone whose dice were all drawn for them.

    A roller who undoes an entry and does it again draws the same dice again: they are counted where they were drawn.
    """
    inserts = base.entries.filter(_.place.length() > 1)
    began = inserts.group_by("campaign", "entry").agg(began=_.version.min())
    rolls = base.facts.filter(_.type == "rolled").left_join(began, ["campaign", "entry"])
    first = rolls.filter(_.version == ibis.coalesce(_.began, 0)).select(
        "campaign",
        "entry",
        "aggregate",
        "name",
        "what",
        "session",
        "notation",
        "addends",
        "added",
        "total",
        "shown",
        "target",
        "outcome",
        rolled=_.dice.length().sum().over(group_by=("campaign", "entry", "aggregate", "name")),
    )
    drawn = base.dice.group_by("campaign", "entry", "roller", "label").agg(
        drawn=_.count(),
        drawn_at=_.at.min(),
        source=_.source.min(),
        other=_.source.max(),
    )
    same = ["campaign", "entry", ("aggregate", "roller"), ("name", "label")]
    first_rolls = first.filter(_.target.notnull()).join(drawn, same).filter(_.rolled.between(1, _.drawn))
    return first_rolls.mutate(source=ibis.ifelse(_.source == _.other, _.source, _.source.concat(" and ", _.other)))


def _modifier(rolls: ir.Table) -> ir.Value:
    """Return what was added to the dice, without the difference that a cap made to the total, of which the target knows nothing."""
    last = rolls.added.length()
    label = ibis.array([""]).concat(rolls.addends)[last]
    capped = label.startswith("at most ") | label.startswith("at least ")
    modifier: ir.Value = (
        rolls.total - rolls.shown - capped.ifelse(ibis.array([0]).cast("array<int64>").concat(rolls.added)[last], 0)
    )
    return modifier


def _session() -> ir.Deferred:
    return ibis.coalesce(_.session, 0).name("session")


def _worked_out(table: pa.Table) -> pa.Table:
    counted = by_subject(table)
    ways = directions(counted)
    several = len({each.subject.campaign_id for each in counted}) > 1
    results = [
        luck_of(_called(each, several), each, ways[each.subject.campaign_id, each.subject.what]) for each in counted
    ]
    verdicts = judged([luck.test for luck in results])
    rows = (_row(each, luck, verdict) for each, luck, verdict in zip(counted, results, verdicts, strict=True))
    return pa.Table.from_pylist(list(rows), schema=_SCHEMA)


def _called(counted: CountedRolls, several: bool) -> Part:
    """Return what a subject is called: "Ana's d20 (typed dice)"."""
    subject, campaign = counted.subject, counted.campaign if several else ""
    dice = phrase(f"luck.dice_{subject.source}" if subject.source in SOURCES else "luck.dice_mixed")
    if subject.tested == FACES:
        return phrase("luck.die", who=counted.who, what=subject.what, campaign=campaign, dice=dice)
    return phrase("luck.results", who=counted.who, what=repr(subject.what), campaign=campaign, dice=dice)


def _row(counted: CountedRolls, luck: Luck, verdict: Verdict) -> dict[str, Any]:
    off = luck.test.off
    points = (
        (None, None, None) if off is None else (100 * (each - off.expected) for each in (off.share, off.low, off.high))
    )
    effect, low, high = points
    return {
        "campaign": counted.campaign,
        "who": counted.who,
        "tested": counted.subject.tested,
        "what": counted.subject.what,
        "source": counted.subject.source,
        "trials": 0 if off is None else off.trials,
        "face": None if off is None else off.face,
        "times": 0 if off is None else off.times,
        "expected": 0.0 if off is None else off.trials * off.expected,
        "effect": effect,
        "low": low,
        "high": high,
        "p": verdict.p,
        "adjusted": verdict.adjusted,
        "e": verdict.e,
        "alarm_at": verdict.alarm_at,
        "alarm": verdict.alarm,
        "left_out": luck.left_out,
        "faces": luck.faces,
        "sessions": luck.sessions,
        "evidence": luck.evidence,
        "sentence": english(verdict.sentence),
    }


def _strength(row: dict[str, Any]) -> tuple[bool, float]:
    """Return by what the strongest evidence comes first."""
    return not row["alarm"], -row["e"]


def _sentence(rows: Rows) -> Part:
    if not rows:
        return phrase("luck.none")
    throws, rolls = (sum(row["trials"] for row in rows if row["tested"] == each) for each in (FACES, RESULTS))
    looked = phrase(
        "luck.looked",
        tests=phrase("count.tests", count=Quantity(len(rows))),
        throws=phrase("count.throws", count=Quantity(throws)),
        rolls=phrase("count.rolls", count=Quantity(rolls)),
    )
    number = sum(row["left_out"] for row in rows)
    left_out = phrase("luck.left_out", count=Quantity(number)) if number else ""
    alarms = [row for row in rows if row["alarm"]]
    if not alarms:
        return listed((phrase("luck.usual", looked=looked), _power(rows), left_out), "list.space")
    worst = sorted(alarms, key=_strength)[:SHOWN]
    unusual = phrase("luck.unusual", number=len(alarms), looked=looked)
    return listed((unusual, *(row["sentence"] for row in worst), left_out), "list.space")


def _power(rows: Rows) -> Part:
    """Say how much a table would have to throw for a loaded die to be found, of the die that it has thrown most; nothing where it has."""
    most = max((row for row in rows if row["tested"] == FACES), key=lambda row: row["trials"], default=None)
    if most is None:
        return ""
    needed = throws_needed(len(most["faces"]), LOADED, alarm=most["alarm_at"])
    if needed <= most["trials"]:
        return ""
    times = phrase("count.times", count=Quantity(most["trials"]))
    return phrase("luck.power", who=most["who"], what=most["what"], times=times, needed=Quantity(needed))


def _chart(rows: Rows) -> Chart:
    strongest = sorted(rows, key=_strength)[:SHOWN]
    shown = [{**row, "test": f"{row['who']}: {row['what']} ({row['source']})"} for row in strongest]
    few, all_tests = len(shown), len(rows)
    effects: Chart = _effects(shown).properties(
        title=f"How far from chance ({few} strongest of {all_tests} tests)"
        if few < all_tests
        else "How far from chance",
        width=WIDTH,
    )
    if not any(len(row["sessions"]) > 1 for row in shown):
        return effects
    chart: Chart = effects & _looks(shown).properties(
        title=f"Evidence against chance after each session ({few} strongest of {all_tests} tests)"
        if few < all_tests
        else "Evidence against chance after each session",
        width=WIDTH,
    )
    return chart


def _effects(shown: Rows) -> Any:
    """Draw how far each test is off, with its interval."""
    base = chart_over(shown).encode(
        y=alt.Y("test:N", title=None, sort=None).axis(labelLimit=260),
        color=alt.Color("alarm:N", title="Alarm").scale(domain=[False, True], range=["steelblue", "crimson"]),
    )
    points = base.mark_point(filled=True, size=60).encode(
        x=alt.X("effect:Q", title="Percentage points above what chance makes it (95 % confidence)"),
        tooltip=["test:N", "trials:Q", "face:Q", "times:Q", "expected:Q", "e:Q"],
    )
    chance = alt.Chart(BUILDER.Data(values=[{"chance": 0}])).mark_rule(strokeDash=[6, 4]).encode(x="chance:Q")
    return alt.layer(chance, base.mark_rule().encode(x="low:Q", x2="high:Q"), points)


def _looks(shown: Rows) -> Any:
    """Draw the evidence after each session, up to what is an alarm."""
    looks = [
        {"test": row["test"], "session": session, "of_alarm": e / row["alarm_at"]}
        for row in shown
        for session, e in zip(row["sessions"], row["evidence"], strict=True)
    ]
    base = chart_over(looks).encode(
        x=alt.X("session:O", title="Session (0: between sessions)").axis(labelAngle=0),
        y=alt.Y("of_alarm:Q", title="E-value, as a share of what is an alarm").scale(type="log"),
        detail="test:N",
    )
    points = base.mark_point(filled=True).encode(tooltip=["test:N", "session:O", "of_alarm:Q"])
    alarm = alt.Chart(BUILDER.Data(values=[{"alarm": 1}])).mark_rule(color="crimson", strokeDash=[6, 4])
    return alt.layer(base.mark_line(opacity=0.5), points, alarm.encode(y="alarm:Q"))


LUCK: Final = Report(
    name="luck",
    question="Whose dice are cursed?",
    columns={
        "campaign": "The campaign",
        "who": "Who rolled",
        "tested": "Whether the faces of a die were tested, or the results of rolls with a target",
        "what": "The die, or the kind of roll",
        "source": "Where the dice come from: those of the server are proven, those of the table were typed in",
        "trials": "How many throws of the die there were, or rolls",
        "face": "The face that is furthest off; empty where results were tested",
        "times": "How often it was shown, or how many rolls did what they were to do",
        "expected": "How often chance makes it, on average",
        "effect": "By how many percentage points its share of all trials is above what chance makes it",
        "low": "The least that the effect may be in the long run, in percentage points (95 % confidence)",
        "high": "The most that it may be",
        "p": "How likely chance alone makes anything that far off, if this had been the only test and the only look",
        "adjusted": "The same among all tests that were made (Holm)",
        "e": "The evidence against chance, as an e-value, after all sessions",
        "alarm_at": "The e-value at which it would be an alarm, among all tests and however often one looks",
        "alarm": "Whether it is one",
        "left_out": "How many rolls were not tested because their odds cannot be worked out",
        "faces": "How often each face was shown, from 1 up; empty where results were tested",
        "sessions": "The sessions in which there were any; 0 is the time between sessions",
        "evidence": "The e-value after each of them",
        "sentence": "What that means, in words",
    },
    table=_table,
    sentence=_sentence,
    chart=_chart,
    worked_out=_worked_out,
    every_version=True,
    brief=(
        *("campaign", "who", "tested", "what", "source", "trials", "face", "times", "expected"),
        *("p", "adjusted", "e", "alarm_at", "alarm"),
    ),
)
