"""What of the past others than the game master may change."""

from __future__ import annotations

from domain.commands import DiceGiven
from domain.history.annals import Annals
from domain.history.plan import Plan, RevisionRequest
from domain.ledger.acceptance import Actor, NotAllowed
from domain.ledger.draft import Draft
from domain.ledger.records import EntryFilter


def check_player(annals: Annals, draft: Draft, actor: Actor, request: RevisionRequest, plan: Plan) -> None:
    """A player may undo their own newest entry while nobody else's depends on it, and take an offer made to them. Raises NotAllowed."""
    if actor.role != "player":
        raise NotAllowed("observers look on; the past is changed by players and the game master")
    if _takes_offer(annals, draft, actor, request):
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
    annals.load([p.entry for p in plan.entries])
    others = [p.entry for p in plan.entries if annals.header(p.entry).member != actor.member]
    if others:
        listed = ", ".join(map(str, others))
        raise NotAllowed(f"others have played on from it (entries {listed}); ask the game master")


def _takes_offer(annals: Annals, draft: Draft, actor: Actor, request: RevisionRequest) -> bool:
    """Whether all that is asked for is the actor's late answer to offers made to them, with the dice that it owes."""
    plain = RevisionRequest(
        id=request.id,
        responses=request.responses,
        dice=request.dice,
        reason=request.reason,
        dry_run=request.dry_run,
        plan=request.plan,
    )
    if not request.responses or request != plain or not request.dice.keys() <= request.responses.keys():
        return False
    for entry, responses in request.responses.items():
        offered = {offer.key for offer in annals.header(int(entry)).offers if offer.owner == actor.member}
        if not set(responses) <= offered:
            return False
    return all(_only_owed(annals, draft, int(entry), dice) for entry, dice in request.dice.items())


def _only_owed(annals: Annals, draft: Draft, entry: int, dice: DiceGiven) -> bool:
    """Whether these are dice that only the table can roll and that the deed has none of yet: nothing rolled is replaced."""
    if draft.campaign_state().ground["self"].options.get("dice", "server") != "table" or not isinstance(dice, dict):
        return False
    entries = annals.deed(entry)
    annals.load(entries)
    rolled = {die.label for one in entries for die in (*annals.header(one).tape, *annals.grown(one))}
    return not rolled & dice.keys()
