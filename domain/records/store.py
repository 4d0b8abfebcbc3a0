"""The port behind which a ledger is kept: in memory for pure tests, in PostgreSQL for campaigns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol
from uuid import UUID

from domain.messages import text
from domain.records.entries import (
    CampaignRow,
    CampaignSecrets,
    Checkpoint,
    EntryFilter,
    EntryReader,
    EpochSeeds,
    Foldable,
    Founding,
    Head,
    RawEntry,
    Restatement,
    StateRow,
    StoredEntry,
    StoredRow,
    Transaction,
)
from domain.records.positions import Place
from domain.records.rows import Written


class Stale(Exception):
    """The campaign's head has moved on since the decision was made: decide again. Nothing was written."""

    slug = "stale"

    def __init__(self, campaign: UUID, expected: int) -> None:
        self.campaign = campaign
        self.expected = expected
        super().__init__(
            text("the campaign has moved on from entry {expected}; read it again and repeat", expected=expected)
        )


class CommandIdTaken(Exception):
    """An entry with this command id exists already. Nothing was written; `entry` is its number."""

    slug = "command-id-taken"

    def __init__(self, command_id: str, entry: int) -> None:
        self.command_id = command_id
        self.entry = entry
        super().__init__(
            text(
                "the command id {command_id} belongs to entry {entry}; send a new one for a new command",
                command_id=command_id,
                entry=entry,
            )
        )


class CampaignExists(Exception):
    """A ledger is to be laid down where its campaign stands already. Nothing was written."""

    slug = "campaign-exists"

    def __init__(self, campaign: UUID) -> None:
        super().__init__(
            f"campaign {campaign} is here already; a ledger keeps its campaign's id, which its hashes cover, and lies once "
            "in an installation: `retcon verify` says whether the one here is whole"
        )


class OutcomeUnknown(Exception):
    """The connection was lost before the answer came: the entries stand or do not, and only a retry can tell."""

    slug = "outcome-unknown"

    def __init__(self, command_ids: Sequence[str]) -> None:
        self.command_ids = tuple(command_ids)
        super().__init__(
            text(
                "the connection to the database was lost and what was sent may have been written or not; "
                "retry with the same command id ({command_ids}), which cannot be written twice",
                command_ids=", ".join(command_ids),
            )
        )


class UnknownCampaign(LookupError):
    """There is no such campaign."""

    slug = "unknown-campaign"

    def __init__(self, campaign: object) -> None:
        super().__init__(text("there is no campaign {campaign}", campaign=campaign))


class UnknownEpoch(LookupError):
    """The campaign has no secret seeds for a dice epoch of this number."""

    slug = "unknown-epoch"

    def __init__(self, campaign: UUID, epoch: int) -> None:
        super().__init__(
            text(
                "campaign {campaign} has no dice epoch {epoch} whose seeds are here; epochs count from 1 "
                "as sessions rotate them, and the seeds of an imported campaign may have stayed where it "
                "came from",
                campaign=campaign,
                epoch=epoch,
            )
        )


class Store(Protocol):
    """Everything is keyed by campaign; nothing is ordered or locked across campaigns. All methods are thread-safe.

    Every method that is given a campaign raises UnknownCampaign where there is none of that id. `known_at` asks for what
    was known right after that entry: later entries are not there then, and later restatements not in force. Collections
    of numbers, references and keys may name what does not exist; it is left out of the answer.
    """

    def campaigns(self) -> list[CampaignRow]:
        """Every campaign, oldest first."""

    def campaigns_with(self, command_ids: Collection[str]) -> list[UUID]:
        """The campaigns in which one of these command ids made an entry, of their own or of the past that a fork shares, oldest
        first. However many campaigns there are, this is one question.
        """

    def campaign(self, campaign: UUID) -> CampaignRow:
        """One campaign. Raises UnknownCampaign."""

    def head(self, campaign: UUID) -> Head:
        """Return where the ledger stands. Raises UnknownCampaign."""

    def append(self, transaction: Transaction) -> Written:
        """Append all of it or nothing, and say what was written; a `founding` makes the campaign first, in the same transaction.

        Raises Stale (also where the campaign to be founded stands already), CommandIdTaken (also where two records of the
        transaction share an id: then with the number of the first), UnknownCampaign, and OutcomeUnknown where the connection
        to the store breaks before it has answered.
        """

    def restore(
        self,
        founding: Founding,
        entries: Iterable[RawEntry],
        states: Iterable[StateRow],
        seeds: Iterable[EpochSeeds],
    ) -> Head:
        """Lay down a whole campaign as it lay elsewhere, byte for byte and all at once: it appears when everything has come.

        `states` and `seeds` are asked for after the last entry; whatever an iterable raises comes through, and leaves
        nothing. The caller checks the contents of the entries; the store only refuses what could not be read back.
        Raises CampaignExists, DoesNotFit.
        """

    def hold(self, campaign: UUID) -> AbstractContextManager[Store]:
        """Hold a campaign's head for a moment: appends from elsewhere wait, and reads do not. Entries that are appended
        to the store that is given stand when the block ends, and after an error not at all.
        """

    def replace_checkpoints(
        self, campaign: UUID, known_at: int, checkpoints: Sequence[Checkpoint], unfounded: Collection[str]
    ) -> None:
        """Let these be the checkpoints that were made up to entry `known_at`, and take away the states of what never was.

        Raises Stale where a revision has come after that entry: it may have ended some of them.
        """

    def states(self, campaign: UUID, refs: Collection[str]) -> dict[str, StateRow]:
        """The head states of those of these aggregates that exist."""

    def all_states(self, campaign: UUID) -> list[StateRow]:
        """Every head state of the campaign, by reference."""

    def entry(self, campaign: UUID, number: int, known_at: int | None = None) -> StoredEntry | None:
        """One entry, with the status it has now or had right after entry `known_at`."""

    def by_command_id(self, campaign: UUID, command_id: str) -> StoredEntry | None:
        """The entry that a command id made."""

    def entries(self, campaign: UUID, wanted: EntryFilter, known_at: int | None = None) -> list[StoredEntry]:
        """Entries that fit the filter, ascending (or newest first)."""

    def deeds_of(self, campaign: UUID, numbers: Collection[int], known_at: int | None = None) -> dict[int, StoredEntry]:
        """These entries with all others of the deeds they belong to or began, ascending."""

    def events_of(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, list[StoredRow]]:
        """The events of these entries in the version in force then; restated ones have version 0 and no own position
        (they carry the position of the revision's first event). Struck, moot and refused entries have none: an empty
        list. A revision, withdrawn or not, keeps the corrections it was written with."""

    def as_first_written(self, campaign: UUID, numbers: Collection[int]) -> dict[int, list[StoredRow]]:
        """Return the original events of these entries, without any revision."""

    def restatements(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, Restatement]:
        """The newest restatement of those of these entries that have one: what was amended, with which tape and reads."""

    def stream(
        self, campaign: UUID, ref: str, *, up_to_entry: int | None = None, since: Checkpoint | None = None
    ) -> list[StoredRow]:
        """A stream as played: every event ever appended to it, corrections included, in order; where a checkpoint that was
        the head is given, those that have not led to it."""

    def stream_of_each(
        self, campaign: UUID, since: Mapping[str, Checkpoint | None], *, up_to_entry: int
    ) -> dict[str, list[Foldable]]:
        """Return what each of these aggregates has to fold of its `stream`, since its checkpoint, of all at once."""

    def effective_stream(
        self,
        campaign: UUID,
        ref: str,
        *,
        after: Place = (),
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> list[StoredRow]:
        """The events of one aggregate in the order of places (`domain.records.positions`), in the versions in force at
        entry `known_at` (None: now): those of entries with `after` < place, and place <= `up_to` or < `before` where
        one is given. Struck, moot and refused entries, and `Corrected` events, are left out; record entries stand at
        their own number's place. The deeds of an insert are known with the revision that made it. No more is read than
        is between.
        """

    def state_events(
        self,
        campaign: UUID,
        ref: str,
        *,
        after: Place = (),
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> list[Foldable]:
        """Return the events of `effective_stream` with only the parts that folding needs, and without events that
        change no state, such as rolls and notes.
        """

    def pasts(self, campaign: UUID, refs: Collection[str], *, before: Place) -> dict[str, list[Foldable]]:
        """Return what `state_events` tells of each of these aggregates up to a place, of all at once. Those that have
        checkpoints, from which less is folded, may be left out, and so may any that are better asked for by
        themselves."""

    def checkpoint(
        self,
        campaign: UUID,
        ref: str,
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> Checkpoint | None:
        """The aggregate's last checkpoint at a place <= `up_to`, or < `before`, that held at entry `known_at` (None: now).

        There may be none: checkpoints are a cache.
        """

    def checkpoint_of_each(
        self,
        campaign: UUID,
        refs: Collection[str],
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> dict[str, Checkpoint]:
        """Return the `checkpoint` of each of these aggregates that has one, of all at once."""

    def state_events_of_each(
        self,
        campaign: UUID,
        after: Mapping[str, Place],
        *,
        up_to: Place | None = None,
        before: Place | None = None,
        known_at: int | None = None,
    ) -> dict[str, list[Foldable]]:
        """Return the `state_events` of each of these aggregates after its place, of all at once."""

    def checkpoints(self, campaign: UUID, ref: str) -> list[Checkpoint]:
        """Every checkpoint of an aggregate, dead ones too, by place and then by when it was made."""

    def readers(
        self,
        campaign: UUID,
        paths: Collection[str],
        after: int = 0,
        *,
        up_to: int | None = None,
        also: Collection[int] = (),
    ) -> list[EntryReader]:
        """Entries which still stand (kept ones do; struck, moot and refused ones do not) and whose reads, in their version
        in force, meet these paths: those numbered from `after` + 1 to `up_to`, those that answer a deed so numbered, and
        those that are named beside. One scan of what was read in that span."""

    def reads_of(
        self, campaign: UUID, numbers: Collection[int], known_at: int | None = None
    ) -> dict[int, frozenset[str]]:
        """The paths these entries read: as the newest restatement has them, else as first written."""

    def texts(self, campaign: UUID, keys: Collection[str]) -> dict[str, str | None]:
        """The words behind text keys `<entry>.<index>`; None where they were erased; unknown keys are left out."""

    def raw(self, campaign: UUID, after: int, limit: int) -> list[RawEntry]:
        """Entries as they lie in the store, ascending from the one after `after`."""

    def raw_each(self, after: Mapping[UUID, int], limit: int) -> dict[UUID, list[RawEntry]]:
        """Return entries as they lie in the store of several campaigns, ascending from the one after that of each, at most `limit`
        of a campaign. Campaigns that have none are left out. Raises UnknownCampaign."""

    def orphans(self, campaign: UUID) -> list[str]:
        """Return what lies in the store without an entry: events, paths, texts or restatements that belong to none, one
        line each."""

    def seeds(self, campaign: UUID, epoch: int) -> EpochSeeds:
        """An epoch's secret seeds. Raises UnknownEpoch."""

    def secrets(self, campaign: UUID) -> CampaignSecrets:
        """The secrets of the campaign as a whole."""
