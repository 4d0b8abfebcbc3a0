"""Deciding what was played anew under the rules as they are now: from which deed on, and what then differs."""

from __future__ import annotations

from domain.history.ledger_reader import LedgerReader
from domain.history.outcomes import Result
from domain.history.plan import RevisionRequest, SharedPast
from domain.history.planner import RevisionPlanner
from domain.ledger.playing.acceptance import Actor, NotAllowed, UnknownThing
from domain.ledger.playing.draft import Draft
from domain.play.given import BadCommand, system_of
from domain.records.entries import EntryFilter
from domain.records.positions import Place


def version(draft: Draft, actor: Actor, request: RevisionRequest, *, asks_for_more: bool) -> int | None:
    """The version of the rules that a revision applies; None for one that applies none.

    Raises NotAllowed, and BadCommand where the request asks for something else as well.
    """
    if not request.rules:
        if request.from_:
            raise BadCommand("`from` says from where on today's rules are applied; give it together with `rules`")
        return None
    if not actor.is_gm:
        raise NotAllowed("only a game master decides the past under other rules; ask one to")
    if asks_for_more:
        raise BadCommand("today's rules are applied by a revision of their own; ask for nothing else in it")
    return system_of(draft, draft.registry).version


def deeds(reader: LedgerReader, request: RevisionRequest, shared: int) -> frozenset[int]:
    """The deeds that are decided anew: from the session or the entry on that the request names, else all that are not
    `shared` with another campaign. Raises BadCommand, UnknownThing, SharedPast."""
    return reader.played(_first(reader, request.from_, shared), shared) if request.rules else frozenset()


def _first(reader: LedgerReader, named: str, shared: int) -> Place:
    kind, _, number = named.rpartition(":")
    if not named:
        return ()
    if kind not in ("", "session") or not number.isdecimal():
        raise BadCommand(f"rules are applied from a session (session:3) or an entry (41) on, not from {named!r}")
    if kind == "session":
        entries = reader.store.entries(reader.campaign, EntryFilter(session=int(number), limit=1))
        if not entries:
            raise UnknownThing(f"there is no session {number} in this campaign")
        return reader.script.place(entries[0].header.number)
    if 1 <= int(number) <= shared:
        raise SharedPast(int(number))
    if not 1 <= int(number) <= reader.head:
        raise UnknownThing(f"there is no entry {number} in this campaign")
    return reader.script.place(int(number))


def spare_unchanged(reader: LedgerReader, planner: RevisionPlanner, anew: frozenset[int]) -> None:
    """Leave out of a planner's results what was decided anew and did the same: it is untouched."""
    for deed in sorted(anew):
        for entry in reader.deed(deed):
            result = planner.results.get(entry)
            if result is not None and entry not in planner.outcomes.changed and _is_unchanged(reader, result):
                del planner.results[entry]


def _is_unchanged(reader: LedgerReader, result: Result) -> bool:
    return result.after == result.before and result.status == reader.status(result.entry)
