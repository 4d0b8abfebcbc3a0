"""Recaps: the moments of a session, and the session as a whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from projections.names import plain
from projections.phrases.messages import Part, listed, phrase, term
from projections.phrases.values import brief
from projections.translation.terms import VALUE, WOUND

Row = Mapping[str, Any]
"""A moment, as the report `recap` has it."""

_OFTEN: Final = ("wound", "milestone")
"""The sorts of moments of which several are told in one sentence."""

ACHIEVED: Final = ("awarded", "gained", "lost", "raised", "changed", "chosen", "chosen otherwise", "taken back")
"""The words for the result of a milestone."""


def merged(rows: Sequence[Row], same: Sequence[str] = ("campaign", "entry")) -> list[tuple[Row, ...]]:
    """Return moments, those together that one sentence tells: of the same entry and sort, of the same people, side by side."""
    keys = (*same, "sort", "done", "who", "by_whom")
    runs: list[tuple[Row, ...]] = []
    for row in rows:
        last = runs[-1][-1] if runs else None
        goes_on = last is not None and row["sort"] in _OFTEN and all(row[key] == last[key] for key in keys)
        if goes_on and (row["sort"] == "wound" or row["what"] == runs[-1][-1]["what"]):
            runs[-1] = (*runs[-1], row)
        else:
            runs.append((row,))
    return runs


def moment(row: Row, also: Sequence[Row] = (), wounds: Sequence[Part] = ()) -> Part:
    """Return the sentence of a moment, and of those that are told with it. `wounds` are what they are called, where that is known."""
    rows = (row, *also)
    match row["sort"]:
        case "fight":
            return _fight(row)
        case "scene" | "downtime":
            return phrase(f"recap.{row['sort']}_{row['done']}", number=row["what"], title=row["title"] or "")
        case "secret":
            return phrase(f"recap.secret_{row['done']}", title=row["title"] or "")
        case "death" | "wound":
            return _fall(rows, wounds)
        case "milestone":
            return _milestone(row, len(rows))
        case "harm":
            by, what = _by(row), term(row["what"].replace("_", " "), VALUE)
            if by:
                return phrase("recap.harm_by", who=row["who"], count=row["amount"], what=what, by=by)
            return phrase("recap.harm", who=row["who"], count=row["amount"], what=what)
        case _:
            return _retcon(row)


def achieved(result: str) -> Part:
    """Return the result of a milestone in words."""
    return phrase(f"recap.{result.replace(' ', '_')}") if result in ACHIEVED else term(result)


def _fight(row: Row) -> Part:
    if row["done"] == "begins":
        return phrase("recap.fight_begins", who=row["who"])
    if not row["rounds"]:
        return phrase("recap.fight_over", who=row["who"])
    return phrase("recap.fight_ends", who=row["who"], count=row["rounds"])


def _fall(rows: Sequence[Row], wounds: Sequence[Part]) -> Part:
    """Return the sentence of wounds, or of a condition that takes a character out of play."""
    row, by = rows[0], _by(rows[0])
    if row["done"] == "wounded":
        what = listed(dict.fromkeys(wounds or (term(plain(each["what"]), WOUND) for each in rows)))
        if by:
            return phrase("recap.wounds", who=row["who"], what=what, by=by, times=_times(len(rows)))
        return phrase("recap.wounded", who=row["who"], what=what, times=_times(len(rows)))
    if by and row["what"] == "dead":
        return phrase("recap.kills", who=row["who"], by=by)
    if by:
        return phrase("recap.leaves", who=row["who"], what=term(plain(row["what"])), by=by)
    return phrase("recap.is", who=row["who"], what=term(plain(row["what"])))


def _times(count: int) -> Part:
    """Return how often something happened; "" for once."""
    return "" if count == 1 else phrase("recap.twice") if count == 2 else phrase("recap.times", count=count)


def _milestone(row: Row, count: int) -> Part:
    who, what = row["who"], term(plain(row["what"].replace("/", " ")))
    if row["done"] in ACHIEVED:
        return phrase(f"recap.milestone_{row['done'].replace(' ', '_')}", who=who, what=what, times=_times(count))
    return phrase("recap.milestone_other", who=who, what=what, happened=achieved(row["done"]))


def _by(row: Row) -> str:
    """Return the name of the person who caused an event, where that is another."""
    return "" if row["by_whom"] in ("nobody", row["who"]) else str(row["by_whom"])


def revised(row: Row, changes: Part) -> Part:
    """Return the sentence of a change of the past, of which the reader knows what it changed."""
    return phrase(
        "recap.revised", who=row["who"], changes=changes, otherwise=_otherwise(row), reason=brief(row["what"])
    )


def _otherwise(row: Row) -> Part:
    return phrase("recap.otherwise", count=row["amount"]) if row["amount"] else ""


def _retcon(row: Row) -> Part:
    return phrase(f"recap.{row['done']}", who=row["who"], otherwise=_otherwise(row), reason=brief(row["what"]))


def recap(rows: Sequence[Row]) -> Part:
    """Return the sentence of all moments: those of the last session, or how many there are of several campaigns."""
    if not rows:
        return phrase("recap.nothing")
    if len({row["campaign"] for row in rows}) > 1:
        sessions = {(row["campaign"], row["session"]) for row in rows if row["session"] is not None}
        counted = phrase("recap.sessions", count=len(sessions))
        return phrase("recap.several", moments=phrase("recap.moments", count=len(rows)), sessions=counted)
    last = max((row["session"] for row in rows if row["session"] is not None), default=None)
    if last is None:
        return _outside(rows)
    session_rows = [row for row in rows if row["session"] == last]
    return phrase(
        "recap.session", number=last, title=session_rows[0]["session_title"] or "", moments=_moments(session_rows)
    )


def _outside(rows: Sequence[Row]) -> Part:
    after = max((row["after_session"] for row in rows if row["after_session"] is not None), default=None)
    moments = _moments([row for row in rows if row["after_session"] == after])
    if after is None:
        return phrase("recap.outside", moments=moments)
    return phrase("recap.after_session", number=after, moments=moments)


def _moments(rows: Sequence[Row]) -> Part:
    return listed((moment(row, also) for row, *also in merged(rows)), "list.space")
