"""Making anew whatever is derived of a campaign's entries: its head states and its checkpoints, while play goes on.

They are folded from the ledger beside those that are read. States that were wrong are put right by an entry of its own, a
record, which says so: the head moves with it, so that no process goes on with a wrong state that it may have at hand. For
that the head is held: what was played since the last look is read, and the right states are written, while appends wait a
moment. So a rebuild comes to its end however fast others play.
"""

from __future__ import annotations

from contextlib import nullcontext, suppress
from typing import Final
from uuid import UUID, uuid4

import msgspec

from domain.ledger.checking.derivation import Derivation, root_of, shared_states
from domain.ledger.checking.faults import LedgerFault
from domain.ledger.checking.verify import BATCH, Progress
from domain.ledger.ledger import Ledger
from domain.ledger.playing.acceptance import Actor, salted
from domain.ledger.playing.requests import digest_of
from domain.ledger.reading.heads import HeadWorld
from domain.ledger.upkeep.reseeding import game_master
from domain.records.entries import StateRow
from domain.records.store import Stale, Store

ATTEMPTS: Final = 3
"""The number of attempts at putting checkpoints in place while others revise; at the last one they wait."""


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

    It may be played on meanwhile. Raises DamagedLedger, UnknownCampaign.
    """
    afresh = _Afresh(ledger.store, campaign, progress)
    afresh.catch_up()
    if afresh.wrong():
        afresh.catch_up()  # what was played since takes a while to read: less is left to read while others wait
        with ledger.store.hold(campaign) as store:
            _heal(ledger, store, afresh, through)
        ledger.heads.drop(campaign)
    for attempt in range(1, ATTEMPTS + 1):
        with (
            ledger.store.hold(campaign) if attempt == ATTEMPTS else nullcontext(ledger.store) as store,
            suppress(Stale),
        ):
            return _replaced(store, afresh)
    raise AssertionError("no revision comes while the head is held")


def _replaced(store: Store, afresh: _Afresh) -> RebuiltLedger:
    """Put the checkpoints in place. Raises Stale where a revision has come meanwhile."""
    afresh.catch_up(store)
    unfounded = afresh.unfounded()
    checkpoints = afresh.derived.checkpoints(store, afresh.campaign)
    store.replace_checkpoints(afresh.campaign, afresh.entry, checkpoints, unfounded)
    return RebuiltLedger(
        campaign=afresh.campaign,
        entry=afresh.entry,
        states=len(afresh.derived.folded.states),
        checkpoints=len(checkpoints),
        healed=tuple(sorted(afresh.healed | unfounded)),
        said=afresh.said,
    )


def _heal(ledger: Ledger, store: Store, afresh: _Afresh, through: str | None) -> None:
    """Write the right states with an entry that names them, to a store whose head is held.

    Values that differed only because somebody played since the last look differ no more.
    """
    afresh.catch_up(store)
    wrong = afresh.wrong(store)
    if not wrong:
        return
    head = afresh.derived.scan.head
    draft = ledger.draft(HeadWorld(store, afresh.campaign, head).after(head, afresh.derived.folded.states))
    refs = ", ".join(row.ref for row in wrong)
    words = salted([f"States that were not what the ledger says were made anew: {refs}."])
    actor = Actor(game_master(draft), "gm", through)
    header = draft.header("record", actor, str(uuid4()), audience="gm", words=words, reason=f"{draft.next}.0")
    draft.add(header, (), request_digest=digest_of(actor.member, header.command_id), words=words)
    store.append(msgspec.structs.replace(draft.transaction(), states=tuple(wrong)))
    afresh.healed = {row.ref for row in wrong}
    afresh.said = header.number


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

    def catch_up(self, store: Store | None = None) -> None:
        """Read on up to the newest entry. Raises DamagedLedger."""
        store = store or self._store
        last = store.head(self.campaign).entry
        while self.entry < last and (page := store.raw(self.campaign, self.entry, BATCH)):
            for raw in page:
                for fault in self.derived.take(raw):
                    raise DamagedLedger(fault)
            self._progress(self.entry - self._root, max(last, self.entry) - self._root)

    def wrong(self, store: Store | None = None) -> list[StateRow]:
        """The states that are not stored as the entries read so far would have them.

        Everything is looked at once, and after that only what was not right the time before: so it takes ever less.
        """
        folded, store = self.derived.folded, store or self._store
        if self._suspects is None:
            stored = {row.ref: row for row in store.all_states(self.campaign)}
            self._suspects = stored.keys() | folded.states.keys()
        else:
            stored = store.states(self.campaign, self._suspects)
        wrong = [row for row in folded.rows(self._suspects) if stored.get(row.ref) != row]
        self._strange = stored.keys() - folded.states.keys()
        self._suspects = {row.ref for row in wrong} | self._strange
        return wrong

    def unfounded(self) -> set[str]:
        """The references of stored states of what never was: not even in entries that were read since."""
        return self._strange - self.derived.folded.states.keys()
