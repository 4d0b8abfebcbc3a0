"""Proof for everybody: the chain of hashes, dice, sealed secrets, and the exported ledger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from api.access import Access, Seat, allowed
from api.export import exported
from api.paging import ListPage, ListRequest, list_page
from api.problems import NotFound
from api.reading import ReadRequest, at_head, load_things, reading, sight
from api.services import Services
from domain.dice.verify import DiceDocument
from domain.ledger.checking.faults import LedgerFault
from domain.ledger.checking.verify import KnownEntry, LedgerVerification
from domain.ledger.playing.seals import meant_by
from domain.messages import text
from domain.records.chain import genesis
from projections.verifying import verify_whole
from projections.views.entry import Entry, EntryView
from projections.views.proof import dice_document
from projections.views.seals import SealProof, SealView, proof_of, seals_of, seen_seals
from projections.views.timeline import read_entries

_MEMBER = Access("member")


class FaultView(msgspec.Struct, frozen=True):
    """Something that does not lie in the store as it was written. Only the game master reads what exactly."""

    entry: int | None
    what: str
    sentence: str | None


class VerificationView(msgspec.Struct, frozen=True, kw_only=True):
    """The result of checking a ledger: `ok` where every check up to the head passed. `erased` lists the keys of erased
    texts, limited to entries that the caller sees.
    """

    ok: bool
    entries: int
    head: int
    hash: str
    faults: tuple[FaultView, ...]
    erased: tuple[str, ...]


class ChainLink(msgspec.Struct, frozen=True):
    """An entry in the chain of hashes: its digest, and the hash that covers it and the hash before."""

    entry: int
    digest: str
    hash: str


class ChainPart(msgspec.Struct, frozen=True):
    """A part of the chain: the entry and hash that it follows, and its links; none of them behind the newest entry."""

    entry: int
    hash: str
    links: tuple[ChainLink, ...]


MOST_LINKS = 1000
"""The number of links that are read at once."""


EXPECT = "an entry and its hash, as `42:9f3c…`, that you noted earlier: a different hash in the ledger is reported as a fault"

Expected = Annotated[str | None, msgspec.Meta(description=EXPECT, pattern=r"^[0-9]{1,12}:[0-9A-Fa-f]{64}$")]


@allowed(_MEMBER)
def show_verification(services: Services, seat: Seat, expect: Expected = None) -> VerificationView:
    """Check the whole ledger as it lies there now: chain, events, states, texts, seeds and facts, and that it still holds
    what you expect. It has no earlier point."""
    checked = verify_whole(services.pool, services.ledger.store, seat.campaign, remembered=remembered(expect))
    return _view(checked, _erased(services, seat, checked.erased), is_gm=seat.actor.is_gm)


def remembered(expect: str | None) -> KnownEntry | None:
    """An entry and its hash out of a text like `42:9f3c…`."""
    if expect is None:
        return None
    entry, _, hash = expect.partition(":")
    return KnownEntry(int(entry), hash)


def _erased(services: Services, seat: Seat, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Return the given keys of erased texts that occur in entries the caller sees."""
    if seat.actor.is_gm or not keys:
        return keys
    store, numbers = services.ledger.store, {int(key.partition(".")[0]) for key in keys}
    deeds = store.deeds_of(seat.campaign, numbers)
    page = [stored for number, stored in deeds.items() if number in numbers]
    views = read_entries(store, seat.campaign, page, at_head(services, seat))
    seen = {key for view in views if isinstance(view, EntryView) for key in view.texts}
    return tuple(key for key in keys if key in seen)


def _view(checked: LedgerVerification, erased: tuple[str, ...], *, is_gm: bool) -> VerificationView:
    return VerificationView(
        ok=checked.ok,
        entries=checked.entries,
        head=checked.head.entry,
        hash=checked.head.hash.hex(),
        faults=tuple(seen_fault(fault, is_gm=is_gm) for fault in checked.faults),
        erased=erased,
    )


def seen_fault(fault: LedgerFault, *, is_gm: bool) -> FaultView:
    """A fault as a member may see it."""
    in_full = is_gm or fault.what == "remembered"  # of that anybody knows all there is
    return FaultView(fault.entry, fault.what, fault.sentence if in_full else None)


@allowed(_MEMBER)
def show_chain(services: Services, seat: Seat, after: int = 0) -> ChainPart:
    """Return the chain of hashes behind an entry. A fork's own chain begins behind the entry of its parent that it follows."""
    store, campaign = services.ledger.store, seat.campaign
    after = max(after, store.campaign(campaign).forked_known_at or 0)
    before = store.entry(campaign, after) if after else None
    if after and before is None:
        raise NotFound(text("there is no entry {after}", after=after))
    links = (ChainLink(raw.number, raw.digest.hex(), raw.hash.hex()) for raw in store.raw(campaign, after, MOST_LINKS))
    return ChainPart(after, (before.hash if before else genesis(campaign)).hex(), tuple(links))


@allowed(_MEMBER)
def show_dice(services: Services, seat: Seat, wanted: ReadRequest) -> DiceDocument:
    """Commitments, revealed seeds, and every die that the caller may see, for checking them without this server.

    At an earlier point these are the dice rolled and the seeds revealed up to then.
    """
    seen = sight(services, seat, wanted)
    return dice_document(
        services.ledger.store,
        seat.campaign,
        reading(services, seen),
        up_to=seen.moment.entry,
        known_at=seen.moment.known_at,
    )


@allowed(Access("gm", "play"))
def unseal_dice(services: Services, seat: Seat, epoch: int) -> Entry:
    """Reveal the sealed seed of a dice epoch that has ended. Its hidden rolls can then be recomputed by those who are
    shown them; the seed alone reveals nothing else about them.
    """
    entry = services.ledger.unseal(seat.campaign, seat.actor, epoch)
    (view,) = read_entries(services.ledger.store, seat.campaign, [entry], at_head(services, seat))
    return view


@allowed(_MEMBER)
def list_seals(services: Services, seat: Seat, wanted: ReadRequest, page: ListRequest) -> ListPage[SealView]:
    """The secrets that were sealed in a campaign, oldest first: each with its title and its digest, and with its words for
    those who may read them."""
    seen = sight(services, seat, wanted)
    load_things(seen)
    views = seals_of(services.ledger.store, seat.campaign, reading(services, seen).visible)
    return list_page(views, lambda view: (view.entry,), page, tuple[int])


@allowed(_MEMBER)
def show_seal(services: Services, seat: Seat, wanted: ReadRequest, seal: str) -> SealProof:
    """One sealed secret, by its name (`seal-12`), the number of its entry or its title. Those who may read it get the salt as
    well: the SHA-256 of the salt's bytes and the text in UTF-8 must be the digest."""
    seen = sight(services, seat, wanted)
    load_things(seen)
    visible = reading(services, seen).visible
    name, _ = meant_by(seen_seals(visible), seal)
    return proof_of(services.ledger.store, seat.campaign, visible, name)


@allowed(_MEMBER)
def export_ledger(services: Services, seat: Seat, wanted: ReadRequest) -> Iterator[bytes]:
    """The ledger as JSON lines, as far as the caller may see it.

    A game master gets it whole, so that it can be taken in elsewhere; up to an earlier point or through a member's eyes it
    holds the entries as they are seen there.
    """
    seen = sight(services, seat, wanted)
    plain = wanted.point.is_head and seen.viewer.member == seat.actor.member
    reader = at_head(services, seat) if plain else reading(services, seen)
    return exported(services.ledger.store, seat.campaign, reader, None if plain else seen.moment)
