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

ACHIEVED: Final = ("awarded", "gained", "lost", "raised", "changed", "chosen", "chosen otherwise", "taken back")
"""The words for the result of a milestone."""


def moment(row: Row) -> Part:
    """Return the sentence of a moment."""
    match row["sort"]:
        case "fight":
            return _fight(row)
        case "scene" | "downtime":
            return phrase(f"recap.{row['sort']}_{row['done']}", number=row["what"], title=row["title"] or "")
        case "secret":
            return phrase(f"recap.secret_{row['done']}", title=row["title"] or "")
        case "death" | "wound":
            return _fall(row)
        case "milestone":
            return phrase("recap.milestone", who=row["who"], what=row["what"], happened=achieved(row["done"]))
        case "harm":
            return phrase("recap.harm", who=row["who"], count=row["amount"], what=term(row["what"], VALUE), by=_by(row))
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


def _fall(row: Row) -> Part:
    """Return the sentence of a wound, or of a condition that takes a character out of play."""
    if row["done"] == "wounded":
        return phrase("recap.wounded", who=row["who"], what=term(plain(row["what"]), WOUND), by=_by(row))
    return phrase("recap.is", who=row["who"], what=term(plain(row["what"])), by=_by(row))


def _by(row: Row) -> str:
    """Return the name of the person who caused an event, where that is another."""
    return "" if row["by_whom"] in ("nobody", row["who"]) else str(row["by_whom"])


def _retcon(row: Row) -> Part:
    otherwise = phrase("recap.otherwise", count=row["amount"]) if row["amount"] else ""
    return phrase(f"recap.{row['done']}", who=row["who"], otherwise=otherwise, reason=brief(row["what"]))


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
    return listed(map(moment, rows), "list.space")
