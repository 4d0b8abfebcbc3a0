"""Records of the ledger: entries with their headers, what each transaction appends, and the rows that come back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal
from uuid import UUID

import msgspec

from domain.commands import Envelope
from domain.dice.tape import Die
from domain.records.positions import Place
from domain.vocabulary.base import Audience
from domain.vocabulary.questions import Question

EntryKind = Literal["play", "revision", "record"]
Status = Literal["standing", "restated", "amended", "kept", "struck", "moot", "refused"]
GONE: frozenset[Status] = frozenset({"struck", "moot", "refused"})
"""The statuses of entries that do not stand: they have no events, and nothing depends on what they read."""


class RefusalRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A refusal as it is stored: `player` is what anybody may read, `gm` what the game master may."""

    rule: str
    player: str
    gm: str = ""
    missing: str = ""


class Insertion(msgspec.Struct, frozen=True):
    """An entry that a revision adds to the past, and the entry it stands directly after."""

    entry: int
    after: int


class Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A revision's change of one entry: strike it, amend its command, keep its events as they are, or decide it anew
    under the rules as they were when the revision was made."""

    entry: int
    to: Literal["strike", "amend", "keep", "anew"]
    envelope: Envelope | None = None
    because: int | None = None
    """The entry whose change made this one follow (a cascade); None where it was asked for."""


class Revision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A change of history as it is recorded. `withdraws` is the revision that is switched off, `inserts` the entries it adds.
    `rules` is the version of the rules under which the script was decided anew, where that is what it does."""

    changes: tuple[Change, ...] = ()
    withdraws: int | None = None
    inserts: tuple[Insertion, ...] = ()
    policy: Literal["refuse", "cascade", "keep"] = "refuse"
    rules: int | None = None


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry without its events: its canonical JSON is what the chain covers.

    `by_gm` is whether the member was a game master then, `through` the account that acted for them, if one did. `at` is RFC 3339 in UTC with microseconds; `clock` the in-game second. `session` and `scene` are those open when it
    was played. `envelope` holds ids for handles and text keys (`<entry>.<index>`) for free text. `deed` is the entry
    that began the deed (its own number unless it answers); `answers` the question's key it answers, `waits_for` the one it
    left open. `tape` is the dice
    new with this entry, `unused` the keys of responses that the deed, finished, has asked for nothing. `status` is the one it was born with. `after` is an insert's anchor. `texts` are the salted
    digests of its free texts, in order.
    """

    number: int
    kind: EntryKind
    command_id: str
    member: str
    by_gm: bool = False
    through: str | None = None
    at: str
    clock: int = 0
    session: int | None = None
    scene: int | None = None
    system: str = ""
    rules_version: int = 0
    envelope: Envelope | None = None
    deed: int
    answers: str | None = None
    waits_for: str | None = None
    status: Status = "standing"
    audience: Audience = "all"
    reason: str | None = None
    tape: tuple[Die, ...] = ()
    offers: tuple[Question, ...] = ()
    unused: tuple[str, ...] = ()
    citations: tuple[str, ...] = ()
    overruled: tuple[RefusalRecord, ...] = ()
    refusal: RefusalRecord | None = None
    revision: Revision | None = None
    after: int | None = None
    texts: tuple[str, ...] = ()
    refers: bool = False
    """Whether its texts tell by reference who is meant; in older entries handles and names stand in them."""


def keys_of(headers: Iterable[Header]) -> frozenset[str]:
    """The keys of the questions that entries asked, offered or answered."""
    keys = ((header.answers, header.waits_for, *(offer.key for offer in header.offers)) for header in headers)
    return frozenset(key for several in keys for key in several if key)


class NewRow(msgspec.Struct, frozen=True):
    """An event on its way in: `version` is its number within the stream of `ref`. The library knows it as an event of
    the originator `ref`."""

    ref: str
    version: int
    topic: str
    kind: str
    body: bytes

    @property
    def originator_id(self) -> str:
        return self.ref

    @property
    def originator_version(self) -> int:
        return self.version


class PlacedRow(msgspec.Struct, frozen=True):
    """An event with the position it has among all of the campaign's events."""

    position: int
    event: NewRow


class StateRow(msgspec.Struct, frozen=True):
    """The state of an aggregate after the transaction: the head snapshot and the base of every read model of it."""

    ref: str
    version: int
    body: bytes


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """An aggregate's state at a place of the effective order, true of what was known from entry `created` on.

    Where it stands at that entry's own place it was the head then, and `version` is how many events of the stream as
    played had led to it. Any other is of a past that a revision had made: its events have no numbers, and `version` is 0.
    `died` is the revision that made that past another one; None while it holds. `body` is a state as it is stored.
    """

    ref: str
    place: Place
    created: int
    version: int
    body: bytes
    died: int | None = None

    @property
    def was_head(self) -> bool:
        """Whether play had led to it, so that the stream as played goes on from it."""
        return self.place == (self.created,)


class Rewritten(msgspec.Struct, frozen=True):
    """A stretch of an aggregate's past that a revision made another one: from the place `since` on, up to where it is
    again as it was, at the place `until` (None: never)."""

    ref: str
    revision: int
    since: Place
    until: Place | None


class Restatement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of an earlier entry from a revision on: its status, and its events and reads where it is not struck.

    `events` are those of the entry as now decided, in order, as (ref, topic, body) with no stream version: they are
    no part of any stream (the revision's `Corrected` events are); what such an event is about (its `kind`) its topic
    tells. The newest restatement of an entry is in force. `tape` is every die that any revision has added to the entry's
    own: it only grows.
    """

    entry: int
    status: Status
    events: tuple[tuple[str, str, str], ...] = ()
    reads: tuple[str, ...] = ()
    envelope: Envelope | None = None
    tape: tuple[Die, ...] = ()


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One entry on its way in. `reads` are paths; `texts` the words themselves, as many as the header has digests.

    The text with index i has the key `<entry>.<i>`. `request_digest` is the SHA-256 of the request as it was sent: a
    retry with the same command id must have the same. The chain covers it, so it outlives any erased text. Paths are
    interned with ids from 1 in the order of first use: those of `reads`, sorted, then those of each restatement, sorted.
    """

    header: Header
    request_digest: bytes
    events: tuple[NewRow, ...] = ()
    reads: tuple[str, ...] = ()
    text_salts: tuple[bytes, ...] = ()
    texts: tuple[str, ...] = ()
    restatements: tuple[Restatement, ...] = ()

    @property
    def words(self) -> dict[str, str]:
        """The texts by their keys."""
        return {f"{self.header.number}.{index}": words for index, words in enumerate(self.texts)}


class CampaignRow(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign in the list of campaigns.

    A fork shares the past of the campaign `forked_from` up to the corrected place of its entry `forked_at`, as it was
    known there at entry `forked_known_at`; its own entries are numbered from the one after that.
    """

    id: UUID
    name: str
    system: str
    created_at: str
    forked_from: UUID | None = None
    forked_at: int | None = None
    forked_known_at: int | None = None


class EpochSeeds(msgspec.Struct, frozen=True):
    """The secret seeds of one dice epoch, 32 bytes each. Its entry holds only their commitments.

    `amendment` gives the dice that changes of the past need while the epoch is open; it is empty in epochs that began
    before they had such a seed.
    """

    epoch: int
    open: bytes
    sealed: bytes
    amendment: bytes = b""


class CampaignSecrets(msgspec.Struct, frozen=True):
    """The secrets of a whole campaign, 32 bytes each.

    `key` is never revealed: the hashes of plans and the sample dice of their dry runs are keyed with it. `amendment` gave the
    dice of changed pasts before each epoch had a seed for them; it is empty in campaigns that began later.
    """

    key: bytes
    amendment: bytes = b""


class Founding(msgspec.Struct, frozen=True):
    """A campaign that begins with this transaction, and its secrets.

    A fork's first entry follows `entry` of its parent, and the `hash` that one has; any other campaign begins at nothing.
    """

    campaign: CampaignRow
    secrets: CampaignSecrets
    entry: int = 0
    hash: bytes = b""


class Transaction(msgspec.Struct, frozen=True, kw_only=True):
    """The rows that are appended at once, or not at all: entries in order, and the states after the last of them.

    `expected` is the entry at which the decision was made; where the campaign's head stands elsewhere, nothing happens
    (with a `founding`: the entry that names). `seeds` belong to epochs that its entries open; `erased` are the keys of texts whose words and
    salts are forgotten for good, as one of its entries says. The checkpoints that lie on a `rewritten` stretch die, and
    `checkpoints` are those that are kept from here on.
    """

    campaign: UUID
    expected: int
    records: tuple[Record, ...]
    states: tuple[StateRow, ...] = ()
    founding: Founding | None = None
    seeds: tuple[EpochSeeds, ...] = ()
    erased: tuple[str, ...] = ()
    checkpoints: tuple[Checkpoint, ...] = ()
    rewritten: tuple[Rewritten, ...] = ()


class Head(msgspec.Struct, frozen=True):
    """The end of a campaign's ledger: its last entry, its last event's position, the chain hash, paths interned so far."""

    entry: int
    position: int
    hash: bytes
    paths: int


class StoredEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as it is read back. `status` is the current one (or the one known at the entry asked for): of a revision
    that is withdrawn it is `struck`. `versions` is how many there have been, `made_by` the revision that made the one in force (None:
    it is as it was first written), `digest` and `hash` what stands in the chain."""

    header: Header
    status: Status
    versions: int
    made_by: int | None = None
    digest: bytes
    hash: bytes
    request_digest: bytes


class Played(msgspec.Struct, frozen=True):
    """An entry that a command became. `record` is what was written of it just now; None where that was done before."""

    stored: StoredEntry
    record: Record | None = None


class StoredRow(msgspec.Struct, frozen=True):
    """An event as it is read back. `position` counts the campaign's events from 1 without gaps."""

    position: int
    entry: int
    ref: str
    version: int
    topic: str
    body: bytes


Foldable = tuple[int, str, bytes]
"""The parts of an event that folding needs: its entry, topic and body."""


class EntryReader(msgspec.Struct, frozen=True):
    """An entry that read some of the paths asked for, and the deed it belongs to."""

    entry: int
    deed: int
    paths: frozenset[str]


class EntryFilter(msgspec.Struct, frozen=True, kw_only=True):
    """The entries of a ledger that are wanted, in ascending order; `after` and `before` are exclusive entry numbers.

    `status` is the current one, or the one then known. `ref` and `event_kind` fit an entry by one of its events (by one
    that fits both, where both are given), either as first written or in the version in force.
    """

    after: int = 0
    before: int | None = None
    limit: int = 100
    newest_first: bool = False
    session: int | None = None
    member: str | None = None
    ref: str | None = None
    entry_kind: EntryKind | None = None
    event_kind: str | None = None
    status: Status | None = None
    deed: int | None = None


class RawText(msgspec.Struct, frozen=True):
    """A free text as it lies in the store; salt and words are None once it was erased."""

    index: int
    salt: bytes | None
    words: str | None


class RawEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the store holds of one entry, byte for byte, for verification and export.

    `columns` are the values that the store keeps beside the header for its queries, by the header's field names, as the
    header itself would give them: verification compares the two. `new_paths` are the (id, path) pairs first used here.
    """

    number: int
    columns: dict[str, str | int | None]
    salt: bytes
    digest: bytes
    hash: bytes
    header: bytes
    request_digest: bytes
    read_ids: tuple[int, ...]
    new_paths: tuple[tuple[int, str], ...]
    events: tuple[PlacedRow, ...]
    restatements: bytes
    texts: tuple[RawText, ...]
