"""What of the past others than the game master may change."""

from __future__ import annotations

from collections.abc import Collection

from domain.commands import DiceGiven
from domain.history.annals import Annals
from domain.history.plan import RevisionRequest
from domain.history.planner import Walk
from domain.ledger.acceptance import Actor, NotAllowed
from domain.ledger.draft import Draft
from domain.ledger.records import EntryFilter


def check_player(draft: Draft, actor: Actor, request: RevisionRequest, walk: Walk) -> None:
    """A player may undo their own newest entry while nobody else's depends on it, and take an offer made to them. Raises
    NotAllowed."""
    annals = walk.annals
    if actor.role != "player":
        raise NotAllowed("observers look on; the past is changed by players and the game master")
    if request.responses:
        _check_late(draft, actor, request, walk)
        return
    undone = request.undo if isinstance(request.undo, tuple) else ()
    plain = RevisionRequest(
        id=request.id, undo=undone, reason=request.reason, dry_run=request.dry_run, plan=request.plan
    )
    if len(undone) != 1 or request != plain:
        raise NotAllowed("players undo their own newest entry; every other change of the past is the game master's")
    options = draft.campaign_state().ground["self"].options
    if options.get("player_undo", True) is False:
        raise NotAllowed("in this campaign only the game master changes the past (option player_undo)")
    newest = annals.store.entries(
        annals.campaign, EntryFilter(member=actor.member, entry_kind="play", newest_first=True, limit=50)
    )
    standing = next((e.header.number for e in newest if e.status not in ("struck", "moot", "refused")), None)
    if standing != undone[0]:
        which = "and none of yours stands" if standing is None else f"which is {standing}"
        raise NotAllowed(f"you may undo your own newest entry, {which}; ask the game master for others")
    annals.load(list(walk.results))
    others = sorted(entry for entry in walk.results if annals.header(entry).member != actor.member)
    if others:
        listed = ", ".join(map(str, others))
        raise NotAllowed(f"others have played on from it (entries {listed}); ask the game master")


def _check_late(draft: Draft, actor: Actor, request: RevisionRequest, walk: Walk) -> None:
    """Check that all that is asked for is the actor's late answer to offers made to them, with the dice that it owes.

    What an offer has brought is known once it is taken: to think better of it then would be to choose among dice. Raises
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
    for deed, responses in request.responses.items():
        asked = {question.key: question for question in walk.asked(int(deed))}
        for key in responses:
            if key not in asked or asked[key].blocking or asked[key].owner != actor.member:
                raise NotAllowed(f"entry {deed} offers you no {key!r}; what it does is among its decisions")
            if key in _said(walk.annals, int(deed)):
                raise NotAllowed(f"{key!r} of entry {deed} was answered already; ask the game master to change that")
    if not all(_only_owed(walk.annals, draft, int(entry), dice) for entry, dice in request.dice.items()):
        raise NotAllowed(
            "with a late answer come dice that only the table can roll and that were not rolled yet, by label"
        )


def _said(annals: Annals, deed: int) -> Collection[str]:
    """What was answered with a deed's command, or late."""
    envelope = annals.script.directive(deed).envelope or annals.header(deed).envelope
    return () if envelope is None else envelope.responses.keys()


def _only_owed(annals: Annals, draft: Draft, entry: int, dice: DiceGiven) -> bool:
    """Whether these are dice that only the table can roll and that the deed has none of yet: nothing rolled is replaced."""
    if draft.campaign_state().ground["self"].options.get("dice", "server") != "table" or not isinstance(dice, dict):
        return False
    entries = annals.deed(entry)
    annals.load(entries)
    rolled = {die.label for one in entries for die in (*annals.header(one).tape, *annals.grown(one))}
    return not rolled & dice.keys()
