"""Rights of members other than the game master to change the past."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Final

from domain.commands import DiceGiven
from domain.history.deciding import labels_of
from domain.history.ledger_reader import LedgerReader
from domain.history.outcomes import Result
from domain.history.plan import AlreadySo, RevisionRequest
from domain.history.planner import RevisionPlanner
from domain.ledger.playing.acceptance import Actor, NotAllowed, viewer_of
from domain.ledger.playing.draft import Draft
from domain.ledger.playing.references import labelled
from domain.ledger.reading.open_offers import FARTHEST, Until, closing, is_open
from domain.messages import text
from domain.play.refusals import Refused
from domain.records.entries import EntryFilter, Header
from domain.visibility.audience import may_see
from domain.visibility.world import VisibleWorld
from domain.vocabulary.questions import Question


def check_asked(reader: LedgerReader, draft: Draft, actor: Actor, request: RevisionRequest) -> None:
    """A player may undo their own newest entry, and take an offer made to them. This is asked before the past is looked at:
    what stands in the way of anything else would tell of entries that they may not see. Raises NotAllowed, AlreadySo."""
    if actor.role != "player":
        raise NotAllowed("observers only watch; ask a player or the game master for this revision")
    if request.responses and not request.undo:
        _check_late_asked(reader, draft, actor, request)
        return
    undone = request.undo if isinstance(request.undo, tuple) else ()
    plain = RevisionRequest(
        id=request.id,
        undo=undone,
        dice=request.dice,
        responses=request.responses,
        reason=request.reason,
        dry_run=request.dry_run,
        plan=request.plan,
    )
    if (
        len(undone) != 1
        or request != plain
        or not all(_only_owed(reader, draft, int(n), d) for n, d in request.dice.items())
    ):
        raise NotAllowed("players undo their own newest entry; every other change of the past is the game master's")
    options = draft.campaign_state().ground["self"].options
    if options.get("player_undo", True) is False:
        raise NotAllowed("in this campaign only the game master changes the past (option player_undo); ask them to")
    _check_newest(reader, actor, undone[0])


def check_found(draft: Draft, actor: Actor, request: RevisionRequest, planner: RevisionPlanner) -> None:
    """Check that no other member's entry depends on the one a player undoes, and that offers that they take were made
    to them. Raises NotAllowed.
    """
    if request.responses:
        if request.undo:
            _check_supplied(actor, request, planner)
        else:
            _check_offers(draft, actor, request, planner)
            return
    reader = planner.reader
    reader.load(list(planner.results))
    asking = {reader.header(entry).deed for entry in request.undo} if isinstance(request.undo, tuple) else set()
    followed = (result for result in planner.results.values() if not _asks_again(reader, result, asking))
    others = sorted(result.entry for result in followed if not _is_own(reader.header(result.entry), actor))
    if others:
        visible = VisibleWorld(draft, viewer_of(draft, actor))
        seen = [str(entry) for entry in others if _is_seen(visible, reader, entry)]
        listed = text(" (entries {entries})", entries=", ".join(seen)) if seen else ""
        raise NotAllowed(text("others have played on from it{listed}; ask the game master", listed=listed))


def _is_own(header: Header, actor: Actor) -> bool:
    """Whether a player gave a command; what a game master carried out for them is the game master's to undo."""
    return header.member == actor.member and not header.by_gm


def _asks_again(reader: LedgerReader, result: Result, deeds: Collection[int]) -> bool:
    """Whether an entry of a deed whose answer is struck stands as it was: it asks again, and depends on nothing."""
    return reader.header(result.entry).deed in deeds and result.after == result.before


def _check_newest(reader: LedgerReader, actor: Actor, entry: int) -> None:
    wanted = EntryFilter(member=actor.member, entry_kind="play", newest_first=True, limit=50)
    newest = [e for e in reader.store.entries(reader.campaign, wanted) if _is_own(e.header, actor)]
    if entry in {e.header.number for e in newest if e.status == "struck"}:
        raise AlreadySo(entry, text("entry {entry} is already struck; undo one that is in force", entry=entry))
    standing = next((e.header.number for e in newest if e.status not in ("struck", "moot", "refused")), None)
    if standing != entry:
        none = text("and none of yours stands")
        which = none if standing is None else text("which is {entry}", entry=standing)
        raise NotAllowed(
            text("you may undo your own newest entry, {which}; ask the game master for others", which=which)
        )


def _is_seen(visible: VisibleWorld, reader: LedgerReader, entry: int) -> bool:
    """Whether an entry is more than a stub to the viewer: their own, or one for them that a player gave or of which they
    see an event."""
    header, viewer = reader.header(entry), visible.viewer
    amended = reader.script.directive(entry).envelope is not None
    if not header.by_gm and (header.member == viewer.member or (not amended and may_see(viewer, header.audience))):
        return True
    return any(visible.event(one.ref, one.event) is not None for one in reader.emitted(entry))


def _check_late_asked(reader: LedgerReader, draft: Draft, actor: Actor, request: RevisionRequest) -> None:
    """Check that nothing is asked for but late answers, with the dice that they owe, to deeds that the actor sees.

    The result of an offer is known once it is taken: to think better of it then would be to choose among dice. Raises
    NotAllowed.
    """
    plain = RevisionRequest(
        id=request.id,
        responses=request.responses,
        dice=request.dice,
        reason=request.reason,
        dry_run=request.dry_run,
        plan=request.plan,
    )
    if request != plain or not request.dice.keys() <= request.responses.keys():
        raise NotAllowed("players answer their own offers late, and nothing else beside; the rest is the game master's")
    visible = VisibleWorld(draft, viewer_of(draft, actor))
    for deed, responses in request.responses.items():
        if not any(_is_seen(visible, reader, entry) for entry in reader.deed(int(deed)) or [int(deed)]):
            raise _no_offer(deed, *responses)
    sent = {int(entry): labelled(draft, visible.viewer, dice) for entry, dice in request.dice.items()}
    if not all(_only_owed(reader, draft, entry, dice) for entry, dice in sent.items()):
        raise NotAllowed("a late answer takes only dice that the table still has to roll; give those, by label")


def _check_supplied(actor: Actor, request: RevisionRequest, planner: RevisionPlanner) -> None:
    """Check that what a player answers with an undo is asked of them only now. Raises NotAllowed."""
    for deed, responses in request.responses.items():
        asked = {question.key: question for question in planner.asked(int(deed))}
        entries = planner.reader.deed(int(deed))[1:]
        standing = {planner.reader.header(n).answers for n in entries if planner.script.directive(n).how != "strike"}
        for key in responses:
            if (
                key not in asked
                or asked[key].owner != actor.member
                or key in {*standing, *_answered_keys(planner.reader, int(deed))}
            ):
                raise NotAllowed(
                    text("{key!r} of entry {deed} is asked of another member; leave it to them", key=key, deed=deed)
                )


_CLOSED: Final[Mapping[Until, str]] = {
    "turn": text("the turn ended"),
    "encounter": text("the encounter ended"),
    "scene": text("the scene ended"),
    "session": text("the session ended"),
    "next deed": text("you did something else"),
}
"""Words for the moments that close an offer."""


def _check_open(draft: Draft, planner: RevisionPlanner, offer: Question) -> None:
    """Check that an offer is not closed yet. Raises Refused."""
    reader, deed = planner.reader, offer.deed
    headers = [reader.header(entry) for entry in reader.deed(deed)]
    header = next((one for one in headers if any(made.key == offer.key for made in one.offers)), headers[0])
    wanted = EntryFilter(after=deed, entry_kind="play", limit=FARTHEST)
    later, happened = reader.store.entries(reader.campaign, wanted), partial(reader.store.events_of, reader.campaign)
    if not is_open(header, offer, draft.campaign_state(), later, happened):
        raise Refused(
            "closed",
            "{offer} of entry {deed} was open until {until}; ask the game master to amend it.",
            offer=offer.key,
            deed=deed,
            until=_CLOSED[closing(header, offer)],
        )


def _check_offers(draft: Draft, actor: Actor, request: RevisionRequest, planner: RevisionPlanner) -> None:
    for deed, responses in request.responses.items():
        asked = {question.key: question for question in planner.asked(int(deed))}
        for key in responses:
            if key not in asked or asked[key].blocking or asked[key].owner != actor.member:
                raise _no_offer(deed, key)
            if key in _answered_keys(planner.reader, int(deed)):
                raise NotAllowed(
                    text(
                        "{key!r} of entry {deed} was answered already; ask the game master to change that",
                        key=key,
                        deed=deed,
                    )
                )
            _check_open(draft, planner, asked[key])


def _no_offer(deed: str, *keys: str) -> NotAllowed:
    listed = ", ".join(map(repr, keys))
    return NotAllowed(
        text("entry {deed} offers you no {listed}; what it does is among its decisions", deed=deed, listed=listed)
    )


def _answered_keys(reader: LedgerReader, deed: int) -> Collection[str]:
    """Return the keys that were answered with a deed's command, or late."""
    envelope = reader.script.directive(deed).envelope or reader.header(deed).envelope
    return () if envelope is None else envelope.responses.keys()


def _only_owed(reader: LedgerReader, draft: Draft, entry: int, dice: DiceGiven) -> bool:
    """Whether these are dice that only the table can roll and that the deed has none of yet: nothing rolled is replaced."""
    if draft.campaign_state().ground["self"].options.get("dice", "either") != "table" or not isinstance(dice, dict):
        return False
    entries = reader.deed(entry)
    reader.load(entries)
    rolled = (die for one in entries for die in (*reader.header(one).tape, *reader.grown(one)))
    return all(dice.keys().isdisjoint(labels_of(die)) for die in rolled)
