"""Taking a ledger in that another installation exported: as it lay there, checked line by line, whole or not at all.

Ids, chain, hashes and words come from the file; states are folded anew, and whatever else is derived the store makes.
A file with the secret seeds gives the very campaign, to be played on with the same dice. One without them gives a campaign
that goes its own way from its last entry on, with an entry more that opens a new dice epoch (`renewing`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from uuid import UUID

import msgspec

from domain.aggregates import CAMPAIGN, Campaign
from domain.dice.provable import SEED_BYTES
from domain.ledger.checking.derivation import Derivation, root_of, shared_states
from domain.ledger.checking.faults import Unreadable, attempted
from domain.ledger.checking.verify import BATCH, Progress
from domain.ledger.playing.entry_dice import commitment_of, commitments
from domain.ledger.upkeep.exported import EntryLine, ExportSource, Line, LineCounts, Secrets, Title, mark, raw_of
from domain.ledger.upkeep.reseeding import Renewal
from domain.records.entries import CampaignRow, CampaignSecrets, EpochSeeds, Founding, Head, RawEntry
from domain.records.rows import DoesNotFit
from domain.records.store import Stale, Store
from domain.system import Registry
from domain.vocabulary.chronicle import AMENDMENT_COMMITMENT, KEY_COMMITMENT


class ParentMissing(LookupError):
    """A fork is to be taken in where the past that it shares does not lie. Nothing was written."""

    slug = "parent-missing"

    def __init__(self, parent: UUID | None, entry: int) -> None:
        super().__init__(
            f"this is a fork of campaign {parent}, whose entry {entry} is missing here or differs from the one that the fork follows; import "
            "that campaign first, as it was then or later"
        )


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """The campaign that was taken in. Where it is `renewed` the file had no seeds, and there is one entry more than it
    had."""

    campaign: CampaignRow
    head: Head
    entries: int
    erased: tuple[str, ...]
    renewed: bool


def import_ledger(
    store: Store,
    registry: Registry,
    lines: Iterable[bytes],
    *,
    through: str | None = None,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    entropy: Callable[[int], bytes] = secrets.token_bytes,
    progress: Progress = lambda _done, _of: None,
) -> Imported:
    """Take in what `export_lines` wrote, each line with its line break. `through` is the account that does it.

    Raises NotAnExport, DamagedExport, ParentMissing, CampaignExists, UnknownSystem where its game is not installed.
    """
    source = ExportSource(lines)
    title = source.title()
    registry.system(title.campaign.system)
    root = _root(store, source, title)
    given = _given(source, title)
    arrived = CampaignSecrets(b"") if given is None else given.secrets
    arrived = arrived if arrived.key else msgspec.structs.replace(arrived, key=entropy(SEED_BYTES))
    renewal = Renewal(registry=registry, now=now, entropy=entropy, key=arrived.key, through=through)
    derived = Derivation(root, shared_states(store, title.campaign))
    arrival = _Arrival(source, title, root=root, luck=given or renewal, derived=derived, progress=progress)
    followed = (root.entry, root.hash) if title.campaign.forked_from else (0, b"")
    try:
        head = store.restore(
            Founding(title.campaign, arrived, *followed), arrival.entries(), derived.folded.rows(), arrival.seeds()
        )
    except DoesNotFit as error:
        raise source.damage(str(error)) from error
    walk = derived.scan
    with suppress(Stale):  # who changes its past already has others made than these
        store.replace_checkpoints(title.campaign.id, head.entry, derived.checkpoints(store, title.campaign.id), ())
    return Imported(campaign=title.campaign, head=head, entries=walk.taken, erased=walk.erased(), renewed=given is None)


class _Given(msgspec.Struct, frozen=True):
    """The secret seeds that a file holds."""

    secrets: CampaignSecrets
    epochs: dict[int, EpochSeeds]


def _root(store: Store, source: ExportSource, title: Title) -> Head:
    """Return the head that the first entry follows, as it lies here. Raises ParentMissing, DamagedExport."""
    parent, follows = title.campaign.forked_from, title.follows
    try:
        root = root_of(store, title.campaign)
    except LookupError as missing:
        raise ParentMissing(parent, follows.entry) from missing
    if mark(root) == follows:
        return root
    if parent is None:
        raise source.damage("the hash that the first entry follows is not that of the campaign's id")
    raise ParentMissing(parent, follows.entry)


def _given(source: ExportSource, title: Title) -> _Given | None:
    """The line with the secret seeds, where there is one. Raises DamagedExport."""
    if not title.secrets:
        return None
    line = source.next()
    if not isinstance(line, Secrets):
        raise source.damage("the secret seeds are missing that the title speaks of")
    epochs = [
        EpochSeeds(each.epoch, *(_bytes(source, digits) for digits in (each.open, each.sealed, each.amendment)))
        for each in line.epochs
    ]
    secrets = CampaignSecrets(_bytes(source, line.key), _bytes(source, line.amendment_seed))
    return _Given(secrets, {seeds.epoch: seeds for seeds in epochs})


def _bytes(source: ExportSource, digits: str) -> bytes:
    try:
        return bytes.fromhex(digits)
    except ValueError as error:
        raise source.damage(f"{digits[:40]!r} are no hexadecimal digits") from error


class _Arrival:
    """A ledger on its way in: whatever is handed on has been checked."""

    def __init__(
        self,
        source: ExportSource,
        title: Title,
        *,
        root: Head,
        luck: _Given | Renewal,
        derived: Derivation,
        progress: Progress,
    ) -> None:
        self._source, self._title, self._root, self._luck = source, title, root, luck
        self._derived, self._progress = derived, progress
        self.scan, self._folded = derived.scan, derived.folded
        self._seeds: list[EpochSeeds] = []
        self._first = source.number + 1
        """The line of the first entry."""

    def entries(self) -> Iterator[RawEntry]:
        """The entries of the file, and the one that renews its dice where it has no seeds. Raises DamagedExport."""
        while isinstance(line := self._source.next(), EntryLine):
            yield self._taken(self._raw(line))
            if self.scan.taken % BATCH == 0:
                self._progress(self.scan.taken, self._title.counts.entries)
        self._check_whole(line)
        if isinstance(self._luck, Renewal):
            yield self._renewed(self._luck)
        else:
            self._check_seeds(self._luck)
            self._seeds += self._luck.epochs.values()

    def seeds(self) -> Iterator[EpochSeeds]:
        """The secret seeds that belong to the entries; known once those have come."""
        yield from self._seeds

    def _raw(self, line: EntryLine) -> RawEntry:
        raw = attempted(partial(raw_of, line))
        if isinstance(raw, Unreadable):
            raise self._source.damage(f"entry {line.entry} cannot be read: {raw.because}")
        return raw

    def _taken(self, raw: RawEntry) -> RawEntry:
        """The entry, where nothing is wrong with it."""
        for fault in self._derived.take(raw):
            raise self._source.damage(fault.sentence)
        return raw

    def _renewed(self, renewal: Renewal) -> RawEntry:
        """The entry that opens a new dice epoch."""
        made = attempted(
            partial(renewal.entry, self._title.campaign.id, self._folded, self.scan, root=self._root.entry)
        )
        if isinstance(made, Unreadable):
            raise self._source.damage(f"nothing can follow on these entries: {made.because}")
        raw, seeds = made
        self._seeds.append(seeds)
        return self._taken(raw)

    def _check_whole(self, line: Line) -> None:
        """Check that the entries are those that the title and the last line name, and that all words are accounted for."""
        head, counts = self.scan.head, self._title.counts
        end = self._source.last(line, head)
        for fault in self.scan.unsaid():
            assert fault.entry is not None, "a text belongs to an entry"
            raise self._source.damage(fault.sentence, self._first + fault.entry - self._root.entry - 1)
        self._source.check_whole(end)
        counted = LineCounts(entries=head.entry - self._root.entry, events=head.position, paths=head.paths)
        if self._title.head != mark(head) or counts != counted:
            raise self._source.damage("the entries differ from those that the title names", 1)
        if not isinstance(self._folded.aggregate(CAMPAIGN), Campaign):
            raise self._source.damage("no campaign begins with these entries")

    def _check_seeds(self, given: _Given) -> None:
        """Check that the seeds are those that the entries committed to, and all of them."""
        campaign = self._folded.aggregate(CAMPAIGN)
        assert isinstance(campaign, Campaign), "every ledger has its campaign"
        ground = campaign.ground.get("self")
        data = {} if ground is None else ground.data
        for name, what in ((KEY_COMMITMENT, "key"), (AMENDMENT_COMMITMENT, "amendment")):
            if data.get(name) and attempted(partial(commitment_of, given.secrets, what)) != data[name]:
                raise self._source.damage(f"the campaign's secret {what} is not the one that was committed to", 2)
        due = {epoch.number for _, epoch in self.scan.epochs if epoch.number not in self.scan.left_behind}
        for _, epoch in self.scan.epochs:
            seeds = given.epochs.get(epoch.number)
            promises = (epoch.open_commitment, epoch.sealed_commitment, epoch.amendment_commitment)
            if seeds is not None and promises != attempted(partial(commitments, seeds)):
                raise self._source.damage(f"the seeds of dice epoch {epoch.number} are not those committed to", 2)
        if due != given.epochs.keys():
            raise self._source.damage("the seeds are not those of the dice epochs that the entries open", 2)
