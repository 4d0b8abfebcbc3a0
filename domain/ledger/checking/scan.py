"""One pass over a ledger's entries as they lie in the store: each is recomputed from the one before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Literal

from msgspec import UNSET

from domain.history.script import withdrawn
from domain.ledger.checking.faults import LedgerFault, Unreadable, attempted
from domain.records import chain
from domain.records.entries import Head, Header, RawEntry, RawText, Restatement, Status
from domain.records.positions import Place, place
from domain.records.rows import COLUMNS
from domain.vocabulary.base import Event, Scalar
from domain.vocabulary.chronicle import CampaignBegun, CampaignForked
from domain.vocabulary.epochs import DiceEpoch, EpochClosed, EpochOpened
from domain.vocabulary.lifecycle import CampaignClosed, CampaignReopened
from domain.vocabulary.seals import SecretSealed
from domain.vocabulary.stored import decode_event

ERASURE = "freeform.erase"
"""The command of the record entries that say which texts were erased: `args` is `{"texts": [keys]}`."""


LEFT_BEHIND = "left_behind"
"""In the data of a dice epoch: the entry from which on its seeds are not here, since they stayed where an import came from."""

_columns = attrgetter(*COLUMNS)

_HEEDED = {each.component for each in (CampaignBegun, CampaignForked, CampaignClosed, EpochOpened, EpochClosed)}
"""The components whose events say what the rest of the store must agree with."""


class LedgerScan:
    """A scan that takes entries in ascending order and yields the faults of each; afterwards it has the values that the
    rest of the store must agree with. `root` is the head before the first entry.
    """

    def __init__(self, root: Head) -> None:
        self.head: Head = root
        """The head after the entries taken so far."""
        self.taken = 0
        self.header: Header | None = None
        """The header of the last entry taken; None where it cannot be read."""
        self.happened: list[tuple[str, Event]] = []
        """The events of the entry taken last, as far as they can be read, each with the aggregate it happened to."""
        self.streams: Counter[str] = Counter()
        """The number of events of each stream."""
        self.rewrites: dict[str, dict[int, Place]] = {}
        """For each aggregate the revisions that changed what entries did to it, and the first place where they did."""
        self._closed_by: int | None = None
        """The entry that closed the campaign; None while it is open."""
        self._born: dict[int, Status] = {}
        self._withdrawals: dict[int, int] = {}
        self._touched: dict[int, frozenset[str]] = {}
        self.anchors: dict[int, int] = {}
        """The entry that each insert stands after."""
        self.restated: dict[int, list[Restatement]] = {}
        """The restatements of an entry, oldest first."""
        self.epochs: list[tuple[int, DiceEpoch]] = []
        """The dice epochs that were opened, each behind its entry."""
        self.left_behind: set[int] = set()
        """The numbers of those whose seeds are said to be elsewhere."""
        self.told: dict[str, tuple[int, Scalar]] = {}
        """The ledger's statements about its campaign as such (its system, its fork point, the commitment to its
        amendment seed), each with the last entry that made it.
        """
        self._paths: set[str] = set()
        self._words: set[str] = set()
        self._missing: dict[str, int] = {}
        self._erased: dict[str, int] = {}

    def take(self, raw: RawEntry) -> Iterator[LedgerFault]:
        """The faults of the next entry."""
        before, closed_by = self.head, self._closed_by
        header = attempted(lambda: chain.decode_header(raw.header))
        self.header = None if isinstance(header, Unreadable) else header
        yield from _sealed(raw, before)
        yield from self._numbered(raw)
        yield from self._interned(raw)
        yield from self._played(raw)
        inserts = _inserted(header)
        self.anchors |= inserts
        self._touch(raw.number, (placed.event.ref for placed in raw.events))
        yield from self._restating(raw, inserts)
        if isinstance(header, Unreadable):
            yield LedgerFault(
                raw.number, "header", f"the header of entry {raw.number} cannot be read: {header.because}"
            )
        else:
            yield from _headed(raw, header)
            yield from _played_on(header, closed_by)
            yield from self._told(raw, header)
            yield from _committed(header, self.happened)
            self._born[raw.number] = header.status
            if header.revision is not None and header.revision.withdraws is not None:
                self._withdrawals[raw.number] = header.revision.withdraws
        self.taken += 1
        self.head = Head(raw.number, before.position + len(raw.events), raw.hash, len(self._paths))

    def standing(self) -> dict[int, tuple[Status, int]]:
        """The status each entry has and how many versions of it there are; those whose headers cannot be read left out."""
        off = withdrawn(self._withdrawals)
        statuses = {number: (born, 1) for number, born in self._born.items()}
        for number, restated in self.restated.items():
            if number in statuses:
                statuses[number] = restated[-1].status, 1 + len(restated)
        return statuses | {number: ("struck", statuses[number][1]) for number in off & statuses.keys()}

    def erased(self) -> tuple[str, ...]:
        """The keys of all texts that are gone, whether an entry says so or not."""
        return tuple(self._missing)

    def unsaid(self) -> Iterator[LedgerFault]:
        """Texts that are gone though no later entry says that they were erased."""
        for key, entry in self._missing.items():
            if self._erased.get(key, 0) <= entry:
                yield LedgerFault(
                    entry, "text", f"the words of text {key} are missing, and no entry says they were erased"
                )

    def _numbered(self, raw: RawEntry) -> Iterator[LedgerFault]:
        due = self.head.entry + 1
        if raw.number != due:
            yield LedgerFault(raw.number, "number", f"entry {raw.number} lies where entry {due} belongs")
        for position, placed in enumerate(raw.events, start=self.head.position + 1):
            event = placed.event
            due = self.streams[event.ref] = self.streams[event.ref] + 1
            if placed.position != position:
                sentence = f"an event of entry {raw.number} has position {placed.position}; it should be {position}"
                yield LedgerFault(raw.number, "position", sentence)
            if event.version != due:
                sentence = (
                    f"an event of entry {raw.number} is number {event.version} of {event.ref}; it should be {due}"
                )
                yield LedgerFault(raw.number, "version", sentence)

    def _interned(self, raw: RawEntry) -> Iterator[LedgerFault]:
        for number, path in raw.new_paths:
            if number != len(self._paths) + 1 or path in self._paths:
                sentence = f"path {number} ({path}) is not new, or is not number {len(self._paths) + 1}"
                yield LedgerFault(raw.number, "path", sentence)
            self._paths.add(path)
        for number in raw.read_ids:
            if not 1 <= number <= len(self._paths):
                yield LedgerFault(
                    raw.number, "read", f"entry {raw.number} reads path {number}, which has no name by then"
                )

    def _played(self, raw: RawEntry) -> Iterator[LedgerFault]:
        self.happened = []
        for placed in raw.events:
            event = attempted(partial(decode_event, placed.event.topic, placed.event.body))
            if isinstance(event, Unreadable):
                sentence = f"the event at position {placed.position} cannot be read: {event.because}"
                yield LedgerFault(raw.number, "event", sentence)
                continue
            self.happened.append((placed.event.ref, event))
            if event.component in _HEEDED:
                self._heed(raw.number, event)

    def _heed(self, number: int, event: Event) -> None:
        """Take down what an entry says that the rest of the store must agree with."""
        if isinstance(event, CampaignBegun):
            self._say(number, {**event.ground.data, "system": event.ground.system})
        elif isinstance(event, CampaignClosed | CampaignReopened):
            self._closed_by = number if isinstance(event, CampaignClosed) else None
        elif isinstance(event, CampaignForked):
            self._say(number, event.data)
        elif isinstance(event, EpochOpened):
            self.epochs.append((number, event.epoch))
        elif isinstance(event, EpochClosed) and event.data is not UNSET and LEFT_BEHIND in event.data:
            self.left_behind |= {epoch.number for _, epoch in self.epochs if str(epoch.number) == event.name}

    def _say(self, number: int, values: Mapping[str, Scalar]) -> None:
        self.told |= {key: (number, value) for key, value in values.items()}

    def _touch(self, number: int, refs: Iterable[str]) -> None:
        """Take down which aggregates an entry now does something to."""
        self._touched[number] = self._touched.get(number, frozenset()).union(refs)

    def _rewrite(self, revision: int, restated: Restatement) -> None:
        at = place(restated.entry, self.anchors)
        before, after = self._touched.get(restated.entry, frozenset()), frozenset(ref for ref, _, _ in restated.events)
        for ref in before | after:
            first = self.rewrites.setdefault(ref, {}).setdefault(revision, at)
            self.rewrites[ref][revision] = min(first, at)
        self._touched[restated.entry] = after

    def _restating(self, raw: RawEntry, inserted: Mapping[int, int]) -> Iterator[LedgerFault]:
        restatements = attempted(lambda: chain.decode_restatements(raw.restatements))
        if isinstance(restatements, Unreadable):
            sentence = f"what entry {raw.number} makes of earlier ones cannot be read: {restatements.because}"
            yield LedgerFault(raw.number, "restatement", sentence)
            return
        for restated in restatements:
            self.restated.setdefault(restated.entry, []).append(restated)
            self._rewrite(raw.number, restated)
            if not 1 <= restated.entry < raw.number and restated.entry not in inserted:
                sentence = (
                    f"entry {raw.number} restates entry {restated.entry}, which is no earlier one and no insert of its"
                )
                yield LedgerFault(raw.number, "restatement", sentence)
            for _, topic, body in restated.events:
                event = attempted(partial(decode_event, topic, body.encode()))
                if isinstance(event, Unreadable):
                    sentence = f"an event that entry {raw.number} gives entry {restated.entry}: {event.because}"
                    yield LedgerFault(raw.number, "restatement", sentence)

    def _told(self, raw: RawEntry, header: Header) -> Iterator[LedgerFault]:
        """The entry's texts against their digests, and what it says was erased."""
        texts = {text.index: text for text in raw.texts}
        if len(texts) < len(raw.texts) or not texts.keys() <= set(range(len(header.texts))):
            yield LedgerFault(raw.number, "text", f"entry {raw.number} has texts that its header does not know")
        for index, digest in enumerate(header.texts):
            key = f"{raw.number}.{index}"
            match _words(texts.get(index), digest):
                case "gone":
                    self._missing[key] = raw.number
                case "kept":
                    self._words.add(key)
                case "damaged":
                    yield LedgerFault(
                        raw.number, "text", f"the words of text {key} differ from those that were written"
                    )
        for key in keys_erased(header):
            self._erased[key] = raw.number
            if key in self._words:
                sentence = f"entry {raw.number} says that text {key} was erased, but its words are still there"
                yield LedgerFault(raw.number, "erasure", sentence)


def _committed(header: Header, happened: Iterable[tuple[str, Event]]) -> Iterator[LedgerFault]:
    """Commitments to a secret that are not to the words of their own entry."""
    for _, event in happened:
        if isinstance(event, SecretSealed):
            seal = event.seal
            if (seal.text, seal.digest) != (f"{header.number}.0", next(iter(header.texts), None)):
                sentence = f"entry {header.number} commits to other words than those that it sealed"
                yield LedgerFault(header.number, "seal", sentence)


def _inserted(header: Header | Unreadable) -> dict[int, int]:
    """The entries that a revision adds to the past, and after which they stand; what they are is part of the revision."""
    if isinstance(header, Unreadable) or header.revision is None:
        return {}
    return {
        insertion.entry: insertion.after for insertion in header.revision.inserts if insertion.after < insertion.entry
    }


def _sealed(raw: RawEntry, before: Head) -> Iterator[LedgerFault]:
    """The entry's digest and its link to the one before, computed anew."""
    digest = attempted(lambda: _digest(raw))
    if digest != raw.digest:
        sentence = f"entry {raw.number} differs from what was written: its content has another digest"
        yield LedgerFault(raw.number, "digest", sentence)
    link = attempted(lambda: chain.link(before.hash, raw.number, raw.digest))
    if link != raw.hash:
        yield LedgerFault(raw.number, "link", f"entry {raw.number} does not follow entry {before.entry} in the chain")


def _digest(raw: RawEntry) -> bytes:
    content = chain.canonical(
        header=raw.header,
        request_digest=raw.request_digest,
        read_ids=raw.read_ids,
        new_paths=raw.new_paths,
        events=raw.events,
        restatements=raw.restatements,
    )
    return chain.digest(raw.salt, content)


def _headed(raw: RawEntry, header: Header) -> Iterator[LedgerFault]:
    """The columns beside the header against the header itself."""
    if raw.number == header.number and raw.columns == dict(zip(COLUMNS, _columns(header), strict=True)):
        return
    for column, value in [("number", raw.number), *raw.columns.items()]:
        header_value = getattr(header, column, None)
        if column not in header.__struct_fields__ or value != header_value:
            sentence = f"column {column} of entry {raw.number} holds {value!r}, its header {header_value!r}"
            yield LedgerFault(raw.number, "column", sentence)


def _played_on(header: Header, closed_by: int | None) -> Iterator[LedgerFault]:
    """The entry, where it plays or changes the past although an entry before it closed the campaign."""
    if closed_by is not None and header.kind != "record":
        sentence = f"entry {header.number} is a {header.kind} entry, but entry {closed_by} closed the campaign"
        yield LedgerFault(header.number, "closing", sentence)


def _words(text: RawText | None, digest: str) -> Literal["kept", "gone", "damaged"]:
    if text is None or (text.salt is None and text.words is None):
        return "gone"
    salt, words = text.salt, text.words
    if salt is None or words is None:
        return "damaged"
    return "kept" if attempted(lambda: chain.text_digest(salt, words)) == digest else "damaged"


def keys_erased(header: Header) -> tuple[str, ...]:
    """The keys of the texts that an entry says were erased."""
    if header.kind != "record" or header.envelope is None or header.envelope.type != ERASURE:
        return ()
    keys = header.envelope.args.get("texts")
    return tuple(key for key in keys if isinstance(key, str)) if isinstance(keys, list | tuple) else ()
