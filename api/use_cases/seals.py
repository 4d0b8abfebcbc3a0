"""Sealed secrets: what was committed to, and what anybody needs to check it once it is revealed."""

from __future__ import annotations

from api.access import Access, Seat, allowed
from api.paging import ListPage, ListRequest, list_page
from api.reading import ReadRequest, load_things, reading, sight
from api.services import Services
from domain.ledger.playing.seals import meant_by
from projections.views.seals import SealProof, SealView, proof_of, seals_of, seen_seals

_MEMBER = Access("member")


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
