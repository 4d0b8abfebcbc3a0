"""Making anew whatever is derived of a campaign's entries: its head states and its checkpoints, while play goes on.

They are folded from the ledger beside those that are read, and take their place on the condition that the head still
stands where they were folded to. States that were wrong are put right by an entry of its own, a record, which says so:
the head moves with it, so that no process goes on with a wrong state that it may have at hand.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID, uuid4

import msgspec

from domain.ledger.checking.derivation import Derivation, root_of, shared_states
from domain.ledger.checking.faults import LedgerFault
from domain.ledger.checking.verify import BATCH, Progress
from domain.ledger.ledger import Busy, Ledger
from domain.ledger.playing.acceptance import Actor, salted
from domain.ledger.playing.requests import digest_of
from domain.ledger.reading.heads import HeadWorld
from domain.ledger.upkeep.reseeding import game_master
from domain.records.entries import StateRow
from domain.records.store import Stale, Store

ATTEMPTS: Final = 5_000
"""The maximum number of repetitions while others append. Each time there is less to read."""


class DamagedLedger(Exception):
    """The entries do not lie there as they were written, so nothing can be made of them. Nothing was changed."""

    slug = "damaged-ledger"

    def __init__(self, fault: LedgerFault) -> None:
        super().__init__(
            f"{fault.sentence}; states are made of entries: restore these first, from a backup or an export"
        )


class RebuiltLedger(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a rebuild up to `entry`: so many states and checkpoints. `healed` are the references of states that
    were wrong, `said` the entry that put them right, if any were."""

    campaign: UUID
    entry: int
    states: int
    checkpoints: int
    healed: tuple[str, ...] = ()
    said: int | None = None


def rebuild(
    ledger: Ledger, campaign: UUID, *, through: str | None = None, progress: Progress = lambda _done, _of: None
) -> RebuiltLedger:
    """Make a campaign's states and checkpoints anew. `through` is the account that has it done, for the game master.

    It may be played on meanwhile. Raises DamagedLedger, UnknownCampaign, and Busy where too much is played meanwhile.
    """
    afresh = _Afresh(ledger.store, campaign, progress)
    for _ in range(ATTEMPTS):
        try:
            return _attempt(ledger, afresh, through)
        except Stale:
            continue
    raise Busy(ATTEMPTS)


def _attempt(ledger: Ledger, afresh: _Afresh, through: str | None) -> RebuiltLedger:
    """Let what was made take its place. Raises Stale where somebody has appended meanwhile."""
    store, campaign = ledger.store, afresh.campaign
    afresh.come_to(store.head(campaign).entry)
    if wrong := afresh.wrong():
        afresh.said = _heal(ledger, afresh, wrong, through)
        afresh.healed |= {row.ref for row in wrong}
    afresh.come_to(store.head(campaign).entry)
    unfounded = afresh.unfounded()
    made = afresh.derived.checkpoints(store, campaign)
    store.replace_checkpoints(campaign, afresh.entry, made, unfounded)
    return RebuiltLedger(
        campaign=campaign,
        entry=afresh.entry,
        states=len(afresh.derived.folded.states),
        checkpoints=len(made),
        healed=tuple(sorted(afresh.healed | unfounded)),
        said=afresh.said,
    )


def _heal(ledger: Ledger, afresh: _Afresh, wrong: list[StateRow], through: str | None) -> int:
    """Write the right states with an entry that names them; its number.

    Raises Stale where the head has moved on since the entries were read: then what differs may only have been played
    meanwhile. Where it has not, whatever was looked at in between is of that head, and was wrong.
    """
    head = afresh.derived.scan.head
    world = HeadWorld(ledger.store, afresh.campaign, head).after(head, afresh.derived.folded.states)
    draft = ledger.draft(world)
    refs = ", ".join(row.ref for row in wrong)
    words = salted([f"States that were not what the ledger says were made anew: {refs}."])
    actor = Actor(game_master(draft), "gm", through)
    header = draft.header("record", actor, str(uuid4()), audience="gm", words=words, reason=f"{draft.next}.0")
    draft.add(header, (), request_digest=digest_of(actor.member, header.command_id), words=words)
    ledger.store.append(msgspec.structs.replace(draft.transaction(), states=tuple(wrong)))
    ledger.heads.drop(afresh.campaign)
    return header.number


class _Afresh:
    """The derived rows of a campaign's entries, made anew as far as they were read."""

    def __init__(self, store: Store, campaign: UUID, progress: Progress) -> None:
        row = store.campaign(campaign)
        root = root_of(store, row)
        self.campaign = campaign
        self.derived = Derivation(root, shared_states(store, row))
        self.healed: set[str] = set()
        self.said: int | None = None
        self._suspects: set[str] | None = None
        self._strange: set[str] = set()
        self._store, self._progress, self._root = store, progress, root.entry

    @property
    def entry(self) -> int:
        """The last entry that was read."""
        return self.derived.scan.head.entry

    def come_to(self, last: int) -> None:
        """Read on up to an entry. Raises DamagedLedger."""
        while self.entry < last and (page := self._store.raw(self.campaign, self.entry, BATCH)):
            for raw in page:
                for fault in self.derived.take(raw):
                    raise DamagedLedger(fault)
            self._progress(self.entry - self._root, max(last, self.entry) - self._root)

    def wrong(self) -> list[StateRow]:
        """The states that are not stored as the entries read so far would have them.

        Everything is looked at once, and after that only what was not right the time before: so it takes ever less.
        """
        folded = self.derived.folded
        if self._suspects is None:
            stored = {row.ref: row for row in self._store.all_states(self.campaign)}
            self._suspects = stored.keys() | folded.states.keys()
        else:
            stored = self._store.states(self.campaign, self._suspects)
        wrong = [row for row in folded.rows(self._suspects) if stored.get(row.ref) != row]
        self._strange = stored.keys() - folded.states.keys()
        self._suspects = {row.ref for row in wrong} | self._strange
        return wrong

    def unfounded(self) -> set[str]:
        """The references of stored states of what never was: not even in entries that were read since."""
        return self._strange - self.derived.folded.states.keys()
